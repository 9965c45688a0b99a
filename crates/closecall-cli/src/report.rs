//! `--report FILE.html`: a page that shows what was found.

use std::path::{Path, PathBuf};

use closecall_report::Page;

use crate::failure::Failure;
use crate::outcome::Outcome;

/// The flag.
#[derive(clap::Args, Debug, Default)]
pub struct ReportArg {
    /// Write a page that shows it, to open in a browser.
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
}

impl ReportArg {
    /// Is it there?
    pub fn is_given(&self) -> bool {
        self.report.is_some()
    }

    /// The file, if there is to be one. It is made at once: an empty file now is better than a missing folder after the work.
    pub fn file(&self) -> Result<Option<ReportFile>, Failure> {
        self.report.as_deref().map(ReportFile::create).transpose()
    }
}

/// A file for a page.
#[derive(Debug)]
pub struct ReportFile(PathBuf);

impl ReportFile {
    /// Makes it.
    pub fn create(file: &Path) -> Result<Self, Failure> {
        let made = Self(file.to_path_buf());
        made.fill("")?;
        Ok(made)
    }

    /// Writes the page, and has the outcome name it.
    pub fn write(&self, page: &Page, outcome: &mut Outcome) -> Result<(), Failure> {
        self.fill(&page.html())?;
        outcome.text += &format!("report  {}\n", self.0.display());
        outcome.json.insert("report".to_owned(), self.0.to_string_lossy().into());
        Ok(())
    }

    fn fill(&self, text: &str) -> Result<(), Failure> {
        std::fs::write(&self.0, text).map_err(|error| Failure::of_file(&self.0, &error))
    }
}

/// Lines for people as facts: the first columns of a line, so many, are a name.
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
