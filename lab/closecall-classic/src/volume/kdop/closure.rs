//! The test of k-DOPs along every direction in which two of them can be apart. (Klosowski 1998,
//! §4.5.1)
//!
//! Two convex polytopes are apart if and only if they are so along a product of an edge of one with
//! an edge of the other (or of two edges of one: a face). An edge of a k-DOP is a product of two of
//! its normals, so all candidates can be listed beforehand: the *closure* of the normals. The
//! dissertation proves that the closure of N₆ is N₆ and that of N₁₄ is N₂₆, and bounds those of N₁₈
//! and N₂₆ by 62 directions, because the products of two vectors over {−1, 0, 1} have components in
//! {−2, …, 2}. But that speaks of the edges; the closure holds products of edges, whose components
//! reach further. The enumeration below, done by the compiler, gives 97 directions for N₂₆ (and
//! N₂₀), and 25 for N₁₈.

use super::Kdop;
use super::directions::{directions, vector};
use super::slabs::separation;
use super::tumbling::{TumbledShape, Tumbling, approximate};
use crate::rounding::CLOSURE;
use crate::volume::support::ways_to_common_box;
use crate::volume::{Fit, Rigid, Separation, Test, Volume, corners};
use closecall::engine::{
    geom::{DVec3, Triangle},
    rounding::factor::UP_16,
};

/// No closure of ours is larger.
const MOST: usize = 128;

type Direction = [i8; 3];

/// Directions, each once up to its sign and length.
#[derive(Clone, Copy, Debug)]
pub struct Closure {
    directions: [Direction; MOST],
    count: usize,
}

impl Closure {
    /// The directions.
    #[must_use]
    pub fn directions(&self) -> &[Direction] {
        self.directions.split_at(self.count).0
    }

    /// The closure of the normals of the k-DOP with `S` slabs: those normals first, then the
    /// others.
    #[must_use]
    pub const fn of<const S: usize>() -> Self {
        let normals = Self { directions: [[0; 3]; MOST], count: 0 }.with(&directions::<S>(), S);
        let edges = Self { directions: [[0; 3]; MOST], count: 0 }.with_products(&normals);
        normals.with_products(&edges)
    }

    const fn with(mut self, others: &[Direction], count: usize) -> Self {
        let mut i = 0;
        while i < count {
            self.insert(others[i]);
            i += 1;
        }
        self
    }

    /// Adds the products of all pairs of `factors`.
    const fn with_products(mut self, factors: &Self) -> Self {
        let mut i = 0;
        while i < factors.count {
            let mut j = 0;
            while j < i {
                self.insert(cross(factors.directions[i], factors.directions[j]));
                j += 1;
            }
            i += 1;
        }
        self
    }

    const fn insert(&mut self, direction: Direction) {
        let Some(direction) = reduced(direction) else { return };
        let mut i = 0;
        while i < self.count {
            let [x, y, z] = self.directions[i];
            if x == direction[0] && y == direction[1] && z == direction[2] {
                return;
            }
            i += 1;
        }
        self.directions[self.count] = direction;
        self.count += 1;
    }
}

const fn cross([a, b, c]: Direction, [x, y, z]: Direction) -> Direction {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

/// The shortest whole vector along a direction whose first component that is not 0 is positive;
/// none for 0.
const fn reduced([x, y, z]: Direction) -> Option<Direction> {
    let divisor = common_divisor(x.abs(), common_divisor(y.abs(), z.abs()));
    if divisor == 0 {
        return None;
    }
    let negative = x < 0 || (x == 0 && (y < 0 || (y == 0 && z < 0)));
    let divisor = if negative { -divisor } else { divisor };
    Some([x / divisor, y / divisor, z / divisor])
}

const fn squared([x, y, z]: Direction) -> i32 {
    let [x, y, z] = [x as i32, y as i32, z as i32];
    x * x + y * y + z * z
}

const fn common_divisor(a: i8, b: i8) -> i8 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// A k-DOP that also knows how far it reaches along `E` directions of the closure that are not its
/// normals: along all of them, or along the shortest, which makes it a k-DOP with more normals
/// (§3.4.5 leaves those with components up to 2 to the future; the 98-DOP has (3, 1, 1), too).
///
/// Invariant: as that of [`Kdop`], for all directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closed<const S: usize, const E: usize> {
    /// The k-DOP.
    pub dop: Kdop<S>,
    /// From where to where it reaches along each other direction.
    spans: [[f64; 2]; E],
}

impl<const S: usize, const E: usize> Closed<S, E> {
    /// The directions beside the normals: the `E` shortest of the closure.
    const OTHERS: [Direction; E] = {
        let closure = Closure::of::<S>();
        assert!(closure.count >= S + E, "there are fewer directions in the closure");
        let (mut others, mut is_taken) = ([[0; 3]; E], [false; MOST]);
        let mut i = 0;
        while i < E {
            let (mut best, mut j) = (MOST, S);
            while j < closure.count {
                let is_free = !is_taken[j];
                if is_free
                    && (best == MOST
                        || squared(closure.directions[j]) < squared(closure.directions[best]))
                {
                    best = j;
                }
                j += 1;
            }
            is_taken[best] = true;
            others[i] = closure.directions[best];
            i += 1;
        }
        others
    };

    /// Looks at every other direction as seen through `along`, and widens what `span` says by a
    /// length.
    fn spans(span: impl Fn(DVec3) -> [f64; 2], widened: f64) -> [[f64; 2]; E] {
        Self::OTHERS.map(|direction| {
            let [low, high] = span(vector(direction));
            let by = widened * norm_above(direction);
            [low - by, high + by]
        })
    }
}

