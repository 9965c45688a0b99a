//! What touches in every step, on any number of threads, in the order of the steps.

use closecall::World;
use closecall::world::{Contacts, Handle, Query, WorldError};
use closecall_robot::Scene;
use closecall_robot::scene::Step;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::console;
use crate::failure::Failure;
use crate::question::Mode;

/// So many steps are answered before the bar moves.
const STEPS_AT_ONCE: usize = 256;

/// The pairs that touch in one step, sorted; with [`Mode::First`], without their triangles.
pub type Touching = Vec<Contacts>;

/// Answers every step.
///
/// Pairs of bodies that never move are asked once, by the world, pair by pair in parallel; all others in every step, step by step in parallel. The
/// two are the same question, so nobody can tell from the answers.
pub fn answer(scene: &mut Scene, mode: Mode, pool: &ThreadPool) -> Result<Vec<Touching>, Failure> {
    let Scene { world, steps, .. } = scene;
    let moving = moving(world, &steps[0]).map_err(Failure::of_fault)?;
    let mut constant = pool.install(|| match mode {
        Mode::First => world.collisions().into_iter().map(without_triangles).collect(),
        Mode::All => world.contacts(),
    });
    constant.retain(|Contacts { a, b, .. }| !moving.contains(a) && !moving.contains(b));
    let bar = console::progress("checking", steps.len());
    let (world, mut all) = (&*world, Vec::with_capacity(steps.len()));
    for some in steps.chunks(STEPS_AT_ONCE) {
        let one = |query: &mut Query, step: &Step| one(query, step, mode, &constant);
        let answers = some.par_iter().map_init(|| world.query(), one);
        let answers: Result<Vec<Touching>, WorldError> = pool.install(|| answers.collect());
        all.extend(answers.map_err(Failure::of_fault)?);
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    Ok(all)
}

fn without_triangles((a, b): (Handle, Handle)) -> Contacts {
    Contacts { a, b, triangles: Vec::new() }
}

fn one(query: &mut Query, step: &Step, mode: Mode, constant: &Touching) -> Result<Touching, WorldError> {
    query.set_poses(&step.poses)?;
    let mut touching: Touching = match mode {
        Mode::First => query.collisions().into_iter().map(without_triangles).collect(),
        Mode::All => query.contacts(),
    };
    touching.extend(constant.iter().cloned());
    touching.sort_unstable_by_key(|Contacts { a, b, .. }| (*a, *b));
    Ok(touching)
}

/// All that moves: what is posed in a step, and what hangs on that.
fn moving(world: &World, step: &Step) -> Result<Vec<Handle>, WorldError> {
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
