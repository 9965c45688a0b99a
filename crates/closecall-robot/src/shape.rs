//! Boxes, cylinders, capsules and spheres as meshes that *contain* them, or as they are.
//!
//! A box is exact. What is round is a stack of regular polygons around the z axis with [`SEGMENTS`]
//! corners, whose sides touch the true circle from outside; the outline of a sphere, too, is a
//! polygon whose sides touch it from outside. So where a mesh is clear of something, the true
//! surface is. A cylinder reaches 1/cos(π/48) − 1 < 0.22 % of its radius too far, a sphere or a
//! capsule's end 1/cos²(π/48) − 1 < 0.44 %. Everything is about the origin, along z; surfaces look
//! outward.
//!
//! **Why rounding does not cut into a shape.** Let u = 2⁻⁵³. The mesh without any rounding, the
//! *ideal* one, is made not for the radius r but for r′ = [`roomy`]`(r, length)`: it is convex, and
//! holds the shape of radius r′. Every corner of the mesh is within some η of its ideal, so every
//! point of a triangle is (it is the same mean of corners). Move all corners from their ideals to
//! where they are, along straight lines: the surface stays closed, and no point of it moves by more
//! than η. If r′ ≥ r + η, the shape of radius r is η or more from the ideal surface, so the surface
//! never passes over a point of the shape's inside, which is still enclosed at the end.
//!
//! What η is: angles are rounded by 3u of at most 2π, and sines and cosines are taken to be right
//! to 8u = 2⁻⁵⁰ (all libraries in use do better). So cos φ is off by 27u, sin θ by 18u, each
//! 1/cos(π/48) by 2u, and six products by u each: x and y by 55u·r′·1.005, z by 25u·r′, and by
//! u(length/2 + 1.01·r′) when the half length is added: together at most 82u·r′ + u·length/2. What
//! is below the range of coordinates becomes 0: that is 2⁻¹⁹⁹ at most. So r′ = r + 256u·r +
//! 4u·length + 2⁻¹⁹⁸, rounded a few times, is beyond r + η. Of a cylinder the heights are exact and
//! its sides upright, so that this is a matter of its polygon alone, and its length does not count.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::f64::consts::{PI, TAU};

use closecall::geom::range::MIN_COORDINATE;
use closecall::geom::shape as exact;
use closecall::mesh::shapes::cuboid;
use closecall::{Mesh, MeshError, Pose};
use serde::Deserialize;

/// The corners of a circle.
pub const SEGMENTS: u32 = 48;

/// The mesh of a cylinder reaches less than this too far, in radii: 1/cos(π/48) − 1 < 0.00215.
const CYLINDER_EXCESS: f64 = 0.0022;
/// The same of a sphere or a capsule: 1/cos²(π/48) − 1 < 0.0043.
const ROUND_EXCESS: f64 = 0.0044;

/// A shape by its measures.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum LinkShape {
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
    /// All x with normal · x ≤ offset: a floor or wall without end. It is always exact.
    #[serde(rename = "half_space")]
    HalfSpace {
        /// Points out of it; any length.
        normal: [f64; 3],
        /// The reach along the normal, in the normal's length.
        #[serde(default)]
        offset: f64,
    },
}

