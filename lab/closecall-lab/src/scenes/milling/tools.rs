//! The paper's polyhedral tools, their tips at the origin: a ball of 1,680 triangles, a flat end
//! with rounded corners of 1,148, a cone with a rounded tip of 1,230.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use closecall::Mesh;
use closecall::engine::geom::DVec3;

use super::RADIUS;

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolyTool {
    /// A ball.
    Ball,
    /// A cylinder, flat, with rounded corners.
    Rounded,
    /// A cone with a rounded tip.
    Cone,
}

impl PolyTool {
    /// All of them, in the paper's order.
    pub const ALL: [Self; 3] = [Self::Ball, Self::Rounded, Self::Cone];

    /// The name in rows of tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ball => "polyhedral ball",
            Self::Rounded => "polyhedral rounded",
            Self::Cone => "polyhedral cone",
        }
    }

    /// The mesh, about as large as the ball.
    #[must_use]
    pub fn mesh(self) -> Mesh {
        match self {
            Self::Ball => {
                let ring = |i: usize| {
                    let angle = PI * i as f64 / 29.0;
                    (RADIUS * angle.sin(), RADIUS * (1.0 - angle.cos()))
                };
                revolved(0.0, &(1..=28).map(ring).collect::<Vec<_>>(), 2.0 * RADIUS, 30)
            }
            Self::Rounded => {
                let corner = 0.3 * RADIUS;
                let ring = |i: usize| {
                    let angle = FRAC_PI_2 * i as f64 / 6.0;
                    (RADIUS - corner + corner * angle.sin(), corner * (1.0 - angle.cos()))
                };
                let low: Vec<(f64, f64)> = (0..=6).map(ring).collect();
                let high = low.iter().rev().map(|&(r, z)| (r, 2.0 * RADIUS - z));
                let rings: Vec<(f64, f64)> = low.iter().copied().chain(high).collect();
                revolved(0.0, &rings, 2.0 * RADIUS, 41)
            }
            Self::Cone => {
                let (tip, slant) = (0.2 * RADIUS, 0.5f64);
                let ring = |i: usize| {
                    let angle = (FRAC_PI_2 - slant) * i as f64 / 13.0;
                    (tip * angle.sin(), tip * (1.0 - angle.cos()))
                };
                let mut rings: Vec<(f64, f64)> = (1..=13).map(ring).collect();
                let (r, z) = rings[12];
                let top = 2.0 * RADIUS;
                rings.extend([
                    (r + 0.5 * (top - z) * slant.tan(), z + 0.5 * (top - z)),
                    (r + (top - z) * slant.tan(), top),
                ]);
                revolved(0.0, &rings, top, 41)
            }
        }
    }
}

/// A solid of revolution about z, closed: from a pole at height `low` over rings of (radius,
/// height) to one at `high`. It has 2·`slices` triangles a ring.
///
/// # Panics
/// If a number is out of range.
#[must_use]
pub fn revolved(low: f64, rings: &[(f64, f64)], high: f64, slices: u32) -> Mesh {
    let around = |&(r, z): &(f64, f64)| {
        (0..slices).map(move |i| {
            let angle = TAU * f64::from(i) / f64::from(slices);
            DVec3::new(r * libm::cos(angle), r * libm::sin(angle), z)
        })
    };
    let poles = [DVec3::new(0.0, 0.0, low), DVec3::new(0.0, 0.0, high)];
    let vertices = poles.into_iter().chain(rings.iter().flat_map(around)).collect();
    let number = |ring: u32, i: u32| 2 + ring * slices + i % slices;
    let last = rings.len() as u32 - 1;
    let mut triangles = Vec::new();
    for i in 0..slices {
        triangles.push([0, number(0, i + 1), number(0, i)]);
        triangles.push([1, number(last, i), number(last, i + 1)]);
        for ring in 0..last {
            let [a, b, c, d] = [
                number(ring, i),
                number(ring, i + 1),
                number(ring + 1, i + 1),
                number(ring + 1, i),
            ];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(vertices, triangles).expect("rings are a mesh")
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall_mill::tool::Facets;

    #[test]
    fn tools_have_the_papers_sizes_and_are_convex() {
        let meshes = PolyTool::ALL.map(PolyTool::mesh);
        assert_eq!(meshes.each_ref().map(Mesh::triangle_count), [1680, 1148, 1230]);
        for mesh in &meshes {
            Facets::new(mesh).unwrap();
        }
    }
}
