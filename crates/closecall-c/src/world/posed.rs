//! The places of the bodies of a world.

use super::{Bodies, Scene, closecall_world, refused};
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::pose::give_pose;
use closecall::{Handle, Pose};

/// The poses of bodies, as the library's world takes them.
///
/// # Safety
/// The pointers are NULL or point at as many bodies and poses.
pub(crate) unsafe fn posed(
    all: &Bodies,
    bodies: *const u32,
    poses: *const f64,
    count: usize,
) -> Result<Vec<(Handle, Pose)>, Failure> {
    // SAFETY: as the caller says.
    let (bodies, rows) =
        unsafe { (input::array(bodies, count, "bodies")?, input::rows(poses, count)?) };
    let both = bodies.iter().zip(rows).enumerate();
    both.map(|(n, (&body, row))| {
        let pose = input::to_pose(row).map_err(|why| why.at("pose", n))?;
        Ok((all.get(body)?.frame, pose))
    })
    .collect()
}

/// Puts bodies at other poses in their parents' frames; what is attached to them moves along. If one is
/// refused, nothing moves. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_set_poses(
    world: *mut closecall_world,
    bodies: *const u32,
    parents_from_bodies: *const f64,
    count: usize,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        // SAFETY: the caller's arrays are as long as stated.
        let poses = unsafe { posed(&scene.bodies, bodies, parents_from_bodies, count) }?;
        scene.world.set_poses(&poses).map_err(refused)
    })
}

/// Tells where a body is in the world. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_pose(
    world: *const closecall_world,
    body: u32,
    world_from_body: *mut f64,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        let pose = scene.world.world_from_body(scene.bodies.get(body)?.frame).map_err(refused)?;
        // SAFETY: the caller's place has room for 7 numbers.
        unsafe { give_pose(&pose, world_from_body) }
    })
}
