//! `--report FILE.html`: a page that shows what was found.

use std::io::Write as _;
use std::path::PathBuf;

use closecall_report::Page;

use crate::escaped::escaped;
use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::output::{Files, Output};

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

    /// The file, if there is to be one.
    pub fn file(&self, files: &mut Files) -> Result<Option<ReportFile>, Failure> {
        Ok(files.write("--report", self.report.as_deref())?.map(ReportFile))
    }
}

/// A file for a page.
#[derive(Debug)]
pub struct ReportFile(Output);

impl ReportFile {
    /// A page of this name.
    pub fn new(output: Output) -> Self {
        Self(output)
    }

    /// Writes the page, and has the outcome name it.
    pub fn write(self, page: &Page, outcome: &mut Outcome) {
        let file = self.0.name().to_path_buf();
        if outcome.fill(Some(self.0), |out| out.write_all(page.html().as_bytes())) {
            outcome.text += &format!("report  {}\n", escaped(&file.display().to_string()));
            outcome.json.insert("report".to_owned(), file.to_string_lossy().into());
        }
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
