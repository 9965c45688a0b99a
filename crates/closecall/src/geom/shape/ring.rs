//! A circle against convex sets and other circles: how far they are apart, by arcs. A torus is what
//! is within its tube's radius of a circle.
//!
//! An arc of the angle 2α lies within R(1 − cos α) = 2R·sin²(α/2) of its chord. So the distance of
//! the chord, less that, is a bound for the arc that is good to the square of α; the distance of
//! the arc's middle is a bound from above. The arc with the lowest bound is halved until the two
//! agree. Directions and cosines are off by a few roundings, points of the circle by less than
//! [`RING_POINT`] of R + |c|, which is taken off.

use super::core::Core;
use super::gjk;
use crate::geom::{DVec3, Interval};
use crate::rounding::{factor::UP_MANY, shape::RING_POINT};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::f64::consts::TAU;

/// A circle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ring {
    pub(super) center: DVec3,
    pub(super) radius: f64,
    /// Orthogonal unit vectors in its plane.
    axes: [DVec3; 2],
}

/// A part of a circle: where it begins, and how far it goes on.
#[derive(Clone, Copy, Debug)]
struct RingArc {
    from: f64,
    angle: f64,
}

/// The number of arcs of a circle at first, and how often one is halved at most.
const ARCS: usize = 12;
const STEPS: usize = 4000;

/// The two bounds agree if they are this near, in roundings of the lengths.
const AGREE: f64 = 1024.0 * f64::EPSILON;

impl Ring {
    pub(super) fn new(center: DVec3, axis: DVec3, radius: f64) -> Self {
        // Scaled first: the square of a small axis would vanish.
        let normal = (axis / axis.abs().max_element()).normalize();
        let across = normal.any_orthonormal_vector();
        Self { center, radius, axes: [across, normal.cross(across)] }
    }

    /// The distance of the circle from a convex set.
    pub(super) fn distance_to(&self, other: &Core) -> Interval {
        let bounds = |arc: &RingArc| {
            let low = gjk::distance(&self.chord(arc), other).lo - self.sagitta(arc) - self.off();
            Interval { lo: low, hi: gjk::distance(&self.middle(arc), other).hi + self.off() }
        };
        search(arcs().collect(), bounds, RingArc::halves, self.off())
    }

    /// The distance from another circle.
    pub(super) fn distance_to_ring(&self, other: &Self) -> Interval {
        let off = self.off() + other.off();
        let bounds = |(a, b): &(RingArc, RingArc)| {
            let chords = gjk::distance(&self.chord(a), &other.chord(b));
            let middles = gjk::distance(&self.middle(a), &other.middle(b));
            Interval {
                lo: chords.lo - self.sagitta(a) - other.sagitta(b) - off,
                hi: middles.hi + off,
            }
        };
        let halves = |&(a, b): &(RingArc, RingArc)| {
            if a.angle * self.radius > b.angle * other.radius {
                a.halves().map(|a| (a, b))
            } else {
                b.halves().map(|b| (a, b))
            }
        };
        search(arcs().flat_map(|a| arcs().map(move |b| (a, b))).collect(), bounds, halves, off)
    }

    fn at(&self, angle: f64) -> DVec3 {
        let (sin, cos) = angle.sin_cos();
        self.center + (self.axes[0] * cos + self.axes[1] * sin) * self.radius
    }

    fn chord(&self, arc: &RingArc) -> Core {
        Core::segment(self.at(arc.from), self.at(arc.from + arc.angle))
    }

    fn middle(&self, arc: &RingArc) -> Core {
        Core::point(self.at(arc.from + arc.angle * 0.5))
    }

    fn sagitta(&self, arc: &RingArc) -> f64 {
        2.0 * self.radius * (arc.angle * 0.25).sin().powi(2) * UP_MANY
    }

    /// The error of its points.
    pub(super) fn off(&self) -> f64 {
        RING_POINT * (self.radius + self.center.abs().max_element())
    }
}

impl RingArc {
    fn halves(&self) -> [Self; 2] {
        let angle = self.angle * 0.5;
        [Self { angle, ..*self }, Self { from: self.from + angle, angle }]
    }
}

fn arcs() -> impl Iterator<Item = RingArc> {
    let angle = TAU / ARCS as f64;
    (0..ARCS).map(move |k| RingArc { from: angle * k as f64, angle })
}

/// The least distance over all cells, the one with the lowest bound first.
fn search<C: Copy>(
    mut cells: Vec<C>,
    bounds: impl Fn(&C) -> Interval,
    halves: impl Fn(&C) -> [C; 2],
    off: f64,
) -> Interval {
    let mut waiting = BinaryHeap::new();
    let mut high = f64::INFINITY;
    // Bits of numbers that are not negative are in their order.
    let mut note = |waiting: &mut BinaryHeap<_>, cell: &C, number: usize| {
        let found = bounds(cell);
        high = high.min(found.hi);
        waiting.push(Reverse((found.lo.max(0.0).to_bits(), number)));
        high
    };
    let mut least = f64::INFINITY;
    for (number, cell) in cells.iter().enumerate() {
        least = note(&mut waiting, cell, number);
    }
    for _ in 0..STEPS {
        let &Reverse((low, number)) =
            waiting.peek().expect("halves take the place of what is taken");
        let low = f64::from_bits(low);
        if least - low <= AGREE * least + 4.0 * off {
            return Interval { lo: low, hi: least };
        }
        waiting.pop();
        for half in halves(&cells[number]) {
            cells.push(half);
            least = note(&mut waiting, &half, cells.len() - 1);
        }
    }
    let low = waiting.peek().map_or(0.0, |Reverse((low, _))| f64::from_bits(*low));
    Interval { lo: low, hi: least }
}
