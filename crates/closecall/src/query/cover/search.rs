//! The search for the point that is furthest out: pieces of triangles, the worst first.

use super::Covered;
use super::part::{Bounds, CoverPart};
use super::patch::Patch;
use crate::cost::Meter;
use crate::geom::{DVec3, Interval};
use crate::mesh::Mesh;
use crate::query::Ask;
use crate::rounding::factor::{DOWN_4, UP_8};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// More open pieces than this are not kept: the question ends as if its budget had.
const MOST_OPEN: usize = 1 << 21;

/// The share of the mesh's diagonal below which nothing is divided unless said.
const TOLERANCE: f64 = 1e-9;

/// An open piece. Of two that reach equally far, the one that came first is the larger.
struct Open(Patch, u64);

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.reach.total_cmp(&other.0.reach).then(other.1.cmp(&self.1))
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Open {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Open {}

/// A point, its triangle, and the part that is nearest to it.
struct Furthest {
    point: DVec3,
    triangle: u32,
    part: u32,
}

struct Search<'s> {
    parts: &'s [CoverPart],
    open: BinaryHeap<Open>,
    count: u64,
    /// A point is as far out as this.
    low: f64,
    furthest: Option<Furthest>,
    /// No point of a piece that is not open any more is further out.
    closed: f64,
    meter: Option<Meter>,
    allowed: f64,
    accuracy: f64,
    tolerance: f64,
}

/// Finds out how far a mesh sticks out of the union of the parts.
pub(super) fn search(parts: &[CoverPart], mesh: &Mesh, ask: &Ask) -> Covered {
    let allowed = ask.clearance.distance();
    if parts.is_empty() {
        let point = Some(mesh.triangle_at(0)[0].into());
        let distance = Interval::exactly(f64::INFINITY);
        return Covered { distance, point, triangle: 0, part: None, allowed };
    }
    let mut search = Search {
        parts,
        open: BinaryHeap::new(),
        count: 0,
        low: 0.0,
        furthest: None,
        closed: 0.0,
        meter: ask.meter(),
        allowed,
        accuracy: ask.accuracy,
        tolerance: ask.tolerance.unwrap_or_else(|| TOLERANCE * diagonal(mesh)),
    };
    search.begin(mesh);
    search.divide();
    search.found()
}

fn diagonal(mesh: &Mesh) -> f64 {
    let bounds = mesh
        .points()
        .iter()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), &p| (low.min(p), high.max(p)));
    bounds.0.distance(bounds.1)
}

impl Search<'_> {
    /// Takes all triangles; after the end of the budget, as reaching who knows how far.
    fn begin(&mut self, mesh: &Mesh) {
        let near: Arc<[u32]> = (0..self.parts.len() as u32).collect();
        for (number, triangle) in (0..).zip(mesh.iter()) {
            let patch = Patch::new(&triangle, number, near.clone());
            if self.is_over() {
                self.push(patch);
                return;
            }
            self.take(patch);
        }
    }

    fn divide(&mut self) {
        while let Some(Open(worst, _)) = self.open.peek() {
            if worst.reach <= self.enough() || self.is_over() || self.open.len() >= MOST_OPEN {
                return;
            }
            let Some(Open(worst, _)) = self.open.pop() else { return };
            match worst.halves() {
                Some(halves) => halves.into_iter().for_each(|half| self.take(half)),
                None => self.closed = self.closed.max(worst.reach),
            }
        }
    }

    fn is_over(&self) -> bool {
        self.meter.as_ref().is_some_and(Meter::is_over)
    }

    /// A piece that reaches no further is not divided.
    fn enough(&self) -> f64 {
        if self.low > self.allowed {
            self.low + (self.low * self.accuracy).max(self.tolerance)
        } else {
            self.allowed + self.tolerance
        }
    }

    /// Measures a piece, and keeps it if it matters.
    fn take(&mut self, mut patch: Patch) {
        self.measure(&mut patch);
        if patch.reach <= self.enough() {
            // Held for certain, or as good as that.
            let is_open = patch.reach > self.allowed && self.low <= self.allowed;
            if !is_open {
                self.closed = self.closed.max(patch.reach);
                return;
            }
        }
        self.push(patch);
    }

    fn push(&mut self, patch: Patch) {
        self.count += 1;
        self.open.push(Open(patch, self.count));
    }

    /// Works out how far a piece reaches and which parts are near to it, and whether one of its
    /// corners is further out than all before.
    fn measure(&mut self, patch: &mut Patch) {
        if let Some(meter) = &mut self.meter {
            meter.spend_slow(patch.near.len() as u64);
        }
        let (_, longest) = patch.longest();
        let mut least = [f64::INFINITY; 3];
        let mut nearest = [0; 3];
        let mut seen: Vec<(u32, f64)> = Vec::with_capacity(patch.near.len());
        patch.reach = f64::INFINITY;
        for &number in patch.near.iter() {
            let Bounds { gaps, reach } = self.parts[number as usize].bounds(patch);
            patch.reach = patch.reach.min(reach);
            if reach == 0.0 {
                return;
            }
            for (corner, gap) in gaps.iter().enumerate() {
                if gap.lo < least[corner] {
                    (least[corner], nearest[corner]) = (gap.lo, number);
                }
            }
            // No point of the piece is nearer to this part: none is further from a corner.
            let furthest = gaps.iter().map(|gap| gap.lo).fold(0.0, f64::max);
            seen.push((number, (furthest - longest * UP_8).next_down()));
        }
        for (i, corner) in patch.corners.iter().enumerate() {
            let low = (least[i] - corner.off) * DOWN_4;
            if low > self.low {
                self.low = low;
                let (point, triangle) = (corner.at, patch.triangle);
                self.furthest = Some(Furthest { point, triangle, part: nearest[i] });
            }
        }
        let near = seen.iter().filter(|(_, low)| *low <= patch.reach).map(|(number, _)| *number);
        patch.near = near.collect();
    }

    fn found(self) -> Covered {
        let worst = self.open.peek().map(|Open(patch, _)| patch);
        let hi = worst.map_or(0.0, |patch| patch.reach).max(self.closed).max(self.low);
        let distance = Interval { lo: self.low, hi };
        let guess = || {
            let patch = worst.filter(|patch| patch.reach > 0.0)?;
            let part = patch.near.first().copied().unwrap_or(0);
            Some(Furthest { point: patch.middle(), triangle: patch.triangle, part })
        };
        let furthest = self.furthest.or_else(guess);
        Covered {
            distance,
            point: furthest.as_ref().map(|found| found.point.into()),
            triangle: furthest.as_ref().map_or(0, |found| found.triangle),
            part: furthest.map(|found| found.part),
            allowed: self.allowed,
        }
    }
}
