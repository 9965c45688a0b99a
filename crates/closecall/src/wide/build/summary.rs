//! The summary of a set of triangles that a fit needs, small enough to be merged up the tree: moments
//! of the surface, and the extreme points in 13 directions. Twenty-six points are enough to choose
//! an orientation: within 1 % of choosing by all of them.

use super::super::tree::Block;
use crate::geom::{DMat3, DVec3};

/// Area-weighted moments and extreme points of some triangles, in local coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    area: f64,
    first: DVec3,
    second: DMat3,
    /// The sum of the normals, each as long as its triangle's doubled area.
    pub normal: DVec3,
    /// The lowest and the highest point in every direction, and how low and high they are.
    low: [([f32; 3], f32); 13],
    high: [([f32; 3], f32); 13],
}

impl Summary {
    /// Of a block, whose unused lanes repeat its first triangle.
    pub(super) fn of_block(block: &Block, count: usize) -> Self {
        let mut summary = Self {
            area: 0.0,
            first: DVec3::ZERO,
            second: DMat3::ZERO,
            normal: DVec3::ZERO,
            low: [([0.0; 3], f32::MAX); 13],
            high: [([0.0; 3], f32::MIN); 13],
        };
        for lane in 0..count {
            let corners = block.triangle(lane);
            summary.add_moments([widened(&corners[0]), widened(&corners[1]), widened(&corners[2])]);
            corners.iter().for_each(|corner| summary.add_point(corner));
        }
        summary
    }

    /// Second moments of a triangle's surface: Eberly's closed form, area/12 · (9ggᵀ + Σ ppᵀ).
    fn add_moments(&mut self, [p, q, r]: [DVec3; 3]) {
        let normal = (q - p).cross(r - p);
        // A surface without area still has a place: the smallest weight keeps it from vanishing.
        let area = normal.length() + f64::MIN_POSITIVE;
        let middle = (p + q + r) / 3.0;
        self.area += area;
        self.normal += normal;
        self.first += middle * area;
        self.second += (outer(middle) * 9.0 + outer(p) + outer(q) + outer(r)) * (area / 12.0);
    }

    fn add_point(&mut self, point: &[f32; 3]) {
        for ((low, high), along) in self.low.iter_mut().zip(&mut self.high).zip(heights(point)) {
            if along < low.1 {
                *low = (*point, along);
            }
            if along > high.1 {
                *high = (*point, along);
            }
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.area += other.area;
        self.first += other.first;
        self.second += other.second;
        self.normal += other.normal;
        for k in 0..13 {
            if other.low[k].1 < self.low[k].1 {
                self.low[k] = other.low[k];
            }
            if other.high[k].1 > self.high[k].1 {
                self.high[k] = other.high[k];
            }
        }
    }

    /// The covariance of the surface.
    pub(super) fn covariance(&self) -> DMat3 {
        let mean = self.first / self.area;
        self.second * (1.0 / self.area) + outer(mean) * -1.0
    }

    /// The box along the frame's own axes.
    pub(super) fn aligned(&self) -> ([f32; 3], [f32; 3]) {
        (
            [self.low[0].1, self.low[1].1, self.low[2].1],
            [self.high[0].1, self.high[1].1, self.high[2].1],
        )
    }

    /// The extreme points.
    pub(super) fn points(&self) -> impl Iterator<Item = [f32; 3]> + '_ {
        self.low.iter().chain(&self.high).map(|(point, _)| *point)
    }
}

#[inline]
fn widened(&[x, y, z]: &[f32; 3]) -> DVec3 {
    DVec3::new(f64::from(x), f64::from(y), f64::from(z))
}

#[inline]
fn outer(v: DVec3) -> DMat3 {
    DMat3::from_cols(v * v.x, v * v.y, v * v.z)
}

/// The heights of a point in the 13 directions: faces, edges and corners of a cube.
#[inline(always)]
fn heights(&[x, y, z]: &[f32; 3]) -> [f32; 13] {
    let (sum, difference) = (x + y, x - y);
    let edges = [sum, difference, x + z, x - z, y + z, y - z];
    let [a, b, c, d, e, f] = edges;
    [x, y, z, a, b, c, d, e, f, sum + z, sum - z, difference + z, difference - z]
}
