//! The search for the shortest translation that parts two solids, from both sides.
//!
//! Cones of translations cover all ways. The cone with the least bound is taken on by proofs, and
//! divided where no proof takes all of it on: so the least bound of all cones is a lower bound of
//! the depth, and rises. Free translations that are found on the way are upper bounds.

use super::DepthMemory;
use super::cell::Cell;
use super::prove::{Evidence, Outcome};
use super::scene::Scene;
use super::slide::Free;
use crate::geom::{DVec3, Interval, Pose};
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// The greatest number of cones that are looked at.
const MOST_CONES: usize = 1 << 16;

/// A proof that gains less than this share of what is missing is not worth a step.
const LEAST_GAIN: f64 = 0.1;

/// The accuracy that the bounds should reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    /// As a share of the depth.
    pub(super) accuracy: f64,
    /// As a length.
    pub(super) tolerance: f64,
}

impl Goal {
    /// A lower bound that is good enough for an upper one.
    fn target(&self, high: f64) -> f64 {
        (high / (1.0 + self.accuracy)).min(high - self.tolerance)
    }
}

/// The bounds that were reached.
pub(super) struct Found {
    pub(super) low: f64,
    pub(super) best: Best,
}

impl Found {
    pub(super) fn depth(&self) -> Interval {
        Interval { lo: self.low, hi: self.best.high }
    }
}

/// The shortest free translation so far.
#[derive(Clone, Debug)]
pub(super) struct Best {
    pub(super) free: Free,
    pub(super) pose: Pose,
    /// Not below the length of the translation between the poses.
    pub(super) high: f64,
}

struct Queued(Cell, usize);

impl Queued {
    fn key(&self) -> (u64, Reverse<usize>) {
        (self.0.bound.to_bits(), Reverse(self.1))
    }
}

impl PartialEq for Queued {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Queued {}

impl PartialOrd for Queued {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The least bound is the greatest: a heap has that on top.
impl Ord for Queued {
    fn cmp(&self, other: &Self) -> Ordering {
        other.key().cmp(&self.key())
    }
}

impl Scene<'_> {
    /// Bounds of the depth of two solids that share a point.
    pub(super) fn search(&mut self, goal: Goal, memory: &mut DepthMemory) -> Found {
        let escape =
            Free { translation: self.escape, length: self.escape.length(), held: Vec::new() };
        let mut best = self.best(escape);
        let recent = memory.balls.iter().map(|balls| self.proved_by(*balls)).collect();
        let mut evidence = Evidence::new(self.proved_balls(best.high), recent);
        let mut ways: Vec<DVec3> = memory.way.into_iter().collect();
        let mut proved = evidence.around_zero();
        if ways.is_empty() || !(proved > 0.0) {
            let pairs = self.touching(DVec3::ZERO);
            if let Some(common) = self.common_anywhere(DVec3::ZERO, &pairs) {
                proved = proved.max(evidence.keep(self, &common).around_zero());
                ways.extend(self.ways(&common));
            }
            ways.extend(DVec3::AXES.into_iter().flat_map(|axis| [axis, -axis]));
        }
        for way in ways {
            if proved >= goal.target(best.high) {
                break;
            }
            self.improve(&mut best, way, proved);
        }
        let mut found = self.close_in(goal, best, &mut evidence, proved.max(0.0));
        self.settle(&mut found);
        *memory = DepthMemory { way: Some(found.best.free.translation), balls: evidence.found() };
        found
    }

    /// Slides from a way, and keeps what is found if it is shorter.
    fn improve(&mut self, best: &mut Best, way: DVec3, from: f64) {
        if way == DVec3::ZERO || !way.is_finite() {
            return;
        }
        if let Some(free) = self.slide(way, from.max(0.0), best.high * 1.2) {
            let found = self.best(free);
            if found.high < best.high {
                *best = found;
            }
        }
    }

    /// Follows the faces that hold B at the end, now that all shorter translations than the lower bound are
    /// known to overlap: a way that was found in the middle of a cone may not be the shortest of its own
    /// neighbours.
    fn settle(&mut self, found: &mut Found) {
        let (mut free, low) = (found.best.free.clone(), found.low.max(0.0));
        if free.held.is_empty() {
            let way = free.translation.normalize_or_zero();
            free = self.leave(way, low, free.length * 1.01).unwrap_or(free);
        }
        let free = self.polish(free, low);
        let best = self.best(free);
        if best.high <= found.best.high {
            found.best = best;
            found.low = found.low.min(found.best.high);
        }
    }

    pub(super) fn best(&self, free: Free) -> Best {
        let pose = self.at(free.translation);
        let high = length_between(self.pose.shift(), pose.shift()).hi;
        Best { free, pose, high }
    }

    fn close_in(
        &mut self,
        goal: Goal,
        mut best: Best,
        evidence: &mut Evidence,
        proved: f64,
    ) -> Found {
        let mut queue: BinaryHeap<Queued> = BinaryHeap::new();
        let (mut count, mut floor) = (0, f64::INFINITY);
        for cell in Cell::all(proved) {
            count += 1;
            queue.push(Queued(cell, count));
        }
        let mut cones = 0;
        while let Some(Queued(mut cell, number)) = queue.pop() {
            let is_over = self.meter.is_over() || cones >= MOST_CONES;
            let target = goal.target(best.high);
            if is_over || cell.bound >= target.min(floor) {
                let low = cell.bound.min(floor);
                return Found { low: low.min(best.high), best };
            }
            cones += 1;
            let outcome = self.advance(&mut cell, evidence, target, LEAST_GAIN);
            match outcome {
                Outcome::Reached => queue.push(Queued(cell, number)),
                Outcome::Thin => floor = floor.min(cell.bound),
                Outcome::Stopped => {
                    self.probe(&mut best, &cell);
                    for quarter in cell.quarters() {
                        count += 1;
                        queue.push(Queued(quarter, count));
                    }
                }
            }
        }
        Found { low: floor.min(best.high), best }
    }

    /// Looks whether B gets free soon on the way in the middle of a cone.
    fn probe(&mut self, best: &mut Best, cell: &Cell) {
        let (tip, way) = (cell.tip(), cell.center().normalize());
        if let Some(free) = self.leave(way, tip.length(), best.high) {
            let found = self.best(free);
            if found.high < best.high {
                *best = found;
                let way = best.free.translation;
                self.improve(best, way, 0.0);
            }
        }
    }
}

/// The length of a translation between two.
pub(super) fn length_between(from: DVec3, to: DVec3) -> Interval {
    let square = |i: usize| {
        let away = Interval::exactly(to[i]) + -Interval::exactly(from[i]);
        away.square()
    };
    (square(0) + square(1) + square(2)).sqrt()
}
