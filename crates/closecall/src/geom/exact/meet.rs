//! The question of the hot loop: do two triangles share a point?

use super::across::Across;
use super::arrangement::Arrangement;
use super::filter::Plane;
use super::flat;
use crate::geom::Triangle;

/// The answer, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetVerdict {
    /// Do the two share a point?
    pub meets: bool,
    /// Was exact arithmetic needed, because the floating-point filter could not decide?
    pub exact: bool,
}

impl MeetVerdict {
    const APART: Self = Self { meets: false, exact: false };
}

/// Do two closed triangles share a point? Exact; a triangle without area is the segment or point it
/// is.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::meet};
/// let floor = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let standing = [DVec3::new(0.25, 0.25, 0.0), DVec3::new(0.0, 0.0, 1.0), DVec3::new(1.0, 0.0, 1.0)];
/// assert!(meet(&floor, &standing).meets);
/// let lifted = standing.map(|p| p + 1e-15 * DVec3::Z);
/// assert!(!meet(&floor, &lifted).meets);
/// ```
#[inline]
#[must_use]
pub fn meet(a: &Triangle, b: &Triangle) -> MeetVerdict {
    let a_heights = Plane::through(b).heights(a);
    if a_heights.on_one_side() {
        return MeetVerdict::APART;
    }
    let b_heights = Plane::through(a).heights(b);
    if b_heights.on_one_side() {
        return MeetVerdict::APART;
    }
    if a_heights.are_certain() && b_heights.are_certain() {
        meet_across(&Across::new(a, &a_heights.values, b, &b_heights.values))
    } else {
        meet_exactly(a, b)
    }
}

/// Does P₂ come before Q₂, and Q₁ before P₁, on the line where the planes cross?
#[inline]
fn meet_across(pair: &Across) -> MeetVerdict {
    let second = pair.p_to_q(2, 2);
    if second.sign < 0.0 {
        return MeetVerdict { meets: false, exact: second.exact };
    }
    let first = pair.p_to_q(1, 1);
    MeetVerdict { meets: first.sign <= 0.0, exact: first.exact || second.exact }
}

/// When the filter left the side of a corner open. Comparisons do not round, so two of them come
/// first.
#[cold]
#[inline(never)]
fn meet_exactly(a: &Triangle, b: &Triangle) -> MeetVerdict {
    if boxes_are_apart(a, b) {
        return MeetVerdict::APART;
    }
    if a.iter().any(|p| b.contains(p)) {
        return MeetVerdict { meets: true, exact: false };
    }
    let meets = match Arrangement::of(a, b) {
        Arrangement::Apart => false,
        Arrangement::Across { pair, .. } => meet_across(&pair).meets,
        Arrangement::Flat(a, b) => flat::meet(&a, &b),
    };
    MeetVerdict { meets, exact: true }
}

fn boxes_are_apart(a: &Triangle, b: &Triangle) -> bool {
    let low = |t: &Triangle| t[0].min(t[1]).min(t[2]);
    let high = |t: &Triangle| t[0].max(t[1]).max(t[2]);
    low(a).cmpgt(high(b)).any() || low(b).cmpgt(high(a)).any()
}
