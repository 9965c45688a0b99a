//! Balls against cylinders, cones and tori, and capsules against each other: exactly, in integers.
//!
//! Seen from an axis d a point has a place b = d·y along it and a distance ρ from it, of which only
//! squares are whole: a = |y×d|² = ρ²|d|². Every question is one between a number and one or two
//! roots, decided by squaring.

use crate::geom::DVec3;
use crate::geom::exact::features::Limit;
use crate::geom::exact::integer::{Point, common_unit, integer};
use dashu_int::IBig;

/// A point seen from an axis, and lengths.
struct AxisView {
    /// |y|², the place along the axis, |y×d|², |d|².
    far: IBig,
    place: IBig,
    across: IBig,
    axis: IBig,
}

impl AxisView {
    fn new(y: &Point, axis: &Point) -> Self {
        Self {
            far: y.squared(),
            place: axis.dot(y),
            across: axis.cross(y).squared(),
            axis: axis.squared(),
        }
    }

    /// Is it within r of the circle with radius R about the axis, whose centre has the place `at`?
    /// ρ² + R² + h² − r² ≤ 2Rρ, times |d|², with the height h = (b − at)/|d|.
    fn near_circle(&self, at: &IBig, radius: &IBig, r: &IBig) -> bool {
        let height = &self.place - at;
        let rest = &self.across + &height * &height + (radius * radius - r * r) * &self.axis;
        at_most_root(&rest, &(radius * radius * IBig::from(4) * &self.across * &self.axis))
    }
}

/// x ≤ √y?
fn at_most_root(x: &IBig, y: &IBig) -> bool {
    *x <= IBig::ZERO || x * x <= *y
}

/// Numbers of a question as integers.
struct RoundNumbers(i32);

impl RoundNumbers {
    fn new(points: &[DVec3], lengths: &[f64]) -> Self {
        Self(common_unit(points.iter().flat_map(|p| p.to_array()).chain(lengths.iter().copied())))
    }

    fn from(&self, origin: DVec3, p: DVec3) -> Point {
        Point::new(p, self.0).minus(&Point::new(origin, self.0))
    }

    fn length(&self, x: f64) -> IBig {
        integer(x, self.0)
    }
}

/// Do two capsules touch? Segments that are this near are so at ends, beside each other or
/// crossing.
pub(super) fn capsules((a, a_radius): ([DVec3; 2], f64), (b, b_radius): ([DVec3; 2], f64)) -> bool {
    let numbers = RoundNumbers::new(&[a[0], a[1], b[0], b[1]], &[a_radius, b_radius]);
    let reach = numbers.length(a_radius) + numbers.length(b_radius);
    let [a, b] = [a, b].map(|ends| ends.map(|p| Point::new(p, numbers.0)));
    Limit(&reach * &reach).edges(&a, &b)
}

/// Does a ball touch a cylinder?
pub(super) fn cylinder((center, r): (DVec3, f64), [from, to]: [DVec3; 2], radius: f64) -> bool {
    let numbers = RoundNumbers::new(&[center, from, to], &[r, radius]);
    let seen = AxisView::new(&numbers.from(from, center), &numbers.from(from, to));
    let (r, radius) = (numbers.length(r), numbers.length(radius));
    if seen.place >= IBig::ZERO && seen.place <= seen.axis {
        let reach = &radius + &r;
        return seen.across <= &reach * &reach * &seen.axis;
    }
    let (end, beyond) = if seen.place < IBig::ZERO {
        (IBig::ZERO, -&seen.place)
    } else {
        (seen.axis.clone(), &seen.place - &seen.axis)
    };
    if seen.across <= &radius * &radius * &seen.axis {
        return &beyond * &beyond <= &r * &r * &seen.axis;
    }
    seen.near_circle(&end, &radius, &r)
}

/// Does a ball touch a torus?
pub(super) fn torus(
    (middle, r): (DVec3, f64),
    center: DVec3,
    axis: DVec3,
    ring: f64,
    tube: f64,
) -> bool {
    let numbers = RoundNumbers::new(&[middle, center, axis], &[r, ring, tube]);
    let seen = AxisView::new(&numbers.from(center, middle), &Point::new(axis, numbers.0));
    let reach = numbers.length(tube) + numbers.length(r);
    seen.near_circle(&IBig::ZERO, &numbers.length(ring), &reach)
}

/// Does a ball touch a cone? Its centre is inside, or the ball reaches the apex, the rim, the base
/// below it or the side beside it.
pub(super) fn cone((center, r): (DVec3, f64), apex: DVec3, base: DVec3, radius: f64) -> bool {
    let numbers = RoundNumbers::new(&[center, apex, base], &[r, radius]);
    let seen = AxisView::new(&numbers.from(apex, center), &numbers.from(apex, base));
    let (r, radius) = (numbers.length(r), numbers.length(radius));
    let (square, r_square) = (&radius * &radius, &r * &r);
    let AxisView { far, place, across, axis } = &seen;
    let is_over = *place > IBig::ZERO && across * axis <= &square * place * place;
    if (is_over && place <= axis) || *far <= r_square || seen.near_circle(axis, &radius, &r) {
        return true;
    }
    let below = place - axis;
    if below >= IBig::ZERO && *across <= &square * axis && &below * &below <= &r_square * axis {
        return true;
    }
    // Beside the side: its foot, R·ρ + |d|·z of it along the side, is between the apex and the rim;
    // and √a ≤ R·b/|d| + r·√(|d|² + R²).
    let slant = axis + &square;
    let after_apex = *place >= IBig::ZERO || &square * across >= place * place * axis;
    let room = &slant - place;
    let before_rim = room >= IBig::ZERO && &square * across <= &room * &room * axis;
    !is_over && after_apex && before_rim && {
        let rest = across * axis - &square * place * place - &r_square * axis * &slant;
        let twice = IBig::from(4) * &square * &r_square * place * place * axis * &slant;
        // rest ≤ 2Rrb·√(|d|²(|d|² + R²)), where b may be negative.
        if *place >= IBig::ZERO {
            at_most_root(&rest, &twice)
        } else {
            rest <= IBig::ZERO && &rest * &rest >= twice
        }
    }
}
