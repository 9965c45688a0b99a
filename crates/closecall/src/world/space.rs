//! The one door to the broad phase: which bodies are near something, or near each other, by boxes.
//!
//! Bodies with bounds have a box in the broad phase. Bodies without bounds are near everything, and
//! no question has to think of them: the answers here name them too. An answer never misses a body
//! that is near, and may name some that are not.

use super::broad::{Mixed, Mobility, overlap};
use super::outline::Outline;
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
    pub(super) fn volume(&self) -> Kdop<3> {
        self.outline.at(self.world_from_body, self.growth)
    }
}

/// The boxes of all bodies, in a broad phase.
#[derive(Clone, Debug, Default)]
pub(super) struct Space {
    phase: Mixed<3>,
    /// Bodies without bounds, sorted.
    unbounded: Vec<u32>,
    changes: Vec<(u32, Kdop<3>)>,
}

impl Space {
    /// Takes a body in; without an outline, one without bounds.
    pub(super) fn insert(&mut self, slot: u32, mobility: Mobility, placed: Option<PlacedOutline>) {
        match placed {
            Some(placed) => self.phase.insert(slot, mobility, placed.volume()),
            None => {
                let place = self.unbounded.partition_point(|&other| other < slot);
                self.unbounded.insert(place, slot);
            }
        }
    }

    pub(super) fn remove(&mut self, slot: u32) {
        match self.unbounded.binary_search(&slot) {
            Ok(place) => drop(self.unbounded.remove(place)),
            Err(_) => self.phase.remove(slot),
        }
    }

    pub(super) fn update(&mut self, changes: &mut dyn Iterator<Item = (u32, PlacedOutline)>) {
        self.changes.clear();
        self.changes.extend(changes.map(|(slot, placed)| (slot, placed.volume())));
        self.phase.update(&self.changes);
    }

    /// Visits every body whose box may meet something, in no particular order. `may_meet` says yes
    /// to a box around one that it has to say yes to.
    pub(super) fn near(&self, may_meet: impl Fn(&Kdop<3>) -> bool, mut visit: impl FnMut(u32)) {
        self.phase.visit(may_meet, &mut visit);
        self.unbounded.iter().for_each(|&slot| visit(slot));
    }

    /// Writes the pairs of bodies that are near each other, the lower slot first, to `found`,
    /// sorted; of two fixed bodies, only pairs without bounds.
    pub(super) fn near_pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.phase.pairs(found);
        if !self.unbounded.is_empty() {
            self.each_unbounded(|a, b| found.push((a.min(b), a.max(b))));
            found.sort_unstable();
        }
    }

    /// Visits the pairs that are near each other of bodies that may be elsewhere, whose boxes are
    /// given, and of these with all others, each once. `is_posed` says who may be elsewhere.
    pub(super) fn near_posed(
        &self,
        mut volumes: Vec<(u32, Kdop<3>)>,
        is_posed: impl Fn(u32) -> bool,
        mut visit: impl FnMut(u32, u32),
    ) {
        each_other(&mut volumes, &mut visit);
        for &(slot, ref volume) in &volumes {
            self.phase.visit(
                |other| overlap(volume, other),
                |other| {
                    if !is_posed(other) {
                        visit(slot, other);
                    }
                },
            );
        }
        self.each_unbounded(|a, b| {
            if is_posed(a) || is_posed(b) {
                visit(a, b);
            }
        });
    }

    /// Pairs of a body without bounds and any other, each once.
    fn each_unbounded(&self, mut visit: impl FnMut(u32, u32)) {
        for (place, &one) in self.unbounded.iter().enumerate() {
            self.unbounded[place + 1..].iter().for_each(|&other| visit(one, other));
            self.phase.ids().for_each(|other| visit(one, other));
        }
    }

    /// The box of a body, if it has bounds.
    pub(super) fn volume(&self, slot: u32) -> Option<&Kdop<3>> {
        let is_bounded = self.unbounded.is_empty() || self.unbounded.binary_search(&slot).is_err();
        is_bounded.then(|| self.phase.volume(slot))
    }

    #[cfg(feature = "lab")]
    pub(super) fn check(&self) {
        self.phase.check();
    }
}

/// By how much two boxes overlap along the axis on which that is least, rounded up; 0 if they do not,
/// and without end if one has no bounds.
pub(super) fn depth(a: Option<Kdop<3>>, b: Option<Kdop<3>>) -> f64 {
    let (Some(a), Some(b)) = (a, b) else { return f64::INFINITY };
    let along =
        |axis: usize| (a.high[axis] - b.low[axis]).min(b.high[axis] - a.low[axis]).next_up();
    along(0).min(along(1)).min(along(2)).max(0.0)
}

/// The pairs of these volumes that overlap. Sorted along the direction in which they are spread
/// widest, each is compared with the volumes that begin before it ends.
fn each_other(volumes: &mut [(u32, Kdop<3>)], visit: &mut impl FnMut(u32, u32)) {
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
