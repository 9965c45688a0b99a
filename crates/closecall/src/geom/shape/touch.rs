//! Contact and distance of two shapes, or of a shape and a triangle.

use super::core::Core;
use super::half_space::ShapeHalfSpace;
use super::ring::Ring;
use super::slanted::Oblong;
use super::{Shape, ShapeKind, gjk, quadric, quick, round, slanted, witness};
use crate::Answer;
use crate::geom::exact::{distance, within};
use crate::geom::{Ball, Clearance, DVec3, Interval, Triangle};
use crate::rounding::factor::UP_MANY;
use crate::rounding::shape::{AROUND_CENTER, AXES_UP};

/// Decides by an interval of the distance whether two sets come within a limit.
pub(super) fn answer(Interval { lo, hi }: Interval, limit: f64) -> Answer {
    if hi <= limit {
        Answer::Touching(())
    } else if lo > limit {
        Answer::Clear
    } else {
        Answer::Undecided(())
    }
}

/// A shape as something simpler, and what is within a radius of it.
enum ShapeCore {
    Half(ShapeHalfSpace),
    /// The hull of two points.
    Thin([DVec3; 2], f64),
    Full(Core),
    Ring(Ring, DVec3, f64),
}

impl ShapeCore {
    fn of(shape: &Shape) -> Self {
        match shape.0 {
            ShapeKind::HalfSpace { normal, offset } => {
                Self::Half(ShapeHalfSpace { normal, offset })
            }
            ShapeKind::Ball { center, radius } => Self::Thin([center; 2], radius),
            ShapeKind::Capsule { ends, radius } => Self::Thin(ends, radius),
            ShapeKind::Cylinder { ends, radius } => Self::Full(Core::cylinder(ends, radius)),
            ShapeKind::Cone { apex, base, radius } => Self::Full(Core::cone(apex, base, radius)),
            ShapeKind::Cuboid { center, axes, half } => {
                Self::Full(Core::Cuboid { center, axes, half })
            }
            ShapeKind::Torus { center, axis, ring, tube } => {
                Self::Ring(Ring::new(center, axis, ring), axis, tube)
            }
        }
    }

    /// The convex set, and its radius, if it is bounded and convex.
    fn convex(&self) -> Option<(Core, f64)> {
        match *self {
            Self::Thin([p, q], radius) => Some((Core::segment(p, q), radius)),
            Self::Full(core) => Some((core, 0.0)),
            Self::Half(_) | Self::Ring(..) => None,
        }
    }
}

impl Shape {
    /// Does it share a point with a closed triangle? Exact for all but the torus.
    pub(super) fn meets(&self, t: &Triangle) -> Answer {
        match self.0 {
            ShapeKind::HalfSpace { normal, offset } => {
                Answer::exactly(ShapeHalfSpace { normal, offset }.holds_any(t))
            }
            ShapeKind::Ball { center, radius } => Answer::exactly(near([center; 2], radius, t)),
            ShapeKind::Capsule { ends, radius } => Answer::exactly(near(ends, radius, t)),
            ShapeKind::Torus { .. } => answer(self.distance_from(t), 0.0),
            ShapeKind::Cylinder { ends, radius } if quick::is_apart(ends, radius, t) => {
                Answer::Clear
            }
            ShapeKind::Cylinder { ends, radius } if quick::holds_a_corner(ends, radius, t) => {
                Answer::Touching(())
            }
            _ => match answer(self.distance_from(t), 0.0) {
                Answer::Undecided(()) => Answer::exactly(self.meets_exactly(t)),
                certain => certain,
            },
        }
    }

    fn meets_exactly(&self, t: &Triangle) -> bool {
        match self.0 {
            ShapeKind::Cylinder { ends, radius } => quadric::cylinder_meets(ends, radius, t),
            ShapeKind::Cone { apex, base, radius } => quadric::cone_meets(apex, base, radius, t),
            ShapeKind::Cuboid { center, axes, half } => {
                slanted::meets(&Oblong { center, axes, half }, t)
            }
            _ => unreachable!("the others are decided before"),
        }
    }

    /// [`Shape::distance_to`] of vectors.
    pub(crate) fn distance_from(&self, t: &Triangle) -> Interval {
        match ShapeCore::of(self) {
            ShapeCore::Half(half) if half.holds_any(t) => Interval::exactly(0.0),
            ShapeCore::Half(half) => half.distance_to(&Core::Hull(*t)),
            ShapeCore::Thin([p, q], radius) => {
                let found = distance(&[p, q, q], t);
                less(Interval { lo: found.distance.lo, hi: found.distance.hi }, radius)
            }
            ShapeCore::Full(core) => gjk::distance(&core, &Core::Hull(*t)),
            ShapeCore::Ring(ring, _, tube) => less(ring.distance_to(&Core::Hull(*t)), tube),
        }
    }