/// Why a shape has no mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LinkShapeError {
    /// A measure that is not above 0, or not finite.
    #[error("'{name}' is {value}, not a finite number above 0")]
    Measure {
        /// The name.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A measure so large or so small that there is no mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// The same for an exact shape.
    #[error(transparent)]
    Exact(#[from] exact::ShapeError),
    /// A half-space as a mesh.
    #[error("a half-space has no mesh")]
    Endless,
}

impl LinkShape {
    /// The mesh that contains the shape.
    ///
    /// # Errors
    /// If a measure is not above 0, or out of the range of coordinates.
    pub fn mesh(&self) -> Result<Mesh, LinkShapeError> {
        match *self {
            Self::Box { size } => {
                for (name, value) in ["size x", "size y", "size z"].into_iter().zip(size) {
                    positive(name, value)?;
                }
                let half = DVec3::from_array(size) * 0.5;
                let unit = cuboid(DVec3::NEG_ONE, DVec3::ONE);
                Ok(Mesh::new(
                    unit.points().iter().map(|&v| v * half).collect(),
                    unit.triangles().to_vec(),
                )?)
            }
            Self::Cylinder { radius, length } => {
                positive("length", length)?;
                turned(
                    roomy(positive("radius", radius)?, 0.0),
                    &[(1.0, -0.5 * length), (1.0, 0.5 * length)],
                )
            }
            Self::Capsule { radius, length } => {
                let radius = roomy(positive("radius", radius)?, positive("length", length)?);
                let lifted =
                    |(out, z): (f64, f64)| (out, flushed(z * radius + (0.5 * length).copysign(z)));
                turned(radius, &half_circle().map(lifted).collect::<Vec<_>>())
            }
            Self::HalfSpace { .. } => Err(LinkShapeError::Endless),
            Self::Sphere { radius } => {
                let radius = roomy(positive("radius", radius)?, 0.0);
                turned(
                    radius,
                    &half_circle().map(|(out, z)| (out, flushed(z * radius))).collect::<Vec<_>>(),
                )
            }
        }
    }
}

impl LinkShape {
    /// No point of its mesh is further from the shape than this: see the head of this file.
    #[must_use]
    pub fn excess(&self) -> f64 {
        match *self {
            Self::Box { .. } | Self::HalfSpace { .. } => 0.0,
            Self::Cylinder { radius, .. } => CYLINDER_EXCESS * radius,
            Self::Capsule { radius, .. } | Self::Sphere { radius } => ROUND_EXCESS * radius,
        }
    }

    /// The shape itself, where a pose puts it. Halves of lengths are exact.
    ///
    /// # Errors
    /// If a measure is not above 0, or out of the range of coordinates.
    pub fn exact(&self, parent_from_shape: &Pose) -> Result<exact::Shape, LinkShapeError> {
        let ends = |length: f64| [-0.5, 0.5].map(|share| DVec3::new(0.0, 0.0, share * length));
        let shape = match *self {
            Self::Box { size } => {
                exact::Shape::cuboid(&Pose::IDENTITY, DVec3::from_array(size) * 0.5)?
            }
            Self::Sphere { radius } => exact::Shape::ball(DVec3::ZERO, radius)?,
            Self::Cylinder { radius, length } => {
                let [low, high] = ends(positive("length", length)?);
                exact::Shape::cylinder(low, high, radius)?
            }
            Self::Capsule { radius, length } => {
                let [low, high] = ends(positive("length", length)?);
                exact::Shape::capsule(low, high, radius)?
            }
            Self::HalfSpace { normal, offset } => {
                exact::Shape::half_space(DVec3::from_array(normal), offset)?
            }
        };
        Ok(if *parent_from_shape == Pose::IDENTITY {
            shape
        } else {
            shape.carried(parent_from_shape)?
        })
    }
}

fn positive(name: &'static str, value: f64) -> Result<f64, LinkShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(LinkShapeError::Measure { name, value })
    }
}

/// The radius that a mesh is made for, so that rounding does not cut into the shape: see the head
/// of this file.
fn roomy(radius: f64, length: f64) -> f64 {
    const U: f64 = f64::EPSILON / 2.0;
    radius + (256.0 * U * radius + 4.0 * U * length + 4.0 * MIN_COORDINATE)
}

/// The number, or 0 if it is below the range of coordinates.
fn flushed(x: f64) -> f64 {
    if x.abs() < MIN_COORDINATE { 0.0 } else { x }
}

/// The corners of a polygon around the unit half circle, from the south up: distances from the
/// axis, and heights. Its sides touch the circle in their middles, and the first and the last of
/// them lie flat on the poles.
fn half_circle() -> impl Iterator<Item = (f64, f64)> {
    let stacks = SEGMENTS / 2;
    let reach = 1.0 / (PI / f64::from(SEGMENTS)).cos();
    (0..stacks).map(move |stack| {
        let (sin, cos) = (PI * (f64::from(stack) + 0.5) / f64::from(stacks)).sin_cos();
        (reach * sin, -reach * cos)
    })
}

