//! The orientation of a box: the smallest of a few candidates. Covariance alone doubles query times
//! on pipes; the best of these is within a few per cent of the best there is.
//!
//! The candidates: the frame itself; the covariance's axes; its thinnest axis, and the mean normal,
//! each with the rectangle around it turned by multiples of 90°/8.

use super::Quality;
use super::split::{greater, lesser};
use super::summary::Summary;
use crate::geom::DMat3;
use crate::geom::eigen::{orthonormal, principal_axes};

/// Points to choose by: at most 26, or the 24 corners of a block.
pub(super) struct Sample {
    points: [[f32; 3]; 26],
    len: usize,
}

const TURNS: usize = 8;

/// The cosines of multiples of 90°/8; the sines are the same, backwards.
const COSINES: [f64; TURNS] = [
    1.0,
    0.980_785_280_403_230_4,
    0.923_879_532_511_286_7,
    0.831_469_612_302_545_2,
    std::f64::consts::FRAC_1_SQRT_2,
    0.555_570_233_019_602_2,
    0.382_683_432_365_089_8,
    0.195_090_322_016_128_25,
];
const SINES: [f64; TURNS] =
    [0.0, COSINES[7], COSINES[6], COSINES[5], COSINES[4], COSINES[3], COSINES[2], COSINES[1]];

impl Sample {
    /// Of at least one point and at most 26.
    pub(super) fn new(points: impl Iterator<Item = [f32; 3]>) -> Self {
        let mut sample = Self { points: [[0.0; 3]; 26], len: 0 };
        for point in points {
            sample.points[sample.len] = point;
            sample.len += 1;
        }
        sample
    }

    fn points(&self) -> &[[f32; 3]] {
        &self.points[..self.len]
    }

    /// The reach of the points along three axes, in all.
    fn widths(&self, axes: &DMat3) -> [f32; 3] {
        let [x, y, z] = columns(axes);
        let (mut low, mut high) = ([f32::MAX; 3], [f32::MIN; 3]);
        for point in self.points() {
            let along = [dot(&x, point), dot(&y, point), dot(&z, point)];
            for k in 0..3 {
                low[k] = lesser(along[k], low[k]);
                high[k] = greater(along[k], high[k]);
            }
        }
        [high[0] - low[0], high[1] - low[1], high[2] - low[2]]
    }

    fn area(&self, axes: &DMat3) -> f32 {
        let [x, y, z] = self.widths(axes);
        area(x, y, z)
    }
}

fn columns(axes: &DMat3) -> [[f32; 3]; 3] {
    [
        axes.x_axis.as_vec3().to_array(),
        axes.y_axis.as_vec3().to_array(),
        axes.z_axis.as_vec3().to_array(),
    ]
}

#[inline(always)]
fn dot(a: &[f32; 3], b: &[f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
fn area(x: f32, y: f32, z: f32) -> f32 {
    x * y + y * z + z * x
}

/// The axes of a small box around the contents.
pub(super) fn axes(summary: &Summary, sample: &Sample, quality: Quality) -> DMat3 {
    let principal = principal_axes(&summary.covariance());
    let mut best = (sample.area(&DMat3::IDENTITY), DMat3::IDENTITY);
    offer(&mut best, sample.area(&principal), principal);
    turned(sample, &principal, &mut best);
    if let Some(normal) = summary.normal.try_normalize() {
        turned(sample, &orthonormal(normal, principal.z_axis), &mut best);
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

/// Tries a frame turned about its first axis, all turns at once.
fn turned(sample: &Sample, frame: &DMat3, best: &mut (f32, DMat3)) {
    let [x, y, z] = columns(frame);
    let (mut low, mut high) = (f32::MAX, f32::MIN);
    let mut lows = [[f32::MAX; TURNS]; 2];
    let mut highs = [[f32::MIN; TURNS]; 2];
    for point in sample.points() {
        let (height, u, v) = (dot(&x, point), dot(&y, point), dot(&z, point));
        (low, high) = (lesser(height, low), greater(height, high));
        for turn in 0..TURNS {
            let (c, s) = (COSINES[turn] as f32, SINES[turn] as f32);
            let (along, across) = (c * u + s * v, c * v - s * u);
            lows[0][turn] = lesser(along, lows[0][turn]);
            highs[0][turn] = greater(along, highs[0][turn]);
            lows[1][turn] = lesser(across, lows[1][turn]);
            highs[1][turn] = greater(across, highs[1][turn]);
        }
    }
    let areas =
        (0..TURNS).map(|i| area(high - low, highs[0][i] - lows[0][i], highs[1][i] - lows[1][i]));
    let (turn, least) = areas
        .enumerate()
        .fold((0, f32::MAX), |best, next| if next.1 < best.1 { next } else { best });
    if least < best.0 {
        *best = (
            least,
            orthonormal(frame.x_axis, frame.y_axis * COSINES[turn] + frame.z_axis * SINES[turn]),
        );
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
                    let (x, y, z) =
                        (best.1.col(axis), best.1.col((axis + 1) % 3), best.1.col((axis + 2) % 3));
                    let turned = orthonormal(x, y * angle.cos() + z * angle.sin());
                    offer(best, sample.area(&turned), turned);
                }
            }
        }
    }
}
