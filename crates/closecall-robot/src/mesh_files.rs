//! The mesh files of a robot or a scene: which were read, what they state, and what is to be said
//! of them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use closecall::World;
use closecall::mesh::Unit;
use closecall::query::BodyFile;

use crate::error::shown;

/// What was read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshFiles {
    /// The files, with the unit that each states.
    pub files: Vec<(PathBuf, Option<Unit>)>,
    /// What is to be said of files: the words, where a file of which they are true is first named,
    /// and of how many files they are.
    warnings: Vec<(String, String, usize)>,
    /// The URIs that only their ends led to a file, by that file: the package that is not there,
    /// and the URI.
    guesses: BTreeMap<PathBuf, (String, String)>,
}

impl MeshFiles {
    /// A file that was read; `place` is where it is named.
    pub fn add(&mut self, path: &Path, read: &BodyFile, place: &str) {
        self.files.push((path.to_owned(), read.unit()));
        self.files.extend(read.companions().iter().map(|companion| (companion.clone(), None)));
        for warning in read.warnings().iter().map(ToString::to_string) {
            // Numbers differ from file to file; what is said is the same.
            let same = |known: &&mut (String, String, usize)| kind(&known.0) == kind(&warning);
            match self.warnings.iter_mut().find(same) {
                Some((.., count)) => *count += 1,
                None => {
                    let first = format!("{place}: {}", path.display());
                    self.warnings.push((warning, first, 1));
                }
            }
        }
    }

    /// A file that only the end of its name led to. That of two names would be one mesh in place of
    /// two.
    pub fn guess(&mut self, uri: &str, package: String, path: &Path) -> Result<(), String> {
        let (_, other) =
            self.guesses.entry(path.to_owned()).or_insert_with(|| (package, uri.to_owned()));
        if other != uri {
            return Err(format!(
                "'{}' and '{}' are not there, and both would be {}; `--package NAME=DIR` says where they are",
                shown(other),
                shown(uri),
                path.display()
            ));
        }
        Ok(())
    }

    /// What is to be said of the files of a robot, each thing once; a package that is not there is
    /// said once.
    pub fn warnings(&self, robot: &Path) -> Vec<String> {
        let mut by_package: BTreeMap<&str, Vec<&PathBuf>> = BTreeMap::new();
        for (path, (package, _)) in &self.guesses {
            by_package.entry(package).or_default().push(path);
        }
        let missing = by_package.into_iter().map(|(package, paths)| {
            let more = if paths.len() > 1 { format!(" and {} more", paths.len() - 1) } else { String::new() };
            let (robot, package, path) = (robot.display(), shown(package), paths[0].display());
            format!("{robot}: the package '{package}' is not there; taken was {path}{more}, by the end of its name")
        });
        let said = self.warnings.iter().map(|(warning, first, count)| match count {
            1 => format!("{first}: {warning}"),
            _ => format!("{first}: {warning}; and the like of {} more files", count - 1),
        });
        said.chain(missing).collect()
    }
}

/// A warning without its numbers.
fn kind(warning: &str) -> String {
    warning.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// Two files that state different units, in words; none if all that state one agree.
pub(crate) fn disagreement(files: &[(PathBuf, Option<Unit>)]) -> Option<String> {
    let mut stated = files.iter().filter_map(|(file, unit)| Some((file, (*unit)?)));
    let (first, unit) = stated.next()?;
    let (other, other_unit) = stated.find(|(_, other)| *other != unit)?;
    let (first, other) = (first.display(), other.display());
    let (in_first, in_other) = (unit.plural(), other_unit.plural());
    Some(format!(
        "{first} is in {in_first} and {other} in {in_other}: `--unit {unit}` converts what states a unit, \
         `--scale F` what states none"
    ))
}

/// What is to be said if bodies of a scene are hardly in one unit. Where they are counts only if
/// they stay there, in the only step.
pub(crate) fn scale_doubt(scene: &Path, world: &World, steps: usize) -> Option<String> {
    let found = if steps == 1 { world.scale_doubt() } else { world.size_doubt() };
    let name = |body| world.name(body).unwrap_or_default().to_owned();
    found.map(|found| format!("{}: {}", scene.display(), found.words(name)))
}
