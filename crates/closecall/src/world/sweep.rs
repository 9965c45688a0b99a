//! Does anything touch while bodies of a world move? Certified, as [`crate::query::sweep`] is for two.
//!
//! An edge says how bodies move on their parents, in one unit of time. Of two bodies the relative
//! motion is the [`Chain`] from the one to the other through what they both hang on. What is
//! promised of f64 poses is promised of those that [`Query`] asks at: every pose composed down from the
//! world, as [`World`] composes it.
//!
//! **Rounding.** A chain leaves room for its own f64 pose. That of the world is composed from the root, so
//! it is off by at most 8η, η = 2⁻⁴⁸, of the longer way for each pose on it (`outline` derives
//! it), and [`OFF`] = 16η of both bodies' reach from the world's origin for each covers it.

use super::{Handle, Query, World, WorldError};
use crate::geom::compose::TOLERANCE;
use crate::geom::{Ball, Pose};
use crate::path::{Chain, Factor, Path, Travel};
use crate::query::sweep::{Answer, Doubt, Hit, Question, Scratch, SweepOptions, tolerance};
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Instant;

const OFF: f64 = 16.0 * TOLERANCE;

/// How bodies move on their parents, in one unit of time.
pub trait Edge: Sync {
    /// The bodies that move, each in its parent's frame; all others stay.
    fn moves(&self) -> &[(Handle, Chain)];

    /// Where they are at a time from 0 to 1, as f64 poses that [`Query::set_pose`] takes.
    fn poses(&self, time: f64) -> Vec<(Handle, Pose)>;

    /// By how many radians an f64 pose may be turned from the chain's, beside rounding that the chain knows.
    fn blur(&self) -> f64 {
        0.0
    }
}

/// Bodies that move as chains say.
#[derive(Clone, Debug)]
pub struct Moves(pub Vec<(Handle, Chain)>);

impl Edge for Moves {
    fn moves(&self) -> &[(Handle, Chain)] {
        &self.0
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        self.0.iter().map(|(handle, chain)| (*handle, chain.pose(time))).collect()
    }
}

/// Does anything touch?
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EdgeAnswer {
    /// Nothing: a proof.
    Free,
    /// Two bodies, the lower handle first. Nothing touches before [`Hit::from`].
    Hits(Hit, [Handle; 2]),
    /// Neither was proved; of which bodies, if the budget did not end.
    Undecided(Doubt, Option<[Handle; 2]>),
}

/// A world, ready to be asked about edges. A clearance of the options and that of two bodies in the
/// world: the larger counts.
///
/// ```
/// use closecall::mesh::shapes;
/// use closecall::path::{Chain, Factor};
/// use closecall::query::sweep::SweepOptions;
/// use closecall::world::sweep::{EdgeAnswer, Moves, Sweeps};
/// use closecall::world::{Body, World};
/// use closecall::{Model, Pose, geom::DVec3};
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let mut world = World::new();
/// let wall = world.insert(Body::new("wall", &cube).fixed())?;
/// let cart = world.insert(Body::frame("cart"))?;
/// let load = world.insert(Body::new("load", &cube).on(cart))?;
/// let [from, to] = [DVec3::new(-10.0, 0.5, 0.0), DVec3::new(10.0, 0.5, 0.0)];
/// let edge = Moves(vec![(cart, Chain::new(vec![Factor::Slide { from, to }])?)]);
/// match Sweeps::new(&world, &SweepOptions::default()).ask(&edge)? {
///     EdgeAnswer::Hits(hit, [a, b]) => {
///         assert_eq!([a, b], [wall, load]);
///         assert!((hit.to - 0.45).abs() < 1e-6);
///     }
///     other => panic!("{other:?}"),
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Sweeps<'w> {
    world: &'w World,
    options: SweepOptions,
    /// Of every body, by slot.
    tolerances: HashMap<u32, f64>,
}