/// The outline, given as distances from the axis in radii and as heights from the lowest up, turned
/// about the z axis.
fn turned(radius: f64, outline: &[(f64, f64)]) -> Result<Mesh, LinkShapeError> {
    let reach = radius / (PI / f64::from(SEGMENTS)).cos();
    let ring = |&(out, z): &(f64, f64)| {
        (0..SEGMENTS).map(move |segment| {
            let (sin, cos) = (TAU * f64::from(segment) / f64::from(SEGMENTS)).sin_cos();
            DVec3::new(flushed(out * reach * cos), flushed(out * reach * sin), z)
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
    use closecall::engine::geom::Rng;
    use closecall::engine::geom::Triangle;
    use closecall::engine::geom::exact::within;
    use closecall::geom::Clearance;
    use closecall::mesh::inspect;
    use dashu::integer::IBig;

    /// The distance of a triangle's plane from the point that its shape is round about.
    fn reach(&[a, b, c]: &Triangle, centre: DVec3) -> f64 {
        (b - a).cross(c - a).normalize().dot(a - centre)
    }

    #[test]
    fn meshes_are_closed_and_contain_their_shapes() {
        let (radius, length) = (0.3, 2.0);
        let shapes = [
            (LinkShape::Box { size: [1.0, 2.0, 3.0] }, 12),
            (LinkShape::Cylinder { radius, length }, 2 * 46 + 2 * 48),
            (LinkShape::Capsule { radius, length }, 2 * 46 + 23 * 2 * 48),
            (LinkShape::Sphere { radius }, 2 * 46 + 23 * 2 * 48),
        ];
        for (shape, triangles) in shapes {
            let mesh = shape.mesh().unwrap();
            let found = inspect(&mesh);
            assert!(found.closed && found.degenerate == 0, "{shape:?}");
            assert_eq!((found.triangles, found.euler_characteristic), (triangles, 2), "{shape:?}");
            for triangle in mesh.iter() {
                let centre = DVec3::ZERO;
                let near = match shape {
                    LinkShape::Box { size } => size.into_iter().fold(f64::INFINITY, f64::min) / 2.0,
                    LinkShape::Cylinder { .. } | LinkShape::Sphere { .. } => radius,
                    LinkShape::Capsule { .. } => radius,
                    LinkShape::HalfSpace { .. } => unreachable!("it has no mesh"),
                };
                // Every plane of a convex shape is at least as far out as the ball in its middle.
                assert!(
                    reach(&triangle, centre) >= near,
                    "{shape:?}: {}",
                    reach(&triangle, centre) - near
                );
            }
        }
    }

    #[test]
    fn round_shapes_reach_as_far_as_the_documentation_says() {
        let furthest = |shape: LinkShape, centre: DVec3| {
            let mesh = shape.mesh().unwrap();
            let above = mesh.points().iter().filter(|v| v.z >= centre.z);
            above.map(|v| v.distance(centre)).fold(0.0, f64::max)
        };
        let sphere = furthest(LinkShape::Sphere { radius: 1.0 }, DVec3::ZERO);
        let capsule = furthest(LinkShape::Capsule { radius: 1.0, length: 4.0 }, DVec3::Z * 2.0);
        assert!(
            sphere > 1.004 && sphere < 1.0044 && (capsule - sphere).abs() < 1e-12,
            "{sphere} {capsule}"
        );
        let cylinder = LinkShape::Cylinder { radius: 1.0, length: 4.0 }.mesh().unwrap();
        let furthest = cylinder.points().iter().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
        assert!(furthest > 1.002 && furthest < 1.0022, "{furthest}");
        assert!(cylinder.points().iter().all(|v| v.z.abs() == 2.0));
        // The ends of a capsule are those of the true one.
        let capsule = LinkShape::Capsule { radius: 1.0, length: 4.0 }.mesh().unwrap();
        let highest = capsule.points().iter().map(|v| v.z).fold(0.0, f64::max);
        assert!((3.0..3.0 + 1e-12).contains(&highest), "{highest}");
    }

    /// Sizes over the whole range, sizes at which independent checks found faults, and neighbours
    /// of powers of two.
    fn sizes() -> Vec<[f64; 2]> {
        let mut rng = Rng::new(1507);
        let mut sizes = vec![
            [1e-7, 1e10],
            [1e10, 1e-7],
            [1e-50, 1e25],
            [1e-50, 1e-50],
            [1e25, 1e25],
            [1.0, 1.0],
        ];
        sizes.extend([[1e-60, 2e-60], [0.3, 2.0], [0.05, 0.4], [1e-20, 1e20], [3.0, 1e17]]);
        for _ in 0..24 {
            let mut size = |least: f64, most: f64| {
                rng.between(1.0, 2.0) * 2f64.powf(rng.between(least, most).floor())
            };
            sizes.extend([
                [size(-10.0, 10.0), size(-10.0, 10.0)],
                [size(-190.0, 90.0), size(-190.0, 90.0)],
            ]);
        }
        sizes
    }

    /// The distance of the mesh from a rod, compared exactly.
    fn is_clear_of_rod(mesh: &Mesh, half_length: f64, distance: f64) -> bool {
        let [top, bottom] = [half_length, -half_length].map(|z| DVec3::new(0.0, 0.0, z));
        let clearance = Clearance::new(distance).unwrap();
        mesh.iter().all(|triangle| !within(&[top, bottom, bottom], &triangle, clearance).meets)
    }

    #[test]
    fn spheres_and_capsules_are_inside_their_meshes_exactly() {
        for [radius, length] in sizes() {
            let sphere = LinkShape::Sphere { radius }.mesh().unwrap();
            assert!(is_clear_of_rod(&sphere, 0.0, radius), "radius {radius:e}");
            let capsule = LinkShape::Capsule { radius, length }.mesh().unwrap();
            assert!(
                is_clear_of_rod(&capsule, 0.5 * length, radius),
                "radius {radius:e}, length {length:e}"
            );
            // The poles, in numbers that add up without rounding.
            let [low, high] =
                [f64::min, f64::max].map(|of| capsule.points().iter().map(|v| v.z).fold(0.0, of));
            let pole = exact(high.min(-low));
            assert!(
                pole >= exact(0.5 * length) + exact(radius),
                "radius {radius:e}, length {length:e}"
            );
            let too_far = 0.0045 * radius + 4.0 * f64::EPSILON * length + 8.0 * MIN_COORDINATE;
            let furthest = capsule.points().iter().map(|v| v.x.hypot(v.y)).fold(0.0, f64::max);
            assert!(furthest <= radius + too_far, "{furthest:e} of {radius:e}, length {length:e}");
        }
    }

    #[test]
    fn cylinders_are_inside_their_meshes_exactly() {
        for [radius, length] in sizes() {
            let mesh = LinkShape::Cylinder { radius, length }.mesh().unwrap();
            assert!(mesh.points().iter().all(|v| v.z.abs() == 0.5 * length));
            let (lower, upper) = mesh.points().split_at(SEGMENTS as usize);
            assert!(
                lower.iter().zip(upper).all(|(a, b)| (a.x, a.y) == (b.x, b.y)),
                "sides are upright"
            );
            for (a, b) in lower.iter().zip(lower.iter().cycle().skip(1)) {
                let [ax, ay, bx, by] = [a.x, a.y, b.x, b.y].map(exact);
                // The distance of the axis from the line of a side is the cross product over the
                // length; where the nearest point of that line is beyond an end, which only happens
                // at the end of the range, the corners count.
                let cross = &ax * &by - &ay * &bx;
                let (dx, dy) = (&bx - &ax, &by - &ay);
                let [of_a, of_b] = [&ax * &ax + &ay * &ay, &bx * &bx + &by * &by];
                let square = exact(radius) * exact(radius);
                let beyond =
                    &ax * &dx + &ay * &dy >= IBig::ZERO || &bx * &dx + &by * &dy <= IBig::ZERO;
                let line_is_clear = &cross * &cross >= &square * (&dx * &dx + &dy * &dy);
                let corners_are_clear = of_a >= square && of_b >= square;
                assert!(
                    cross >= IBig::ZERO && corners_are_clear,
                    "radius {radius:e}, length {length:e}"
                );
                assert!(line_is_clear || beyond, "radius {radius:e}, length {length:e}");
            }
        }
    }

    /// A number in units of 2⁻²⁶⁰, of which every coordinate is a whole multiple.
    fn exact(x: f64) -> IBig {
        let (bits, sign) = (x.abs().to_bits(), if x < 0.0 { -1 } else { 1 });
        if x == 0.0 {
            return IBig::ZERO;
        }
        let (exponent, fraction) = ((bits >> 52) as i64 - 1075, (bits & ((1 << 52) - 1)) | 1 << 52);
        let shift = exponent + 260;
        assert!(shift >= 0, "{x:e} is out of range");
        (IBig::from(fraction) * IBig::from(sign)) << shift as usize
    }

    #[test]
    fn measures_that_are_none_are_refused() {
        let refused = |shape: LinkShape| shape.mesh().unwrap_err().to_string();
        assert_eq!(
            refused(LinkShape::Sphere { radius: 0.0 }),
            "'radius' is 0, not a finite number above 0"
        );
        assert_eq!(
            refused(LinkShape::Box { size: [1.0, -2.0, 1.0] }),
            "'size y' is -2, not a finite number above 0"
        );
        assert!(
            refused(LinkShape::Cylinder { radius: 1.0, length: f64::NAN })
                .contains("'length' is NaN")
        );
        assert!(refused(LinkShape::Sphere { radius: 1e40 }).contains("vertex 0"));
    }
}
