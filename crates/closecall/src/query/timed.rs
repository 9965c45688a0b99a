//! Questions with a budget: the certain part of the answer when the budget ends, and a bound on the
//! rest.
//!
//! **The contract.** An answer "clear" or "touching" is the same as that of a query without a
//! budget. Where the budget ends before that is known, the answer is undecided, with the *depth*
//! that is still possible: every touching pair of triangles that was not reported can be taken
//! apart by moving one of the two by no more than that. (It is a bound for each pair on its own;
//! bodies that touch in many places may need a longer way out.) With a clearance, "touch" means no
//! further apart than that, and "apart" further.
//!
//! Pairs that overlap most are looked at first, so that the depth falls evenly (Klosowski 1998, §4.3). A
//! budget of tests gives the same answer on every run, at one level of hardware; a budget of time
//! ends by the clock.

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

    /// All of a search that left this rest, or ended when there were enough.
    pub(super) fn with_rest(self, rest: Option<f64>) -> ContactPairs {
        let rest = if self.is_full() { Some(f64::INFINITY) } else { rest };
        ContactPairs { pairs: self.pairs, rest }
    }

    /// All of a search that went on to the end, or until there were enough.
    pub(super) fn sorted(mut self) -> ContactPairs {
        self.pairs.sort_unstable();
        self.with_rest(None)
    }
}

/// Are they these, and is there no rest?
impl PartialEq<Vec<(u32, u32)>> for ContactPairs {
    fn eq(&self, pairs: &Vec<(u32, u32)>) -> bool {
        self.rest.is_none() && self.pairs == *pairs
    }
}
