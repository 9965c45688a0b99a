//! The volume of a body in the world, from few points: never too small for what queries answer.
//!
//! **What is claimed.** If a query at the relative pose a_from_b ([`Pose::relative`] of the two
//! world poses) answers that a triangle of A and a carried triangle of B share a point, then the
//! volumes of A and B in the world overlap.
//!
//! **Why.** Let world_from_a = (Rₐ, tₐ) and world_from_b = (R_b, t_b), entries of RᵀR off by at
//! most η = 2⁻⁴⁸ ([`compose::TOLERANCE`](crate::geom::compose::TOLERANCE)), so that |RᵀR − I|₂ ≤ 3η, and |RRᵀ − I|₂ likewise, having
//! the same eigenvalues. With u = 2⁻⁵³ = η/32 and d = t_b − t_a:
//!
//! 1. R = RₐᵀR_b + F: three products and sums an entry, 3u each, are 9u in the 2-norm; a step of
//!    Newton's method moves R̃ by at most half of its deviation, which is at most 3η + 3η(1 + 3η) +
//!    20u. So |F|₂ ≤ 3.1η + 20u < 4η.
//! 2. t = Rₐᵀd + f: a rounding for d and four for every component: |f| ≤ √3·5u·√3·|d|·(1 + η) <
//!    η/2·|d|, and √3·2⁻²⁰⁰ for the flush.
//! 3. A point p shared by the triangles is a ∈ A, and it is Rb + t + e for a point b of B's
//!    triangle in its own frame, where e is a mean of the roundings of its carried corners: |e| ≤
//!    √3·4u(√3·r_b + |t|) + √3·2⁻²⁰⁰ < η/2·(r_b + |d|) + 2⁻¹⁹⁹, with r the reach of a body from its
//!    frame's origin.
//! 4. In the world, a lies at Rₐa + tₐ = RₐRₐᵀ(R_b·b + d) + Rₐ(Fb + f + e) + tₐ, and b at R_b·b +
//!    t_b. They differ by at most 3η(r_b + |d|) + 4η·r_b + η/2·|d| + η/2·(r_b + |d|), up to factors
//!    1 + 3η, and the flushes: less than 8η·r_b + 4η·|d| + 2⁻¹⁹⁸.
//!
//! Since |d| ≤ |tₐ| + |t_b|, the volumes overlap if each holds its body and is larger by
//! 8η(r + |t|) + 2⁻¹⁹⁸ on all sides. The points of the outline, which hold the body up to `blur`,
//! are carried in f64: √3·4u(√3·r + |t|) off, and 2 roundings more of at most 3(r + |t|) where
//! coordinates are added up, less than η(r + |t|) in all. [`OUTLINE`] = 16η covers both, the outward
//! step's own rounding, and 2⁻¹⁹⁷ the rest.
//!
//! **Clearance.** If a point of A and a point of a carried triangle of B are within d of each
//! other, in A's frame, then in the world they are within d(1 + 2η) and what was derived above.
//! With `growth` for each of the two, together at least d, both volumes larger by their growth
//! times 1 + [`OUTLINE`] overlap.

use crate::geom::kdop::Kdop;
use crate::geom::{Ball, DVec3, Pose};
use crate::mesh::Mesh;
use crate::rounding::factor::UP_16;
use crate::rounding::world::OUTLINE;

const TINY: f64 = 8.0 * crate::geom::range::MIN_COORDINATE;

/// So few corners are taken as they are: they are fewer than the vertices of a 26-DOP, and tighter.
const FEW_CORNERS: usize = 26;

/// Points whose hull holds a mesh up to a distance.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    points: Box<[DVec3]>,
    blur: f64,
    /// Around the points.
    pub ball: Ball,
    /// No point, and no vertex, is further from the frame's origin.
    reach: f64,
}

impl Outline {
    /// The vertices of the 26-DOP around a mesh, or its corners where those are fewer.
    pub(super) fn of(mesh: &Mesh) -> Self {
        let corners = || mesh.iter().flatten();
        let (points, blur) = match mesh.triangle_count() * 3 <= FEW_CORNERS {
            true => (corners().collect(), 0.0),
            false => Kdop::<13>::around(corners()).vertices(),
        };
        let lengths = points.iter().copied().chain(corners()).map(DVec3::length);
        let reach = lengths.fold(0.0, f64::max) * UP_16;
        Self { ball: Ball::around(points.iter().copied()), points: points.into(), blur, reach }
    }

    /// Around the corners of exact shapes, and a mesh if there is one.
    ///
    /// Shapes are carried into the world rather than into another body's frame, which is off by
    /// less than what is derived above: their points by the same roundings, and their radii by
    /// nothing, where the rotation would change them by 3η.
    pub(super) fn around(mesh: Option<&Mesh>, corners: Vec<DVec3>) -> Self {
        let of_mesh = mesh.map(Self::of);
        let (points, blur) =
            of_mesh.as_ref().map_or((&[][..], 0.0), |outline| (&outline.points[..], outline.blur));
        let points: Vec<DVec3> = points.iter().copied().chain(corners).collect();
        let reach = points
            .iter()
            .map(|p| p.length())
            .fold(of_mesh.as_ref().map_or(0.0, |of| of.reach), f64::max);
        let reach = reach * UP_16;
        Self { ball: Ball::around(points.iter().copied()), points: points.into(), blur, reach }
    }

    /// The ball around the body in the world, with what [`Outline::at`] derives about rounding.
    pub(super) fn ball_at(&self, world_from_body: &Pose) -> Ball {
        let Ball { center, radius } = self.ball;
        let translation = world_from_body.shift();
        let margin =
            self.blur * (1.0 + OUTLINE) + OUTLINE * (self.reach + translation.length()) + TINY;
        Ball { center: world_from_body.matrix() * center + translation, radius: radius + margin }
    }

    /// The box in the world, larger by `growth` on all sides.
    pub(super) fn at(&self, world_from_body: &Pose, growth: f64) -> Kdop<3> {
        let (rotation, translation) = (world_from_body.matrix(), world_from_body.shift());
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for &point in &self.points {
            for (slab, place) in (rotation * point + translation).to_array().into_iter().enumerate()
            {
                low[slab] = if place < low[slab] { place } else { low[slab] };
                high[slab] = if place > high[slab] { place } else { high[slab] };
            }
        }
        let margin = (self.blur + growth) * (1.0 + OUTLINE)
            + OUTLINE * (self.reach + translation.length())
            + TINY;
        Kdop { low: low.map(|x| x - margin), high: high.map(|x| x + margin) }
    }
}
