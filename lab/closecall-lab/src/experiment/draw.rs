//! Plots as pictures, SVG and PNG, each with a line that says where its figures are from.
//!
//! Words are measured, and in a PNG drawn, with a font that a crate brings along: pictures are the
//! same on every machine.

use std::sync::Once;

use plotters::backend::{BitMapBackend, DrawingBackend, SVGBackend};
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::coord::combinators::IntoLogRange;
use plotters::coord::ranged1d::{AsRangedCoord, Ranged, ValueFormatter};
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Text};
use plotters::series::LineSeries;
use plotters::style::{BLACK, Color, FontStyle, IntoFont, RGBColor, WHITE, register_font};

use super::{Plot, Scale, Series};
use closecall_flight::numbers::figures;
use closecall_flight::stamp::Stamp;

/// Width and height of an SVG; a PNG has this many more points.
const SIZE: (u32, u32) = (800, 520);
const PNG_SCALE: u32 = 2;

/// How much of the width the legend takes, and of the height the line at the bottom.
const LEGEND: u32 = 130;
const FOOTER: u32 = 22;

const FONT: &str = "sans-serif";

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

type Canvas<B> = DrawingArea<B, Shift>;
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

impl Plot {
    /// The picture as SVG.
    #[must_use]
    pub fn svg(&self, stamp: &Stamp) -> String {
        let mut text = String::new();
        let canvas = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        Drawing::new(self, stamp, 1).draw(&canvas).expect("a string takes any picture");
        drop(canvas);
        text
    }

    /// The picture as PNG.
    #[must_use]
    pub fn png(&self, stamp: &Stamp) -> Vec<u8> {
        let (width, height) = (SIZE.0 * PNG_SCALE, SIZE.1 * PNG_SCALE);
        let mut pixels = vec![0; 3 * (width * height) as usize];
        let canvas = BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area();
        Drawing::new(self, stamp, PNG_SCALE).draw(&canvas).expect("memory takes any picture");
        drop(canvas);
        encoded(&pixels, (width, height)).expect("memory takes any file")
    }
}

/// Points as a PNG.
pub(super) fn encoded(
    pixels: &[u8],
    (width, height): (u32, u32),
) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(bytes)
}

/// A plot being drawn.
struct Drawing<'a> {
    plot: &'a Plot,
    footer: String,
    scale: u32,
}

impl<'a> Drawing<'a> {
    fn new(plot: &'a Plot, Stamp { machine, commit, date, build, .. }: &Stamp, scale: u32) -> Self {
        static FONT_IS_KNOWN: Once = Once::new();
        FONT_IS_KNOWN.call_once(|| {
            let known = register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
            assert!(known.is_ok(), "the font is one");
        });
        Self { plot, footer: format!("{machine}; commit {commit}; {date}; {build} build"), scale }
    }

    fn font(&self, size: u32) -> (&'static str, u32) {
        (FONT, size * self.scale)
    }

    /// A length in points of the picture.
    fn points(&self, length: i32) -> i32 {
        length * self.scale as i32
    }

