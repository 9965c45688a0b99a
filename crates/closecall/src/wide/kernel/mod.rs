//! One volume against eight, by separating axes in f32: each answers a bit for every lane that was *not* proved apart.
//!
//! Why a gap found here is real is derived in [`super::relation`].

// Here an index is a coordinate or the number of an axis, often of several arrays at once.
#![allow(clippy::needless_range_loop)]

mod boxes;
mod margins;
mod pair;
mod swept;
mod triangle_box;
mod triangles;

pub(super) use boxes::{AlignedBoxes, OrientedBoxes};
pub(super) use margins::{
    Arm, BlockToBox, BoxToBoxes, BoxToPlanes, BoxesToBall, Planes, TriangleToBlock, TriangleToBoxes,
};
pub(super) use pair::{FourPairs, MeetOrMargin, MeetOrUndecided};
pub(super) use swept::{BlockOverBox, BoxOverBoxes, BoxesOverBox, TriangleOverBlock};
pub(super) use triangle_box::{BlockAgainstBox, TriangleAgainstBoxes};
pub(super) use triangles::TriangleAgainstBlock;

use super::relation::TINY;
use super::simd::F32x8;

/// A vector in every lane.
pub(super) type V3<F> = [F; 3];

#[inline(always)]
fn splat<F: F32x8>(v: &[f32]) -> V3<F> {
    [F::splat(v[0]), F::splat(v[1]), F::splat(v[2])]
}

#[inline(always)]
fn load<F: F32x8>(v: &[[f32; 8]; 3]) -> V3<F> {
    [F::load(&v[0]), F::load(&v[1]), F::load(&v[2])]
}

#[inline(always)]
fn sub<F: F32x8>(a: V3<F>, b: V3<F>) -> V3<F> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
fn dot<F: F32x8>(a: V3<F>, b: V3<F>) -> F {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

#[inline(always)]
fn cross<F: F32x8>(a: V3<F>, b: V3<F>) -> V3<F> {
    [a[1].mul_sub(b[2], a[2] * b[1]), a[2].mul_sub(b[0], a[0] * b[2]), a[0].mul_sub(b[1], a[1] * b[0])]
}

#[inline(always)]
fn abs<F: F32x8>(a: V3<F>) -> V3<F> {
    [a[0].abs(), a[1].abs(), a[2].abs()]
}

#[inline(always)]
fn min3<F: F32x8>(a: V3<F>) -> F {
    a[0].min(a[1]).min(a[2])
}

#[inline(always)]
fn max3<F: F32x8>(a: V3<F>) -> F {
    a[0].max(a[1]).max(a[2])
}

/// The reciprocal of a length, rounded down, and finite.
#[inline(always)]
fn per_length<F: F32x8>(square: F) -> F {
    (square + F::splat(TINY)).inverse_root()
}
