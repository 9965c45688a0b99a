//! The record of whether fronts have paid so far, in counted work, and what follows from that. The
//! rules are in [`super::warm`].

use super::costs::{FIRST_REST, LONGEST_REST, Price, SHORT_LIFE};

/// The record of whether fronts have paid so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    /// The cost of planting the front, the cost of a cold query, the cost of all queries on the
    /// front, and their number.
    planting: u64,
    pub(super) cold: u64,
    spent: u64,
    queries: u64,
    /// The cost of the last queries on it, the latest counting most.
    lately: u64,
    pub(super) round: Round,
    /// The number of queries that are still to be cold, how many will be the next time, and the
    /// least motion at which a front did not pay.
    pub(super) rest: u32,
    next_rest: u32,
    pub(super) too_far: f64,
    /// Nothing of this matters: the front is used whenever it can be.
    pub(super) always: bool,
}

/// The state of trying a round front where the body turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Round {
    /// No: what a cold query costs is not known, or not any more.
    No,
    /// In place of the plain front that there is.
    AtOnce,
    /// When the front that there is has come to its end.
    Next,
}

impl Default for Habit {
    fn default() -> Self {
        Self {
            planting: 0,
            cold: 0,
            spent: 0,
            queries: 0,
            lately: 0,
            round: Round::No,
            rest: 0,
            next_rest: FIRST_REST,
            too_far: f64::INFINITY,
            always: false,
        }
    }
}

impl Habit {
    pub(super) fn new(always: bool) -> Self {
        Self { always, ..Self::default() }
    }

    /// Did the last queries cost more than the mean over the front's life, planting included?
    pub(super) fn is_dear(&self) -> bool {
        self.lately * (self.queries + 1) > self.planting + self.spent
    }

    /// Did the front cost less than cold queries would have?
    fn has_paid(&self) -> bool {
        self.planting + self.spent < self.cold * (self.queries + 1)
    }

    pub(super) fn planted_plain(&mut self, price: Price, tried_round: bool) {
        self.cold = price.cold;
        self.round = if tried_round { Round::Next } else { Round::AtOnce };
        self.begin(price);
    }

    /// It does not go the way of a cold query, and tells nothing about its price.
    pub(super) fn planted_round(&mut self, price: Price) {
        self.round = Round::No;
        self.begin(price);
    }

    fn begin(&mut self, price: Price) {
        (self.planting, self.spent, self.queries, self.lately) = (price.warm, 0, 0, 0);
    }

    pub(super) fn asked(&mut self, price: u64) {
        self.spent += price;
        self.queries += 1;
        self.lately = (self.lately * 15 + price) / 16;
    }

    /// The front has come to its end: did it pay?
    pub(super) fn judge(&mut self, motion: f64) {
        if self.has_paid() {
            (self.rest, self.next_rest, self.too_far) = (0, FIRST_REST, f64::INFINITY);
        } else {
            self.rest = self.next_rest;
            let longer = if self.queries < SHORT_LIFE { 4 } else { 2 };
            self.next_rest = (self.rest * longer).min(LONGEST_REST);
            self.too_far = self.too_far.min(motion);
        }
    }
}
