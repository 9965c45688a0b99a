//! The lift of a tool off one triangle: for the tests of this crate.
//!
//! **Not for others.** Any name here may change or go in any release.

pub use crate::lift::{Lift, LiftQuestion, Prism, Quick, ToolFrame, lift, lower_lift, lowering};
pub use crate::part::sweep::PartSweep;

use crate::part::Target;
use closecall::Scratch;
use closecall::engine::geom::Triangle;

/// Calls `visit` with the triangles, and their numbers, that the tool of the sweep may meet; those
/// first that it may have to be lifted off furthest. `visit` says from which lift on the others are
/// of interest still.
pub fn near(
    target: &Target,
    sweep: &PartSweep,
    scratch: &mut Scratch,
    visit: impl FnMut(u32, &Triangle) -> f64,
) {
    target.near(sweep, scratch, visit);
}