    fn draw<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        canvas.fill(&WHITE)?;
        let (canvas, footer) = canvas.split_vertically((SIZE.1 - FOOTER) * self.scale);
        let place = (self.points(12), self.points(4));
        footer.draw(&Text::new(
            self.footer.clone(),
            place,
            self.font(11).into_font().color(&BLACK.mix(0.6)),
        ))?;
        let (canvas, legend) = canvas.split_horizontally((SIZE.0 - LEGEND) * self.scale);
        self.draw_legend(&legend)?;
        let Plot { x: x_axis, y: y_axis, series, .. } = self.plot;
        let points = || series.iter().flat_map(|series| &series.points);
        let (x, y) = (
            x_axis.range(points().map(|point| point.0)),
            y_axis.range(points().map(|point| point.1)),
        );
        match (x_axis.scale, y_axis.scale) {
            (Scale::Linear, Scale::Linear) => self.draw_in(&canvas, x, y),
            (Scale::Linear, Scale::Log) => self.draw_in(&canvas, x, y.log_scale()),
            (Scale::Log, Scale::Linear) => self.draw_in(&canvas, x.log_scale(), y),
            (Scale::Log, Scale::Log) => self.draw_in(&canvas, x.log_scale(), y.log_scale()),
        }
    }

    fn draw_in<B: DrawingBackend, X, Y>(&self, canvas: &Canvas<B>, x: X, y: Y) -> Drawn<B>
    where
        X: AsRangedCoord<Value = f64, CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>>,
        Y: AsRangedCoord<Value = f64, CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>>,
    {
        let mut chart = ChartBuilder::on(canvas)
            .caption(&self.plot.title, self.font(18))
            .margin(self.points(12))
            .x_label_area_size(self.points(45))
            .y_label_area_size(self.points(65))
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(self.plot.x.label())
            .y_desc(self.plot.y.label())
            .label_style(self.font(12))
            .axis_desc_style(self.font(13))
            .x_label_formatter(&|value| plain(*value))
            .y_label_formatter(&|value| plain(*value))
            .bold_line_style(BLACK.mix(0.15))
            .light_line_style(BLACK.mix(0.05))
            .max_light_lines(2)
            .draw()?;
        for (series, color) in self.colored() {
            let points = || series.points.iter().copied();
            chart.draw_series(LineSeries::new(points(), color.stroke_width(2 * self.scale)))?;
            chart.draw_series(
                points().map(|point| Circle::new(point, self.points(3), color.filled())),
            )?;
        }
        Ok(())
    }

    /// The names, one under the other, with their colours.
    fn draw_legend<B: DrawingBackend>(&self, canvas: &Canvas<B>) -> Drawn<B> {
        for ((series, color), row) in self.colored().zip(0..) {
            let y = self.points(60 + 22 * row);
            let line = [(0, y), (self.points(18), y)];
            canvas.draw(&PathElement::new(line, color.stroke_width(2 * self.scale)))?;
            let place = (self.points(24), y - self.points(7));
            canvas.draw(&Text::new(series.name.clone(), place, self.font(14)))?;
        }
        Ok(())
    }

    fn colored(&self) -> impl Iterator<Item = (&'a Series, RGBColor)> {
        self.plot.series.iter().zip(COLORS.into_iter().cycle())
    }
}

/// A label of a mesh line, without the zeros that carry nothing.
fn plain(value: f64) -> String {
    let text = figures(value);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::super::plot::tests::plot;
    use super::*;

    #[test]
    fn a_picture_has_its_words_and_its_points() {
        let stamp = Stamp::now(0);
        for (x, y) in
            [(Scale::Linear, Scale::Linear), (Scale::Log, Scale::Log), (Scale::Linear, Scale::Log)]
        {
            let svg = plot(x, y).svg(&stamp);
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            for word in
                ["Times", "τ", "time, µs", "Pipes, all", "Torus", &stamp.commit, &stamp.date]
            {
                assert!(svg.contains(word), "no `{word}` in {svg}");
            }
            assert_eq!(svg.matches("<circle").count(), 6);
        }
    }

    #[test]
    fn a_png_has_the_colours_of_its_series() {
        let png = plot(Scale::Linear, Scale::Log).png(&Stamp::now(0));
        let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((info.width, info.height), (1600, 1040));
        for RGBColor(red, green, blue) in &COLORS[..2] {
            let drawn = pixels.chunks(3).filter(|pixel| pixel == &[*red, *green, *blue]).count();
            assert!(drawn > 500, "{drawn} points of {red} {green} {blue}");
        }
    }

    #[test]
    fn labels_are_short() {
        for (value, text) in [(0.5, "0.5"), (100.0, "100"), (2.0, "2"), (0.0, "0")] {
            assert_eq!(plain(value), text);
        }
    }
}
