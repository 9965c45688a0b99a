//! The memory of the last point, for the next one.
//!
//! A triangle that was nearest bounds the distance of the next point. The next point's winding number is
//! the last one's if the two are nearer to each other than both are to the surface, together; otherwise it follows from how
//! often the segment between the two goes through the surface. None of this changes an answer: a
//! triangle that may be the nearest is looked at whatever the bound, and winding numbers are exact.

use super::Near;
use crate::geom::DVec3;
use crate::geom::exact::near;
use crate::query::ray::{Winding, winding_about, winding_between};
use crate::query::{Model, Scratch};
use crate::rounding::factor::UP_16;

/// The last answers.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    nearest: Option<u32>,
    known: Option<Known>,
}

/// A point that is not in the surface.
#[derive(Clone, Copy, Debug)]
struct Known {
    point: DVec3,
    /// No point of the surface is nearer.
    clear: f64,
    winding: i64,
}

impl Memory {
    /// Not below the distance of a point.
    pub(super) fn most(&self, model: &Model, point: DVec3) -> f64 {
        self.nearest.map_or(f64::INFINITY, |number| {
            near(point, &model.mesh().triangle_at(number as usize)).hi
        })
    }

    /// Remembers the nearest triangle.
    pub(super) fn keep(&mut self, near: &Near) {
        self.nearest = Some(near.triangle);
    }

    /// The winding number of a point whose nearest triangle is known.
    pub(super) fn winding(
        &mut self,
        model: &Model,
        scratch: &mut Scratch,
        point: DVec3,
        near: &Near,
    ) -> Winding {
        if near.distance.hi == 0.0 {
            return Winding::OnSurface { triangle: near.triangle };
        }
        let found = self.winding_beside(model, scratch, point, near.distance.lo);
        if let Winding::Around(winding) = found {
            self.known = Some(Known { point, clear: near.distance.lo, winding });
        }
        found
    }

    fn winding_beside(
        &self,
        model: &Model,
        scratch: &mut Scratch,
        point: DVec3,
        clear: f64,
    ) -> Winding {
        let Some(known) = &self.known else { return winding_about(model, scratch, point) };
        let apart = known.point.distance(point) * UP_16;
        if apart < known.clear + clear {
            return Winding::Around(known.winding);
        }
        // A ray leaves the ball around the mesh by a short way.
        if apart > model.tree().ball().radius {
            return winding_about(model, scratch, point);
        }
        let change = winding_between(model, scratch, known.point, point);
        Winding::Around(known.winding - change)
    }
}