/// The length of a direction, rounded up as in [`super::directions::norms`].
fn norm_above(direction: Direction) -> f64 {
    vector(direction).length() * UP_16
}

impl<const S: usize, const E: usize> Volume for Closed<S, E> {
    type Moved = Self;
    type Extra = TumbledShape;
    type Trail = ();

    fn merge(&self, other: &Self) -> Self {
        let mut spans = self.spans;
        for (own, other) in spans.iter_mut().zip(&other.spans) {
            *own = [own[0].min(other[0]), own[1].max(other[1])];
        }
        Self { dop: self.dop.merge(&other.dop), spans }
    }

    #[inline]
    fn size(&self) -> f64 {
        self.dop.size()
    }

    fn volume(&self) -> f64 {
        self.dop.volume()
    }

    fn area(&self) -> f64 {
        self.dop.area()
    }

    fn sides(&self) -> impl Iterator<Item = (DVec3, f64)> {
        self.dop.sides()
    }

    fn surface(&self) -> Vec<Triangle> {
        self.dop.surface()
    }

    /// The shape is projected as it is turned: that is tighter than the vertices of the tumbled
    /// k-DOP, and cheaper.
    fn moved(&self, shape: &TumbledShape, rigid: &Rigid) -> Self {
        let b_from_a = rigid.rotation.transpose();
        let span = |direction: DVec3| {
            let offset = direction.dot(rigid.translation);
            shape.span(&self.dop, b_from_a * direction).map(|place| place + offset)
        };
        let slack = rigid.slack + shape.blur() * rigid.stretch;
        Self { dop: self.dop.moved(shape, rigid), spans: Self::spans(span, slack) }
    }

    #[inline]
    fn ways(&self, moved: &Self) -> [DVec3; 2] {
        ways_to_common_box(&self.dop.bounds(), &moved.dop.bounds())
    }

    fn extra_bytes(shape: &TumbledShape) -> usize {
        Kdop::<S>::extra_bytes(shape)
    }
}

impl<const S: usize, const E: usize> Fit<Closed<S, E>> for Tumbling {
    fn fit(
        &self,
        triangles: &[Triangle],
        items: &[u32],
        depth: usize,
    ) -> (Closed<S, E>, TumbledShape) {
        let (dop, extra): (Kdop<S>, TumbledShape) = self.fit(triangles, items, depth);
        let shape = approximate(&dop, triangles, items);
        let reach = corners(triangles, items).map(DVec3::length).fold(0.0, f64::max);
        let spans = Closed::<S, E>::spans(
            |direction| shape.span(&dop, direction),
            shape.blur() + CLOSURE * reach,
        );
        (Closed { dop, spans }, extra)
    }
}

/// Compares the intervals along all directions there are: for k-DOPs that were not tumbled exact,
/// if those are the whole closure.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllDirections;

impl<const S: usize, const E: usize> Closed<S, E> {
    fn separation(&self, other: &Self, axis: usize) -> Option<Separation<u8>> {
        if axis < S {
            return separation(&self.dop, &other.dop, axis);
        }
        let ([low, high], [other_low, other_high]) = (self.spans[axis - S], other.spans[axis - S]);
        let distance = (low - other_high).max(other_low - high);
        let gap = || distance / norm_above(Self::OTHERS[axis - S]);
        (distance > 0.0).then(|| Separation { axis: axis as u8, gap: gap() })
    }
}

impl<const S: usize, const E: usize> Test<Closed<S, E>> for AllDirections {
    /// A slab, or `S` plus the number of another direction.
    type Axis = u8;

    #[inline]
    fn apart(
        &self,
        a: &Closed<S, E>,
        b: &Closed<S, E>,
        _rigid: &Rigid,
        hint: Option<u8>,
    ) -> Option<Separation<u8>> {
        if let Some(found) = hint.and_then(|axis| a.separation(b, axis.into())) {
            return Some(found);
        }
        (0..S + E).find_map(|axis| a.separation(b, axis))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size<const S: usize>() -> usize {
        Closure::of::<S>().count
    }

    #[test]
    fn closures_have_the_sizes_that_enumeration_gives() {
        let sizes = [
            size::<3>(),
            size::<4>(),
            size::<6>(),
            size::<7>(),
            size::<9>(),
            size::<10>(),
            size::<13>(),
        ];
        assert_eq!(sizes, [3, 7, 9, 13, 25, 97, 97]);
    }

    #[test]
    fn the_closure_of_the_14_dop_is_the_26_dop() {
        let mut closure = Closure::of::<7>().directions().to_vec();
        let mut normals = directions::<13>().map(|d| reduced(d).unwrap()).to_vec();
        closure.sort_unstable();
        normals.sort_unstable();
        assert_eq!(closure, normals);
    }

    #[test]
    fn larger_k_dops_have_the_shortest_directions_of_the_closure() {
        let lengths = Closed::<13, 36>::OTHERS.map(squared);
        // (2, 1, 0), (2, 1, 1) and (3, 1, 1), with all signs and in all orders.
        assert_eq!(lengths, std::array::from_fn(|i| [5, 6, 11][i / 12]));
        assert_eq!(Closed::<13, 24>::OTHERS, Closed::<13, 36>::OTHERS[..24]);
        assert_eq!(Closed::<13, 12>::OTHERS, Closed::<13, 36>::OTHERS[..12]);
    }

    #[test]
    fn the_closure_of_the_26_dop_reaches_beyond_two() {
        assert!(Closure::of::<13>().directions().iter().flatten().any(|x| x.abs() > 2));
    }
}
