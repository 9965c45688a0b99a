//! The readable reference that every broad phase must agree with: every pair.

use super::BroadPhase;
use super::slots::Slots;
use closecall::lab::broad::{Kdop, Mobility, both_fixed, overlap};

/// Every body against every other.
#[derive(Clone, Debug, Default)]
pub struct Brute<const S: usize> {
    bodies: Slots<S>,
}

impl<const S: usize> BroadPhase<S> for Brute<S> {
    fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        self.bodies.insert(id, mobility, volume);
    }

    fn remove(&mut self, id: u32) {
        self.bodies.remove(id);
    }

    fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        self.bodies.update(changes);
    }

    fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        found.clear();
        let bodies: Vec<_> = self.bodies.iter().collect();
        for (place, (i, a)) in bodies.iter().enumerate() {
            for (j, b) in &bodies[place + 1..] {
                if overlap(&a.volume, &b.volume) && !both_fixed(a.mobility, b.mobility) {
                    found.push((*i, *j));
                }
            }
        }
    }

    fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.bodies.search(may_meet, visit);
    }

    fn volume(&self, id: u32) -> &Kdop<S> {
        &self.bodies.body(id).volume
    }

    fn check(&self) {
        self.bodies.check();
    }
}
