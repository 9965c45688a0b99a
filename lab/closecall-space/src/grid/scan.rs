//! Scan conversion: the cells of a grid that a triangle reaches into, in time proportional to their
//! number.
//!
//! The triangle is cut into slabs of cells along x; the part in a slab has a range of y, and its
//! parts between two cells' borders in y have a range of z.
//!
//! Why no cell is missed. Coordinates are those of a workspace with edge e, and p is a point of the
//! triangle in the sense of [`crate::workspace`]: its w is within 2u·e of a point of the triangle
//! over the corners w. A slab is where `cell(w)` = k: one product rounds, and k·width twice more,
//! so it reaches at most 4u·e beyond its computed borders. Where an edge crosses a border, both
//! ends of the edge are known numbers, and comparing them with the border does not round. The
//! crossing point q + t·(r − q) is off by at most 16u·e: t by three roundings, |r − q| ≤ e. So the
//! part in a slab, a polygon P, has computed corners that are each within 16u·e of its own. The
//! extremes of z over the part of P between two borders in y are taken at corners of P or where its
//! edges cross a border, and each of those is within 16u·e of a point of the computed edge; in y,
//! too, which is why the borders are moved out by the same. The second crossing is off by 16u·e
//! again. All of it is below the slack of 64u·e, by which borders and ranges are widened.

use crate::rounding::RASTER;
use std::ops::RangeInclusive;

use closecall::engine::geom::{Aabb, DVec3, Triangle};

/// Cells along the axes of a workspace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Raster {
    cells: usize,
    /// Cells per unit of length; 0 if all obstacles lie in one point.
    density: f64,
    width: f64,
    slack: f64,
}

impl Raster {
    pub fn new(cells: usize, edge: f64) -> Self {
        let density = if edge > 0.0 { cells as f64 / edge } else { 0.0 };
        Self { cells, density, width: edge / cells as f64, slack: RASTER * edge }
    }

    pub fn cell_count(&self) -> usize {
        self.cells.pow(3)
    }

    #[inline]
    pub fn number(&self, [x, y, z]: [usize; 3]) -> usize {
        (x * self.cells + y) * self.cells + z
    }

    /// The cell of a coordinate along an axis: monotone, and within the grid whatever the
    /// coordinate.
    #[inline]
    fn cell(&self, w: f64) -> usize {
        // What is below 0 becomes 0.
        ((w * self.density) as usize).min(self.cells - 1)
    }

    #[inline]
    fn range(&self, low: f64, high: f64) -> RangeInclusive<usize> {
        self.cell(low)..=self.cell(high)
    }

    /// The cells that a box covers along each axis.
    #[inline]
    pub fn ranges(&self, bounds: &Aabb) -> [RangeInclusive<usize>; 3] {
        [0, 1, 2].map(|axis| self.range(bounds.low[axis], bounds.high[axis]))
    }

    /// Borders between which a coordinate of this cell lies.
    fn slab(&self, cell: usize) -> [f64; 2] {
        let [low, high] = [cell, cell + 1].map(|k| k as f64 * self.width);
        [low - self.slack, high + self.slack]
    }
}

/// Tells of every cell that a triangle of the workspace may reach into, once each.
pub(super) fn scan(raster: &Raster, triangle: &Triangle, mut visit: impl FnMut(usize)) {
    let [xs, ys, zs] = raster.ranges(&Aabb::around(*triangle));
    if xs.start() == xs.end() && ys.start() == ys.end() && zs.start() == zs.end() {
        return visit(raster.number([*xs.start(), *ys.start(), *zs.start()]));
    }
    for x in xs {
        let slice = Polygon::of(triangle).between(0, raster.slab(x));
        for y in within(raster, &slice, 1, &ys) {
            let column = slice.between(1, raster.slab(y));
            for z in within(raster, &column, 2, &zs) {
                visit(raster.number([x, y, z]));
            }
        }
    }
}

/// The cells that a polygon covers along an axis, and the triangle's box too.
fn within(
    raster: &Raster,
    polygon: &Polygon,
    axis: usize,
    all: &RangeInclusive<usize>,
) -> RangeInclusive<usize> {
    let Some([low, high]) = polygon.range(axis) else {
        return RangeInclusive::new(1, 0);
    };
    let range = raster.range(low - raster.slack, high + raster.slack);
    *range.start().max(all.start())..=*range.end().min(all.end())
}

/// A triangle, or a part of it between borders. Each of four borders adds a corner at most.
#[derive(Clone, Copy)]
struct Polygon {
    corners: [DVec3; 8],
    count: usize,
}

