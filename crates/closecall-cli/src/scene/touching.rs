//! The bodies that touch in every step: on any number of threads, in the order of the steps.
//!
//! `world` and `clash` ask here, and nowhere else.

use std::collections::BinaryHeap;
use std::ops::ControlFlow;

use closecall::world::{Handle, Query, Touches, WorldError};
use closecall::{Budget, Pose, World};
use closecall_robot::scene::SceneStep;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::console;
use crate::failure::Failure;
use crate::question::{TrianglePair, keep_least};

/// The number of steps that are answered before the bar moves.
const STEPS_AT_ONCE: usize = 256;

/// Two bodies that touch.
#[derive(Clone, Debug, PartialEq)]
pub struct TouchingPair {
    /// The body with the lower handle.
    pub a: Handle,
    /// The other.
    pub b: Handle,
    /// Is it uncertain whether they touch? Exact shapes may leave that open, and budgets.
    pub undecided: bool,
    /// The depth in each other that they may have at most, if a budget ended.
    pub depth: Option<f64>,
    /// The number of pairs of triangles that touch; 0 if pairs were not asked for.
    pub count: u64,
    /// The least of them, as many as are wanted, sorted.
    pub triangles: Vec<TrianglePair>,
}

/// The pairs that touch in one step, sorted.
pub type TouchingPairs = Vec<TouchingPair>;

/// The contacts to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether anything touches in any step; steps after that are not looked at.
    Any,
    /// The bodies that touch.
    Bodies,
    /// Their triangles too: all are counted, and this many of two bodies kept.
    Triangles {
        /// The number of them, at most.
        most: usize,
    },
}

/// Answers every step.
///
/// Pairs of bodies that never move are asked once, by the world, pair by pair in parallel; all
/// others in every step, step by step in parallel. Both ask the same question, so the answers are
/// the same.
pub fn touching(
    world: &mut World,
    steps: &[SceneStep],
    wanted: Wanted,
    pool: &ThreadPool,
) -> Result<Vec<TouchingPairs>, Failure> {
    let moving = moving(world, &steps[0]).map_err(Failure::of_fault)?;
    let mut constant = pairs(pool.install(|| world.touch()));
    constant.retain(|pair| !moving.contains(&pair.a) && !moving.contains(&pair.b));
    let world = &*world;
    let pose = |handle| world.world_from_body(handle);
    add_triangles(world, &mut constant, wanted, pose).map_err(Failure::of_fault)?;
    let bar = console::progress("checking", steps.len());
    let mut all: Vec<TouchingPairs> = Vec::with_capacity(steps.len());
    for some in steps.chunks(STEPS_AT_ONCE) {
        let one = |query: &mut Query, step: &SceneStep| one(world, query, step, wanted, &constant);
        let answers = some.par_iter().map_init(|| world.query(), one);
        let answers: Result<Vec<TouchingPairs>, WorldError> = pool.install(|| answers.collect());
        all.extend(answers.map_err(Failure::of_fault)?);
        bar.inc(some.len() as u64);
        if wanted == Wanted::Any && all.iter().flatten().any(|pair| !pair.undecided) {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(all)
}

/// Answers every step within a budget, one after the other.
pub fn touching_within(
    world: &mut World,
    steps: &[SceneStep],
    budget: &Budget,
) -> Result<Vec<TouchingPairs>, Failure> {
    world.set(*budget);
    let bar = console::progress("checking", steps.len());
    let mut all = Vec::with_capacity(steps.len());
    for step in steps {
        world.set_poses(&step.poses).map_err(Failure::of_fault)?;
        all.push(pairs(world.touch()));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}

fn one(
    world: &World,
    query: &mut Query,
    step: &SceneStep,
    wanted: Wanted,
    constant: &TouchingPairs,
) -> Result<TouchingPairs, WorldError> {
    query.set_poses(&step.poses)?;
    let mut touching = pairs(query.touch());
    add_triangles(world, &mut touching, wanted, |handle| query.world_from_body(handle))?;
    touching.extend(constant.iter().cloned());
    touching.sort_unstable_by_key(|TouchingPair { a, b, .. }| (*a, *b));
    Ok(touching)
}

/// The pairs that touch or may, sorted.
fn pairs(touches: Touches) -> TouchingPairs {
    let pair = |a, b, undecided, depth| TouchingPair {
        a,
        b,
        undecided,
        depth,
        count: 0,
        triangles: Vec::new(),
    };
    let certain = touches.touching.iter().map(|&(a, b)| pair(a, b, false, None));
    let open = touches.undecided.iter().map(|found| pair(found.a, found.b, true, found.depth));
    let mut pairs: TouchingPairs = certain.chain(open).collect();
    pairs.sort_unstable_by_key(|TouchingPair { a, b, .. }| (*a, *b));
    pairs
}

/// Adds the triangles that touch, if these are wanted.
fn add_triangles(
    world: &World,
    pairs: &mut TouchingPairs,
    wanted: Wanted,
    world_from: impl Fn(Handle) -> Result<Pose, WorldError>,
) -> Result<(), WorldError> {
    let Wanted::Triangles { most } = wanted else { return Ok(()) };
    for TouchingPair { a, b, count, triangles, .. } in pairs {
        let (a, b) = (*a, *b);
        let (Some(first), Some(second)) = (world.model(a)?, world.model(b)?) else { continue };
        let a_from_b = relative(&world_from(a)?, &world_from(b)?);
        let mut least = BinaryHeap::new();
        let mut asked = first.ask(second, world.clearance(a, b)?).expect("a world has one unit");
        asked.visit_contacts(&a_from_b, |i, j| {
            *count += 1;
            keep_least(&mut least, most, (i, j));
            ControlFlow::Continue(())
        });
        *triangles = least.into_sorted_vec();
    }
    Ok(())
}

/// The relative pose of the contract.
fn relative(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    world_from_a.relative(world_from_b).expect("the world has answered with this pose")
}

/// All that moves: what is posed in a step, and what is attached to that.
fn moving(world: &World, step: &SceneStep) -> Result<Vec<Handle>, WorldError> {
    let mut moving: Vec<Handle> = step.poses.iter().map(|&(handle, _)| handle).collect();
    for handle in world.handles() {
        let mut above = Some(handle);
        while let Some(at) = above {
            if step.poses.iter().any(|&(posed, _)| posed == at) {
                moving.push(handle);
                break;
            }
            above = world.parent(at)?;
        }
    }
    Ok(moving)
}
