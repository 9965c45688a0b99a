//! The outcome of an experiment: tables whose cells hold our figure and the paper's, plots, and a
//! verdict.

use super::{Plot, Verdict};

/// The result of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The tables.
    pub tables: Vec<Table>,
    /// The plots.
    pub plots: Vec<Plot>,
    /// Does what the paper says hold?
    pub verdict: Verdict,
}

/// A table. Every row has a cell for each column.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The title: what it shows, and how to read it.
    pub title: String,
    /// The name of the rows: `rule`.
    pub rows_are: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A column of figures.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// The unit of its figures; empty where they have none.
    pub unit: &'static str,
    /// How they are written.
    pub precision: Precision,
}

/// How a figure is written for people. In CSV and JSON it is never rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// With three figures that count.
    #[default]
    Figures,
    /// As a whole number with its thousands grouped.
    Whole,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its cells, one for each column.
    pub cells: Vec<Cell>,
}

/// Our figure and the paper's, as far as there is either.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// Ours.
    pub ours: Option<Value>,
    /// The paper's.
    pub paper: Option<Value>,
}

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A figure.
    Number(f64),
    /// Anything else, such as a range.
    Text(String),
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl Cell {
    /// Our figure alone.
    pub fn ours(ours: impl Into<Value>) -> Self {
        Self { ours: Some(ours.into()), paper: None }
    }

    /// Our figure beside the paper's, if that has one here.
    pub fn beside(ours: impl Into<Value>, paper: Option<impl Into<Value>>) -> Self {
        Self { ours: Some(ours.into()), paper: paper.map(Into::into) }
    }
}

impl Column {
    /// A column of figures, three of which count.
    pub fn new(name: impl Into<String>, unit: &'static str) -> Self {
        Self { name: name.into(), unit, precision: Precision::Figures }
    }

    /// A column of whole numbers.
    pub fn whole(name: impl Into<String>, unit: &'static str) -> Self {
        Self { precision: Precision::Whole, ..Self::new(name, unit) }
    }
}

impl Row {
    /// A row.
    pub fn new(name: impl Into<String>, cells: Vec<Cell>) -> Self {
        Self { name: name.into(), cells }
    }
}

impl Table {
    /// Does the paper have a figure in this column?
    #[must_use]
    pub fn has_paper(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row.cells[column].paper.is_some())
    }
}
