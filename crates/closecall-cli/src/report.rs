//! `--report FILE.html`: a page that shows what was found; `--gltf FILE.glb`: its scene as an
//! animation for other viewers.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use closecall::engine::geom::DVec3;
use closecall::query::Parting;
use closecall_report::{DrawnParting, Mood, Page, animated_glb};

use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::{Files, Output};
use crate::picture::PictureFile;

/// The flag.
#[derive(clap::Args, Debug, Default)]
pub struct ReportArg {
    /// Write a page that shows it, to open in a browser.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,

    /// Write the scene and what moves in it as an animation, for other viewers.
    #[arg(long, value_name = "FILE.glb", value_parser = PictureFile::with_endings(&["glb"]))]
    gltf: Option<PictureFile>,
}

impl ReportArg {
    /// Is it there?
    pub fn is_given(&self) -> bool {
        self.report.is_some() || self.gltf.is_some()
    }

    /// The files, if there are to be any.
    pub fn file(&self, files: &mut Files) -> Result<Option<ReportFile>, Failure> {
        if self.report.as_deref() == Some(Path::new("-")) {
            let why = "a page is a file: name it, as in page.html";
            return Err(Failure::of_usage("--report", why));
        }
        let page = files.write("--report", self.report.as_deref())?;
        let animation = files.write("--gltf", self.gltf.as_ref().map(|file| &*file.0))?;
        Ok(self.is_given().then_some(ReportFile { page, animation }))
    }
}

/// Files for a page and for its scene.
#[derive(Debug)]
pub struct ReportFile {
    page: Option<Output>,
    animation: Option<Output>,
}

impl ReportFile {
    /// A page of this name.
    pub fn new(output: Output) -> Self {
        Self { page: Some(output), animation: None }
    }

    /// Writes the page and the animation, and has the outcome name them.
    pub fn write(self, page: &Page, outcome: &mut CommandAnswer) {
        outcome.fill(self.page, |out| out.write_all(page.html().as_bytes()));
        let too_long = || io::Error::other("a GLB is shorter than 4 GiB");
        outcome.fill(self.animation, |out| {
            out.write_all(&animated_glb(&page.scene).ok_or_else(too_long)?)
        });
    }
}

/// The arrow of a move that parts two bodies, in the first frame: it takes a point of B that is held
/// to where it is free. None if there is no such point.
pub fn parting(parting: &Parting) -> Option<DrawnParting> {
    let to = DVec3::from_array(parting.place?);
    let from = to - DVec3::from_array(parting.translation);
    (parting.length > 0.0)
        .then_some(DrawnParting { frame: 0, points: [from.to_array(), to.to_array()] })
}

/// The command that was run, with these flags in place of those of the page.
pub fn command_with(flags: &[&str]) -> String {
    let quoted = |word: &str| {
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:,=+@".contains(c);
        match !word.is_empty() && word.chars().all(is_plain) {
            true => word.to_owned(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let mut words = vec!["closecall".to_owned()];
    let mut given = std::env::args().skip(1);
    while let Some(word) = given.next() {
        match word.as_str() {
            "--report" | "--gltf" => drop(given.next()),
            "--json" | "-q" | "--quiet" => {}
            _ if word.starts_with("--report=") || word.starts_with("--gltf=") => {}
            _ => words.push(quoted(&word)),
        }
    }
    words.extend(flags.iter().map(|flag| quoted(flag)));
    words.join(" ")
}

/// The colour of a headline, which is that of the exit code.
pub fn mood(verdict: &Ending) -> Mood {
    match verdict {
        Ending::Collision => Mood::Collision,
        Ending::Undecided => Mood::Undecided,
        _ => Mood::Clear,
    }
}

/// Lines for people as facts: the first columns of a line, this many, are a name.
pub fn facts(text: &str, columns: usize) -> Vec<(String, String)> {
    text.lines()
        .map(|line| {
            let (name, fact) = line.split_at_checked(columns).unwrap_or((line, ""));
            (name.trim().to_owned(), fact.trim().to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_names_and_facts() {
        let facts = facts("speed   1 µs\n        more\nend\n", 8);
        let expected = [("speed", "1 µs"), ("", "more"), ("end", "")];
        assert_eq!(facts, expected.map(|(name, fact)| (name.to_owned(), fact.to_owned())));
    }
}
