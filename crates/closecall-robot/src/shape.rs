//! Boxes, cylinders, capsules and spheres as meshes that *contain* them.
//!
//! A box is exact. What is round is a stack of regular polygons around the z axis with [`SEGMENTS`] corners, whose sides touch
//! the true circle from outside; the outline of a sphere, too, is a polygon whose sides touch it from outside. So where a mesh
//! is clear of something, the true surface is. A cylinder reaches 1/cos(π/48) − 1 < 0.22 % of its radius too far, a sphere or
//! a capsule's end 1/cos²(π/48) − 1 < 0.44 %. Everything is about the origin, along z; surfaces look outward.

use std::f64::consts::{PI, TAU};

use closecall::geom::DVec3;
use closecall::mesh::shapes::cuboid;
use closecall::{Mesh, MeshError};
use serde::Deserialize;

/// The corners of a circle.
pub const SEGMENTS: u32 = 48;

/// A shape by its measures.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Shape {
    /// A box of this size, about the origin.
    Box {
        /// Its edges along x, y and z.
        size: [f64; 3],
    },
    /// A cylinder along z, about the origin.
    Cylinder {
        /// Its radius.
        radius: f64,
        /// From end to end.
        length: f64,
    },
    /// A cylinder along z with a half ball at either end.
    Capsule {
        /// Of the cylinder and of the half balls.
        radius: f64,
        /// Of the cylinder, without the half balls.
        length: f64,
    },
    /// A ball about the origin.
    Sphere {
        /// Its radius.
        radius: f64,
    },
}

/// Why a shape has no mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A measure that is not above 0, or not finite.
    #[error("'{name}' is {value}, not a finite number above 0")]
    Measure {
        /// Which.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A measure so large or so small that there is no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl Shape {
    /// The mesh that contains the shape.
    ///
    /// # Errors
    /// If a measure is not above 0, or out of the range of coordinates.
    pub fn mesh(&self) -> Result<Mesh, ShapeError> {
        match *self {
            Self::Box { size } => {
                for (name, value) in ["size x", "size y", "size z"].into_iter().zip(size) {
                    positive(name, value)?;
                }
                let half = DVec3::from_array(size) * 0.5;
                let unit = cuboid(DVec3::NEG_ONE, DVec3::ONE);
                Ok(Mesh::new(unit.vertices().iter().map(|&v| v * half).collect(), unit.triangles().to_vec())?)
            }
            Self::Cylinder { radius, length } => {
                positive("length", length)?;
                turned(radius, &[(1.0, -0.5 * length), (1.0, 0.5 * length)])
            }
            Self::Capsule { radius, length } => {
                positive("length", length)?;
                let lifted = |(out, z): (f64, f64)| (out, z * radius + (0.5 * length).copysign(z));
                turned(radius, &half_circle().map(lifted).collect::<Vec<_>>())
            }
            Self::Sphere { radius } => {
                turned(radius, &half_circle().map(|(out, z)| (out, z * radius)).collect::<Vec<_>>())
            }
        }
    }
}

fn positive(name: &'static str, value: f64) -> Result<(), ShapeError> {
    if value.is_finite() && value > 0.0 { Ok(()) } else { Err(ShapeError::Measure { name, value }) }
}

/// What a rounding may take off, many times over, is put on.
const OUTWARD: f64 = 1.0 + 1.0 / (1u64 << 48) as f64;

/// The corners of a polygon around the unit half circle, from the south up: distances from the axis, and heights. Its sides touch the
/// circle in their middles, and the first and the last of them lie flat on the poles.
fn half_circle() -> impl Iterator<Item = (f64, f64)> {
    let stacks = SEGMENTS / 2;
    let reach = OUTWARD / (PI / f64::from(SEGMENTS)).cos();
    (0..stacks).map(move |stack| {
        let (sin, cos) = (PI * (f64::from(stack) + 0.5) / f64::from(stacks)).sin_cos();
        (reach * sin, -reach * cos)
    })
}