impl Polygon {
    fn of(triangle: &Triangle) -> Self {
        let mut corners = [DVec3::ZERO; 8];
        corners[..3].copy_from_slice(triangle);
        Self { corners, count: 3 }
    }

    /// The part of it between two borders across an axis.
    fn between(&self, axis: usize, [low, high]: [f64; 2]) -> Self {
        self.beyond(axis, low, |w, border| w >= border).beyond(axis, high, |w, border| w <= border)
    }

    /// The part on one side of a border (Sutherland and Hodgman 1974).
    fn beyond(&self, axis: usize, border: f64, is_in: impl Fn(f64, f64) -> bool) -> Self {
        let mut part = Self { corners: [DVec3::ZERO; 8], count: 0 };
        for i in 0..self.count {
            let (from, to) = (self.corners[i], self.corners[(i + 1) % self.count]);
            let [from_in, to_in] = [from, to].map(|corner| is_in(corner[axis], border));
            if from_in {
                part.push(from);
            }
            if from_in != to_in {
                part.push(crossing(from, to, axis, border));
            }
        }
        part
    }

    fn push(&mut self, corner: DVec3) {
        self.corners[self.count] = corner;
        self.count += 1;
    }

    /// From where to where it reaches along an axis; nothing has no range.
    fn range(&self, axis: usize) -> Option<[f64; 2]> {
        let along = self.corners[..self.count].iter().map(|corner| corner[axis]);
        let ends = along
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], w| [low.min(w), high.max(w)]);
        (self.count > 0).then_some(ends)
    }
}

/// The point at which the way from one corner to the next crosses a border; its ends lie on
/// different sides.
fn crossing(from: DVec3, to: DVec3, axis: usize, border: f64) -> DVec3 {
    let t = (border - from[axis]) / (to[axis] - from[axis]);
    let mut point = from + (to - from) * t;
    point[axis] = border;
    point
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::Rng;

    fn cells(raster: &Raster, triangle: &Triangle) -> Vec<usize> {
        let mut cells = Vec::new();
        scan(raster, triangle, |cell| cells.push(cell));
        cells
    }

    #[test]
    fn a_triangle_reaches_the_cells_of_all_its_points_and_few_others() {
        let raster = Raster::new(12, 1.0);
        let rng = &mut Rng::new(3);
        for _ in 0..300 {
            let scale = rng.between(0.01, 1.0);
            let point =
                |rng: &mut Rng| DVec3::from_array([(); 3].map(|()| rng.between(0.0, scale)));
            let [a, b, c] = [point(rng), point(rng), point(rng)];
            let found = cells(&raster, &[a, b, c]);
            let mut sorted = found.clone();
            sorted.sort_unstable();
            sorted.dedup();
            assert_eq!(sorted.len(), found.len(), "a cell came twice");
            let mut hit = vec![];
            for _ in 0..400 {
                let (s, t) = (rng.between(0.0, 1.0), rng.between(0.0, 1.0));
                let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
                let p = a + (b - a) * s + (c - a) * t;
                hit.push(raster.number([0, 1, 2].map(|axis| raster.cell(p[axis]))));
            }
            assert!(hit.iter().all(|cell| found.contains(cell)));
            let [xs, ys, zs] = raster.ranges(&Aabb::around([a, b, c]));
            let all = xs.count() * ys.count() * zs.count();
            assert!(
                found.len() <= all && (all < 200 || found.len() < all),
                "{} of {all}",
                found.len()
            );
        }
    }

    #[test]
    fn a_flat_triangle_on_a_cell_wall_is_in_the_cells_of_one_side() {
        let raster = Raster::new(4, 4.0);
        let wall =
            [DVec3::new(0.0, 0.0, 2.0), DVec3::new(3.5, 0.0, 2.0), DVec3::new(0.0, 3.5, 2.0)];
        let layers = cells(&raster, &wall).into_iter().map(|cell| cell % 4);
        assert!(layers.clone().all(|z| z == 2) && layers.count() == 10);
    }

    #[test]
    fn all_triangles_in_one_point_are_in_the_first_cell() {
        let raster = Raster::new(40, 0.0);
        assert_eq!(cells(&raster, &[DVec3::ZERO; 3]), [0]);
        let far = Aabb { low: DVec3::splat(-1e30), high: DVec3::splat(1e30) };
        assert_eq!(raster.ranges(&far), [0..=0, 0..=0, 0..=0]);
    }
}
