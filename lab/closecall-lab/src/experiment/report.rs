//! An outcome with all that is needed to read it later: what it is about, where and when it was
//! found, and how.

use std::fmt;

use super::about::About;
use super::picture::Picture;
use super::print::{csv, markdown, text};
use super::{Outcome, Plot, Settings};
use crate::table::Breadth;
use closecall_flight::numbers::counted;
use closecall_flight::stamp::Stamp;

/// The report of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The experiment's name.
    pub name: String,
    /// The subject.
    pub title: String,
    /// The paper and the place in it.
    pub source: String,
    /// The place and time.
    pub stamp: Stamp,
    /// How.
    pub settings: Settings,
    /// How long it took.
    pub seconds: f64,
    /// The outcome.
    pub outcome: Outcome,
    /// The pictures beside its plots.
    pub pictures: Vec<Picture>,
    /// The paper's claim and the comparison of the setups, if that is written down.
    pub about: Option<About>,
}

/// How a report is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReportFormat {
    /// Aligned, for a terminal.
    #[default]
    Text,
    /// For a page.
    Markdown,
    /// For programs: a line for each cell.
    Csv,
}

impl ReportFormat {
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

impl fmt::Display for ReportFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Report {
    /// The report in a format.
    #[must_use]
    pub fn written(&self, format: ReportFormat) -> String {
        match format {
            ReportFormat::Text => text::report(self),
            ReportFormat::Markdown => markdown::report(self),
            ReportFormat::Csv => csv::report(self),
        }
    }

    /// The page, `NAME.md`, and its plots, `NAME-PLOT.svg`, by the names of their files.
    #[must_use]
    pub fn page(&self) -> Vec<(String, Vec<u8>)> {
        let page = (format!("{}.md", self.name), self.written(ReportFormat::Markdown).into_bytes());
        [page]
            .into_iter()
            .chain(self.plots("svg", |plot| plot.svg(&self.stamp).into_bytes()))
            .collect()
    }

    /// The figures, `NAME.csv`, and those of the plots, `NAME-PLOT.csv`, by the names of their
    /// files.
    #[must_use]
    pub fn data(&self) -> Vec<(String, Vec<u8>)> {
        let figures = (format!("{}.csv", self.name), self.written(ReportFormat::Csv).into_bytes());
        [figures].into_iter().chain(self.plots("csv", |plot| plot.csv().into_bytes())).collect()
    }

    /// The plots and the pictures as `NAME-PLOT.png`, by the names of their files.
    #[must_use]
    pub fn pictures(&self) -> Vec<(String, Vec<u8>)> {
        let drawn = self
            .pictures
            .iter()
            .filter_map(|picture| Some((self.plot_file(&picture.name, "png"), picture.png()?)));
        self.plots("png", |plot| plot.png(&self.stamp)).chain(drawn).collect()
    }

    fn plots(
        &self,
        ending: &str,
        drawn: impl Fn(&Plot) -> Vec<u8>,
    ) -> impl Iterator<Item = (String, Vec<u8>)> {
        self.outcome.plots.iter().map(move |plot| (self.plot_file(&plot.name, ending), drawn(plot)))
    }

    /// The name of a plot's file.
    #[must_use]
    pub fn plot_file(&self, plot: &str, extension: &str) -> String {
        format!("{}-{plot}.{extension}", self.name)
    }

    /// The place, time, way and duration: one line.
    #[must_use]
    pub fn circumstances(&self) -> String {
        let noise = self.outcome.verdict.noise.map_or_else(String::new, |noise| {
            format!(" that typically differ by {:.1} %", 100.0 * noise)
        });
        format!("{}{noise}, {:.1} s", self.surroundings(), self.seconds)
    }

    /// Why the figures are as they are: what the run measured of it, and what is known besides.
    #[must_use]
    pub fn why(&self) -> Vec<&str> {
        let known = self.about.as_ref().and_then(|about| about.why);
        self.outcome.verdict.why.as_deref().into_iter().chain(known).collect()
    }

    fn surroundings(&self) -> String {
        let Stamp { machine, commit, date, build, seed } = &self.stamp;
        format!(
            "seed {seed}, {machine}, commit {commit}, {date}, {build}, {}, {}",
            size(self.settings.breadth),
            counted(self.settings.reps as u64, "repetition"),
        )
    }
}

/// A page that leads to the pages of several reports, a line for each with its verdict.
#[must_use]
pub fn index(title: &str, reports: &[Report]) -> String {
    let line = |Report { name, title, outcome, .. }: &Report| {
        format!(
            "| [{name}]({name}.md) | {title} | {} | {} |\n",
            outcome.verdict.holds.word(),
            outcome.verdict
        )
    };
    let surroundings = reports.first().map(Report::surroundings).unwrap_or_default();
    let lines: String = reports.iter().map(line).collect();
    format!(
        "# {title}\n\nBegun with {surroundings}.\n\n| experiment | about | holds | verdict |\n|---|---|---|---|\n{lines}"
    )
}

fn size(breadth: Breadth) -> &'static str {
    match breadth {
        Breadth::Tiny => "tiny scenes",
        Breadth::Short => "small scenes",
        Breadth::Full => "scenes of the paper's sizes",
    }
}

/// Properties that must hold of every report.
#[cfg(test)]
pub mod tests {
    use super::super::{Experiment, Lab, Settings, Silence, Value};
    use super::*;
    use crate::table::Breadth;

    /// Runs experiments at a tiny size, and checks what each reports.
    pub fn check_all(experiments: Vec<Experiment>) {
        let mut silence = Silence;
        let mut lab = Lab::new(Settings::new(Breadth::Tiny), &mut silence).unwrap();
        for experiment in experiments {
            check(&experiment.run(&mut lab).unwrap());
        }
    }

    /// Panics unless all tables are whole and all formats tell all of it.
    pub fn check(report: &Report) {
        let Report { name, outcome, .. } = report;
        let cells =
            || outcome.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
        for table in &outcome.tables {
            assert!(
                table.rows.iter().all(|row| row.cells.len() == table.columns.len()),
                "{name}: {}",
                table.title
            );
        }
        let filled = cells().filter(|cell| cell.ours.is_some() || cell.paper.is_some()).count();
        let lines =
            |format| report.written(format).lines().map(str::to_owned).collect::<Vec<String>>();
        assert!(
            filled > 0 && lines(ReportFormat::Csv).len() == 1 + filled,
            "{name}: {filled} cells"
        );
        let rows: usize = outcome.tables.iter().map(|table| table.rows.len()).sum();
        let bars =
            lines(ReportFormat::Markdown).iter().filter(|line| line.starts_with('|')).count();
        assert_eq!(bars, rows + 2 * outcome.tables.len(), "{name}");
        assert_eq!(lines(ReportFormat::Text).last(), Some(&outcome.verdict.to_string()), "{name}");
        let values = cells().flat_map(|cell| [&cell.ours, &cell.paper]).flatten();
        let are_finite = values
            .into_iter()
            .all(|value| !matches!(value, Value::Number(number) if !number.is_finite()));
        let words = outcome.verdict.to_string();
        assert!(are_finite && !words.contains("NaN") && !words.contains("inf "), "{name}: {words}");
        assert!(
            outcome.plots.iter().all(|plot| plot.svg(&report.stamp).contains("<circle")),
            "{name}"
        );
    }
}
