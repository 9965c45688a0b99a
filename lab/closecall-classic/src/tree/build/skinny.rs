//! Long, thin triangles cut into shorter pieces, which take tighter volumes and fall on better
//! sides of a split. (Klosowski 1998, §6.3.5)
//!
//! Pieces shape a tree and nothing else: its leaves name the triangles the pieces were cut from,
//! and those are tested.
//!
//! # Why rounding does no harm
//!
//! A cut is at the rounded middle of a side, so the pieces cover their triangle only nearly. Map
//! every exact piece onto the rounded one, corner to corner: no point of the triangle moves further
//! than the worst corner. A middle is off by half its ends' errors and one rounding of its own, at
//! most u·reach in length, so after `MAX_CUTS` cuts a point of the triangle lies within 32·u·reach
//! of a piece. With the same for the other body that is below 32·u·S, which the slack of
//! [`crate::volume::Rigid::new`] covers.

use crate::tree::Soup;
use closecall::engine::geom::{DVec3, Triangle};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// A triangle is thin if its longest side is more than this many times the height over it.
const THIN: f64 = 4.0;

/// A piece that was cut this often is left alone: it is a 2¹⁶th of its triangle or shorter.
const MAX_CUTS: u8 = 32;

impl Soup {
    /// Prepares triangles for a builder, after cutting the longest of the thin ones, again and
    /// again, until there are `percent` more pieces than there were triangles. The paper allows 10
    /// percent.
    pub fn subdivided(triangles: impl Iterator<Item = Triangle>, percent: u32) -> Self {
        Self::cut(triangles.collect(), percent, THIN)
    }

    /// As [`Soup::subdivided`], but all triangles may be cut, thin or not.
    pub fn tiled(triangles: impl Iterator<Item = Triangle>, percent: u32) -> Self {
        Self::cut(triangles.collect(), percent, 0.0)
    }

    fn cut(triangles: Vec<Triangle>, percent: u32, thin: f64) -> Self {
        let budget = (triangles.len() as u64 * u64::from(percent) / 100) as usize;
        let pieces = cut_longest(&triangles, budget, thin);
        if pieces.len() == triangles.len() {
            return Self::new(triangles.into_iter());
        }
        let owners = pieces.iter().map(|piece| piece.owner).collect();
        Self { owners: Some(owners), ..Self::new(pieces.into_iter().map(|piece| piece.corners)) }
    }
}

/// A triangle, or part of one.
struct Piece {
    corners: Triangle,
    owner: u32,
    cuts: u8,
    /// The square of its longest side, and the corner opposite to it.
    longest: (f64, usize),
}

/// The pieces of all triangles, in the order of their owners.
fn cut_longest(triangles: &[Triangle], budget: usize, thin: f64) -> Vec<Piece> {
    let whole = triangles.iter().zip(0..).map(|(&corners, owner)| Piece::new(corners, owner, 0));
    let can_be_cut = |piece: &Piece| piece.can_be_cut(thin);
    let (long, mut done): (Vec<_>, Vec<_>) = whole.partition(can_be_cut);
    let mut long = BinaryHeap::from(long);
    for _ in 0..budget {
        let Some(longest) = long.pop() else { break };
        for half in longest.halves() {
            if can_be_cut(&half) { long.push(half) } else { done.push(half) }
        }
    }
    done.extend(long.into_vec());
    done.sort_by_key(|piece| piece.owner);
    done
}

impl Piece {
    fn new(corners: Triangle, owner: u32, cuts: u8) -> Self {
        let squared = |i: usize| corners[(i + 1) % 3].distance_squared(corners[(i + 2) % 3]);
        let longest = (0..3)
            .map(|i| (squared(i), i))
            .fold((-1.0, 0), |best, side| if side.0 > best.0 { side } else { best });
        Self { corners, owner, cuts, longest }
    }

    fn can_be_cut(&self, thin: f64) -> bool {
        let [a, b, c] = self.corners;
        let doubled_area = (b - a).cross(c - a).length();
        // Side > thin · height, times the side.
        self.cuts < MAX_CUTS && self.longest.0 > thin * doubled_area
    }

    /// Both sides of a cut from the middle of the longest side to the opposite corner.
    fn halves(&self) -> [Self; 2] {
        let top = self.longest.1;
        let [a, b, c] = [(top + 1) % 3, (top + 2) % 3, top].map(|corner| self.corners[corner]);
        let middle: DVec3 = (a + b) * 0.5;
        [[a, middle, c], [middle, b, c]]
            .map(|corners| Self::new(corners, self.owner, self.cuts + 1))
    }
}

/// The longest first, and of equals the one with the lowest owner.
impl Ord for Piece {
    fn cmp(&self, other: &Self) -> Ordering {
        self.longest.0.total_cmp(&other.longest.0).then(other.owner.cmp(&self.owner))
    }
}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Piece {}
