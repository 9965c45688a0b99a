//! Outlines in a broad phase: the one place where a world meets the number of directions of its
//! k-DOPs.

use super::broad::{BroadPhase, Mobility, overlap};
use super::outline::Outline;
use super::region::Region;
use crate::geom::Pose;
use crate::geom::kdop::Kdop;
use std::fmt;

/// An outline somewhere.
#[derive(Clone, Copy)]
pub(super) struct Placed<'o> {
    pub outline: &'o Outline,
    pub world_from_body: &'o Pose,
    /// By how much its volume is enlarged.
    pub growth: f64,
}

impl Placed<'_> {
    fn volume<const S: usize>(&self) -> Kdop<S> {
        self.outline.at(self.world_from_body, self.growth)
    }
}

/// A [`BroadPhase`] for any number of directions.
pub(super) trait Space: fmt::Debug + Send + Sync {
    fn insert(&mut self, slot: u32, mobility: Mobility, placed: Placed);
    fn remove(&mut self, slot: u32);
    fn update(&mut self, changes: &mut dyn Iterator<Item = (u32, Placed)>);
    fn pairs(&mut self, found: &mut Vec<(u32, u32)>);
    /// Pairs whose volumes overlap: of outlines that may be elsewhere than their bodies, with each
    /// other and with the bodies that are not `left_out`.
    fn near(
        &self,
        placed: &mut dyn Iterator<Item = (u32, Placed)>,
        left_out: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, u32),
    );
    fn search(&self, region: &Region, visit: &mut dyn FnMut(u32));
    fn check(&self);
    /// A copy of its own.
    fn boxed(&self) -> Box<dyn Space>;
}

/// k-DOPs in a broad phase.
#[derive(Debug)]
pub(super) struct Volumes<const S: usize> {
    pub phase: Box<dyn BroadPhase<S>>,
    pub changes: Vec<(u32, Kdop<S>)>,
}

impl<const S: usize> Space for Volumes<S> {
    fn insert(&mut self, slot: u32, mobility: Mobility, placed: Placed) {
        self.phase.insert(slot, mobility, placed.volume());
    }

    fn remove(&mut self, slot: u32) {
        self.phase.remove(slot);
    }

    fn update(&mut self, changes: &mut dyn Iterator<Item = (u32, Placed)>) {
        self.changes.clear();
        self.changes.extend(changes.map(|(slot, placed)| (slot, placed.volume())));
        self.phase.update(&self.changes);
    }

    fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.phase.pairs(found);
    }

    fn near(
        &self,
        placed: &mut dyn Iterator<Item = (u32, Placed)>,
        left_out: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, u32),
    ) {
        let mut volumes: Vec<(u32, Kdop<S>)> = placed.map(|(slot, placed)| (slot, placed.volume())).collect();
        each_other(&mut volumes, visit);
        for (slot, volume) in &volumes {
            self.phase.search(&|other| overlap(volume, other), &mut |other| {
                if !left_out(other) {
                    visit(*slot, other);
                }
            });
        }
    }

    fn search(&self, region: &Region, visit: &mut dyn FnMut(u32)) {
        self.phase.search(&|volume| region.may_meet(volume), visit);
    }

    fn check(&self) {
        self.phase.check();
    }

    fn boxed(&self) -> Box<dyn Space> {
        Box::new(Self { phase: self.phase.boxed(), changes: Vec::new() })
    }
}

/// The pairs of these volumes that overlap. Sorted along the direction in which they are spread
/// widest, each is held against those that begin before it ends.
fn each_other<const S: usize>(volumes: &mut [(u32, Kdop<S>)], visit: &mut dyn FnMut(u32, u32)) {
    let spread = |slab: usize| {
        let begins = volumes.iter().map(|(_, volume)| volume.low[slab]);
        let (least, most) = begins.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
        most - least
    };
    let widest = (0..S).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0);
    volumes.sort_unstable_by(|(_, a), (_, b)| a.low[widest].total_cmp(&b.low[widest]));
    for (place, (slot, volume)) in volumes.iter().enumerate() {
        let near = volumes[place + 1..].iter().take_while(|(_, other)| other.low[widest] <= volume.high[widest]);
        near.filter(|(_, other)| overlap(volume, other)).for_each(|(other, _)| visit(*slot, *other));
    }
}
