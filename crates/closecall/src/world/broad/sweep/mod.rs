//! Sweep and prune along the k/2 directions of the k-DOPs (Klosowski 1998, §9.1; Cohen and others,
//! "I-COLLIDE", 1995).
//!
//! I-COLLIDE keeps a sorted list of interval ends per direction and counts, at every exchange of
//! two ends, in how many directions a pair overlaps. Here *one* order is kept, along the direction
//! that tells most bodies apart, and mended by insertion sort, since little changes from step to
//! step; bodies are dealt in this order into strips along a second direction; and in every strip
//! each body is compared with those that follow it, eight at a time and along all directions.
//!
//! Comparisons are made in f32, rounded outward ([`lane`]), and what they let through is confirmed
//! in f64.

mod lane;
mod order;
mod scan;
mod survey;

use self::lane::StripLanes;
use self::order::{SortedBodies, SortedBody};
use self::survey::Survey;
use super::Mobility;
use crate::geom::kdop::Kdop;
use crate::wide::Level;

/// Sweep and prune: for worlds in which much moves in every step.
#[derive(Clone, Debug, Default)]
pub struct SweepAndPrune<const S: usize> {
    order: SortedBodies<S>,
    survey: Survey<S>,
    lanes: StripLanes<S>,
    #[cfg(feature = "lab")]
    keys: Vec<u64>,
}

impl<const S: usize> SweepAndPrune<S> {
    pub(super) fn contains(&self, id: u32) -> bool {
        self.order.contains(id)
    }

    /// A number that no body reaches.
    pub(super) fn end(&self) -> u32 {
        self.order.end()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, &Kdop<S>)> {
        self.order.bodies().iter().map(|body| (body.id, &body.volume))
    }

    /// Appends the [`super::key`] of every pair, in no particular order.
    pub(super) fn collect(&mut self, keys: &mut Vec<u64>) {
        let Self { order, survey, lanes, .. } = self;
        survey.renew_if_due(order.bodies());
        order.mend(survey);
        if !lanes.deal(order.bodies(), survey) {
            // Bodies have grown or gathered since they were surveyed.
            survey.renew(order.bodies());
            order.mend(survey);
            lanes.deal(order.bodies(), survey);
        }
        Level::best().run(scan::Scan { lanes, bodies: order.bodies(), keys });
    }
}

/// Sorts keys, and writes the pairs they stand for.
pub fn hand_out(keys: &mut [u64], found: &mut Vec<(u32, u32)>) {
    keys.sort_unstable();
    found.clear();
    found.extend(keys.iter().map(|&key| ((key >> 32) as u32, key as u32)));
}

impl<const S: usize> SweepAndPrune<S> {
    /// Takes a body in.
    ///
    /// # Panics
    /// If its number is here already.
    pub fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        self.order.insert(SortedBody { volume, id, mobility });
    }

    /// Lets a body go; its number may be used again.
    ///
    /// # Panics
    /// If it is not here.
    pub fn remove(&mut self, id: u32) {
        self.order.remove(id);
    }

    /// Moves bodies, each named once.
    ///
    /// # Panics
    /// If one is not here.
    pub fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        changes.iter().for_each(|(id, volume)| self.order.set(*id, volume));
    }

    /// Writes every overlapping pair, the lower number first, to `found`, sorted; but pairs of
    /// bodies that are both [`Mobility::Fixed`].
    #[cfg(feature = "lab")]
    pub fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        let mut keys = std::mem::take(&mut self.keys);
        keys.clear();
        self.collect(&mut keys);
        hand_out(&mut keys, found);
        self.keys = keys;
    }

    /// Visits every body whose volume may meet something, in no particular order. `may_meet` must
    /// say yes to a volume that holds one it says yes to.
    #[cfg(feature = "lab")]
    pub fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.iter().filter(|(_, volume)| may_meet(volume)).for_each(|(id, _)| visit(id));
    }

    /// The volume of a body.
    ///
    /// # Panics
    /// If it is not here.
    #[must_use]
    pub fn volume(&self, id: u32) -> &Kdop<S> {
        &self.order.body(id).volume
    }

    /// Panics, saying where, unless the structure is what it promises to be. For tests.
    #[cfg(feature = "lab")]
    pub fn check(&self) {
        self.order.check();
    }
}
