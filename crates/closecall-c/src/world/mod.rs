//! Worlds: many bodies by name and number, with several shapes each, and the rules for their pairs.

mod answer;
mod bodies;
mod motion;
mod posed;
mod rules;
mod shape;
mod snapshot;
mod test;
mod way;

pub use answer::*;
pub use motion::*;
pub use posed::*;
pub use rules::*;
pub use shape::{closecall_shape, closecall_shape_kind};
pub use snapshot::*;
pub use test::*;
pub use way::*;

pub(crate) use bodies::{Bodies, BodyEntry, refused};
pub(crate) use snapshot::Asked;

use crate::error::{Failure, closecall_status, guard};
use crate::handle::{self, Kept};
use crate::input;
use ::closecall_robot::RobotInWorld;
use bodies::NewBody;
use closecall::world::Groups;
use closecall::{Clearance, World};
use std::ffi::c_char;

/// Many bodies that come, move and go. It belongs to one thread at a time; snapshots are for others.
pub struct closecall_world(());

/// No body: as a parent, the world itself.
pub const CLOSECALL_NO_BODY: u32 = u32::MAX;

/// The library's world, the bodies that callers know, and the robots among them.
#[derive(Default)]
pub(crate) struct Scene {
    pub world: World,
    pub bodies: Bodies,
    pub robots: Vec<RobotInWorld>,
}

impl Kept for Scene {
    type Handle = closecall_world;
    const NAME: &'static str = "world";
}

/// The parts of a body. closecall_body_default fills it in; then change what you want.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_body {
    /// sizeof(closecall_body), so that later versions can have more.
    pub size: usize,
    /// Its name, which no other body of the world has.
    pub name: *const c_char,
    /// Its shapes; without any it is a frame that others are attached to.
    pub shapes: *const closecall_shape,
    /// The number of shapes it has.
    pub shape_count: usize,
    /// The pose in the frame of its parent.
    pub parent_from_body: [f64; 7],
    /// The thickness of a layer around it that belongs to it; 0.
    pub padding: f64,
    /// The body that it is attached to; CLOSECALL_NO_BODY.
    pub parent: u32,
    /// The groups it is in, a bit each; 1.
    pub member: u32,
    /// The groups it meets; all. Two bodies are looked at if each is in a group that the other meets.
    pub meets: u32,
    /// Does it stay where it is? Two such bodies are never looked at together. 0.
    pub is_fixed: i32,
}

/// Fills in a body without a name and shapes, at the origin. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_body_default(body: *mut closecall_body) -> closecall_status {
    let default = closecall_body {
        size: size_of::<closecall_body>(),
        name: std::ptr::null(),
        shapes: std::ptr::null(),
        shape_count: 0,
        parent_from_body: [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0],
        padding: 0.0,
        parent: CLOSECALL_NO_BODY,
        member: 1,
        meets: u32::MAX,
        is_fixed: 0,
    };
    // SAFETY: the caller's place has room for a body.
    guard(|| unsafe { input::give(body, default, "body") })
}

/// A body from C, unless it is none.
pub(crate) fn parent_of(body: u32) -> Option<u32> {
    (body != CLOSECALL_NO_BODY).then_some(body)
}

/// Makes an empty world. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_new(world: *mut *mut closecall_world) -> closecall_status {
    guard(|| {
        input::check_place(world, "place for the world")?;
        // SAFETY: the caller's place has room for a handle.
        unsafe { input::give(world, handle::keep(Scene::default()), "place for the world") }
    })
}

/// Puts a body in a world and tells its number, which no other body of this world ever has.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_add(
    world: *mut closecall_world,
    body: *const closecall_body,
    number: *mut u32,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        input::check_place(number, "number")?;
        // SAFETY: the caller's body is filled in, its name is a string, and its shapes are as many as stated.
        let (given, name, shapes) = unsafe {
            let given = input::reference(body, "body")?;
            let own = size_of::<closecall_body>();
            if given.size != own {
                let message = format_args!(
                    "body.size is {}, not {own}: was it filled in by closecall_body_default?",
                    given.size
                );
                return Err(Failure::value(message));
            }
            let name = input::text(given.name, "name of the body")?;
            (given, name, shape::nodes(given.shapes, given.shape_count)?)
        };
        let Scene { world, bodies, .. } = &mut *scene;
        let new = NewBody {
            name,
            shapes,
            parent: parent_of(given.parent),
            pose: input::to_pose(&given.parent_from_body)?,
            groups: Groups { member: given.member, meets: given.meets },
            padding: Clearance::new(given.padding).map_err(Failure::value)?,
            is_fixed: input::is_set(given.is_fixed),
        };
        // SAFETY: the caller's place has room for a number.
        unsafe { input::give(number, bodies.add(world, new)?, "number") }
    })
}

/// Takes a body out of a world, and all that is attached to it. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_remove(
    world: *mut closecall_world,
    body: u32,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        let Scene { world, bodies, .. } = &mut *scene;
        bodies.remove(world, body)
    })
}

/// Gives a body other shapes. Its pose, its rules and what is attached to it stay. Links of robots keep
/// their shapes. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_replace(
    world: *mut closecall_world,
    body: u32,
    shapes: *const closecall_shape,
    shape_count: usize,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        let Scene { world, bodies, .. } = &mut *scene;
        // SAFETY: the caller's shapes are as many as stated.
        let shapes = unsafe { shape::nodes(shapes, shape_count) }?;
        bodies.replace(world, body, &shapes)
    })
}

/// Tells the number of the body of a name; CLOSECALL_NO_BODY if there is none. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_find(
    world: *const closecall_world,
    name: *const c_char,
    body: *mut u32,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        // SAFETY: the caller's name is a string, and the place has room for a number.
        unsafe {
            let found = scene.bodies.named(input::text(name, "name")?);
            input::give(body, found.unwrap_or(CLOSECALL_NO_BODY), "body")
        }
    })
}

/// Writes the name of a body, as text that ends with a 0. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_name(
    world: *const closecall_world,
    body: u32,
    text: *mut c_char,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        // SAFETY: the caller's buffer has as much room as stated.
        unsafe { input::give_text(&scene.bodies.get(body)?.name, text, capacity, count) }
    })
}

/// Lists the numbers of all bodies, rising. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_bodies(
    world: *const closecall_world,
    bodies: *mut u32,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        let numbers: Vec<u32> = scene.bodies.numbers().collect();
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&numbers, bodies, capacity, count) }
    })
}

/// Frees a world. Snapshots of it live on. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_free(world: *mut closecall_world) -> closecall_status {
    guard(|| handle::free::<Scene>(world))
}
