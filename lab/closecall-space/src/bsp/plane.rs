//! Planes that part a cell, and on which side of them something certainly is.
//!
//! A plane is exactly what its f64 numbers say; it need not pass through the corners that it was
//! made from. So only heights round.
//!
//! The bounds. With coordinates of magnitude at most m, a unit normal (to a few u) and an offset of
//! at most 1.8·m, the height n·w − d is off by at most 8u·m for its five operations, and by 2u·m
//! more for the rounding of w itself. Of obstacles m is the edge of the workspace. 32u·m is more
//! than both.

use crate::rounding::{BSP_CLIP, BSP_PROBE, BSP_THICKNESS};
use closecall::engine::geom::{Aabb, DVec3, Triangle};

use crate::search::Probe;
use crate::workspace::Workspace;

/// The position of something, as seen from a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// Above. A probe is, only if it is further away than what counts as on the plane.
    Above,
    /// Below, likewise.
    Below,
    /// Every corner is so near that it may lie on the plane.
    On,
    /// On both sides, or, of a probe, nothing is certain.
    Across,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    normal: DVec3,
    offset: f64,
}

impl Plane {
    /// More or less the plane of a triangle; none of a triangle without area.
    pub fn through([a, b, c]: &Triangle) -> Option<Self> {
        // Scaled, because the squares of tiny numbers vanish.
        let unit = |v: DVec3| v / v.abs().max_element();
        let normal = unit(unit(*b - *a).cross(unit(*c - *a))).normalize();
        normal.is_finite().then(|| Self { normal, offset: normal.dot(*a) })
    }

    /// Across an axis.
    pub fn across(axis: usize, at: f64) -> Self {
        Self { normal: DVec3::AXES[axis], offset: at }
    }

    #[inline]
    pub fn height(&self, w: DVec3) -> f64 {
        self.normal.dot(w) - self.offset
    }

    /// The distance below which a point counts as on the plane, in a workspace with this edge: four
    /// times the bound on heights, so that crossings can be told from ends (see [`Plane::clip`]).
    pub fn thickness(edge: f64) -> f64 {
        BSP_THICKNESS * edge
    }

    /// On which side an obstacle is. What is above but touches the plane, or nearly does, is above:
    /// a probe that comes as near to the plane goes to both sides.
    pub fn side(&self, triangle: &Triangle, edge: f64) -> Side {
        let heights = triangle.map(|corner| self.height(corner));
        let near = Self::thickness(edge);
        let is_above = heights.iter().all(|&h| h >= -near);
        let is_below = heights.iter().all(|&h| h <= near);
        match (is_above, is_below) {
            (true, true) => Side::On,
            (true, false) => Side::Above,
            (false, true) => Side::Below,
            (false, false) => Side::Across,
        }
    }

    /// On which side a probe is; never [`Side::On`]. Its coordinates may be far outside the
    /// workspace.
    #[inline]
    pub fn side_of_probe(&self, probe: &LocalProbe) -> Side {
        let [low, high] = match &probe.shape {
            Shape::Triangle(corners) => {
                let [p, q, r] = corners.map(|corner| self.height(corner));
                [p.min(q).min(r), p.max(q).max(r)]
            }
            Shape::Box { middle, half } => {
                let (height, reach) = (self.height(*middle), self.normal.abs().dot(*half));
                [height - reach, height + reach]
            }
        };
        if low > probe.near {
            Side::Above
        } else if high < -probe.near {
            Side::Below
        } else {
            Side::Across
        }
    }

