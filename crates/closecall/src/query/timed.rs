//! Questions with a budget: what is certain when it ends, and a bound on the rest.
//!
//! **The contract.** What is called clear or touching is what an endless query would say. Where the
//! budget ends before that is known, the answer is undecided, with the *depth* that is still
//! possible: every pair of triangles that touches and was not told of can be taken apart by moving
//! one of the two by no more than that. (It is a bound for each pair on its own; bodies that touch
//! in many places may need a longer way out.) With a clearance, "touch" means no further apart than
//! that, and "apart" further.
//!
//! What overlaps most is looked at first, so that the depth falls evenly (Klosowski 1998, §4.3). A
//! budget of tests gives the same answer on every run, at one level of hardware; a budget of time
//! ends by the clock.

use super::ask::Ask;
use super::model::{Model, Scratch};
use crate::cost::Meter;
use crate::geom::{Clearance, Pose};
use crate::wide::{self, ContactAsked};
use std::ops::ControlFlow;

/// Do two bodies touch, as far as the budget went?
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TimedTouch {
    /// No: a proof.
    Clear,
    /// Yes: a triangle of A and one of B.
    Touching(u32, u32),
    /// The budget ended before either was proved.
    Undecided {
        /// No two triangles touch that could not be taken apart by moving one of them this far.
        depth: f64,
    },
}

/// Pairs of triangles that touch: all of them, or those found within a budget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactPairs {
    /// Triangles of A and of B, each pair once; sorted, or, with a budget, in the order in which
    /// they were found.
    pub pairs: Vec<(u32, u32)>,
    /// If there may be more: none of the rest is deeper than this.
    pub rest: Option<f64>,
}

/// Are they these, and is there no rest?
impl PartialEq<Vec<(u32, u32)>> for ContactPairs {
    fn eq(&self, pairs: &Vec<(u32, u32)>) -> bool {
        self.rest.is_none() && self.pairs == *pairs
    }
}

/// The touching pairs, as far as a budget goes.
pub(super) fn contacts_in_budget(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    ask: &Ask,
    scratch: &mut Scratch,
) -> ContactPairs {
    let mut pairs = Vec::new();
    let mut visit = |i, j| {
        pairs.push((i, j));
        ControlFlow::Continue(())
    };
    let asked = ContactAsked { clearance: ask.clearance, ..ContactAsked::default() };
    let (bodies, meter) = ([a.body(), b.body()], &mut ask.budget.start());
    let rest = wide::contacts_timed(bodies, a_from_b, &asked, meter, scratch, &mut visit);
    ContactPairs { pairs, rest }
}

/// Do two models touch, as far as a meter goes?
pub(crate) fn touch(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    clearance: Clearance,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> TimedTouch {
    let mut found = None;
    let mut visit = |i, j| {
        found = Some((i, j));
        ControlFlow::Break(())
    };
    let asked = ContactAsked { clearance, ..ContactAsked::default() };
    let rest = wide::contacts_timed(a.beside(b), a_from_b, &asked, meter, scratch, &mut visit);
    match (found, rest) {
        (Some((i, j)), _) => TimedTouch::Touching(i, j),
        (None, Some(depth)) => TimedTouch::Undecided { depth },
        (None, None) => TimedTouch::Clear,
    }
}

/// [`touch`], with two triangles that are asked first.
pub(crate) fn touch_again(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    clearance: Clearance,
    witness: Option<(u32, u32)>,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> TimedTouch {
    if let Some((i, j)) = witness.filter(|_| !meter.is_over()) {
        let other = a_from_b.carry_triangle(&b.mesh().triangle(j as usize));
        meter.spend_slow(1);
        if crate::geom::exact::within(&a.mesh().triangle(i as usize), &other, clearance).meets {
            return TimedTouch::Touching(i, j);
        }
    }
    touch(a, b, a_from_b, clearance, meter, scratch)
}
