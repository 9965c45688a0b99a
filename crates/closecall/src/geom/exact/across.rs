//! Two triangles whose planes cross in a line, each with a corner on either closed side of the
//! other's plane. (Guigue & Devillers 2003, §3, arranged so that corners in the other plane need no
//! case of their own.)
//!
//! Each triangle cuts the line in a segment. One corner is *apart*: its sign of height above the
//! other plane is unlike that of both others, so the two edges from it end the segment. Number it
//! 0, and the others so that
//!
//! ```text
//!            a0                 a0 is above B's plane (or in it, and both others below), b0 likewise above A's.
//!           /  \                P₁, P₂: where a0a1 and a0a2 meet B's plane; Q₁, Q₂: where b0b1 and b0b2 meet A's.
//!    ──P₂──/────\──P₁──→ ℓ      ℓ = n_A × n_B is the direction of the line.
//!        a2      a1
//! ```
//!
//! With x₁ = n_B·(a1−a0) < 0, x₂ likewise, and h ≥ 0 the height of a0: P₂ − P₁ = −h/(x₁x₂)·ℓ, so P₂
//! comes first along ℓ. By symmetry (ℓ turns round) Q₁ comes before Q₂. And (a1−a0)×(b0−a0)·(b1−a0)
//! does not change when the points slide along their edges' lines, so it is det(a1−a0, Q₁−P₁,
//! b1−b0), which for Q₁−P₁ = τℓ is τ·(n_A·(b1−b0))·(n_B·(a1−a0)), and both factors are negative:
//! the sign is that of τ. The same holds for every pair of edges, so four signs order all four
//! points on the line, and two decide: the segments meet iff P₂ ≤ Q₂ and Q₁ ≤ P₁.

use super::filter::triple;
use super::orient::orient3d;
use crate::geom::Triangle;

/// A pair that shares one corner, with its corners renumbered as above.
pub(super) struct Across {
    pub(super) a: Triangle,
    pub(super) b: Triangle,
}

/// A number with an exact sign, and whether that took exact arithmetic.
pub(super) struct Signed {
    pub(super) sign: f64,
    pub(super) exact: bool,
}

impl Across {
    /// Renumbers the corners. `a_heights` (above B's plane) and `b_heights` (above A's) have exact
    /// signs, neither all 0 nor all on one strict side.
    #[inline]
    pub(super) fn new(
        a: &Triangle,
        a_heights: &[f64; 3],
        b: &Triangle,
        b_heights: &[f64; 3],
    ) -> Self {
        let (a_apart, a_above) = apart(a_heights);
        let (b_apart, b_above) = apart(b_heights);
        // Turning one triangle round turns its normal, and so the other's heights.
        Self { a: renumbered(a, a_apart, !b_above), b: renumbered(b, b_apart, !a_above) }
    }

    /// The sign of Q_j − P_i along ℓ.
    #[inline]
    pub(super) fn p_to_q(&self, i: usize, j: usize) -> Signed {
        let (a, b) = (&self.a, &self.b);
        match triple(a[i] - a[0], b[0] - a[0], b[j] - b[0]) {
            Some(sign) => Signed { sign, exact: false },
            None => Signed { sign: exact_p_to_q(a, i, b, j), exact: true },
        }
    }
}

#[cold]
#[inline(never)]
fn exact_p_to_q(a: &Triangle, i: usize, b: &Triangle, j: usize) -> f64 {
    orient3d(a[0], a[i], b[0], b[j])
}

/// The corner whose sign is unlike both others' (of three different signs, the positive one), and
/// whether it is the higher one.
#[inline]
fn apart(heights: &[f64; 3]) -> (usize, bool) {
    /// The bit that is unlike both others, in a mask of three.
    const UNLIKE: [usize; 8] = [0, 0, 1, 2, 2, 1, 0, 0];
    /// Is it the one that is set?
    const SET: [bool; 8] = [false, true, true, false, true, false, false, false];
    let mask = |holds: fn(f64) -> bool| {
        (0..3).fold(0, |mask, i| mask | usize::from(holds(heights[i])) << i)
    };
    match mask(|height| height > 0.0) {
        0 => {
            let below = mask(|height| height < 0.0);
            (UNLIKE[below], !SET[below])
        }
        above => (UNLIKE[above], SET[above]),
    }
}

/// The corners starting from `first`, in the same sense or turned round.
#[inline]
fn renumbered(t: &Triangle, first: usize, turned: bool) -> Triangle {
    const NEXT: [usize; 5] = [0, 1, 2, 0, 1];
    let one = 1 + usize::from(turned);
    [t[first], t[NEXT[first + one]], t[NEXT[first + 3 - one]]]
}
