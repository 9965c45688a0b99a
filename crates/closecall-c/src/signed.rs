//! Signed distances of two solids: how far apart they are, or how deep in each other.

use crate::ask::{ask, closecall_ask};
use crate::batch::give_all;
use crate::depth::posed;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use closecall::query::SignedDistance;
use closecall::{Model, Solid};
use rayon::prelude::*;

/// The distance of two solids: positive apart, and less than 0 by their depth, the length of the shortest
/// translation that parts them.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_signed {
    /// Not above the distance.
    pub lo: f64,
    /// Not below it.
    pub hi: f64,
    /// A unit vector from A to B: how the distance changes with a small translation of B; 0 where they only
    /// touch.
    pub gradient: [f64; 3],
    /// The nearest point of A, or the one that B leaves last, in A's frame.
    pub point_a: [f64; 3],
    /// The nearest point of B, or the one that leaves A last, in A's frame.
    pub point_b: [f64; 3],
    /// Is the gradient only rough? It is where the solids only touch or nearly do, and where the search for
    /// a depth ended at a way out that a small change still makes shorter.
    pub is_rough: bool,
}

/// The solid that a model encloses.
pub(crate) fn solid(model: &Model) -> Result<Solid, Failure> {
    model.solid().map_err(|open| Failure::new(closecall_status::NotClosed, open))
}

impl From<SignedDistance> for closecall_signed {
    fn from(found: SignedDistance) -> Self {
        let SignedDistance { distance, gradient, is_rough, point_a, point_b, .. } = found;
        Self { lo: distance.lo, hi: distance.hi, gradient, point_a, point_b, is_rough }
    }
}

/// Asks for the signed distance of two closed models, B at the pose a_from_b in A's frame. The accuracy, the
/// tolerance and the budget of the options say how closely a depth is found; by default to a thousandth of
/// it. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_signed_distance(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    ask_with: *const closecall_ask,
    signed: *mut closecall_signed,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's pose has 7 numbers, the options are NULL or filled in, and the place has room.
        unsafe {
            let posed = posed(a, b, a_from_b, ask_with)?;
            let found = posed.a.signed_distance(&posed.b, &posed.pose, posed.options)?;
            input::give(signed, found.into(), "signed")
        }
    })
}

/// closecall_signed_distance at every pose, on all cores, each with a budget of its own.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_signed_distance_batch(
    a: *const closecall_model,
    b: *const closecall_model,
    poses: *const f64,
    count: usize,
    ask_with: *const closecall_ask,
    answers: *mut closecall_signed,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        let (a, b) = (solid(&a)?, solid(&b)?);
        // SAFETY: the caller's arrays are as long as stated, and the options NULL or filled in.
        let (rows, room, options) = unsafe {
            let room = input::room(answers, count, "answers")?;
            (input::rows(poses, count)?, room, ask(ask_with)?)
        };
        let asked = |row: &[f64; 7]| -> Result<closecall_signed, Failure> {
            Ok(a.signed_distance(&b, &input::to_pose(row)?, options)?.into())
        };
        give_all(rows.par_iter().map(asked).collect(), room)
    })
}