    /// Does it share a point with another shape? See [`Shape::touches_shape`].
    pub(super) fn joins(&self, other: &Self) -> Answer {
        match (ShapeCore::of(self), ShapeCore::of(other)) {
            (ShapeCore::Half(half), _) => return Answer::exactly(half.touches(&other.0)),
            (_, ShapeCore::Half(half)) => return Answer::exactly(half.touches(&self.0)),
            (ShapeCore::Thin([p, q], r), ShapeCore::Thin([s, t], radius)) => {
                // A sum of two radii is in range but for a factor of two, which a limit need not
                // be.
                if let Some(reach) = sum(r, radius) {
                    return Answer::exactly(within_distance(&[p, q, q], &[s, t, t], reach));
                }
            }
            _ => {}
        }
        match answer(self.distance_to_shape(other), 0.0) {
            Answer::Undecided(()) => match (ShapeCore::of(self), ShapeCore::of(other)) {
                (ShapeCore::Thin(a, r), ShapeCore::Thin(b, radius)) => {
                    Some(round::capsules((a, r), (b, radius)))
                }
                _ => self.meets_shape(other).or_else(|| other.meets_shape(self)),
            },
            certain => return certain,
        }
        // Rounding is not the same in both orders: the other may be certain.
        .map_or_else(|| answer(other.distance_to_shape(self), 0.0), Answer::exactly)
    }

    /// Exactly, where there is a way and this is the one to ask.
    fn meets_shape(&self, other: &Self) -> Option<bool> {
        match (self.0, other.0) {
            (ShapeKind::Cuboid { center, axes, half }, _) => {
                meets_box(&Oblong { center, axes, half }, &other.0)
            }
            (ShapeKind::Ball { center, radius: r }, _) => meets_ball((center, r), &other.0),
            (ShapeKind::Capsule { ends: [p, q], radius: r }, _) if p == q => {
                meets_ball((p, r), &other.0)
            }
            _ => None,
        }
    }

    /// The distance from another shape; from 0 to 0 only if they certainly share a point.
    #[must_use]
    pub fn distance_to_shape(&self, other: &Self) -> Interval {
        let (a, b) = (ShapeCore::of(self), ShapeCore::of(other));
        match (&a, &b) {
            (ShapeCore::Half(a), ShapeCore::Half(b)) => a.distance_to_other(b),
            (ShapeCore::Half(half), part) | (part, ShapeCore::Half(half)) => {
                to_half_space(half, part)
            }
            (ShapeCore::Ring(a, _, a_tube), ShapeCore::Ring(b, _, b_tube)) => {
                less(less(a.distance_to_ring(b), *a_tube), *b_tube)
            }
            (ShapeCore::Ring(ring, _, tube), part) | (part, ShapeCore::Ring(ring, _, tube)) => {
                let (core, radius) = part.convex().expect("neither a half-space nor a torus");
                less(less(ring.distance_to(&core), *tube), radius)
            }
            (ShapeCore::Thin([p, q], r), ShapeCore::Thin([s, t], radius)) => {
                let found = distance(&[*p, *q, *q], &[*s, *t, *t]);
                less(less(Interval { lo: found.distance.lo, hi: found.distance.hi }, *r), *radius)
            }
            (a, b) => {
                let [(a, a_radius), (b, b_radius)] =
                    [a, b].map(|part| part.convex().expect("bounded and convex"));
                less(less(gjk::patient_distance(&a, &b), a_radius), b_radius)
            }
        }
    }

    /// The points of it and of a triangle that are nearest, rounded; where they touch, a point of both, twice. None
    /// of tori.
    pub(crate) fn nearest_points_to(&self, t: &Triangle) -> Option<[DVec3; 2]> {
        nearest_points(&ShapeCore::of(self), &ShapeCore::Full(Core::Hull(*t)))
    }

    /// The points of it and of another shape that are nearest, rounded; where they touch, a point of both, twice.
    /// None of tori, and of two half-spaces.
    pub(crate) fn nearest_points(&self, other: &Self) -> Option<[DVec3; 2]> {
        nearest_points(&ShapeCore::of(self), &ShapeCore::of(other))
    }

