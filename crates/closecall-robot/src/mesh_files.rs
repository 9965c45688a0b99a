//! The mesh files of a robot or a scene: which were read, what they state, and what is to be said
//! of them.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use closecall::mesh::{LoadOptions, Unit};
use closecall::query::{BodyFile, ModelError};
use closecall::{Mesh, World};

use crate::error::shown;

/// The files that were read, in the order of reading.
#[derive(Clone, Debug, Default)]
pub(crate) struct MeshFiles {
    /// The files, with the unit that each states.
    pub files: Vec<(PathBuf, Option<Unit>)>,
    /// The warnings about files: the words, where a file of which they are true is first named, and
    /// of how many files they are.
    warnings: Vec<(String, String, usize)>,
    /// The URIs that only their ends led to a file, by that file: the package that is not there,
    /// and the URI.
    guesses: BTreeMap<PathBuf, (String, String)>,
    /// The meshes as their files have them: a file that many links name is read once.
    meshes: HashMap<PathBuf, Mesh>,
}

impl MeshFiles {
    /// The mesh of a file, which is read if it was not before; `place` is where it is named.
    pub fn mesh(
        &mut self,
        path: &Path,
        options: &LoadOptions,
        place: &str,
    ) -> Result<Mesh, ModelError> {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if let Some(known) = self.meshes.get(&real) {
            return Ok(known.clone());
        }
        let read = BodyFile::read(path, options)?;
        self.add(path, &read, place);
        let mesh = read.into_mesh();
        self.meshes.insert(real, mesh.clone());
        Ok(mesh)
    }

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

    /// The warnings about the files of a robot, each once; a package that is not there is said
    /// once.
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

/// The advice on a size where it could mean no mesh.
const NO_MESH: &str = "no mesh is read that this could be for (a URDF file says how large the meshes of its robot are)";

/// Judges the units of the files of a scene, in words: of those of its bodies, and of all.
pub(crate) fn judge_units(
    options: &LoadOptions,
    of_bodies: &[(PathBuf, Option<Unit>)],
    all: &[(PathBuf, Option<Unit>)],
) -> Result<Option<String>, String> {
    let judged = |options: LoadOptions, files: &[(PathBuf, Option<Unit>)]| {
        let files: Vec<_> = files.iter().map(|(file, unit)| (&**file, *unit)).collect();
        options.judge(&files).map_err(|error| match files[..] {
            [] => format!("{error}: {NO_MESH}"),
            _ => format!("{error}: {}", error.remedy()),
        })
    };
    // A URDF file says how large its meshes are: they are not multiplied, and need state no unit.
    judged(options.scale(None), all)?;
    judged(options.unit(None), of_bodies)
}

/// The warning if bodies of a scene are hardly in one unit. Where they are counts only if they stay
/// there, in the only step.
pub(crate) fn scale_doubt(scene: &Path, world: &World, steps: usize) -> Option<String> {
    let found = if steps == 1 { world.scale_doubt() } else { world.size_doubt() };
    let name = |body| world.name(body).unwrap_or_default().to_owned();
    found.map(|found| format!("{}: {}", scene.display(), found.words(name)))
}
