//! Plots: series of points, drawn as SVG and written as CSV.

use std::ops::Range;

use plotters::backend::SVGBackend;
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Text};
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, RGBColor, WHITE};

use crate::csv::field;
use crate::numbers::figures;

/// Series over one another.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    /// What its files are called by, after the experiment.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What lies to the right.
    pub x: Axis,
    /// What lies upwards.
    pub y: Axis,
    /// The series.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What it measures.
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

    fn label(&self) -> String {
        if self.unit.is_empty() { self.name.clone() } else { format!("{}, {}", self.name, self.unit) }
    }

    /// A range that holds all values with a little room around them.
    fn range(&self, values: impl Iterator<Item = f64>) -> Range<f64> {
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), value| (l.min(value), h.max(value)));
        match self.scale {
            _ if low > high => 1.0..2.0,
            Scale::Log => low / 1.2..high * 1.2,
            // A curve is read as a ratio only where the axis begins at 0.
            Scale::Linear => low.min(0.0)..high + 0.05 * (high - low.min(0.0)).max(f64::MIN_POSITIVE),
        }
    }
}

const SIZE: (u32, u32) = (800, 500);

/// How much of the width the legend takes.
const LEGEND: u32 = 130;

/// Colours that can be told apart by most eyes (Okabe and Ito 2008).
const COLORS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
];

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

impl Plot {
    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut text = String::new();
        let canvas = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        self.draw(&canvas).expect("a string takes any picture");
        drop(canvas);
        text
    }

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

    fn draw(&self, canvas: &Canvas) -> Drawn {
        canvas.fill(&WHITE)?;
        let (canvas, legend) = canvas.split_horizontally(SIZE.0 - LEGEND);
        self.draw_legend(&legend)?;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (x, y) = (self.x.range(points().map(|point| point.0)), self.y.range(points().map(|point| point.1)));
        match (self.x.scale, self.y.scale) {
            (Scale::Linear, Scale::Linear) => self.draw_in(&canvas, x, y),
            (Scale::Linear, Scale::Log) => self.draw_in(&canvas, x, y.log_scale()),
            (Scale::Log, Scale::Linear) => self.draw_in(&canvas, x.log_scale(), y),
            (Scale::Log, Scale::Log) => self.draw_in(&canvas, x.log_scale(), y.log_scale()),
        }
    }

    fn draw_in<X, Y>(&self, canvas: &Canvas, x: X, y: Y) -> Drawn
    where
        X: AsRangedCoord<Value = f64, CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>>,
        Y: AsRangedCoord<Value = f64, CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>>,
    {
        let mut chart = ChartBuilder::on(canvas)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(45)
            .y_label_area_size(65)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(self.x.label())
            .y_desc(self.y.label())
            .x_label_formatter(&|value| plain(*value))
            .y_label_formatter(&|value| plain(*value))
            .light_line_style(BLACK.mix(0.05))
            .max_light_lines(2)
            .draw()?;
        for (series, color) in self.colored() {
            let points = || series.points.iter().copied();
            chart.draw_series(LineSeries::new(points(), color.stroke_width(2)))?;
            chart.draw_series(points().map(|point| Circle::new(point, 3, color.filled())))?;
        }
        Ok(())
    }

    /// The names, one under the other, with their colours.
    fn draw_legend(&self, canvas: &Canvas) -> Drawn {
        for ((series, color), row) in self.colored().zip(0..) {
            let y = 60 + 22 * row;
            canvas.draw(&PathElement::new([(0, y), (18, y)], color.stroke_width(2)))?;
            canvas.draw(&Text::new(series.name.clone(), (24, y - 7), ("sans-serif", 14)))?;
        }
        Ok(())
    }

    fn colored(&self) -> impl Iterator<Item = (&Series, RGBColor)> {
        self.series.iter().zip(COLORS.into_iter().cycle())
    }
}

/// A label of a mesh line, without the zeros that carry nothing.
fn plain(value: f64) -> String {
    let text = figures(value);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(x: Scale, y: Scale) -> Plot {
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
    fn a_picture_has_its_words_and_its_points() {
        for (x, y) in [(Scale::Linear, Scale::Linear), (Scale::Log, Scale::Log), (Scale::Linear, Scale::Log)] {
            let svg = plot(x, y).svg();
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            for word in ["Times", "τ", "time, µs", "Pipes, all", "Torus"] {
                assert!(svg.contains(word), "no `{word}` in {svg}");
            }
            assert_eq!(svg.matches("<circle").count(), 6);
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

    #[test]
    fn labels_are_short() {
        for (value, text) in [(0.5, "0.5"), (100.0, "100"), (2.0, "2"), (0.0, "0")] {
            assert_eq!(plain(value), text);
        }
    }
}
