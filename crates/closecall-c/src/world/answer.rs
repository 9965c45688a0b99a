//! Questions about a world as it is: what touches, what is nearest, what a ray meets.

use super::{Bodies, Scene, closecall_world};
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::ray::closecall_ray;
use closecall::world::{BodyDistance, BodyHit, BodyPart};
use closecall::{Ask, Handle};

/// Two shapes of two bodies.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct closecall_shape_pair {
    /// The first body.
    pub body_a: u32,
    /// The id of its shape.
    pub shape_a: u32,
    /// The other body.
    pub body_b: u32,
    /// The id of its shape.
    pub shape_b: u32,
}

impl closecall_shape_pair {
    pub(crate) fn of(bodies: &Bodies, (a, b): (Handle, Handle)) -> Self {
        let ((body_a, shape_a), (body_b, shape_b)) = (bodies.of(a), bodies.of(b));
        Self { body_a, shape_a, body_b, shape_b }
    }
}

/// Two shapes and how far apart they are.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_shape_distance {
    /// Which.
    pub shapes: closecall_shape_pair,
    /// Not above their distance.
    pub lo: f64,
    /// Not below it; 0 if they touch, or one lies inside the other, a solid.
    pub hi: f64,
}

impl closecall_shape_distance {
    fn of(bodies: &Bodies, found: &BodyDistance) -> Self {
        let shapes = closecall_shape_pair::of(bodies, (found.a, found.b));
        Self { shapes, lo: found.distance.lo, hi: found.distance.hi }
    }
}

/// What a ray meets in a world.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_world_hit {
    /// Not above the parameter at which the ray meets it; INFINITY if nothing is hit.
    pub t_lo: f64,
    /// Not below it.
    pub t_hi: f64,
    /// The body; CLOSECALL_NO_BODY if nothing is hit.
    pub body: u32,
    /// The id of its shape.
    pub shape: u32,
    /// The triangle of the shape; CLOSECALL_NO_TRIANGLE if it is no model.
    pub triangle: u32,
}

impl closecall_world_hit {
    fn of(bodies: &Bodies, hit: Option<BodyHit>) -> Self {
        let (body, shape) = hit.map_or((super::CLOSECALL_NO_BODY, 0), |hit| bodies.of(hit.body));
        let triangle = match hit.map(|hit| hit.part) {
            Some(BodyPart::Triangle(triangle)) => triangle,
            _ => crate::CLOSECALL_NO_TRIANGLE,
        };
        let (t_lo, t_hi) = hit.map_or((f64::INFINITY, f64::INFINITY), |hit| (hit.t.lo, hit.t.hi));
        Self { t_lo, t_hi, body, shape, triangle }
    }
}

/// Asks whether any two bodies touch. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_collides(
    world: *mut closecall_world,
    collides: *mut bool,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        // SAFETY: the caller's place has room for an answer.
        unsafe { input::give(collides, scene.world.collides(), "collides") }
    })
}

/// Lists the pairs of shapes that touch. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_collisions(
    world: *mut closecall_world,
    pairs: *mut closecall_shape_pair,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        let found = scene.world.collisions().into_iter();
        let list: Vec<_> =
            found.map(|pair| closecall_shape_pair::of(&scene.bodies, pair)).collect();
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&list, pairs, capacity, count) }
    })
}

/// Finds the two shapes that are nearest to each other; `found` receives whether any two are looked at.
/// Margins and paddings play no part. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_nearest(
    world: *const closecall_world,
    nearest: *mut closecall_shape_distance,
    found: *mut bool,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        input::check_place(nearest, "nearest")?;
        let answer = scene.world.nearest();
        // SAFETY: the caller's places have room for an answer each.
        unsafe {
            input::give(found, answer.is_some(), "found")?;
            if let Some(answer) = answer {
                input::give(
                    nearest,
                    closecall_shape_distance::of(&scene.bodies, &answer),
                    "nearest",
                )?;
            }
        }
        Ok(())
    })
}

/// Lists every two shapes that are no further apart than a limit. On all cores. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_distances(
    world: *const closecall_world,
    limit: f64,
    distances: *mut closecall_shape_distance,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        if !(limit >= 0.0) {
            return Err(Failure::value(format_args!("the limit is {limit}, not 0 or above")));
        }
        let scene = handle::read::<Scene>(world)?;
        let mut query = scene.world.query().with(Ask::new().limit(limit));
        query.pose_all();
        let found = query.distances();
        let list: Vec<_> =
            found.iter().map(|found| closecall_shape_distance::of(&scene.bodies, found)).collect();
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&list, distances, capacity, count) }
    })
}

/// Finds what every ray meets first, on all cores if there are many. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_rays_first(
    world: *const closecall_world,
    rays: *const closecall_ray,
    count: usize,
    hits: *mut closecall_world_hit,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        // SAFETY: the caller's arrays are as long as stated.
        let (rays, room) =
            unsafe { (input::array(rays, count, "rays")?, input::room(hits, count, "hits")?) };
        let found = scene.world.rays().first_batch(&crate::ray::all(rays)?);
        for (place, hit) in room.iter_mut().zip(found) {
            place.write(closecall_world_hit::of(&scene.bodies, hit));
        }
        Ok(())
    })
}
