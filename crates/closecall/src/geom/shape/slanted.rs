//! Boxes against triangles: exactly, in integers, by separating axes. (Gottschalk 1996; Akenine-Möller 2001)
//!
//! The box is { c + Σ sᵢgᵢ, |sᵢ| ≤ 1 } with gᵢ = halfᵢ·axisᵢ, exactly: a parallelepiped, whose axes need not be quite orthogonal. It has
//! volume, so the 13 axes are enough: three normals gᵢ×gⱼ, the triangle's, and nine products of an edge of each.

use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::{DMat3, DVec3, Triangle};
use dashu_int::IBig;

/// Does a box meet a closed triangle?
pub(super) fn meets(center: DVec3, axes: DMat3, half: DVec3, t: &Triangle) -> bool {
    let columns = [axes.x_axis, axes.y_axis, axes.z_axis];
    let points = columns.iter().chain(t).chain([&center, &half]);
    let unit = common_unit(points.flat_map(|p| p.to_array()).chain([1.0]));
    let (one, center) = (integer(1.0, unit), Point::new(center, unit));
    // Half sides times axes are of degree two, so corners are multiplied by 1.
    let sides: [Point; 3] = std::array::from_fn(|k| Point::new(columns[k], unit).times(&integer(half[k], unit)));
    let corners = t.map(|p| Point::new(p, unit).minus(&center).times(&one));
    let edges: [Point; 3] = std::array::from_fn(|i| corners[(i + 1) % 3].minus(&corners[i]));
    let normals = (0..3).map(|k| sides[k].cross(&sides[(k + 1) % 3])).chain([edges[0].cross(&edges[1])]);
    let products = sides.iter().flat_map(|side| edges.iter().map(|edge| side.cross(edge)));
    !normals.chain(products).any(|axis| separates(&axis, &sides, &corners))
}

fn separates(axis: &Point, sides: &[Point; 3], corners: &[Point; 3]) -> bool {
    let magnitude = |x: IBig| if x < IBig::ZERO { -x } else { x };
    let reach = sides.iter().map(|side| magnitude(axis.dot(side))).fold(IBig::ZERO, |sum, x| sum + x);
    let heights = corners.each_ref().map(|corner| axis.dot(corner));
    heights.iter().all(|height| *height > reach) || heights.iter().all(|height| -height > reach)
}
