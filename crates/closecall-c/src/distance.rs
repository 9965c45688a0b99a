//! Distances between two bodies, with the points where they are nearest.

use crate::contact::closecall_triangles;
use crate::error::{closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use crate::pair::closecall_pair;
use closecall::{Distance, Model, Pair};

/// The distance of two bodies, and their nearest points.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_distance {
    /// Not above the distance; 0 only if they touch, or the budget ended.
    pub lo: f64,
    /// Not below the distance; 0 if they touch. INFINITY where it is above the limit.
    pub hi: f64,
    /// The point of A that is nearest to B, in A's frame.
    pub point_a: [f64; 3],
    /// The point of B, in A's frame.
    pub point_b: [f64; 3],
    /// The unit vector from `point_a` to `point_b`, in A's frame; 0 where they are the same.
    pub normal: [f64; 3],
    /// The triangles that these points are on.
    pub triangles: closecall_triangles,
    /// Is the distance above the limit? Then `lo` is the limit, and there are no points.
    pub is_beyond_limit: bool,
    /// Is it what a question without a budget gives?
    pub is_final: bool,
}

/// The unit vector from one point to another; 0 where they are the same.
pub(crate) fn direction(from: [f64; 3], to: [f64; 3]) -> [f64; 3] {
    let way: [f64; 3] = std::array::from_fn(|axis| to[axis] - from[axis]);
    // Divided by the largest first, so that no square is lost.
    let largest = way.iter().fold(0f64, |largest, part| largest.max(part.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return [0.0; 3];
    }
    let way = way.map(|part| part / largest);
    let length = way.iter().map(|part| part * part).sum::<f64>().sqrt();
    way.map(|part| part / length)
}

impl closecall_distance {
    /// The distance that was found, or a mark that nothing is within the limit.
    pub(crate) fn of(found: Option<Distance>, limit: f64) -> Self {
        let Some(found) = found else { return Self::beyond(limit) };
        let (point_a, point_b) = (found.point_a, found.point_b);
        Self {
            lo: found.distance.lo,
            hi: found.distance.hi,
            point_a,
            point_b,
            normal: direction(point_a, point_b),
            triangles: (found.a, found.b).into(),
            is_beyond_limit: false,
            is_final: found.is_final,
        }
    }

    fn beyond(limit: f64) -> Self {
        Self {
            lo: limit,
            hi: f64::INFINITY,
            point_a: [0.0; 3],
            point_b: [0.0; 3],
            normal: [0.0; 3],
            triangles: closecall_triangles::NONE,
            is_beyond_limit: true,
            is_final: true,
        }
    }
}

/// Asks how far apart two models are, B at the pose a_from_b in A's frame. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_distance_between(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    distance: *mut closecall_distance,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let found = a.distance(&b, &input::pose(a_from_b, "a_from_b")?)?;
            input::give(distance, closecall_distance::of(Some(found), 0.0), "distance")
        }
    })
}

/// Asks how far apart the bodies of a pair are, up to its limit. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_distance(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    distance: *mut closecall_distance,
) -> closecall_status {
    guard(|| {
        let mut pair = handle::using::<Pair>(pair)?;
        let limit = pair.asks().limit;
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let found = pair.distance(&input::pose(a_from_b, "a_from_b")?);
            input::give(distance, closecall_distance::of(found, limit), "distance")
        }
    })
}
