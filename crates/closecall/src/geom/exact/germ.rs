//! A point moved by next to nothing, and how a ray from it crosses a triangle: never through an
//! edge.
//!
//! A [`Germ`] is the point m + ε·d₁ + ε²·d₂ + ε³·d₃ for an ε > 0 that is smaller than all that
//! matters, with independent directions d. It lies in no plane, and so beside every surface, on a
//! side that m and the directions choose. From it goes a ray along x + ε⁴·y + ε⁸·z, which meets no
//! edge. (Simulation of simplicity: Edelsbrunner & Mücke 1990, with exponents for the few numbers
//! that occur here.)
//!
//! Whether the ray's line passes a directed edge ab on the left is the sign of (a−p)×(b−p)·r,
//! linear in p and in r. So its value at the germ is a polynomial in ε with the coefficients, in
//! ascending order,
//!
//! ```text
//! f(m), f′(d₁), f′(d₂), f′(d₃)   of the x component of (a−p)×(b−p),   then of y,   then of z,
//! ```
//!
//! all with exponents of their own: its sign is that of the first coefficient that is not 0. All
//! are 0 only if a = b: three independent derivatives ((b−a)×d)ₖ vanish only where b−a is along the
//! axis k, and that is one axis at most.
//!
//! The line crosses a triangle iff it passes its three edges on one side; the sum of the three
//! values is N·r, N being the triangle's normal, so that side is the sign of N·r. The ray crosses
//! it iff, also, p is on the other side of the plane. Summed up over a closed mesh these signs are
//! the winding number of the germ.

use super::integer::{Point, common_unit};
use super::orient::{Along, orient3d};
use crate::geom::{DVec3, Triangle};
use crate::rounding::exact::{CROSS_IN_PLANE, TRIPLE_PRODUCT_TWICE};
use dashu_int::IBig;
use std::cmp::Ordering;

/// A point with rational coordinates: numerators over one positive denominator, times 2^unit.
#[derive(Clone, Debug)]
pub(crate) struct Rational {
    pub(crate) over: Point,
    pub(crate) under: IBig,
    pub(crate) unit: i32,
}

/// A point moved by next to nothing. See the module.
#[derive(Clone, Debug)]
pub(crate) struct Germ {
    base: Base,
    /// Next to the base point, below and above.
    low: DVec3,
    high: DVec3,
    directions: [Point; 3],
}

#[derive(Clone, Debug)]
enum Base {
    Plain(DVec3),
    Rational(Rational),
}

impl Germ {
    /// A germ at a point of which no surface is near, so that the directions do not matter.
    pub(crate) fn beside(point: DVec3) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| Point::new(axis, 0));
        Self { base: Base::Plain(point), low: point, high: point, directions: axes }
    }

    /// A germ at a rational point; the directions must be independent.
    pub(crate) fn new(point: Rational, directions: [Point; 3]) -> Self {
        let (low, high) = point.enclosure();
        Self { base: Base::Rational(point), low, high, directions }
    }

    /// The box, without an end along x, that the ray does not leave.
    pub(crate) fn ray_box(&self) -> (DVec3, DVec3) {
        (self.low, self.high.with_x(f64::INFINITY))
    }

    /// The point without the motion, rounded.
    pub(crate) fn point(&self) -> DVec3 {
        self.low.midpoint(self.high)
    }

    /// +1 if the ray crosses the triangle from below (its corners run clockwise there), −1 from
    /// above, else 0.
    pub(crate) fn crossing(&self, t: &Triangle) -> i64 {
        if self.misses(t) {
            return 0;
        }
        let sides = [[0, 1], [1, 2], [2, 0]].map(|[i, j]| self.side_of_edge(t[i], t[j]));
        let Some(side) = (sides[0] == sides[1] && sides[1] == sides[2]).then_some(sides[0]) else {
            return 0;
        };
        match (side, self.side_of_plane(t)) {
            (Ordering::Greater, Ordering::Less) => 1,
            (Ordering::Less, Ordering::Greater) => -1,
            _ => 0,
        }
    }

    /// Is the ray outside the triangle's box for sure?
    fn misses(&self, [a, b, c]: &Triangle) -> bool {
        let (low, high) = (a.min(*b).min(*c), a.max(*b).max(*c));
        let (from, to) = self.ray_box();
        low.cmpgt(to).any() || high.cmplt(from).any()
    }

    /// On which side of the ray's line does the edge pass? Never `Equal`, unless its ends are
    /// equal.
    fn side_of_edge(&self, a: DVec3, b: DVec3) -> Ordering {
        let across = CrossRates::new(a, b, &self.directions);
        Along::ALL.into_iter().zip(0..).fold(Ordering::Equal, |found, (along, k)| {
            found.then_with(|| self.side_at_base(along, k, a, b)).then_with(|| across.derivative(k))
        })
    }

    /// The sign of a component of (a−m)×(b−m).
    fn side_at_base(&self, along: Along, k: usize, a: DVec3, b: DVec3) -> Ordering {
        match &self.base {
            Base::Plain(m) => sign(along.orient(*m, a, b)),
            Base::Rational(m) => {
                let [low, high] = [self.low, self.high].map(|p| along.project(p));
                quick_side(low, high, along.project(a), along.project(b)).unwrap_or_else(|| {
                    let (m, [a, b]) = m.with([a, b]);
                    let term = |p: &Point, q: &Point| p.cross_component(q, k);
                    let value = term(&a, &b) * &m.under - term(&a, &m.over) - term(&m.over, &b);
                    value.cmp(&IBig::ZERO)
                })
            }
        }
    }

    /// On which side of the triangle's plane is the germ?
    fn side_of_plane(&self, t: &Triangle) -> Ordering {
        let [a, b, c] = *t;
        let at_base = match &self.base {
            Base::Plain(m) => sign(orient3d(a, b, c, *m)),
            Base::Rational(m) => quick_plane(self.low, self.high, t).unwrap_or_else(|| {
                let (m, t) = m.with(*t);
                normal(&t).dot(&m.over.minus(&t[0].times(&m.under))).cmp(&IBig::ZERO)
            }),
        };
        at_base.then_with(|| {
            let unit = common_unit(t.iter().flat_map(|p| p.to_array()));
            let normal = normal(&t.map(|p| Point::new(p, unit)));
            let along = self.directions.iter().map(|d| normal.dot(d).cmp(&IBig::ZERO));
            along.fold(Ordering::Equal, Ordering::then)
        })
    }
}

