//! Rules for pairs: which are looked at, and how near they may come; and what is attached to what.

use super::{Scene, closecall_world, parent_of};
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::world::refused;
use closecall::Clearance;
use closecall::world::Groups;

/// Runs a change of the bodies.
fn change(
    world: *mut closecall_world,
    change: impl FnOnce(&mut Scene) -> Result<(), Failure>,
) -> closecall_status {
    guard(|| change(&mut *handle::using::<Scene>(world)?))
}

fn margin_of(margin: f64) -> Result<Clearance, Failure> {
    Clearance::new(margin).map_err(Failure::value)
}

/// Looks at a body from now on, or leaves it out of all answers. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_enable(
    world: *mut closecall_world,
    body: u32,
    is_enabled: i32,
) -> closecall_status {
    change(world, |scene| scene.bodies.enable(&mut scene.world, body, input::is_set(is_enabled)))
}

/// Sets which groups a body is in and which it meets, a bit each. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_groups(
    world: *mut closecall_world,
    body: u32,
    member: u32,
    meets: u32,
) -> closecall_status {
    change(world, |scene| scene.bodies.set_groups(&mut scene.world, body, Groups { member, meets }))
}

/// Sets the margin of all pairs that have none of their own: bodies no further apart count as touching.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_margin(
    world: *mut closecall_world,
    margin: f64,
) -> closecall_status {
    change(world, |scene| {
        scene.world.set_clearance(margin_of(margin)?);
        Ok(())
    })
}

/// Sets the margin of two bodies, in place of the world's and of their paddings. A negative one takes it
/// back. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_pair_margin(
    world: *mut closecall_world,
    a: u32,
    b: u32,
    margin: f64,
) -> closecall_status {
    change(world, |scene| {
        let margin = if margin < 0.0 { None } else { Some(margin_of(margin)?) };
        scene.bodies.set_margin(&mut scene.world, a, b, margin)
    })
}

/// Puts a layer around a body: two bodies count as touching if they are no further apart than their layers
/// are thick together. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_padding(
    world: *mut closecall_world,
    body: u32,
    padding: f64,
) -> closecall_status {
    change(world, |scene| scene.bodies.set_padding(&mut scene.world, body, margin_of(padding)?))
}

/// Lets two bodies touch, so that their pair is left out of all answers, or forbids it again.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_allow(
    world: *mut closecall_world,
    a: u32,
    b: u32,
    may_touch: i32,
) -> closecall_status {
    change(world, |scene| scene.bodies.allow(&mut scene.world, a, b, input::is_set(may_touch)))
}

/// Attaches a body to another, or with CLOSECALL_NO_BODY to the world, at a pose in that one's frame. What
/// is attached to the body moves along. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_attach(
    world: *mut closecall_world,
    body: u32,
    parent: u32,
    parent_from_body: *const f64,
) -> closecall_status {
    change(world, |scene| {
        let frame = scene.bodies.get(body)?.frame;
        let parent = scene.bodies.frame(parent_of(parent))?;
        // SAFETY: the caller's pose has 7 numbers.
        let pose = unsafe { input::pose(parent_from_body, "parent_from_body") }?;
        scene.world.attach(frame, parent, pose).map_err(refused)
    })
}

/// Asks whether two bodies are looked at. They are not if they may touch, both are fixed, one is not
/// enabled or has no shapes, or their groups do not meet. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_looks_at(
    world: *const closecall_world,
    a: u32,
    b: u32,
    looks: *mut bool,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        let (of_a, of_b) = (scene.bodies.get(a)?, scene.bodies.get(b)?);
        let mut found = false;
        for (&(x, _), &(y, _)) in
            of_a.nodes.iter().flat_map(|x| of_b.nodes.iter().map(move |y| (x, y)))
        {
            found |= scene.world.looks_at(x, y).map_err(refused)?;
        }
        // SAFETY: the caller's place has room for an answer.
        unsafe { input::give(looks, found, "looks") }
    })
}
