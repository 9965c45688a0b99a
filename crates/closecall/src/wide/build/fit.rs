//! The orientation of a box: the smallest of a few candidates. Covariance alone doubles query times on pipes; the best of these is within a few per cent
//! of the best there is.
//!
//! The candidates: the frame itself; the covariance's axes; its thinnest axis, and the mean normal, each with the
//! rectangle around it turned by multiples of 90°/8.

use super::Quality;
use super::split::{greater, lesser};
use super::summary::Summary;
use crate::geom::{DMat3, DVec3};
use crate::volume::eigen::{orthonormal, principal_axes};

/// Points to choose by, coordinate by coordinate: at most 26, or the 24 corners of a block.
pub(super) struct Sample {
    points: [[f32; LEN]; 3],
}

const LEN: usize = 32;
const TURNS: usize = 8;

impl Sample {
    /// Of at least one point; the rest is filled up with the first.
    pub(super) fn new(points: impl Iterator<Item = [f32; 3]>) -> Self {
        let mut points = points.peekable();
        let first = *points.peek().expect("a sample has a point");
        let mut sample = Self { points: first.map(|x| [x; LEN]) };
        for (i, point) in points.enumerate() {
            (0..3).for_each(|k| sample.points[k][i] = point[k]);
        }
        sample
    }

    fn along(&self, axis: DVec3) -> [f32; LEN] {
        let [x, y, z] = axis.as_vec3().to_array();
        let mut out = [0.0; LEN];
        for (i, out) in out.iter_mut().enumerate() {
            *out = self.points[0][i] * x + self.points[1][i] * y + self.points[2][i] * z;
        }
        out
    }

    fn area(&self, axes: &DMat3) -> f32 {
        let [x, y, z] = [axes.x_axis, axes.y_axis, axes.z_axis].map(|axis| width(&self.along(axis)));
        area(x, y, z)
    }
}

/// The length of the interval of some numbers.
fn width(along: &[f32; LEN]) -> f32 {
    let (mut low, mut high) = ([f32::MAX; 8], [f32::MIN; 8]);
    for eight in along.as_chunks::<8>().0 {
        for lane in 0..8 {
            low[lane] = lesser(eight[lane], low[lane]);
            high[lane] = greater(eight[lane], high[lane]);
        }
    }
    high.into_iter().fold(f32::MIN, greater) - low.into_iter().fold(f32::MAX, lesser)
}

fn area(x: f32, y: f32, z: f32) -> f32 {
    x * y + y * z + z * x
}

/// The axes of a small box around the contents.
pub(super) fn axes(summary: &Summary, sample: &Sample, quality: Quality) -> DMat3 {
    let principal = principal_axes(&summary.covariance());
    let mut best = (sample.area(&DMat3::IDENTITY), DMat3::IDENTITY);
    offer(&mut best, sample.area(&principal), principal);
    turned(sample, principal, &mut best);
    if let Some(normal) = summary.normal.try_normalize() {
        turned(sample, orthonormal(normal, principal.z_axis), &mut best);
    }
    if quality == Quality::Tight {
        refine(sample, &mut best);
    }
    best.1
}

fn offer(best: &mut (f32, DMat3), area: f32, axes: DMat3) {
    if area < best.0 {
        *best = (area, axes);
    }
}

/// Tries a frame turned about its first axis.
fn turned(sample: &Sample, frame: DMat3, best: &mut (f32, DMat3)) {
    let height = width(&sample.along(frame.x_axis));
    let (u, v) = (sample.along(frame.y_axis), sample.along(frame.z_axis));
    for turn in 0..TURNS {
        let (sine, cosine) = (turn as f64 * (std::f64::consts::FRAC_PI_2 / TURNS as f64)).sin_cos();
        let (s, c) = (sine as f32, cosine as f32);
        let (mut x, mut y) = ([0.0; LEN], [0.0; LEN]);
        for i in 0..LEN {
            x[i] = c * u[i] + s * v[i];
            y[i] = c * v[i] - s * u[i];
        }
        let area = area(height, width(&x), width(&y));
        if area < best.0 {
            *best = (area, orthonormal(frame.x_axis, frame.y_axis * cosine + frame.z_axis * sine));
        }
    }
}

/// Turns the box about each of its axes by less and less, as long as it shrinks.
fn refine(sample: &Sample, best: &mut (f32, DMat3)) {
    for halving in 0..5 {
        let angle = 0.12 / f64::from(1 << halving);
        let mut before = f32::INFINITY;
        while best.0 < before * 0.9999 {
            before = best.0;
            for axis in 0..3 {
                for angle in [angle, -angle] {
                    let (x, y, z) = (best.1.col(axis), best.1.col((axis + 1) % 3), best.1.col((axis + 2) % 3));
                    let turned = orthonormal(x, y * angle.cos() + z * angle.sin());
                    offer(best, sample.area(&turned), turned);
                }
            }
        }
    }
}