/// The derivatives ((b−a)×d)ₖ.
struct CrossRates<'d> {
    a: DVec3,
    b: DVec3,
    directions: &'d [Point; 3],
}

impl<'d> CrossRates<'d> {
    fn new(a: DVec3, b: DVec3, directions: &'d [Point; 3]) -> Self {
        Self { a, b, directions }
    }

    /// The sign of the first that is not 0, for the component k.
    fn derivative(&self, k: usize) -> Ordering {
        let unit = common_unit([self.a, self.b].iter().flat_map(|p| p.to_array()));
        let along = Point::new(self.b, unit).minus(&Point::new(self.a, unit));
        let signs = self.directions.iter().map(|d| along.cross_component(d, k).cmp(&IBig::ZERO));
        signs.fold(Ordering::Equal, Ordering::then)
    }
}

impl Rational {
    /// Itself and some points in a unit that divides them all.
    fn with<const N: usize>(&self, points: [DVec3; N]) -> (Self, [Point; N]) {
        let unit = common_unit(points.iter().flat_map(|p| p.to_array())).min(self.unit);
        let over = Point(std::array::from_fn(|i| &self.over.0[i] << (self.unit - unit) as usize));
        (Self { over, under: self.under.clone(), unit }, points.map(|p| Point::new(p, unit)))
    }

    /// Points next to it, below and above.
    pub(crate) fn enclosure(&self) -> (DVec3, DVec3) {
        let near = DVec3::from(
            [0, 1, 2].map(|i| super::distance::quotient(&self.over.0[i], &self.under, self.unit)),
        );
        let exact = |i: usize| self.over.0[i].is_zero();
        let moved = |step: fn(f64) -> f64| {
            DVec3::from([0, 1, 2].map(|i| if exact(i) { 0.0 } else { step(near[i]) }))
        };
        (
            moved(|x| (x - f64::MIN_POSITIVE).next_down()),
            moved(|x| (x + f64::MIN_POSITIVE).next_up()),
        )
    }
}

fn normal(t: &[Point; 3]) -> Point {
    t[1].minus(&t[0]).cross(&t[2].minus(&t[0]))
}

fn sign(x: f64) -> Ordering {
    x.partial_cmp(&0.0).expect("no predicate is NaN")
}

/// The sign of (a−m)×(b−m) in a plane, m being between `low` and `high`, if plain f64 can tell.
///
/// At `low` the value is a sum of two products of differences, each rounded three times: its error
/// is below 4ε of the sum of their magnitudes. From there to m it changes by at most |m−low|·|b−a|
/// in each coordinate, here with a factor of 2 for roundings. What underflows is far below the
/// smallest normal number.
fn quick_side(low: [f64; 2], high: [f64; 2], a: [f64; 2], b: [f64; 2]) -> Option<Ordering> {
    let (left, right) = ((a[0] - low[0]) * (b[1] - low[1]), (a[1] - low[1]) * (b[0] - low[0]));
    let shift = (high[0] - low[0]) * (b[1] - a[1]).abs() + (high[1] - low[1]) * (b[0] - a[0]).abs();
    let value = left - right;
    let bound = CROSS_IN_PLANE * (left.abs() + right.abs()) + 2.0 * shift + f64::MIN_POSITIVE;
    (value.abs() > bound).then(|| sign(value))
}

/// The sign of N·(m−a), m being between `low` and `high`, if plain f64 can tell.
///
/// By the bound of [`super::filter`], twice over, at `low`; and from there to m it changes by at
/// most |m−low|·|N|.
fn quick_plane(low: DVec3, high: DVec3, [a, b, c]: &Triangle) -> Option<Ordering> {
    let (u, v, w) = (*b - *a, *c - *a, low - *a);
    let magnitude = DVec3::new(
        (u.y * v.z).abs() + (u.z * v.y).abs(),
        (u.z * v.x).abs() + (u.x * v.z).abs(),
        (u.x * v.y).abs() + (u.y * v.x).abs(),
    );
    let value = u.cross(v).dot(w);
    let bound = TRIPLE_PRODUCT_TWICE * magnitude.dot(w.abs())
        + 2.0 * magnitude.dot(high - low)
        + f64::MIN_POSITIVE;
    (value.abs() > bound).then(|| sign(value))
}
