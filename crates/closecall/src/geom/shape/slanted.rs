//! Boxes against triangles, boxes, segments, cylinders and cones: exactly, in integers, by
//! separating axes (Gottschalk 1996; Akenine-Möller 2001) and by faces.
//!
//! The box is { c + Σ sᵢgᵢ, |sᵢ| ≤ 1 } with gᵢ = halfᵢ·axisᵢ, exactly: a parallelepiped, whose axes
//! need not be quite orthogonal. It has volume, so against a triangle 13 axes are enough: three
//! normals gᵢ×gⱼ, the triangle's, and nine products of an edge of each; against another box 15.
//! Half sides times axes are of degree two, so all other lengths are multiplied by 1.

use super::quadric;
use crate::geom::exact::features::Limit;
use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::{DMat3, DVec3, Triangle};
use dashu_int::IBig;

/// A box, by its numbers.
#[derive(Clone, Copy)]
pub(super) struct Oblong {
    pub(super) center: DVec3,
    pub(super) axes: DMat3,
    pub(super) half: DVec3,
}

/// The unit of all numbers of a question.
struct SlantedUnit {
    unit: i32,
    one: IBig,
}

impl SlantedUnit {
    fn new(boxes: &[&Oblong], points: &[DVec3], lengths: &[f64]) -> Self {
        let of_boxes = boxes
            .iter()
            .flat_map(|b| [b.center, b.half, b.axes.x_axis, b.axes.y_axis, b.axes.z_axis]);
        let numbers = of_boxes.chain(points.iter().copied()).flat_map(|p| p.to_array());
        let unit = common_unit(numbers.chain(lengths.iter().copied()).chain([1.0]));
        Self { unit, one: integer(1.0, unit) }
    }

    fn point(&self, p: DVec3) -> Point {
        Point::new(p, self.unit).times(&self.one)
    }

    fn length(&self, x: f64) -> IBig {
        integer(x, self.unit) * &self.one
    }

    fn sides(&self, of: &Oblong) -> [Point; 3] {
        let columns = [of.axes.x_axis, of.axes.y_axis, of.axes.z_axis];
        std::array::from_fn(|k| {
            Point::new(columns[k], self.unit).times(&integer(of.half[k], self.unit))
        })
    }

    /// The six faces, each by two triangles with the diagonal in common.
    fn faces(&self, of: &Oblong) -> Vec<[Point; 3]> {
        let (center, sides) = (self.point(of.center), self.sides(of));
        let face = |(k, outward): (usize, bool)| {
            let middle = if outward { center.plus(&sides[k]) } else { center.minus(&sides[k]) };
            let (u, v) = (&sides[(k + 1) % 3], &sides[(k + 2) % 3]);
            let [a, b] = [middle.plus(u).plus(v), middle.minus(u).minus(v)];
            [[a.clone(), middle.plus(u).minus(v), b.clone()], [b, middle.minus(u).plus(v), a]]
        };
        (0..3).flat_map(|k| [(k, true), (k, false)]).flat_map(face).collect()
    }
}

/// Does a box meet a closed triangle?
pub(super) fn meets(of: &Oblong, t: &Triangle) -> bool {
    let unit = SlantedUnit::new(&[of], t, &[]);
    let (center, sides) = (unit.point(of.center), unit.sides(of));
    let corners = t.map(|p| unit.point(p).minus(&center));
    let edges: [Point; 3] = std::array::from_fn(|i| corners[(i + 1) % 3].minus(&corners[i]));
    let normals = normals(&sides).into_iter().chain([edges[0].cross(&edges[1])]);
    !normals.chain(products(&sides, &edges)).any(|axis| separates(&axis, &sides, &corners))
}

/// Do two boxes meet?
pub(super) fn boxes_meet(a: &Oblong, b: &Oblong) -> bool {
    let unit = SlantedUnit::new(&[a, b], &[], &[]);
    let [of_a, of_b] = [a, b].map(|one| unit.sides(one));
    let between = unit.point(b.center).minus(&unit.point(a.center));
    let axes = normals(&of_a).into_iter().chain(normals(&of_b)).chain(products(&of_a, &of_b));
    !axes
        .into_iter()
        .any(|axis| magnitude(axis.dot(&between)) > reach(&axis, &of_a) + reach(&axis, &of_b))
}

/// Is a segment within a distance of a box?
pub(super) fn near_segment(of: &Oblong, ends: [DVec3; 2], distance: f64) -> bool {
    let [p, q] = ends;
    if meets(of, &[p, q, q]) {
        return true;
    }
    let unit = SlantedUnit::new(&[of], &ends, &[distance]);
    let limit = unit.length(distance);
    let limit = Limit(&limit * &limit);
    let ends = ends.map(|p| unit.point(p));
    unit.faces(of).iter().any(|face| {
        let edge = |i: usize| [face[i].clone(), face[(i + 1) % 3].clone()];
        ends.iter().any(|p| limit.corner_over_face(p, face))
            || (0..3).any(|i| limit.edges(&ends, &edge(i)))
    })
}

/// Does a box meet a cylinder? It meets a face, or the cylinder is inside.
pub(super) fn meets_cylinder(of: &Oblong, ends: [DVec3; 2], radius: f64) -> bool {
    let unit = SlantedUnit::new(&[of], &ends, &[radius]);
    let cylinder = quadric::cylinder(ends.map(|p| unit.point(p)), &unit.length(radius));
    meets(of, &[ends[0]; 3]) || unit.faces(of).iter().any(|face| cylinder.meets(face))
}

/// Does a box meet a cone?
pub(super) fn meets_cone(of: &Oblong, apex: DVec3, base: DVec3, radius: f64) -> bool {
    let unit = SlantedUnit::new(&[of], &[apex, base], &[radius]);
    let cone = quadric::cone([apex, base].map(|p| unit.point(p)), &unit.length(radius));
    meets(of, &[apex; 3]) || unit.faces(of).iter().any(|face| cone.meets(face))
}

fn normals(sides: &[Point; 3]) -> [Point; 3] {
    std::array::from_fn(|k| sides[k].cross(&sides[(k + 1) % 3]))
}

fn products(sides: &[Point; 3], edges: &[Point; 3]) -> Vec<Point> {
    sides.iter().flat_map(|side| edges.iter().map(|edge| side.cross(edge))).collect()
}

fn magnitude(x: IBig) -> IBig {
    if x < IBig::ZERO { -x } else { x }
}

/// The reach of a box along an axis.
fn reach(axis: &Point, sides: &[Point; 3]) -> IBig {
    sides.iter().map(|side| magnitude(axis.dot(side))).fold(IBig::ZERO, |sum, x| sum + x)
}

fn separates(axis: &Point, sides: &[Point; 3], corners: &[Point; 3]) -> bool {
    let reach = reach(axis, sides);
    let heights = corners.each_ref().map(|corner| axis.dot(corner));
    heights.iter().all(|height| *height > reach) || heights.iter().all(|height| -height > reach)
}
