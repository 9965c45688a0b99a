//! The common part of two triangles in crossing planes: on the line of the planes, from the later of P₂ and
//! Q₁ to the earlier of P₁ and Q₂, in the names of [`super::super::across`].

use super::super::across::Across;
use super::super::construct::{volume, zero_between};
use super::Shared;
use crate::geom::{DVec3, Triangle};

pub(super) fn shared(pair: &Across) -> Shared {
    let p_to_q = |i, j| pair.p_to_q(i, j).sign;
    if p_to_q(2, 2) < 0.0 || p_to_q(1, 1) > 0.0 {
        return Shared::None;
    }
    let p = PlaneCut::of(&pair.a, &pair.b);
    let q = PlaneCut::of(&pair.b, &pair.a);
    let start = if p_to_q(2, 1) > 0.0 { q.point(1) } else { p.point(2) };
    // P₂ ≤ start ≤ end ≤ P₁ and Q₁ ≤ start ≤ end ≤ Q₂: these coincide iff two of the outer four do.
    if p.is_corner() || q.is_corner() || p_to_q(2, 2) == 0.0 || p_to_q(1, 1) == 0.0 {
        return Shared::Point(start);
    }
    let end = if p_to_q(1, 2) > 0.0 { p.point(1) } else { q.point(2) };
    Shared::Segment([start, end])
}

/// The points in which a triangle cuts the other's plane.
struct PlaneCut<'a> {
    corners: &'a Triangle,
    base: &'a Triangle,
}

impl<'a> PlaneCut<'a> {
    fn of(corners: &'a Triangle, base: &'a Triangle) -> Self {
        Self { corners, base }
    }

    fn is_corner(&self) -> bool {
        volume(self.base, self.corners[0]).sign().is_eq()
    }

    /// P_i or Q_i.
    fn point(&self, i: usize) -> DVec3 {
        let edge = [self.corners[0], self.corners[i]];
        let [at_start, at_end] = edge.map(|p| volume(self.base, p));
        zero_between(edge, &at_start, &at_end)
    }
}
