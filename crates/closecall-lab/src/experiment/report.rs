//! An outcome with all that is needed to read it later: what it is about, where and when it was found, and how.

use std::fmt;
use std::io;
use std::path::Path;

use super::print::{csv, markdown, text};
use super::{Outcome, Settings};
use crate::numbers::counted;
use crate::stamp::Stamp;
use crate::table::Breadth;

/// What an experiment gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The experiment's name.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// The paper and the place in it.
    pub source: String,
    /// Where and when.
    pub stamp: Stamp,
    /// How.
    pub settings: Settings,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub outcome: Outcome,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Aligned, for a terminal.
    #[default]
    Text,
    /// For a page.
    Markdown,
    /// For programs: a line for each cell.
    Csv,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Text, Self::Markdown, Self::Csv];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Markdown => "markdown",
            Self::Csv => "csv",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Report {
    /// The report in a format.
    #[must_use]
    pub fn written(&self, format: Format) -> String {
        match format {
            Format::Text => text::report(self),
            Format::Markdown => markdown::report(self),
            Format::Csv => csv::report(self),
        }
    }

    /// Writes `NAME.md` and `NAME.csv`, and for each plot `NAME-PLOT.svg` and `NAME-PLOT.csv`, into a folder that is there.
    pub fn write_to(&self, folder: &Path) -> io::Result<()> {
        let write = |file: String, text: String| std::fs::write(folder.join(file), text);
        write(format!("{}.md", self.name), self.written(Format::Markdown))?;
        write(format!("{}.csv", self.name), self.written(Format::Csv))?;
        for plot in &self.outcome.plots {
            write(self.plot_file(&plot.name, "svg"), plot.svg())?;
            write(self.plot_file(&plot.name, "csv"), plot.csv())?;
        }
        Ok(())
    }

    pub(super) fn plot_file(&self, plot: &str, extension: &str) -> String {
        format!("{}-{plot}.{extension}", self.name)
    }

    /// Where, when, how and for how long: one line.
    #[must_use]
    pub fn circumstances(&self) -> String {
        let Stamp { machine, commit, date, build, seed } = &self.stamp;
        format!(
            "seed {seed}, {machine}, commit {commit}, {date}, {build}, {}, {}, {:.1} s",
            size(self.settings.breadth),
            counted(self.settings.reps as u64, "repetition"),
            self.seconds
        )
    }
}

fn size(breadth: Breadth) -> &'static str {
    match breadth {
        Breadth::Tiny => "tiny scenes",
        Breadth::Short => "small scenes",
        Breadth::Full => "scenes of the paper's sizes",
    }
}
