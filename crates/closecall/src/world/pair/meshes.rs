//! The row of two meshes: exact, in the frame of A, with memory and budgets, as surfaces or solids.

use crate::Answer;
use crate::cost::{Meter, Uncounted};
use crate::geom::{Clearance, Interval, Pose};
use crate::query::timed::touch_again;
use crate::query::{Scratch, solid};
use crate::wide::{ContactAsked, Distance, DistanceAsked, Warm, contacts_asked, first_asked};
use crate::world::scene::Geometry;
use std::ops::ControlFlow;

/// The meshes of two bodies about to be asked.
#[derive(Clone, Copy)]
pub(in crate::world) struct MeshPair<'w> {
    pub bodies: [&'w Geometry; 2],
    pub a_from_b: Pose,
    pub clearance: Clearance,
}

impl MeshPair<'_> {
    /// Do they touch, or is one inside the other and that a solid?
    pub(super) fn touch(&self, warm: Option<&mut Warm>, scratch: &mut Scratch) -> bool {
        let ([a, b], pose) = (self.bodies.map(|body| body.model.body()), &self.a_from_b);
        let found = match warm {
            Some(warm) => warm.first(a, b, pose, scratch, &mut Uncounted),
            None => first_asked(a, b, pose, &self.asked(), scratch, &mut Uncounted),
        };
        found.is_some() || self.one_is_inside()
    }

    /// The triangles that touch, sorted, if they collide; none where one is inside the other.
    pub(super) fn contacts(
        &self,
        warm: Option<&mut Warm>,
        scratch: &mut Scratch,
    ) -> Option<Vec<(u32, u32)>> {
        let ([a, b], pose) = (self.bodies.map(|body| body.model.body()), &self.a_from_b);
        let (mut found, count) = (Vec::new(), &mut Uncounted);
        let mut visit = |i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        };
        match warm {
            Some(warm) => warm.contacts(a, b, pose, scratch, count, &mut visit),
            None => contacts_asked(a, b, pose, &self.asked(), scratch, count, &mut visit),
        }
        found.sort_unstable();
        (!found.is_empty() || self.one_is_inside()).then_some(found)
    }

    /// Do their surfaces touch, as far as a meter goes? Two triangles may be asked first.
    pub(in crate::world) fn touch_within(
        &self,
        clearance: Clearance,
        witness: Option<(u32, u32)>,
        meter: &mut Meter,
        scratch: &mut Scratch,
    ) -> Answer<(u32, u32), f64> {
        let [a, b] = self.bodies.map(|body| &body.model);
        touch_again(a, b, &self.a_from_b, clearance, witness, meter, scratch)
    }

    /// How far apart they are, unless that is above a limit.
    pub(super) fn distance(&self, limit: f64, scratch: &mut Scratch) -> Option<Distance> {
        let [a, b] = self.bodies.map(|body| &body.model);
        let is_inside = self.one_is_inside();
        let limit = if is_inside { f64::INFINITY } else { limit };
        let asked = DistanceAsked { limit, ..DistanceAsked::default() };
        let found = a.distance_asked(b, &self.a_from_b, &asked, scratch)?;
        Some(if is_inside { Distance { distance: Interval::exactly(0.0), ..found } } else { found })
    }

    /// Is one of the two a solid?
    pub(in crate::world) fn has_solid(&self) -> bool {
        self.bodies.iter().any(|body| body.solid.is_some())
    }

    /// Of surfaces that share no point: does a part of one lie inside the other, if that is a
    /// solid?
    pub(in crate::world) fn one_is_inside(&self) -> bool {
        one_is_inside(self.bodies, &self.a_from_b)
    }

    fn asked(&self) -> ContactAsked {
        ContactAsked { clearance: self.clearance, ..ContactAsked::default() }
    }
}

/// Of two bodies whose surfaces share no point: does a part of one lie inside the other, if that is
/// a solid?
pub(in crate::world) fn one_is_inside(bodies: [&Geometry; 2], a_from_b: &Pose) -> bool {
    solid::one_is_inside(bodies.map(|body| (&body.model, body.solid.as_ref())), a_from_b)
}
