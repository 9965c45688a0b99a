//! A part of a cover: how far a point is from it, and at most any point of a piece of a triangle.

use super::convex::{Heart, Kernel};
use super::patch::{Corner, Patch};
use crate::geom::exact::distance;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::shape::{Shape, ShapeKind};
use crate::geom::{Clearance, DVec3, Interval, Triangle};
use crate::query::{Near, Solid};
use crate::rounding::factor::{UP_4, UP_8};
use crate::{Answer, Model};

/// A convex shape, or a solid.
#[derive(Clone, Debug)]
pub(super) enum CoverPart {
    Ball { center: DVec3, radius: f64 },
    Shape(Shape, Option<Heart>),
    Solid(Box<SolidPart>),
}

#[derive(Clone, Debug)]
pub(super) struct SolidPart {
    model: Model,
    kernel: Option<Kernel>,
}

/// The bounds on a piece that come from one part.
pub(super) struct Bounds {
    /// The distance of each corner from the part.
    pub gaps: [Interval; 3],
    /// No point of the piece is further from the part.
    pub reach: f64,
}

impl CoverPart {
    pub fn shape(shape: &Shape) -> Self {
        if let ShapeKind::Ball { center, radius } = shape.0 {
            return Self::Ball { center, radius };
        }
        let heart = shape.ball_around().and_then(|(center, size)| {
            Heart::about(DVec3::from_array(center), size, |p| has(shape, p))
        });
        Self::Shape(*shape, heart)
    }

    pub fn solid(solid: &Solid) -> Self {
        let (model, kernel) = (solid.model().clone(), Kernel::of(solid.mesh()));
        Self::Solid(Box::new(SolidPart { model, kernel }))
    }

    /// Bounds on the distance from a piece.
    pub fn bounds(&self, patch: &Patch) -> Bounds {
        match self {
            Self::Ball { center, radius } => ball(*center, *radius, patch),
            Self::Shape(shape, heart) => round(shape, heart.as_ref(), patch),
            Self::Solid(solid) => solid.bounds(patch),
        }
    }
}

fn has(shape: &Shape, p: DVec3) -> bool {
    shape.touches(&[p; 3], Clearance::NONE) == Answer::Touching(())
}

/// The bounds of a convex part, of each corner its distance, and how far the points around it may be
/// out.
fn convex(patch: &Patch, bound: impl Fn(Corner) -> (Interval, f64)) -> Bounds {
    let found = patch.corners.map(bound);
    let reach = found.iter().map(|(_, reach)| *reach).fold(0.0, f64::max);
    Bounds { gaps: found.map(|(gap, _)| gap), reach }
}

/// The distance by which the points within `off` of one with this distance may be out.
fn around(gap: Interval, off: f64) -> f64 {
    (gap.hi + off) * UP_4
}

fn ball(center: DVec3, radius: f64, patch: &Patch) -> Bounds {
    let exact =
        |p: DVec3| Shape(ShapeKind::Ball { center, radius }).touches(&[p; 3], Clearance::NONE);
    convex(patch, |Corner { at, off }| {
        let square = |i: usize| (Interval::exactly(at[i]) - Interval::exactly(center[i])).square();
        let signed = (square(0) + square(1) + square(2)).sqrt() - Interval::exactly(radius);
        if signed.hi + off * UP_8 < 0.0 {
            return (Interval::exactly(0.0), 0.0);
        }
        let is_open = off == 0.0 && signed.lo <= 0.0;
        if is_open && exact(at) == Answer::Touching(()) {
            return (Interval::exactly(0.0), 0.0);
        }
        let lo = if is_open { LEAST } else { signed.lo.max(0.0) };
        let gap = Interval { lo, hi: signed.hi.max(lo) };
        (gap, around(gap, off))
    })
}

/// A point outside of a shape is further away than this. A point outside of a ball has |p − c|² −
/// r² ≥ 2⁻⁵⁰⁴, as both are whole multiples of that, and is 2⁻⁵⁰⁴/2¹⁰⁵ away; of the other shapes the
/// squares are quotients with denominators below 2⁴²⁰ at most.
const LEAST: f64 = f64::MIN_POSITIVE;

fn round(shape: &Shape, heart: Option<&Heart>, patch: &Patch) -> Bounds {
    convex(patch, |Corner { at, off }| {
        let gap = shape.distance_to(&[at; 3]);
        if gap.lo > 0.0 {
            return (gap, around(gap, off));
        }
        let holds = heart.is_some_and(|heart| heart.holds_around(at, off, |p| has(shape, p)));
        if holds || off == 0.0 && has(shape, at) {
            return (Interval::exactly(0.0), 0.0);
        }
        let lo = if off == 0.0 { LEAST } else { 0.0 };
        let gap = Interval { lo, hi: gap.hi.max(lo) };
        (gap, around(gap, off))
    })
}

impl SolidPart {
    fn bounds(&self, patch: &Patch) -> Bounds {
        let gaps = patch.corners.map(|corner| self.gap(corner.at));
        let mut reach = f64::INFINITY;
        if let Some(kernel) = &self.kernel {
            let bound = |corner: Corner| kernel.reach(corner.at, corner.off);
            let bounds = patch.corners.map(|corner| bound(corner).unwrap_or(f64::INFINITY));
            reach = bounds.into_iter().fold(0.0, f64::max);
        }
        if reach > 0.0 {
            reach = reach.min(self.reach(patch));
        }
        Bounds { gaps, reach }
    }

    /// The distance of a point from the solid.
    fn gap(&self, p: DVec3) -> Interval {
        let Interval { lo, hi } = self.signed(p).distance;
        Interval { lo: lo.max(0.0), hi: hi.max(0.0) }
    }

    fn signed(&self, p: DVec3) -> Near {
        self.model.points().signed(p).expect("the mesh is closed, and the point in range")
    }

    /// The lesser of two bounds: no point of the piece is further from the triangle that is nearest
    /// to its middle than one of the corners is; and none is further out than the middle by more
    /// than it is away from it.
    fn reach(&self, patch: &Patch) -> f64 {
        let middle = patch.middle();
        let found = self.signed(middle);
        let facet = self.model.mesh().triangle_at(found.triangle as usize);
        let along = patch.corners.map(|corner| beyond(corner, &facet));
        let along = along.into_iter().fold(0.0, f64::max);
        let away = patch
            .corners
            .map(|corner| (corner.at.distance(middle) + corner.off + 2.0 * MIN_COORDINATE) * UP_8);
        let away = away.into_iter().fold(0.0, f64::max);
        along.min((found.distance.hi + away).next_up().max(0.0))
    }
}

/// The distance of the points around a corner from a triangle, at most.
fn beyond(Corner { at, off }: Corner, facet: &Triangle) -> f64 {
    let found = distance(&[at; 3], facet).distance;
    if found.hi == 0.0 { off } else { (found.hi + off) * UP_4 }
}
