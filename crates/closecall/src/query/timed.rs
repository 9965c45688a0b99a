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
use crate::Answer;
use crate::cost::Meter;
use crate::geom::{Clearance, Pose};
use crate::wide::{self, ContactAsked};
use std::ops::ControlFlow;

/// Pairs of triangles that touch: all of them, or those found within a budget.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ContactPairs {
    /// Triangles of A and of B, each pair once; sorted, or, with a budget, in the order in which
    /// they were found.
    pub pairs: Vec<(u32, u32)>,
    /// If there may be more: none of the rest is deeper than this; ∞ if nothing is known of it.
    pub rest: Option<f64>,
}

/// Pairs as they are found, up to a number.
pub(super) struct PairsFound {
    pub pairs: Vec<(u32, u32)>,
    most: u64,
}

impl PairsFound {
    pub(super) fn new(most: u64) -> Self {
        Self { pairs: Vec::new(), most }
    }

    /// Takes a pair in; breaks off when there are enough.
    pub(super) fn take(&mut self, pair: (u32, u32)) -> ControlFlow<()> {
        if !self.is_full() {
            self.pairs.push(pair);
        }
        if self.is_full() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Are there enough?
    pub(super) fn is_full(&self) -> bool {
        self.pairs.len() as u64 >= self.most
    }

    /// All of a search that went on to the end, or until there were enough.
    pub(super) fn sorted(mut self) -> ContactPairs {
        self.pairs.sort_unstable();
        ContactPairs { rest: self.is_full().then_some(f64::INFINITY), pairs: self.pairs }
    }
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
    let mut found = PairsFound::new(ask.most);
    let mut visit = |i, j| found.take((i, j));
    let asked = ContactAsked { clearance: ask.clearance, ..ContactAsked::default() };
    let (bodies, meter) = ([a.body(), b.body()], &mut ask.budget.start());
    let rest = wide::contacts_timed(bodies, a_from_b, &asked, meter, scratch, &mut visit);
    let rest = if found.is_full() { Some(f64::INFINITY) } else { rest };
    ContactPairs { pairs: found.pairs, rest }
}

/// Do two models touch, as far as a meter goes?
pub(crate) fn touch(
    a: &Model,
    b: &Model,
    a_from_b: &Pose,
    clearance: Clearance,
    meter: &mut Meter,
    scratch: &mut Scratch,
) -> Answer<(u32, u32), f64> {
    let mut found = None;
    let mut visit = |i, j| {
        found = Some((i, j));
        ControlFlow::Break(())
    };
    let asked = ContactAsked { clearance, ..ContactAsked::default() };
    let rest =
        wide::contacts_timed([a.body(), b.body()], a_from_b, &asked, meter, scratch, &mut visit);
    match (found, rest) {
        (Some(pair), _) => Answer::Touching(pair),
        (None, Some(depth)) => Answer::Undecided(depth),
        (None, None) => Answer::Clear,
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
) -> Answer<(u32, u32), f64> {
    if let Some((i, j)) = witness.filter(|_| !meter.is_over()) {
        let other = a_from_b.carried_triangle(&b.mesh().triangle_at(j as usize));
        meter.spend_slow(1);
        if crate::geom::exact::within(&a.mesh().triangle_at(i as usize), &other, clearance).meets {
            return Answer::Touching((i, j));
        }
    }
    touch(a, b, a_from_b, clearance, meter, scratch)
}
