//! Figures along the frames.

use serde_json::{Value, json};

use crate::encode::doubles;

/// A chart over the frames.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Its title.
    pub title: String,
    /// In which unit; empty if there is none, `length` for that of the scene.
    pub unit: &'static str,
    /// The kind of its series.
    pub kind: ChartKind,
    /// The series; a map has none.
    pub series: Vec<ChartSeries>,
}

/// The way in which the series of a chart are drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum ChartKind {
    /// As lines.
    Lines,
    /// As areas upon each other, which sum up.
    Stacked,
    /// Not along the frames but as a map of them.
    Map(Map),
}

/// A tile for every frame, row by row from below: of what class it is. With further quantities
/// there is one such map after the other, for every choice of their values; the values of the first
/// of them change fastest.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// To the right and, unless there is one row of tiles only, upwards.
    pub axes: Vec<ChartAxis>,
    /// The number of tiles a row has.
    pub columns: usize,
    /// Further quantities, of which one value each is chosen.
    pub others: Vec<ChartSteps>,
    /// The classes: names and colours.
    pub classes: Vec<(&'static str, &'static str)>,
    /// Of every frame, its class.
    pub tiles: Vec<usize>,
}

/// A side of a map.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartAxis {
    /// The quantity along it.
    pub name: String,
    /// Its two ends.
    pub ends: [f64; 2],
}

/// A quantity beside those of a map, and the values that can be chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSteps {
    /// The quantity.
    pub name: String,
    /// Its values, in order.
    pub values: Vec<f64>,
}

/// A figure for every frame.
#[derive(Clone, Debug)]
pub struct ChartSeries {
    /// Its name.
    pub name: String,
    /// The figures.
    pub values: Vec<f64>,
}

impl ChartSeries {
    /// A series.
    pub fn new(name: impl Into<String>, values: impl IntoIterator<Item = f64>) -> Self {
        Self { name: name.into(), values: values.into_iter().collect() }
    }
}

impl Chart {
    /// For the player.
    pub(crate) fn json(&self) -> Value {
        let series = |ChartSeries { name, values }: &ChartSeries| json!({ "name": name, "values": doubles(values.iter().copied()) });
        json!({
            "title": self.title,
            "unit": self.unit,
            "stacked": self.kind == ChartKind::Stacked,
            "map": self.kind.map_json(),
            "series": self.series.iter().map(series).collect::<Vec<_>>(),
        })
    }
}

impl ChartKind {
    fn map_json(&self) -> Value {
        let Self::Map(Map { axes, columns, others, classes, tiles }) = self else {
            return Value::Null;
        };
        let axis = |ChartAxis { name, ends }: &ChartAxis| json!({ "name": name, "ends": ends });
        let steps =
            |ChartSteps { name, values }: &ChartSteps| json!({ "name": name, "values": values });
        json!({
            "axes": axes.iter().map(axis).collect::<Vec<_>>(),
            "columns": columns,
            "others": others.iter().map(steps).collect::<Vec<_>>(),
            "classes": classes,
            "tiles": tiles,
        })
    }
}