    /// A box around the part of an obstacle above the plane, or below it (`sign` −1), on it
    /// included.
    ///
    /// The part is cut off at a height of −s instead of 0, with s the thickness; δ is the bound on
    /// heights, s ≥ 8δ. Corners of the true part are corners of the triangle with h ≥ 0, which are
    /// kept as their computed height is above −δ; or points where an edge from p (h > 0) to q (h <
    /// 0) crosses. If q is kept, that point is on an edge of what is kept. If not, the computed
    /// heights of p and q differ by more than s, and the true height at t = (h_p + s) / (h_p − h_q)
    /// is at most −s + 4δ < 0: the way from p to there has the crossing on it. That point's
    /// coordinates are off by at most 8u·edge, by which the box is widened.
    pub fn clip(&self, triangle: &Triangle, sign: f64, edge: f64) -> Aabb {
        let near = Self::thickness(edge);
        let heights = triangle.map(|corner| sign * self.height(corner));
        let mut bounds = Aabb::around([]);
        let mut add = |p: DVec3| {
            bounds = Aabb { low: bounds.low.min(p), high: bounds.high.max(p) };
        };
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let [is_kept, next_is_kept] = [from, to].map(|i| heights[i] >= -near);
            if is_kept {
                add(triangle[from]);
            }
            if is_kept != next_is_kept {
                let (p, q) = if is_kept { (from, to) } else { (to, from) };
                let t = (heights[p] + near) / (heights[p] - heights[q]);
                add(triangle[p] + (triangle[q] - triangle[p]) * t.min(1.0));
            }
        }
        let rounding = DVec3::splat(BSP_CLIP * edge);
        Aabb { low: bounds.low - rounding, high: bounds.high + rounding }
    }

    /// Does a box of the workspace reach above the plane, or below it (`sign` −1)?
    pub fn is_reached(&self, bounds: &Aabb, sign: f64, edge: f64) -> bool {
        let reach = self.normal.abs().dot(bounds.half());
        sign * self.height(bounds.center()) + reach >= -Self::thickness(edge)
    }
}

/// A probe in coordinates of the workspace.
pub(super) struct LocalProbe {
    shape: Shape,
    /// The distance from a plane beyond which a point is further than any obstacle that counts as
    /// on it.
    near: f64,
}

enum Shape {
    Triangle(Triangle),
    Box { middle: DVec3, half: DVec3 },
}

impl LocalProbe {
    pub fn new(probe: &Probe<'_>, workspace: &Workspace) -> Self {
        let bounds = workspace.local_box(&probe.bounds);
        let size = bounds.low.abs().max(bounds.high.abs()).max_element() + workspace.edge;
        let shape = match probe.triangle {
            Some(triangle) => Shape::Triangle(workspace.local_triangle(triangle)),
            None => Shape::Box { middle: bounds.center(), half: bounds.half() },
        };
        // Twice the thickness is above what an obstacle's true height can be where the computed is
        // at most one; the reach of a box rounds as much as the height of its middle.
        Self { shape, near: 2.0 * Plane::thickness(workspace.edge) + BSP_PROBE * size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clipped_triangle_has_the_box_of_its_part() {
        let plane = Plane::across(2, 0.5);
        let triangle = [DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0), DVec3::new(0.0, 1.0, 1.0)];
        assert_eq!(plane.side(&triangle, 1.0), Side::Across);
        let above = plane.clip(&triangle, 1.0, 1.0);
        assert!((above.low - DVec3::new(0.0, 0.0, 0.5)).length() < 1e-12, "{above:?}");
        assert!((above.high - DVec3::ONE).length() < 1e-12, "{above:?}");
        let below = plane.clip(&triangle, -1.0, 1.0);
        assert!((below.high - DVec3::splat(0.5)).length() < 1e-12, "{below:?}");
        let deep = Aabb { low: below.low, high: below.high - DVec3::Z * 1e-3 };
        assert!(plane.is_reached(&above, 1.0, 1.0) && !plane.is_reached(&deep, 1.0, 1.0));
    }

    #[test]
    fn tiny_and_degenerate_triangles_have_a_plane_or_none() {
        let tiny = 2f64.powi(-195);
        let plane = Plane::through(&[DVec3::ZERO, DVec3::X * tiny, DVec3::Y * tiny]).unwrap();
        assert_eq!(plane.height(DVec3::Z), 1.0);
        assert!(Plane::through(&[DVec3::ONE; 3]).is_none());
        assert!(Plane::through(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0]).is_none());
    }
}
