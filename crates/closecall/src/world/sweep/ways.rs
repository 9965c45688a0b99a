//! How each body moves, from the world down, and how one moves seen from another.

use super::Edge;
use crate::geom::compose::TOLERANCE;
use crate::geom::{Ball, Pose, PoseError};
use crate::path::{Chain, Factor, Path, Travel};
use crate::world::{Query, World, WorldError, answer};
use std::collections::HashMap;

const OFF: f64 = 16.0 * TOLERANCE;

/// The ways of all bodies from the world down, while some move.
pub(super) struct Ways<'q> {
    world: &'q World,
    edge: &'q dyn Edge,
    /// The chain of each slot that moves on its parent.
    moves: HashMap<u32, &'q Chain>,
    /// Bodies with meshes, those that move, and how far from the world's origin each may get.
    bodies: Vec<u32>,
    moving: HashMap<u32, bool>,
    reach: HashMap<u32, f64>,
}

impl<'q> Ways<'q> {
    pub(super) fn new(world: &'q World, edge: &'q dyn Edge) -> Result<Self, WorldError> {
        let moves: Result<HashMap<u32, &Chain>, WorldError> =
            edge.moves().iter().map(|(handle, chain)| Ok((world.scene.slot(*handle)?, chain))).collect();
        let (moves, mut bodies) = (moves?, Vec::new());
        let (mut moving, mut reach) = (HashMap::new(), HashMap::new());
        for slot in world.scene.slots() {
            let above = Self::above(world, slot);
            moving.insert(slot, above.iter().any(|slot| moves.contains_key(slot)));
            if world.scene.node(slot).mesh.is_some() {
                bodies.push(slot);
                let steps = above.iter().map(|slot| match moves.get(slot) {
                    Some(chain) => chain.reach(),
                    None => world.poses.parent_from(*slot).translation().length(),
                });
                reach.insert(slot, steps.sum());
            }
        }
        Ok(Self { world, edge, moves, bodies, moving, reach })
    }

    /// A slot and all that it hangs on, the world's child first.
    fn above(world: &World, slot: u32) -> Vec<u32> {
        let mut above = vec![slot];
        while let Some(parent) = world.scene.node(above[above.len() - 1]).parent {
            above.push(parent);
        }
        above.reverse();
        above
    }

    /// The pairs of bodies that are looked at and of which one moves.
    pub(super) fn pairs(&self) -> Vec<[u32; 2]> {
        let World { scene, filter, .. } = self.world;
        let mut pairs = Vec::new();
        for (number, &a) in self.bodies.iter().enumerate() {
            for &b in &self.bodies[number + 1..] {
                if (self.moving[&a] || self.moving[&b]) && filter.passes(scene, a, b) {
                    pairs.push([a, b]);
                }
            }
        }
        pairs
    }

    /// How B moves in A's frame.
    pub(super) fn between(&self, a: u32, b: u32) -> Result<PairPath<'_>, WorldError> {
        let [way_a, way_b] = [a, b].map(|slot| Self::above(self.world, slot));
        let common = way_a.iter().zip(&way_b).take_while(|(x, y)| x == y).count();
        let chain = |slots: &[u32]| {
            let factors = slots.iter().flat_map(|slot| match self.moves.get(slot) {
                Some(chain) => chain.factors().to_vec(),
                None => vec![Factor::Fixed(*self.world.poses.parent_from(*slot))],
            });
            Chain::new(factors.collect())
        };
        let relative = chain(&way_a[common..])
            .and_then(|a_way| a_way.relative(&chain(&way_b[common..])?))
            .map_err(|error| self.out_of_range(b, error))?;
        let (steps, reach) = ((way_a.len() + way_b.len() + 2) as f64, self.reach[&a] + self.reach[&b]);
        let off = OFF * steps * reach;
        let blur = self.edge.blur();
        Ok(PairPath { world: self.world, edge: self.edge, slots: [a, b], chain: relative, off, reach, blur })
    }

    fn out_of_range(&self, slot: u32, error: PoseError) -> WorldError {
        WorldError::Pose { name: self.world.scene.node(slot).name.clone(), error }
    }
}

/// The motion of one body seen from another.
pub(super) struct PairPath<'q> {
    world: &'q World,
    edge: &'q dyn Edge,
    pub(super) slots: [u32; 2],
    chain: Chain,
    /// What the world's f64 poses may be off by, beside what the chain knows.
    off: f64,
    reach: f64,
    blur: f64,
}

impl Path for PairPath<'_> {
    fn legs(&self) -> usize {
        1
    }

    fn pose(&self, time: f64) -> Pose {
        let mut query: Query = self.world.query();
        for (handle, pose) in self.edge.poses(time) {
            query.set_pose(handle, pose).expect("the edge was checked");
        }
        let [a, b] = self.slots.map(|slot| {
            let handle = self.world.scene.handle(slot);
            query.world_from_body(handle).expect("the body is here")
        });
        answer::relative(&a, &b)
    }

    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let travel = self.chain.travel(leg, from, to, ball);
        let reach = self.reach + ball.center.length() + ball.radius;
        let off = OFF * reach + self.blur * reach;
        Travel { off: travel.off + self.off + 2.0 * off, ..travel }
    }
}
