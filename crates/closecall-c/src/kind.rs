//! Kinds: in what way two bodies meet.

use crate::ask::{ask, closecall_ask};
use crate::contact::closecall_triangles;
use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use closecall::query::{Meaning, Meeting, Side};
use closecall::{Budget, Kind, Model, Pose};
use std::ops::ControlFlow;
use std::time::Instant;

/// The way in which two bodies meet.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_kind {
    /// They share no point.
    Apart = 0,
    /// They share points, but their insides share none.
    Touching = 1,
    /// Their insides overlap, and each has some of its inside outside the other.
    Crossing = 2,
    /// A's inside lies in B.
    AInB = 3,
    /// B's inside lies in A.
    BInA = 4,
    /// They are the same set of points.
    Identical = 5,
}

/// The relation of two bodies.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_meeting {
    /// In what way.
    pub kind: closecall_kind,
    /// Two triangles that share a point; CLOSECALL_NO_TRIANGLE if there are none.
    pub triangles: closecall_triangles,
    /// Were both taken as solids? Else one of the meshes is not closed, and both were taken as surfaces.
    pub are_solids: bool,
}

/// In what way two models meet, as far as a budget goes.
fn met(a: &Model, b: &Model, pose: &Pose, budget: Budget) -> Result<Meeting, Failure> {
    let begin = Instant::now();
    if a.ask(b, budget)?.touch(pose).is_undecided() {
        return Err(Failure::undecided());
    }
    let watch = |done: usize| {
        let is_over = budget.tests_allowed().is_some_and(|tests| done as u64 > tests)
            || budget.time_allowed().is_some_and(|time| begin.elapsed() > time);
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    a.meeting_watched(b, pose, &watch)?.ok_or_else(Failure::undecided)
}

/// Asks in what way two models meet, B at the pose a_from_b in A's frame: as solids if both are closed,
/// else as surfaces. A budget of the options ends it with CLOSECALL_STATUS_UNDECIDED; of tests it is one of steps,
/// a triangle or a pair of them each. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_meeting_of(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    ask_with: *const closecall_ask,
    meeting: *mut closecall_meeting,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        // SAFETY: the caller's pose has 7 numbers, and the options are NULL or filled in.
        let (pose, options) = unsafe { (input::pose(a_from_b, "a_from_b")?, ask(ask_with)?) };
        let found = met(&a, &b, &pose, options.budget)?;
        let kind = match (found.kind, found.inner()) {
            (Kind::Apart, _) => closecall_kind::Apart,
            (Kind::Touching, _) => closecall_kind::Touching,
            (Kind::Crossing, _) => closecall_kind::Crossing,
            (Kind::Contained, Some(Side::A)) => closecall_kind::AInB,
            (Kind::Contained, _) => closecall_kind::BInA,
            (Kind::Identical, _) => closecall_kind::Identical,
        };
        let triangles = closecall_triangles::of(found.contact);
        let are_solids = found.meaning == Meaning::Solids;
        // SAFETY: the caller's place has room for an answer.
        unsafe {
            input::give(meeting, closecall_meeting { kind, triangles, are_solids }, "meeting")
        }
    })
}
