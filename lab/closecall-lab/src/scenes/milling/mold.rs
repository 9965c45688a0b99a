//! Molds: half of a duct or of a bottle, pressed into a plane, and a ball's path along the inside,
//! to and fro, some of it distorted.

use std::f64::consts::PI;

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};

use super::{Job, RADIUS};

/// A look-alike of one of the paper's molds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mold {
    /// The paper's name.
    pub name: &'static str,
    /// Cells along it and around it: twice their product are the triangles.
    pub cells: [u32; 2],
    /// Steps of the tool.
    pub steps: usize,
    /// How far the path lies inside the surface: the ball cuts as deep; negative is clear of it.
    pub depth: f64,
    /// By how much steps are off the path, at most.
    pub distortion: f64,
    /// How much its radius changes along it: a bottle; else a bent duct.
    pub neck: f64,
}

/// The length of a mold, and its radius.
const LENGTH: f64 = 300.0;
const WIDTH: f64 = 40.0;

impl Mold {
    /// The molds of Table 44: 1,634, 11,010, 11,010, 12,880 and 80,840 triangles.
    pub const ALL: [Self; 5] = [
        Self {
            name: "Part_0",
            cells: [43, 19],
            steps: 9230,
            depth: 0.0,
            distortion: 0.05,
            neck: 0.0,
        },
        Self {
            name: "Part_1a",
            cells: [367, 15],
            steps: 9230,
            depth: -1.5,
            distortion: 0.0,
            neck: 0.0,
        },
        Self {
            name: "Part_1b",
            cells: [367, 15],
            steps: 9230,
            depth: -1.5,
            distortion: 0.2,
            neck: 0.0,
        },
        Self {
            name: "Part_2",
            cells: [92, 70],
            steps: 2896,
            depth: 3.0,
            distortion: 0.5,
            neck: 0.3,
        },
        Self {
            name: "Part_3",
            cells: [235, 172],
            steps: 24_144,
            depth: 0.6,
            distortion: 0.3,
            neck: 0.3,
        },
    ];

    /// The mold, with a `share` of the cells and steps: 1 for the paper's sizes.
    #[must_use]
    pub fn job(&self, share: f64) -> Job {
        let count = |cells: u32| ((f64::from(cells) * share.sqrt()).round() as u32).max(4);
        let [along, around] = if share < 1.0 { self.cells.map(count) } else { self.cells };
        let steps = ((self.steps as f64 * share).round() as usize).max(12);
        Job { name: self.name, part: self.part([along, around]), tips: self.path(steps) }
    }

    /// The point of the surface a share `u` of the way along it and `v` of the way around, and the
    /// direction to the inside.
    fn surface(&self, u: f64, v: f64) -> (DVec3, DVec3) {
        let angle = PI * v;
        let width = WIDTH * (1.0 - self.neck * (PI * u).sin().powi(2));
        let bend = if self.neck == 0.0 { 30.0 * (PI * u).sin() } else { 0.0 };
        let inward = DVec3::new(0.0, angle.cos(), angle.sin());
        (DVec3::new(LENGTH * u, bend, 0.0) - inward * width, inward)
    }

    fn part(&self, [along, around]: [u32; 2]) -> Mesh {
        let share = |i: u32, of: u32| f64::from(i) / f64::from(of);
        let corners = (0..=around).flat_map(|j| (0..=along).map(move |i| (i, j)));
        let vertices =
            corners.map(|(i, j)| self.surface(share(i, along), share(j, around)).0).collect();
        let number = |i: u32, j: u32| j * (along + 1) + i;
        let cells = (0..around).flat_map(|j| (0..along).map(move |i| (i, j)));
        let pair = |(i, j)| {
            let [a, b, c, d] =
                [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            [[a, b, c], [a, c, d]]
        };
        Mesh::new(vertices, cells.flat_map(pair).collect()).expect("a grid is a mesh")
    }

    /// Rows along the mold, from one rim to the other.
    fn path(&self, steps: usize) -> Vec<DVec3> {
        let rng = &mut Rng::new(steps as u64);
        let rows = ((steps as f64).sqrt() * 0.3).ceil().max(2.0) as usize;
        let per_row = steps.div_ceil(rows);
        let tip = |step: usize| {
            let (row, along) = (step / per_row, step % per_row);
            let u = along as f64 / (per_row - 1).max(1) as f64;
            let u = 0.02 + 0.96 * if row % 2 == 0 { u } else { 1.0 - u };
            // Not up to the rims, where a ball would meet what is outside.
            let v = 0.2 + 0.6 * row as f64 / (rows - 1).max(1) as f64;
            let (place, inward) = self.surface(u, v);
            let off = rng.in_ball() * self.distortion;
            place + inward * (RADIUS - self.depth) + off - DVec3::Z * RADIUS
        };
        (0..steps).map(tip).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn molds_have_the_papers_sizes() {
        let sizes = Mold::ALL.map(|mold| {
            let job = mold.job(1.0);
            (job.part.triangle_count(), job.tips.len())
        });
        assert_eq!(
            sizes,
            [(1634, 9230), (11_010, 9230), (11_010, 9230), (12_880, 2896), (80_840, 24_144)]
        );
    }
}
