//! Exact shapes as meshes, for pictures: no answer rests on them.

use super::{cuboid, quad};
use crate::geom::shape::{Shape, ShapeKind};
use crate::geom::vectors::vector;
use crate::geom::{DMat3, DVec3, Pose};
use crate::mesh::{Mesh, MeshError};
use std::f64::consts::{PI, TAU};

/// The corners of a circle.
const SEGMENTS: u32 = 48;

/// A mesh that looks like the shape; of a half-space, a square of its surface with this half side,
/// about what is nearest to `middle`.
///
/// # Errors
/// If corners would be out of range.
///
/// ```
/// use closecall::geom::shape::Shape;
/// use closecall::mesh::{inspect, shapes::drawn};
/// let torus = Shape::torus([0.0; 3], [0.0, 0.0, 1.0], 2.0, 0.5)?;
/// assert!(inspect(&drawn(&torus, [0.0; 3], 1.0)?).closed);
/// let floor = Shape::half_space([0.0, 0.0, 1.0], 0.0)?;
/// assert_eq!(drawn(&floor, [1.0; 3], 5.0)?.triangle_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn drawn(shape: &Shape, middle: impl Into<[f64; 3]>, half: f64) -> Result<Mesh, MeshError> {
    let middle = vector(middle);
    match shape.0 {
        ShapeKind::HalfSpace { normal, offset } => square(normal, offset, middle, half),
        ShapeKind::Ball { center, radius } => turned(center, DVec3::Z, &arc(0.0, radius, PI, 0.0)),
        ShapeKind::Capsule { ends: [p, q], radius } => {
            let length = p.distance(q);
            let (low, high) = (arc(0.0, radius, PI, PI * 0.5), arc(length, radius, PI * 0.5, 0.0));
            turned(p, q - p, &[low, high].concat())
        }
        ShapeKind::Cylinder { ends: [p, q], radius } => {
            let length = p.distance(q);
            turned(p, q - p, &[(0.0, 0.0), (radius, 0.0), (radius, length), (0.0, length)])
        }
        ShapeKind::Cone { apex, base, radius } => {
            let length = apex.distance(base);
            turned(base, apex - base, &[(0.0, 0.0), (radius, 0.0), (0.0, length)])
        }
        ShapeKind::Cuboid { center, axes, half } => {
            let unit = cuboid(DVec3::NEG_ONE, DVec3::ONE);
            let corners =
                unit.points().iter().map(|&corner| Pose::flushed(center + axes * (corner * half)));
            Mesh::new(corners.collect(), unit.triangles().to_vec())
        }
        ShapeKind::Torus { center, axis, ring, tube } => {
            let at = |step: u32| {
                let (sin, cos) = (TAU * f64::from(step) / f64::from(SEGMENTS / 2)).sin_cos();
                // Through the axis a wide tube is drawn as the surface is, not as the outline.
                (ring + tube * cos, tube * sin)
            };
            turned(center, axis, &(0..=SEGMENTS / 2).map(at).collect::<Vec<_>>())
        }
    }
}

/// Radii and heights along an arc about a height on the axis, from one angle to another.
fn arc(height: f64, radius: f64, from: f64, to: f64) -> Vec<(f64, f64)> {
    let steps = SEGMENTS / 4;
    let at = |step: u32| {
        let (sin, cos) = (from + (to - from) * f64::from(step) / f64::from(steps)).sin_cos();
        (if sin.abs() < 1e-12 { 0.0 } else { radius * sin }, height + radius * cos)
    };
    (0..=steps).map(at).collect()
}

/// The surface that a line of radii and heights makes about an axis; a radius of 0 is a point.
fn turned(origin: DVec3, axis: DVec3, line: &[(f64, f64)]) -> Result<Mesh, MeshError> {
    let frame = frame(axis);
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    let mut below: Option<Vec<u32>> = None;
    for &(radius, height) in line {
        let first = corners.len() as u32;
        let place = |step: u32| {
            let (sin, cos) = (TAU * f64::from(step) / f64::from(SEGMENTS)).sin_cos();
            Pose::flushed(origin + frame * DVec3::new(radius * cos, radius * sin, height))
        };
        let count = if radius == 0.0 { 1 } else { SEGMENTS };
        corners.extend((0..count).map(place));
        let ring: Vec<u32> = (0..SEGMENTS).map(|step| first + step % count).collect();
        if let Some(below) = &below {
            for (step, next) in
                (0..SEGMENTS as usize).map(|step| (step, (step + 1) % SEGMENTS as usize))
            {
                let [a, b] = quad([below[step], below[next], ring[next], ring[step]]);
                let whole = |[p, q, r]: &[u32; 3]| p != q && q != r && r != p;
                triangles.extend([a, b].into_iter().filter(whole));
            }
        }
        below = Some(ring);
    }
    // The line of a torus ends where it begins.
    if line.len() > 2 && line[0].0 > 0.0 {
        let (ring, last) = (SEGMENTS, corners.len() as u32 - SEGMENTS);
        triangles
            .iter_mut()
            .flatten()
            .filter(|corner| **corner >= last)
            .for_each(|corner| *corner -= last);
        corners.truncate(corners.len() - ring as usize);
    }
    Mesh::new(corners, triangles)
}

fn square(normal: DVec3, offset: f64, middle: DVec3, half: f64) -> Result<Mesh, MeshError> {
    let frame = frame(normal);
    let scale = normal.abs().max_element();
    let length = (normal / scale).length() * scale;
    let foot = middle - frame.z_axis * (frame.z_axis.dot(middle) - offset / length);
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    let corner =
        |(x, y): (f64, f64)| Pose::flushed(foot + (frame.x_axis * x + frame.y_axis * y) * half);
    Mesh::new(corners.map(corner).to_vec(), quad([0, 1, 2, 3]).to_vec())
}

/// A frame whose last axis is this.
fn frame(axis: DVec3) -> DMat3 {
    let z = (axis / axis.abs().max_element()).normalize_or(DVec3::Z);
    let x = z.any_orthonormal_vector();
    DMat3::from_cols(x, z.cross(x), z)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::inspect;

    #[test]
    fn drawn_shapes_are_closed_and_near_the_true_ones() {
        let (p, q) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(2.0, 4.0, 5.0));
        let pose = Pose::from_translation([1.0, 0.0, 0.0]).unwrap();
        let shapes = [
            Shape::ball(p, 2.0),
            Shape::capsule(p, q, 0.5),
            Shape::capsule(p, p, 0.5),
            Shape::cylinder(p, q, 0.5),
            Shape::cone(p, q, 0.5),
            Shape::cuboid(&pose, DVec3::ONE),
            Shape::torus(p, q, 3.0, 0.5),
        ];
        for shape in shapes.map(Result::unwrap) {
            let mesh = drawn(&shape, DVec3::ZERO, 1.0).unwrap();
            assert!(inspect(&mesh).closed, "{shape:?}");
            for t in mesh.iter() {
                assert!(shape.distance_to(&t).lo < 1e-9, "{shape:?} {t:?}");
            }
            let six: f64 = mesh.iter().map(|[a, b, c]| (a - p).cross(b - p).dot(c - p)).sum();
            assert!(six > 0.0, "{shape:?} looks inward");
        }
    }
}
