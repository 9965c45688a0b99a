//! Motion of two bodies: when they first touch, and how near they come.

use crate::contact::{closecall_answer, closecall_triangles};
use crate::error::{closecall_status, guard};
use crate::handle;
use crate::input;
use crate::pair::closecall_pair;
use crate::path::{AnyPath, closecall_path};
use closecall::query::sweep::{Approach, ContactInterval, Doubt, Hit};
use closecall::{Answer, Pair};

/// When do two bodies first touch on a path?
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_sweep {
    /// Whether they do.
    pub answer: closecall_answer,
    /// They are proved apart before this time. Where the path is clear: its duration.
    pub free_until: f64,
    /// Touching: they are in contact at this time. Undecided: the stretch that is too close to call ends
    /// here. Clear: the duration.
    pub until: f64,
    /// Undecided: at some time of the stretch they are no further apart than this; INFINITY if the budget
    /// ended. Else 0.
    pub gap: f64,
    /// Two triangles that this is about; CLOSECALL_NO_TRIANGLE where there are none.
    pub triangles: closecall_triangles,
}

impl closecall_sweep {
    /// The answer for a path of some duration.
    pub(crate) fn of(answer: Answer<Hit, Doubt>, duration: f64) -> Self {
        match answer {
            Answer::Clear => Self {
                answer: closecall_answer::Clear,
                free_until: duration,
                until: duration,
                gap: 0.0,
                triangles: closecall_triangles::NONE,
            },
            Answer::Touching(hit) => Self {
                answer: closecall_answer::Touching,
                free_until: hit.time.lo,
                until: hit.time.hi,
                gap: 0.0,
                triangles: closecall_triangles::of(hit.triangles),
            },
            Answer::Undecided(doubt) => Self {
                answer: closecall_answer::Undecided,
                free_until: doubt.time.lo,
                until: doubt.time.hi,
                gap: doubt.gap.unwrap_or(f64::INFINITY),
                triangles: closecall_triangles::of(doubt.triangles),
            },
        }
    }
}

/// The least distance of two bodies on a path.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_approach {
    /// They are never nearer than this.
    pub lo: f64,
    /// They are at some time no further apart than this.
    pub hi: f64,
    /// The time of it.
    pub time: f64,
    /// The triangles that are so near; CLOSECALL_NO_TRIANGLE where one body is inside the other, a solid.
    pub triangles: closecall_triangles,
}

impl From<Approach> for closecall_approach {
    fn from(found: Approach) -> Self {
        let (lo, hi) = (found.distance.lo, found.distance.hi);
        Self { lo, hi, time: found.time, triangles: closecall_triangles::of(found.triangles) }
    }
}

/// Asks when the bodies of a pair first touch on a path; nothing is missed between poses.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_sweep(
    pair: *mut closecall_pair,
    path: *const closecall_path,
    sweep: *mut closecall_sweep,
) -> closecall_status {
    guard(|| {
        let (mut pair, path) = (handle::using::<Pair>(pair)?, handle::read::<AnyPath>(path)?);
        let path = path.path();
        let answer = closecall_sweep::of(pair.sweep(path), path.legs() as f64);
        // SAFETY: the caller's place has room for an answer.
        unsafe { input::give(sweep, answer, "sweep") }
    })
}

/// A stretch of a path on which two bodies are in contact, or on which that stayed undecided.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_stretch {
    /// Touching, or undecided. The bodies are proved apart between stretches.
    pub answer: closecall_answer,
    /// They are apart before this time, back to the stretch before.
    pub begins_lo: f64,
    /// They are in contact at this time; of an undecided stretch, where it begins.
    pub begins_hi: f64,
    /// They are in contact at this time; of an undecided stretch, where it ends.
    pub ends_lo: f64,
    /// They are apart after this time, up to the next stretch.
    pub ends_hi: f64,
    /// Two triangles that touch at `begins_hi`; CLOSECALL_NO_TRIANGLE where there are none.
    pub triangles: closecall_triangles,
}

impl From<ContactInterval> for closecall_stretch {
    fn from(found: ContactInterval) -> Self {
        let (begins, ends) = (found.begins, found.ends);
        Self {
            answer: closecall_answer::Touching,
            begins_lo: begins.lo,
            begins_hi: begins.hi,
            ends_lo: ends.lo,
            ends_hi: ends.hi,
            triangles: closecall_triangles::of(found.triangles),
        }
    }
}

impl From<Doubt> for closecall_stretch {
    fn from(doubt: Doubt) -> Self {
        let (begin, end) = (doubt.time.lo, doubt.time.hi);
        Self {
            answer: closecall_answer::Undecided,
            begins_lo: begin,
            begins_hi: begin,
            ends_lo: end,
            ends_hi: end,
            triangles: closecall_triangles::of(doubt.triangles),
        }
    }
}

/// Lists every stretch of a path on which the bodies of a pair are in contact, and every undecided
/// stretch, in the order of time. Contact at the start counts. Whether they part within a stretch
/// for less than a step is not asked. Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_stretches(
    pair: *mut closecall_pair,
    path: *const closecall_path,
    stretches: *mut closecall_stretch,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let (mut pair, path) = (handle::using::<Pair>(pair)?, handle::read::<AnyPath>(path)?);
        let found = pair.contact_intervals(path.path());
        let undecided = found.undecided.into_iter().map(closecall_stretch::from);
        let mut list: Vec<closecall_stretch> =
            found.intervals.into_iter().map(closecall_stretch::from).chain(undecided).collect();
        list.sort_by(|x, y| x.begins_lo.total_cmp(&y.begins_lo));
        // SAFETY: the caller's list has as much room as stated.
        unsafe { input::give_list(&list, stretches, capacity, count) }
    })
}

/// Asks how near the bodies of a pair come to each other on a path. Clearance and start play no part.
/// Threads: any, one at a time.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pair_approach(
    pair: *mut closecall_pair,
    path: *const closecall_path,
    approach: *mut closecall_approach,
) -> closecall_status {
    guard(|| {
        let (mut pair, path) = (handle::using::<Pair>(pair)?, handle::read::<AnyPath>(path)?);
        // SAFETY: the caller's place has room for an answer.
        unsafe { input::give(approach, pair.approach(path.path()).into(), "approach") }
    })
}
