//! Contact of two bodies: whether, where, and every pair of triangles.

use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use crate::pair::closecall_pair;
use closecall::{Answer, Model, Pair, Pose};
use std::ffi::c_void;
use std::ops::ControlFlow;

/// Yes, no, or not known.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_answer {
    /// Nothing touches: a proof.
    Clear = 0,
    /// Something touches.
    Touching = 1,
    /// Neither was proved: the budget ended, or it is too close to call.
    Undecided = 2,
}

/// Two triangles: of A and of B.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct closecall_triangles {
    /// The triangle of A.
    pub a: u32,
    /// The triangle of B.
    pub b: u32,
}

impl From<(u32, u32)> for closecall_triangles {
    fn from((a, b): (u32, u32)) -> Self {
        Self { a, b }
    }
}

/// No triangle.
pub const CLOSECALL_NO_TRIANGLE: u32 = u32::MAX;

impl closecall_triangles {
    /// The value that stands for no pair.
    pub(crate) const NONE: Self = Self { a: CLOSECALL_NO_TRIANGLE, b: CLOSECALL_NO_TRIANGLE };

    pub(crate) fn of(triangles: Option<(u32, u32)>) -> Self {
        triangles.map_or(Self::NONE, Self::from)
    }

    /// Of both sides, each of which may have none.
    pub(crate) fn of_sides(sides: [Option<u32>; 2]) -> Self {
        let [a, b] = sides.map(|triangle| triangle.unwrap_or(CLOSECALL_NO_TRIANGLE));
        Self { a, b }
    }
}

impl closecall_answer {
    pub(crate) fn of<T, U>(answer: &Answer<T, U>) -> Self {
        match answer {
            Answer::Clear => Self::Clear,
            Answer::Touching(_) => Self::Touching,
            Answer::Undecided(_) => Self::Undecided,
        }
    }

    /// Yes or no; none if that is not known.
    #[inline]
    pub(crate) fn yes_or_no(self) -> Option<bool> {
        match self {
            Self::Clear => Some(false),
            Self::Touching => Some(true),
            Self::Undecided => None,
        }
    }
}

/// Do the bodies of a pair touch, as far as its budget goes?
#[inline]
pub(crate) fn touches(pair: &mut Pair, pose: &Pose) -> closecall_answer {
    if pair.asks().budget.is_endless() {
        return if pair.collides(pose) {
            closecall_answer::Touching
        } else {
            closecall_answer::Clear
        };
    }
    closecall_answer::of(&pair.touch(pose))
}

/// Do two bodies touch?
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_touch {
    /// Whether.
    pub answer: closecall_answer,
    /// Two triangles that touch; CLOSECALL_NO_TRIANGLE where there are none, or one body lies inside the
    /// other.
    pub triangles: closecall_triangles,
    /// With an undecided answer, no two triangles touch that could not be taken apart by moving one
    /// of them this far. Else 0.
    pub depth: f64,
}

impl From<Answer<Option<(u32, u32)>, f64>> for closecall_touch {
    fn from(answer: Answer<Option<(u32, u32)>, f64>) -> Self {
        let (answer, triangles, depth) = match answer {
            Answer::Clear => (closecall_answer::Clear, None, 0.0),
            Answer::Touching(triangles) => (closecall_answer::Touching, triangles, 0.0),
            Answer::Undecided(depth) => (closecall_answer::Undecided, None, depth),
        };
        Self { answer, triangles: closecall_triangles::of(triangles), depth }
    }
}

/// Asks whether two models touch, B at the pose a_from_b in A's frame. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_collides(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    collides: *mut bool,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let pose = input::pose(a_from_b, "a_from_b")?;
            input::give(collides, a.collides(&b, &pose)?, "collides")
        }
    })
}

/// Asks whether the bodies of a pair touch. If the budget ends first, that is CLOSECALL_STATUS_UNDECIDED;
/// closecall_pair_touch says more. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_collides(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    collides: *mut bool,
) -> closecall_status {
    guard(|| {
        let mut pair = handle::using::<Pair>(pair)?;
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let pose = input::pose(a_from_b, "a_from_b")?;
            let found = touches(&mut pair, &pose);
            input::give(collides, found.yes_or_no().ok_or_else(Failure::undecided)?, "collides")
        }
    })
}

/// Asks whether the bodies of a pair touch, as far as the budget goes. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_touch(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    touch: *mut closecall_touch,
) -> closecall_status {
    guard(|| {
        let mut pair = handle::using::<Pair>(pair)?;
        // SAFETY: the caller's pose has 7 numbers, and the place room for an answer.
        unsafe {
            let pose = input::pose(a_from_b, "a_from_b")?;
            input::give(touch, pair.touch(&pose).into(), "touch")
        }
    })
}

/// Lists every pair of triangles that touch, sorted; with a budget, the pairs that were found, and
/// `is_complete`, unless NULL, says whether these are all. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_contacts(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    triangles: *mut closecall_triangles,
    capacity: usize,
    count: *mut usize,
    is_complete: *mut bool,
) -> closecall_status {
    guard(|| {
        let mut pair = handle::using::<Pair>(pair)?;
        // SAFETY: the caller's pose has 7 numbers, and the list as much room as stated.
        unsafe {
            let found = pair.contacts(&input::pose(a_from_b, "a_from_b")?);
            let list: Vec<closecall_triangles> =
                found.pairs.iter().map(|&pair| pair.into()).collect();
            input::give_list(&list, triangles, capacity, count)?;
            if !is_complete.is_null() {
                input::give(is_complete, found.rest.is_none(), "is_complete")?;
            }
        }
        Ok(())
    })
}

/// Receives two triangles that touch; anything but 0 ends the visit.
pub type closecall_contact_visitor =
    Option<unsafe extern "C-unwind" fn(user: *mut c_void, triangles: closecall_triangles) -> i32>;

/// Finds pairs of triangles that touch, in no particular order and at most `most` of them, and then
/// calls the visitor with one after the other. With SIZE_MAX these are all; if the budget ends
/// first, the visitor is called for the pairs that were found, and the status is
/// CLOSECALL_STATUS_UNDECIDED. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn closecall_pair_visit_contacts(
    pair: *mut closecall_pair,
    a_from_b: *const f64,
    most: usize,
    visitor: closecall_contact_visitor,
    user: *mut c_void,
) -> closecall_status {
    let mut found = Vec::new();
    let status = guard(|| {
        visitor.ok_or_else(|| Failure::null("visitor"))?;
        let mut pair = handle::using::<Pair>(pair)?;
        // SAFETY: the caller's pose has 7 numbers.
        let pose = unsafe { input::pose(a_from_b, "a_from_b") }?;
        if most == 0 {
            return Ok(());
        }
        if pair.asks().budget.is_endless() {
            pair.visit_contacts(&pose, |a, b| {
                found.push((a, b));
                if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            return Ok(());
        }
        let contacts = pair.contacts(&pose);
        found.extend(contacts.pairs.into_iter().take(most));
        let is_enough = contacts.rest.is_none() || found.len() == most;
        if is_enough { Ok(()) } else { Err(Failure::undecided()) }
    });
    let (closecall_status::Ok | closecall_status::Undecided, Some(visitor)) = (status, visitor)
    else {
        return status;
    };
    // Nothing is caught here, and no lock is held: an exception of the visitor passes through.
    for triangles in found {
        // SAFETY: the caller's visitor takes these arguments.
        if unsafe { visitor(user, triangles.into()) } != 0 {
            break;
        }
    }
    status
}
