//! Plots: series of points, written as CSV; [`super::draw`] draws them.

use std::ops::Range;

use crate::csv::field;

/// Series over one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// The name of its files, after the experiment.
    pub name: String,
    /// The title.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis upwards.
    pub y: Axis,
    /// The series.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The measure.
    pub name: String,
    /// In which unit; empty if there is none.
    pub unit: &'static str,
    /// How it is divided.
    pub scale: Scale,
}

/// How an axis is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// By differences.
    Linear,
    /// By ratios. All values must be positive.
    Log,
}

/// Points with a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name.
    pub name: String,
    /// The points, from left to right.
    pub points: Vec<(f64, f64)>,
}

impl Axis {
    /// An axis.
    pub fn new(name: impl Into<String>, unit: &'static str, scale: Scale) -> Self {
        Self { name: name.into(), unit, scale }
    }

    /// The measure, with the unit.
    #[must_use]
    pub fn label(&self) -> String {
        if self.unit.is_empty() {
            self.name.clone()
        } else {
            format!("{}, {}", self.name, self.unit)
        }
    }

    /// A range that holds all values with a little room around them.
    #[must_use]
    pub fn range(&self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let (low, high) = values
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
        match self.scale {
            _ if low > high => 1.0..2.0,
            Scale::Log => low / 1.2..high * 1.2,
            // A curve is read as a ratio only where the axis begins at 0.
            Scale::Linear => {
                low.min(0.0)..high + 0.05 * (high - low.min(0.0)).max(f64::MIN_POSITIVE)
            }
        }
    }
}

impl Plot {
    /// The points: a line for each.
    #[must_use]
    pub fn csv(&self) -> String {
        let [x, y] = [&self.x, &self.y].map(|axis| field(&axis.label()));
        let mut text = format!("series,{x},{y}\n");
        for Series { name, points } in &self.series {
            text.extend(points.iter().map(|(x, y)| format!("{},{x},{y}\n", field(name))));
        }
        text
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Two series of three points.
    pub fn plot(x: Scale, y: Scale) -> Plot {
        let series = |name: &str, factor: f64| Series {
            name: name.to_owned(),
            points: [1.0, 10.0, 100.0].map(|x| (x, x * factor)).to_vec(),
        };
        Plot {
            name: "times".into(),
            title: "Times".into(),
            x: Axis::new("τ", "", x),
            y: Axis::new("time", "µs", y),
            series: vec![series("Pipes, all", 2.0), series("Torus", 3.0)],
        }
    }

    #[test]
    fn its_data_are_a_line_for_each_point() {
        let csv = plot(Scale::Linear, Scale::Linear).csv();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 7);
        assert_eq!(lines[..2], ["series,τ,\"time, µs\"", "\"Pipes, all\",1,2"]);
    }

    #[test]
    fn ranges_hold_their_values() {
        let axis = |scale| Axis::new("", "", scale);
        assert_eq!(axis(Scale::Linear).range([2.0, 10.0].into_iter()), 0.0..10.5);
        let log = axis(Scale::Log).range([2.0, 10.0].into_iter());
        assert!(log.start > 0.0 && log.start < 2.0 && log.end > 10.0);
        assert!(axis(Scale::Linear).range([0.0].into_iter()).end > 0.0);
    }
}
