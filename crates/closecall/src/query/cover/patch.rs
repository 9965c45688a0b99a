//! A piece of a triangle, whose corners are known up to a rounding.
//!
//! A triangle is divided at the middle of its longest edge. The pieces of the true triangle have
//! true midpoints; the numbers here are off by at most `off`, which is 0 as long as the sums that
//! made them are exact. A point of a piece is a mean of its true corners, so that the same mean of
//! the numbers is no further from it than the largest `off`.

use crate::geom::range::MIN_COORDINATE;
use crate::geom::{DVec3, Triangle};
use crate::rounding::factor::UP_8;
use std::sync::Arc;

/// A corner of a piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub at: DVec3,
    /// The true corner is no further away than this.
    pub off: f64,
}

/// A piece of a triangle of the mesh.
#[derive(Clone, Debug)]
pub(super) struct Patch {
    pub corners: [Corner; 3],
    pub triangle: u32,
    /// The parts of the cover that may be nearest to one of its points.
    pub near: Arc<[u32]>,
    /// No point of it is further out than this.
    pub reach: f64,
}

impl Corner {
    pub fn exact(at: DVec3) -> Self {
        Self { at, off: 0.0 }
    }

    /// The middle between two corners.
    fn middle(a: Self, b: Self) -> Self {
        let sum = a.at + b.at;
        let rest = lost(a.at, b.at, sum);
        let half = sum * 0.5;
        let tiny = half.abs().cmplt(DVec3::splat(MIN_COORDINATE)) & half.cmpne(DVec3::ZERO);
        let at = DVec3::select(tiny, DVec3::ZERO, half);
        let flushed = if tiny.any() { 3.0 * MIN_COORDINATE } else { 0.0 };
        let off = ((a.off + b.off) + rest.abs().element_sum()) * 0.5 + flushed;
        Self { at, off: off * UP_8 }
    }
}

/// The exact error of a sum of two f64 (Knuth).
fn lost(a: DVec3, b: DVec3, sum: DVec3) -> DVec3 {
    let of_b = sum - a;
    (a - (sum - of_b)) + (b - of_b)
}

/// The length of an edge, never too short.
fn length(a: Corner, b: Corner) -> f64 {
    (a.at.distance(b.at) + (a.off + b.off)) * UP_8
}

impl Patch {
    pub fn new(corners: &Triangle, triangle: u32, near: Arc<[u32]>) -> Self {
        Self { corners: corners.map(Corner::exact), triangle, near, reach: f64::INFINITY }
    }

    /// The longest edge, by the number of the corner across from it, and its length.
    pub fn longest(&self) -> (usize, f64) {
        let [a, b, c] = self.corners;
        let lengths = [length(b, c), length(c, a), length(a, b)];
        let longest = (0..3).max_by(|&i, &j| lengths[i].total_cmp(&lengths[j])).unwrap_or(0);
        (longest, lengths[longest])
    }

    /// Its two halves; none if it is too small to be divided.
    pub fn halves(&self) -> Option<[Self; 2]> {
        let (tip, _) = self.longest();
        let [from, to] = [(tip + 1) % 3, (tip + 2) % 3];
        let middle = Corner::middle(self.corners[from], self.corners[to]);
        if middle.at == self.corners[from].at || middle.at == self.corners[to].at {
            return None;
        }
        Some([to, from].map(|gone| {
            let mut half = self.clone();
            half.corners[gone] = middle;
            half
        }))
    }

    /// Its middle, rounded.
    pub fn middle(&self) -> DVec3 {
        let [a, b, c] = self.corners.map(|corner| corner.at);
        let middle = a / 3.0 + b / 3.0 + c / 3.0;
        DVec3::select(middle.abs().cmplt(DVec3::splat(MIN_COORDINATE)), DVec3::ZERO, middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;
    use dashu::rational::RBig;

    fn exact(x: f64) -> RBig {
        RBig::try_from(x).unwrap()
    }

    #[test]
    fn middles_are_off_by_no_more_than_they_say() {
        let mut rng = Rng::new(7);
        let (mut exact_ones, mut rounded) = (0, 0);
        for round in 0..200 {
            let scale = if round % 2 == 0 { 1.0 } else { 0.1 };
            let mut point = || {
                let whole = DVec3::from_array([0; 3].map(|_| rng.between(-64.0, 64.0).floor()));
                Corner::exact(whole * scale)
            };
            let (a, b, c) = (point(), point(), point());
            let first = Corner::middle(a, b);
            let second = Corner::middle(first, c);
            for i in 0..3 {
                let two = exact(2.0);
                let half = |x: RBig, y: RBig| (x + y) / two.clone();
                let truth = half(exact(a.at[i]), exact(b.at[i]));
                let truth = half(truth, exact(c.at[i]));
                let off = exact(second.at[i]) - truth;
                assert!(off.clone() <= exact(second.off) && -off <= exact(second.off));
            }
            exact_ones += usize::from(second.off == 0.0);
            rounded += usize::from(second.off > 0.0);
        }
        assert!(exact_ones >= 100 && rounded > 50, "{exact_ones} and {rounded}");
    }
}
