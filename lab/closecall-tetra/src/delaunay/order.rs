//! The order in which points are inserted: random rounds, each along a space-filling curve.
//!
//! The rounds make the expected work that of a random order; the curve makes the walk from one
//! point to the next short, and keeps what is needed in the cache. (Amenta, Choi & Rote 2003)

use super::curve::{Curve, LENGTH};
use closecall::engine::geom::DVec3;

/// A round has 2^STEP times the points of the one before.
const STEP: u32 = 3;

/// The numbers of the points, in the order of insertion.
pub(super) fn order(points: &[DVec3]) -> Vec<u32> {
    let curve = Curve::around(points);
    let rounds = points.len().max(1).ilog2() / STEP;
    let mut keyed: Vec<(u64, u32)> = (0..)
        .zip(points)
        .map(|(i, p)| {
            let earlier = (mixed(i).trailing_zeros() / STEP).min(rounds);
            (u64::from(rounds - earlier) << LENGTH | curve.place(*p), i)
        })
        .collect();
    keyed.sort_unstable();
    keyed.into_iter().map(|(_, i)| i).collect()
}

/// A number that looks random. (The finisher of SplitMix64: Steele, Lea & Flood 2014)
fn mixed(i: u32) -> u64 {
    let mut x = u64::from(i).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
