//! A study: figures of the paper, a way to get ours, and what decides whether its conclusion holds.

use super::grid::Grid;
use crate::experiment::{Experiment, Fault, Lab, Outcome, Plot, Precision, Table, Verdict};

/// The name of the dissertation.
pub const PAPER: &str = "Klosowski 1998";

/// One table of the dissertation.
pub struct Study {
    /// The experiment's name.
    pub name: &'static str,
    /// The subject.
    pub title: &'static str,
    /// The table and the section.
    pub place: &'static str,
    /// The kind of the figures.
    pub figures: StudyFigures,
    /// The paper's, in our units.
    pub paper: Grid,
    /// Gets ours.
    pub measure: Measure,
    /// Decides, from ours and from the paper's.
    pub judge: fn(ours: &Grid, paper: &Grid) -> Verdict,
}

impl Study {
    /// Tables by their number, and then what has none.
    #[must_use]
    pub fn order(&self) -> u32 {
        self.name.rsplit_once("-t").and_then(|(_, number)| number.parse().ok()).unwrap_or(u32::MAX)
    }
}

/// A way to get figures.
pub type Measure = Box<dyn Fn(&mut Lab) -> Result<Measured, Fault> + Send + Sync>;

/// How the figures of a study are called and written.
#[derive(Clone, Copy, Debug)]
pub struct StudyFigures {
    /// The title of the table.
    pub are: &'static str,
    /// The name of a row.
    pub rows_are: &'static str,
    /// Their unit.
    pub unit: &'static str,
    /// How they are written.
    pub precision: Precision,
}

/// The measurements of a study.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// The figures that the paper has, too, and that decide.
    pub ours: Grid,
    /// Other tables that are worth knowing.
    pub others: Vec<Table>,
    /// Pictures of it.
    pub plots: Vec<Plot>,
}

impl From<Grid> for Measured {
    fn from(ours: Grid) -> Self {
        Self { ours, ..Self::default() }
    }
}

impl From<Study> for Experiment {
    fn from(study: Study) -> Self {
        let Study { name, title, place, figures, paper, measure, judge } = study;
        Self::new(name, title, (PAPER, place), move |lab| {
            let Measured { ours, others, plots } = measure(lab)?;
            let StudyFigures { are, rows_are, unit, precision } = figures;
            let table = ours.table_with(are, rows_are, unit, precision, &paper);
            let tables = std::iter::once(table).chain(others).collect();
            let verdict = judge(&ours, &paper);
            let verdict = match ours.noise {
                Some(noise) => verdict.with_noise(noise),
                None => verdict,
            };
            Ok(Outcome { tables, plots, verdict })
        })
    }
}
