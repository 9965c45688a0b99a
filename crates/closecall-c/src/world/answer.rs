//! Questions about a world as it is: what touches, what is nearest, what a ray meets.

use super::{Bodies, Scene, closecall_world};
use crate::ask::{ask, closecall_ask};
use crate::contact::{closecall_answer, closecall_triangles};
use crate::distance::direction;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::ray::closecall_ray;
use closecall::world::{BodyDistance, BodyHit, BodyPart, Touches};
use closecall::{Handle, Query};

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

/// Two shapes that touch, or may.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct closecall_collision {
    /// The two shapes.
    pub shapes: closecall_shape_pair,
    /// Touching, or undecided. Shapes that are in no list are apart.
    pub answer: closecall_answer,
}

/// The collisions of a world or a question: touching pairs first, then undecided ones.
pub(crate) fn collisions(bodies: &Bodies, found: &Touches) -> Vec<closecall_collision> {
    let of = |answer| {
        move |pair| closecall_collision { shapes: closecall_shape_pair::of(bodies, pair), answer }
    };
    let touching = found.touching.iter().copied().map(of(closecall_answer::Touching));
    let undecided = found.undecided.iter().map(|pair| (pair.a, pair.b));
    touching.chain(undecided.map(of(closecall_answer::Undecided))).collect()
}

/// Does anything touch? Undecided where nothing does, but something may.
pub(crate) fn touch_at_all(found: &Touches) -> closecall_answer {
    match (found.touching.is_empty(), found.undecided.is_empty()) {
        (false, _) => closecall_answer::Touching,
        (true, true) => closecall_answer::Clear,
        (true, false) => closecall_answer::Undecided,
    }
}

/// Two shapes, how far apart they are, and where they are nearest.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_shape_distance {
    /// The two shapes.
    pub shapes: closecall_shape_pair,
    /// The nearest triangles; CLOSECALL_NO_TRIANGLE of shapes that are no models.
    pub triangles: closecall_triangles,
    /// Are there points and a normal? Two half-spaces have none.
    pub has_points: bool,
    /// Not above their distance.
    pub lo: f64,
    /// Not below it; 0 if they touch, or one lies inside the other, a solid.
    pub hi: f64,
    /// The nearest point of the first, in the world, rounded. Where they touch, both are one point of both.
    pub point_a: [f64; 3],
    /// The nearest point of the other.
    pub point_b: [f64; 3],
    /// The unit vector from the first point to the other; 0 where they are the same.
    pub normal: [f64; 3],
}

impl closecall_shape_distance {
    fn of(bodies: &Bodies, found: &BodyDistance) -> Self {
        let [point_a, point_b] = found.points.unwrap_or_default();
        Self {
            shapes: closecall_shape_pair::of(bodies, (found.a, found.b)),
            triangles: closecall_triangles::of_sides(found.triangles),
            has_points: found.points.is_some(),
            lo: found.distance.lo,
            hi: found.distance.hi,
            point_a,
            point_b,
            normal: direction(point_a, point_b),
        }
    }
}

/// The first hit of a ray in a world.
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

/// The world as it is, asked with options: about all pairs.
unsafe fn asked<'s>(
    scene: &'s Scene,
    ask_with: *const closecall_ask,
) -> Result<Query<'s>, Failure> {
    // SAFETY: as the caller says.
    let mut query = scene.world.query().with(unsafe { ask(ask_with) }?);
    query.pose_all();
    Ok(query)
}

/// Asks whether any two bodies touch. If the budget ends first, or what may touch is too close to call, that is
/// CLOSECALL_STATUS_UNDECIDED; closecall_world_collisions says more. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_collides(
    world: *mut closecall_world,
    ask_with: *const closecall_ask,
    collides: *mut bool,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        // SAFETY: the caller's options are NULL or filled in, and the place has room for an answer.
        unsafe {
            scene.world.set(ask(ask_with)?);
            let is_clear = scene.world.asks().budget.is_endless() && !scene.world.collides();
            let found = match is_clear {
                true => closecall_answer::Clear,
                false => touch_at_all(&scene.world.touch()),
            };
            input::give(collides, found.yes_or_no().ok_or_else(Failure::undecided)?, "collides")
        }
    })
}

/// Lists the pairs of shapes that touch, and then the undecided ones: the budget ended, or they are
/// too close to call. A number of tests is that of all pairs. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_collisions(
    world: *mut closecall_world,
    ask_with: *const closecall_ask,
    pairs: *mut closecall_collision,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let mut scene = handle::using::<Scene>(world)?;
        // SAFETY: the caller's options are NULL or filled in, and the list has as much room as stated.
        unsafe {
            scene.world.set(ask(ask_with)?);
            let found = scene.world.touch();
            input::give_list(&collisions(&scene.bodies, &found), pairs, capacity, count)
        }
    })
}

/// Finds the two shapes that are nearest to each other, up to the limit of the options; `found` receives whether
/// there are two. A number of tests is that of every two shapes, a time that of all; where it ends, `lo` is lower.
/// Margins and paddings play no part. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_nearest(
    world: *const closecall_world,
    ask_with: *const closecall_ask,
    nearest: *mut closecall_shape_distance,
    found: *mut bool,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        input::check_place(nearest, "nearest")?;
        // SAFETY: the caller's options are NULL or filled in, and the places have room for an answer each.
        unsafe {
            let answer = asked(&scene, ask_with)?.nearest();
            input::give(found, answer.is_some(), "found")?;
            if let Some(answer) = answer {
                let answer = closecall_shape_distance::of(&scene.bodies, &answer);
                input::give(nearest, answer, "nearest")?;
            }
        }
        Ok(())
    })
}

/// Lists every two shapes that are no further apart than the limit of the options. On all cores. The budget is as
/// for closecall_world_nearest. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_world_distances(
    world: *const closecall_world,
    ask_with: *const closecall_ask,
    distances: *mut closecall_shape_distance,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let scene = handle::read::<Scene>(world)?;
        // SAFETY: the caller's options are NULL or filled in, and the list has as much room as stated.
        unsafe {
            let found = asked(&scene, ask_with)?.distances();
            let of = |found| closecall_shape_distance::of(&scene.bodies, found);
            let list: Vec<_> = found.iter().map(of).collect();
            input::give_list(&list, distances, capacity, count)
        }
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
