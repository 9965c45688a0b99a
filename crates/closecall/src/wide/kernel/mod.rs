//! One volume against eight, by separating axes in f32: a gap in every lane, and what is wanted of
//! it.
//!
//! Every kernel is written once. Who only wants to know which lanes are apart ([`Hits`]) is spared
//! the lengths of the axes; who wants to know how far ([`Margins`]) has gaps divided by them. Why a
//! gap found here is real is derived in [`super::relation`].

// Here an index is a coordinate or the number of an axis, often of several arrays at once.
#![allow(clippy::needless_range_loop)]

mod ball;
mod boxes;
mod far;
mod nearest;
mod pair;
mod planes;
mod point;
mod sift;
mod squares;
mod swept;
mod triangle_box;
mod triangles;

pub(super) use ball::NodeVsBall;
pub(super) use boxes::NodeVsBox;
pub(super) use far::FarDirection;
pub(super) use nearest::{EightPairs, NearestEight};
pub(super) use pair::{
    BoundsOfFour, FourPairs, MeetOrMargin, MeetOrUndecided, WithinOrMargin, WithinOrUndecided,
};
pub(super) use planes::{Arm, BoxVsPlanes, NodeVsBoxPlanes, Planes};
pub(super) use point::{PointBounds, point_bounds};
pub(super) use sift::{Directions, sift};
pub(super) use squares::block_squares;
pub(super) use swept::{
    BlockOverBox, BoxOverBoxes, BoxesOverBox, SweptBits, TriangleOverBlock, radius,
};
pub(super) use triangle_box::{BlockVsBox, TriangleVsNode};
pub(super) use triangles::TriangleVsBlock;

use super::simd::{F32x8, Lanes};
use crate::rounding::F32_TINY;

/// A vector in every lane.
pub(super) type V3<F> = [F; 3];

/// Eight triangles, corner by corner, coordinate by coordinate.
pub(super) type Corners = [[[f32; 8]; 3]; 3];

/// The result that is wanted from eight gaps.
pub(super) trait Want {
    /// Are gaps divided by the lengths of their axes?
    const LENGTHS: bool;
    /// The result from the gaps of all lanes but those that were settled before.
    fn of<F: F32x8>(gaps: F, settled: u32) -> Self;
}

/// A bit for every lane that was not proved apart.
#[derive(Clone, Copy)]
pub(super) struct Hits(pub u32);

/// The lanes that were not proved apart, and the distance of the others.
#[derive(Clone, Copy)]
pub(super) struct Margins {
    /// A bit for every lane that was not proved apart.
    pub hits: u32,
    /// All other lanes that were not settled before are apart by at least this, in the units of the
    /// frame.
    pub least: f32,
}

impl Want for Hits {
    const LENGTHS: bool = false;

    #[inline(always)]
    fn of<F: F32x8>(gaps: F, settled: u32) -> Self {
        Self(gaps.at_most(F::splat(0.0)) & !settled)
    }
}

impl Want for Margins {
    const LENGTHS: bool = true;

    #[inline(always)]
    fn of<F: F32x8>(gaps: F, settled: u32) -> Self {
        let hits = gaps.at_most(F::splat(0.0));
        Self { hits, least: gaps.least_except(hits | settled) }
    }
}

/// Is every lane apart that is not settled?
#[inline(always)]
fn all_apart<F: F32x8>(gaps: F, settled: u32) -> bool {
    gaps.at_most(F::splat(0.0)) & !settled == 0
}

#[inline(always)]
pub(super) fn splat<F: F32x8>(v: &[f32]) -> V3<F> {
    [F::splat(v[0]), F::splat(v[1]), F::splat(v[2])]
}

#[inline(always)]
pub(super) fn load<F: F32x8>(v: &[[f32; 8]; 3]) -> V3<F> {
    [F::load(&v[0]), F::load(&v[1]), F::load(&v[2])]
}

#[inline(always)]
pub(super) fn sub<L: Lanes>(a: V3<L>, b: V3<L>) -> V3<L> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

#[inline(always)]
pub(super) fn dot<L: Lanes>(a: V3<L>, b: V3<L>) -> L {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

#[inline(always)]
pub(super) fn cross<L: Lanes>(a: V3<L>, b: V3<L>) -> V3<L> {
    [
        a[1].mul_sub(b[2], a[2] * b[1]),
        a[2].mul_sub(b[0], a[0] * b[2]),
        a[0].mul_sub(b[1], a[1] * b[0]),
    ]
}

#[inline(always)]
fn abs<L: Lanes>(a: V3<L>) -> V3<L> {
    [a[0].abs(), a[1].abs(), a[2].abs()]
}

#[inline(always)]
pub(super) fn min3<L: Lanes>(a: V3<L>) -> L {
    a[0].min(a[1]).min(a[2])
}

#[inline(always)]
pub(super) fn max3<L: Lanes>(a: V3<L>) -> L {
    a[0].max(a[1]).max(a[2])
}

/// A gap along an axis, given with the axis' length squared: as it comes, or divided by a length
/// that is not too short. (No closure works out the square: closures do not inherit the features
/// that the function around them is compiled for. What is not used is left out anyway.)
#[inline(always)]
fn scaled<F: F32x8, W: Want>(gap: F, square: F) -> F {
    if W::LENGTHS { gap * per_length(square) } else { gap }
}

/// The reciprocal of a length, rounded down, and finite.
#[inline(always)]
fn per_length<F: F32x8>(square: F) -> F {
    (square + F::splat(F32_TINY)).inverse_root()
}