impl<'w> Sweeps<'w> {
    /// For edges in this world.
    #[must_use]
    pub fn new(world: &'w World, options: &SweepOptions) -> Self {
        let bodies = world.scene.slots().filter(|&slot| world.scene.node(slot).mesh.is_some());
        let tolerance = |slot| tolerance(&world.scene.geometry(slot).model, options);
        let tolerances = bodies.map(|slot| (slot, tolerance(slot))).collect();
        Self { world, options: *options, tolerances }
    }

    /// What touches first on this edge, if anything does?
    ///
    /// # Errors
    /// If a body is not here, or something would be out of range.
    pub fn ask(&self, edge: &dyn Edge) -> Result<EdgeAnswer, WorldError> {
        self.ask_with(edge, &mut Scratch::default())
    }

    /// The answers for many edges, on all cores, in their order.
    ///
    /// # Errors
    /// As [`Sweeps::ask`].
    pub fn ask_all<E: Edge>(&self, edges: &[E]) -> Result<Vec<EdgeAnswer>, WorldError> {
        let ask = |scratch: &mut Scratch, edge: &E| self.ask_with(edge, scratch);
        edges.par_iter().map_init(Scratch::default, ask).collect()
    }

    fn ask_with(&self, edge: &dyn Edge, scratch: &mut Scratch) -> Result<EdgeAnswer, WorldError> {
        let deadline = self.options.budget.map(|budget| Instant::now() + budget);
        let ways = Ways::new(self.world, edge)?;
        let (mut end, mut hit, mut doubt) = (1.0, None, None::<(Doubt, [u32; 2])>);
        let mut free_until = f64::INFINITY;
        for pair @ [a, b] in ways.pairs() {
            let models = pair.map(|slot| &self.world.scene.geometry(slot).model);
            let tolerance = self.tolerances[&b].min(self.tolerances[&a]);
            let path = ways.between(a, b)?;
            let own = self.world.clearances.of(&self.world.scene, a, b);
            let clearance = if own > self.options.clearance { own } else { self.options.clearance };
            let options = SweepOptions { clearance, ..self.options };
            let question = Question::new(models, &options, tolerance, deadline);
            match question.ask(&path, end, scratch) {
                Answer::Free => {}
                Answer::Hits(found) => {
                    (end, hit) = (found.to, Some((found, pair)));
                    free_until = free_until.min(found.from);
                }
                Answer::Undecided(found) => {
                    free_until = free_until.min(found.free_until);
                    if doubt.is_none_or(|(first, _)| found.free_until < first.free_until) {
                        doubt = Some((found, pair));
                    }
                }
            }
            if end == 0.0 {
                break;
            }
        }
        let handles = |pair: [u32; 2]| pair.map(|slot| self.world.scene.handle(slot));
        Ok(match (hit, doubt) {
            (Some((hit, pair)), _) => EdgeAnswer::Hits(Hit { from: free_until.min(hit.to), ..hit }, handles(pair)),
            (None, Some((doubt, pair))) => {
                let pair = doubt.gap.is_some().then(|| handles(pair));
                EdgeAnswer::Undecided(doubt, pair)
            }
            (None, None) => EdgeAnswer::Free,
        })
    }
}

/// The ways of all bodies from the world down, while some move.
struct Ways<'q> {
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
    fn new(world: &'q World, edge: &'q dyn Edge) -> Result<Self, WorldError> {
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
    fn pairs(&self) -> Vec<[u32; 2]> {
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
    fn between(&self, a: u32, b: u32) -> Result<PairPath<'_>, WorldError> {
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

    fn out_of_range(&self, slot: u32, error: crate::geom::PoseError) -> WorldError {
        WorldError::Pose { name: self.world.scene.node(slot).name.clone(), error }
    }
}

/// The motion of one body seen from another.
struct PairPath<'q> {
    world: &'q World,
    edge: &'q dyn Edge,
    slots: [u32; 2],
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
        super::answer::relative(&a, &b)
    }

    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let travel = self.chain.travel(leg, from, to, ball);
        let reach = self.reach + ball.center.length() + ball.radius;
        let off = OFF * reach + self.blur * reach;
        Travel { off: travel.off + self.off + 2.0 * off, ..travel }
    }
}
