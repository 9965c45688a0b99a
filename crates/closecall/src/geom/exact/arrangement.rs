//! The position of two triangles to each other, as far as the signs of their corners' heights above
//! the two planes can tell.

use super::across::Across;
use super::filter::Plane;
use super::shape::Collapsed;
use crate::geom::Triangle;

pub(super) enum Arrangement {
    /// One lies strictly on one side of the other's plane.
    Apart,
    /// Their planes cross, and each has corners on both closed sides of the other's.
    Across {
        /// The two, their corners renumbered.
        pair: Across,
        /// Does the inside of each reach the other's plane?
        both_straddle: bool,
    },
    /// They lie in one plane, or one of them has no area.
    Flat(Collapsed, Collapsed),
}

impl Arrangement {
    pub(super) fn of(a: &Triangle, b: &Triangle) -> Self {
        let a_heights = Plane::through(b).heights(a).settled(a, b);
        if on_one_side(a_heights) {
            return Self::Apart;
        }
        if a_heights == [0.0; 3] {
            return Self::Flat(Collapsed::of(a), Collapsed::of(b));
        }
        let b_heights = Plane::through(a).heights(b).settled(b, a);
        if on_one_side(b_heights) {
            return Self::Apart;
        }
        if b_heights == [0.0; 3] {
            return Self::Flat(Collapsed::of(a), Collapsed::of(b));
        }
        let both_straddle = straddles(a_heights) && straddles(b_heights);
        Self::Across { pair: Across::new(a, &a_heights, b, &b_heights), both_straddle }
    }
}

fn on_one_side([x, y, z]: [f64; 3]) -> bool {
    x.min(y).min(z) > 0.0 || x.max(y).max(z) < 0.0
}

fn straddles([x, y, z]: [f64; 3]) -> bool {
    x.min(y).min(z) < 0.0 && x.max(y).max(z) > 0.0
}
