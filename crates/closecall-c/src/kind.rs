//! Kinds: in what way two bodies meet.

use crate::contact::closecall_triangles;
use crate::error::{closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use closecall::query::{Meaning, Side};
use closecall::{Kind, Model};

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

/// How two bodies meet.
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

/// Asks in what way two models meet, B at the pose a_from_b in A's frame: as solids if both are closed,
/// else as surfaces. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_meeting_of(
    a: *const closecall_model,
    b: *const closecall_model,
    a_from_b: *const f64,
    meeting: *mut closecall_meeting,
) -> closecall_status {
    guard(|| {
        let (a, b) = (handle::read::<Model>(a)?, handle::read::<Model>(b)?);
        // SAFETY: the caller's pose has 7 numbers.
        let found = a.meeting(&b, &unsafe { input::pose(a_from_b, "a_from_b") }?)?;
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