    /// The centre and the radius of a ball that holds it, and is not much larger; none for a
    /// half-space.
    #[must_use]
    pub fn ball_around(&self) -> Option<([f64; 3], f64)> {
        self.ball_of().map(|Ball { center, radius }| (center.into(), radius))
    }

    /// [`Shape::ball_around`] as a ball.
    pub(crate) fn ball_of(&self) -> Option<Ball> {
        let (center, radius) = match self.0 {
            ShapeKind::HalfSpace { .. } => return None,
            ShapeKind::Ball { center, radius } => (center, radius),
            ShapeKind::Capsule { ends: [p, q], radius } => {
                ((p + q) * 0.5, p.distance(q) * 0.5 + radius)
            }
            ShapeKind::Cylinder { ends: [p, q], radius } => {
                ((p + q) * 0.5, p.distance(q) * 0.5 + radius)
            }
            ShapeKind::Cone { apex, base, radius } => {
                ((apex + base) * 0.5, apex.distance(base) * 0.5 + radius)
            }
            ShapeKind::Cuboid { center, half, .. } => (center, half.length() * AXES_UP),
            ShapeKind::Torus { center, ring, tube, .. } => (center, ring + tube),
        };
        let off = AROUND_CENTER * center.abs().max_element();
        Some(Ball { center, radius: radius * UP_MANY + off })
    }
}

fn meets_box(of: &Oblong, other: &ShapeKind) -> Option<bool> {
    Some(match *other {
        ShapeKind::Ball { center, radius } => slanted::near_segment(of, [center; 2], radius),
        ShapeKind::Capsule { ends, radius } => slanted::near_segment(of, ends, radius),
        ShapeKind::Cylinder { ends, radius } => slanted::meets_cylinder(of, ends, radius),
        ShapeKind::Cone { apex, base, radius } => slanted::meets_cone(of, apex, base, radius),
        ShapeKind::Cuboid { center, axes, half } => {
            slanted::boxes_meet(of, &Oblong { center, axes, half })
        }
        ShapeKind::HalfSpace { .. } | ShapeKind::Torus { .. } => return None,
    })
}

fn meets_ball(ball: (DVec3, f64), other: &ShapeKind) -> Option<bool> {
    Some(match *other {
        ShapeKind::Cylinder { ends, radius } => round::cylinder(ball, ends, radius),
        ShapeKind::Cone { apex, base, radius } => round::cone(ball, apex, base, radius),
        ShapeKind::Torus { center, axis, ring, tube } => {
            round::torus(ball, center, axis, ring, tube)
        }
        _ => return None,
    })
}

fn nearest_points(a: &ShapeCore, b: &ShapeCore) -> Option<[DVec3; 2]> {
    match (a, b) {
        (ShapeCore::Half(half), _) => Some(witness::nearest_to_half_space(half, b.convex()?)),
        (_, ShapeCore::Half(half)) => {
            let [of_half, of_a] = witness::nearest_to_half_space(half, a.convex()?);
            Some([of_a, of_half])
        }
        _ => Some(witness::nearest(a.convex()?, b.convex()?)),
    }
}

fn to_half_space(half: &ShapeHalfSpace, part: &ShapeCore) -> Interval {
    match part {
        ShapeCore::Ring(ring, axis, tube) => less(half.distance_to_ring(ring, *axis), *tube),
        _ => {
            let (core, radius) = part.convex().expect("neither a half-space nor a torus");
            less(half.distance_to(&core), radius)
        }
    }
}

/// Is a segment within a distance of a triangle?
fn near([p, q]: [DVec3; 2], radius: f64, t: &Triangle) -> bool {
    within_distance(&[p, q, q], t, radius)
}

fn within_distance(a: &Triangle, b: &Triangle, reach: f64) -> bool {
    let limit = Clearance::new(reach).expect("radii are in range");
    within(a, b, limit).meets
}

/// The sum of two radii, if an f64 in range holds it.
pub(super) fn sum(a: f64, b: f64) -> Option<f64> {
    let (large, small) = if a > b { (a, b) } else { (b, a) };
    let sum = large + small;
    (small - (sum - large) == 0.0 && Clearance::new(sum).is_ok()).then_some(sum)
}

/// A distance less a radius; 0 where that is more.
fn less(distance: Interval, radius: f64) -> Interval {
    if radius == 0.0 {
        return distance;
    }
    let [lo, hi] = [distance.lo - radius, distance.hi - radius];
    Interval {
        lo: if lo > 0.0 { lo.next_down() } else { 0.0 },
        hi: if hi >= 0.0 { hi.next_up() } else { 0.0 },
    }
}
