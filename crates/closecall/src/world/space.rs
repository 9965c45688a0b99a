//! Outlines in a broad phase, as boxes.

use super::broad::{Mixed, Mobility, overlap};
use super::outline::Outline;
use super::region::Region;
use crate::geom::Pose;
use crate::geom::kdop::Kdop;

/// An outline somewhere.
#[derive(Clone, Copy)]
pub(super) struct PlacedOutline<'o> {
    pub outline: &'o Outline,
    pub world_from_body: &'o Pose,
    /// By how much its volume is enlarged.
    pub growth: f64,
}

impl PlacedOutline<'_> {
    fn volume(&self) -> Kdop<3> {
        self.outline.at(self.world_from_body, self.growth)
    }
}

/// The boxes of all bodies, in a broad phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    phase: Mixed<3>,
    changes: Vec<(u32, Kdop<3>)>,
}

impl Space {
    pub(super) fn insert(&mut self, slot: u32, mobility: Mobility, placed: PlacedOutline) {
        self.phase.insert(slot, mobility, placed.volume());
    }

    pub(super) fn remove(&mut self, slot: u32) {
        self.phase.remove(slot);
    }

    pub(super) fn update(&mut self, changes: &mut dyn Iterator<Item = (u32, PlacedOutline)>) {
        self.changes.clear();
        self.changes.extend(changes.map(|(slot, placed)| (slot, placed.volume())));
        self.phase.update(&self.changes);
    }

    pub(super) fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.phase.pairs(found);
    }

    /// By how much the boxes of two bodies overlap along the axis on which that is least, rounded
    /// up; 0 if they do not.
    pub(super) fn depth(&self, a: u32, b: u32) -> f64 {
        let (a, b) = (self.phase.volume(a), self.phase.volume(b));
        let along =
            |axis: usize| (a.high[axis] - b.low[axis]).min(b.high[axis] - a.low[axis]).next_up();
        along(0).min(along(1)).min(along(2)).max(0.0)
    }

    /// Pairs whose boxes overlap: of outlines that may be elsewhere than their bodies, with each
    /// other and with the bodies that are not `left_out`.
    pub(super) fn near(
        &self,
        placed: &mut dyn Iterator<Item = (u32, PlacedOutline)>,
        left_out: &dyn Fn(u32) -> bool,
        visit: &mut dyn FnMut(u32, u32),
    ) {
        let mut volumes: Vec<(u32, Kdop<3>)> =
            placed.map(|(slot, placed)| (slot, placed.volume())).collect();
        each_other(&mut volumes, visit);
        for (slot, volume) in &volumes {
            self.phase.search(&|other| overlap(volume, other), &mut |other| {
                if !left_out(other) {
                    visit(*slot, other);
                }
            });
        }
    }

    pub(super) fn search(&self, region: &Region, visit: &mut dyn FnMut(u32)) {
        self.phase.search(&|volume| region.may_meet(volume), visit);
    }

    pub(super) fn check(&self) {
        self.phase.check();
    }
}

/// The pairs of these volumes that overlap. Sorted along the direction in which they are spread
/// widest, each is held against those that begin before it ends.
fn each_other(volumes: &mut [(u32, Kdop<3>)], visit: &mut dyn FnMut(u32, u32)) {
    let spread = |slab: usize| {
        let begins = volumes.iter().map(|(_, volume)| volume.low[slab]);
        let (least, most) =
            begins.fold((f64::MAX, f64::MIN), |(least, most), x| (least.min(x), most.max(x)));
        most - least
    };
    let widest = (0..3).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).unwrap_or(0);
    volumes.sort_unstable_by(|(_, a), (_, b)| a.low[widest].total_cmp(&b.low[widest]));
    for (place, (slot, volume)) in volumes.iter().enumerate() {
        let near = volumes[place + 1..]
            .iter()
            .take_while(|(_, other)| other.low[widest] <= volume.high[widest]);
        near.filter(|(_, other)| overlap(volume, other))
            .for_each(|(other, _)| visit(*slot, *other));
    }
}
