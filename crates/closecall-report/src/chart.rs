//! Figures along the frames.

use serde_json::{Value, json};

use crate::encode::doubles;

/// A chart over the frames.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// In which unit; empty if there is none.
    pub unit: &'static str,
    /// How its series are drawn.
    pub kind: ChartKind,
    /// The series.
    pub series: Vec<Series>,
}

/// How the series of a chart are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
    /// As lines.
    Lines,
    /// As areas upon each other, which sum up.
    Stacked,
}

/// A figure for every frame.
#[derive(Clone, Debug)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// The figures.
    pub values: Vec<f64>,
}

impl Series {
    /// A series.
    pub fn new(name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Self { name: name.into(), values: values.into_iter().collect() }
    }
}

impl Chart {
    /// For the player.
    pub(crate) fn json(&self) -> Value {
        let series = |Series { name, values }: &Series| json!({ "name": name, "values": doubles(values.iter().copied()) });
        json!({
            "title": self.title,
            "unit": self.unit,
            "stacked": self.kind == ChartKind::Stacked,
            "series": self.series.iter().map(series).collect::<Vec<_>>(),
        })
    }
}