/// The outline, given as distances from the axis in radii and as heights from the lowest up, turned about the z axis.
fn turned(radius: f64, outline: &[(f64, f64)]) -> Result<Mesh, ShapeError> {
    positive("radius", radius)?;
    let reach = OUTWARD * radius / (PI / f64::from(SEGMENTS)).cos();
    let ring = |&(out, z): &(f64, f64)| {
        (0..SEGMENTS).map(move |segment| {
            let (sin, cos) = (TAU * f64::from(segment) / f64::from(SEGMENTS)).sin_cos();
            DVec3::new(out * reach * cos, out * reach * sin, z)
        })
    };
    let vertices: Vec<DVec3> = outline.iter().flat_map(ring).collect();
    let top = vertices.len() as u32 - SEGMENTS;
    let mut triangles = Vec::new();
    for segment in 1..SEGMENTS - 1 {
        triangles.extend([[0, segment + 1, segment], [top, top + segment, top + segment + 1]]);
    }
    for below in (0..top).step_by(SEGMENTS as usize) {
        for (segment, next) in (0..SEGMENTS).map(|segment| (segment, (segment + 1) % SEGMENTS)) {
            let [a, b] = [below + segment, below + next];
            let [c, d] = [a, b].map(|lower| lower + SEGMENTS);
            triangles.extend([[a, b, d], [a, d, c]]);
        }
    }
    Ok(Mesh::new(vertices, triangles)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::geom::Triangle;
    use closecall::mesh::inspect;

    /// How far the plane of a triangle is from the point that its shape is round about.
    fn reach(&[a, b, c]: &Triangle, centre: DVec3) -> f64 {
        (b - a).cross(c - a).normalize().dot(a - centre)
    }

    #[test]
    fn meshes_are_closed_and_contain_their_shapes() {
        let (radius, length) = (0.3, 2.0);
        let shapes = [
            (Shape::Box { size: [1.0, 2.0, 3.0] }, 12),
            (Shape::Cylinder { radius, length }, 2 * 46 + 2 * 48),
            (Shape::Capsule { radius, length }, 2 * 46 + 23 * 2 * 48),
            (Shape::Sphere { radius }, 2 * 46 + 23 * 2 * 48),
        ];
        for (shape, triangles) in shapes {
            let mesh = shape.mesh().unwrap();
            let found = inspect(&mesh);
            assert!(found.closed && found.degenerate == 0, "{shape:?}");
            assert_eq!((found.triangles, found.euler_characteristic), (triangles, 2), "{shape:?}");
            for triangle in mesh.iter() {
                let centre = DVec3::ZERO;
                let near = match shape {
                    Shape::Box { size } => size.into_iter().fold(f64::INFINITY, f64::min) / 2.0,
                    Shape::Cylinder { .. } | Shape::Sphere { .. } => radius,
                    Shape::Capsule { .. } => radius,
                };
                // Every plane of a convex shape is at least as far out as the ball in its middle.
                assert!(reach(&triangle, centre) >= near, "{shape:?}: {}", reach(&triangle, centre) - near);
            }
        }
    }

    #[test]
    fn round_shapes_reach_as_far_as_the_documentation_says() {
        let furthest = |shape: Shape, centre: DVec3| {
            let mesh = shape.mesh().unwrap();
            let above = mesh.vertices().iter().filter(|v| v.z >= centre.z);
            above.map(|v| v.distance(centre)).fold(0.0, f64::max)
        };
        let sphere = furthest(Shape::Sphere { radius: 1.0 }, DVec3::ZERO);
        let capsule = furthest(Shape::Capsule { radius: 1.0, length: 4.0 }, DVec3::Z * 2.0);
        assert!(sphere > 1.004 && sphere < 1.0044 && (capsule - sphere).abs() < 1e-12, "{sphere} {capsule}");
        let cylinder = Shape::Cylinder { radius: 1.0, length: 4.0 }.mesh().unwrap();
        let furthest = cylinder.vertices().iter().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
        assert!(furthest > 1.002 && furthest < 1.0022, "{furthest}");
        assert!(cylinder.vertices().iter().all(|v| v.z.abs() == 2.0));
        // The ends of a capsule are those of the true one.
        let capsule = Shape::Capsule { radius: 1.0, length: 4.0 }.mesh().unwrap();
        let highest = capsule.vertices().iter().map(|v| v.z).fold(0.0, f64::max);
        assert!((3.0..3.0 + 1e-12).contains(&highest), "{highest}");
    }

    #[test]
    fn measures_that_are_none_are_refused() {
        let refused = |shape: Shape| shape.mesh().unwrap_err().to_string();
        assert_eq!(refused(Shape::Sphere { radius: 0.0 }), "'radius' is 0, not a finite number above 0");
        assert_eq!(refused(Shape::Box { size: [1.0, -2.0, 1.0] }), "'size y' is -2, not a finite number above 0");
        assert!(refused(Shape::Cylinder { radius: 1.0, length: f64::NAN }).contains("'length' is NaN"));
        assert!(refused(Shape::Sphere { radius: 1e40 }).contains("vertex 0"));
    }
}
