//! Rational points of a plane, seen along an axis: turns, and where segments cut each other.

use crate::geom::exact::distance::quotient;
use crate::geom::exact::germ::Rational;
use crate::geom::exact::integer::{Point, parts};
use dashu_int::IBig;
use std::cmp::Ordering;

/// A point: numerators over a positive denominator.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) over: Point,
    pub(super) under: IBig,
}

impl Spot {
    pub(super) fn whole(point: Point) -> Self {
        Self { over: point, under: IBig::ONE }
    }

    /// The point of the segment pq where a linear function is 0 that has these values, of opposite
    /// sign, at its ends.
    pub(super) fn zero_between(p: &Point, q: &Point, at_p: &IBig, at_q: &IBig) -> Self {
        let (over, under) = (q.times(at_p).minus(&p.times(at_q)), at_p - at_q);
        if under < IBig::ZERO {
            Self { over: over.times(&IBig::NEG_ONE), under: -under }
        } else {
            Self { over, under }
        }
    }

    /// The point of the segment pq at a share of the way.
    pub(super) fn between(p: &Self, q: &Self, share: &Share) -> Self {
        let (of_p, of_q) = (&q.under * (&share.under - &share.over), &p.under * &share.over);
        let under = &p.under * &q.under * &share.under;
        Self { over: p.over.times(&of_p).plus(&q.over.times(&of_q)), under }
    }

    /// A vector in the direction of another point.
    pub(super) fn to(&self, other: &Self) -> Point {
        other.over.times(&self.under).minus(&self.over.times(&other.under))
    }

    /// Is it the same point?
    pub(super) fn is(&self, other: &Self) -> bool {
        self.over.times(&other.under) == other.over.times(&self.under)
    }

    pub(super) fn rational(&self, unit: i32) -> Rational {
        Rational { over: self.over.clone(), under: self.under.clone(), unit }
    }
}

/// A fraction with a positive denominator.
#[derive(Clone, Debug)]
pub(super) struct Share {
    over: IBig,
    under: IBig,
}

impl Share {
    pub(super) const ZERO: Self = Self { over: IBig::ZERO, under: IBig::ONE };
    pub(super) const ONE: Self = Self { over: IBig::ONE, under: IBig::ONE };

    fn new(over: IBig, under: IBig) -> Self {
        if under < IBig::ZERO { Self { over: -over, under: -under } } else { Self { over, under } }
    }

    /// A number strictly between two: a short one, if they are not too close for that.
    pub(super) fn middle(&self, other: &Self) -> Self {
        let near = |share: &Self| quotient(&share.over, &share.under, 0);
        let (mantissa, exponent) = parts(near(self).midpoint(near(other)));
        let short = match exponent {
            0.. => Self { over: IBig::from(mantissa) << exponent as usize, under: IBig::ONE },
            _ => Self { over: IBig::from(mantissa), under: IBig::ONE << -exponent as usize },
        };
        if *self < short && short < *other {
            return short;
        }
        let over = &self.over * &other.under + &other.over * &self.under;
        Self { over, under: (&self.under * &other.under) << 1 }
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        (&self.over * &other.under).cmp(&(&other.over * &self.under))
    }
}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Share {}

/// Two coordinates in which a plane does not fall on a line.
pub(super) struct PlaneFrame {
    x: usize,
    y: usize,
}

impl PlaneFrame {
    /// For the plane with this normal; none if that is 0.
    pub(super) fn of(normal: &Point) -> Option<Self> {
        let axis = (0..3).find(|&i| !normal.0[i].is_zero())?;
        Some(Self { x: (axis + 1) % 3, y: (axis + 2) % 3 })
    }

    /// Does the way from p over q to r turn to one side, or to the other?
    pub(super) fn turn(&self, p: &Spot, q: &Spot, r: &Spot) -> Ordering {
        self.area(p, q, r).cmp(&IBig::ZERO)
    }

    /// The area of pqr, times the three denominators.
    fn area(&self, p: &Spot, q: &Spot, r: &Spot) -> IBig {
        let coordinates =
            |spot: &'_ Spot| [spot.over.0[self.x].clone(), spot.over.0[self.y].clone()];
        let ([px, py], [qx, qy], [rx, ry]) = (coordinates(p), coordinates(q), coordinates(r));
        px * (&qy * &r.under - &ry * &q.under) - py * (&qx * &r.under - &rx * &q.under)
            + &p.under * (qx * ry - rx * qy)
    }

    /// The shares of the way from p to q, strictly between, at which the segment meets rs, or where
    /// a common stretch ends.
    pub(super) fn shares(&self, [p, q]: &[Spot; 2], [r, s]: &[Spot; 2]) -> Vec<Share> {
        let (at_p, at_q) = (self.area(r, s, p) * &q.under, self.area(r, s, q) * &p.under);
        let (p_side, q_side) = (at_p.cmp(&IBig::ZERO), at_q.cmp(&IBig::ZERO));
        let found = if p_side.is_eq() && q_side.is_eq() {
            vec![self.share_of(r, p, q), self.share_of(s, p, q)]
        } else if p_side == q_side || self.turn(p, q, r) == self.turn(p, q, s) {
            Vec::new()
        } else {
            let under = &at_p - at_q;
            vec![Share::new(at_p, under)]
        };
        found.into_iter().filter(|share| *share > Share::ZERO && *share < Share::ONE).collect()
    }

    /// At which share of the way from p to q is a point of their line?
    fn share_of(&self, point: &Spot, p: &Spot, q: &Spot) -> Share {
        let (way, part) = (p.to(q), p.to(point));
        let axis = if way.0[self.x].is_zero() { self.y } else { self.x };
        // `way` is the vector times both denominators, and so is `part`, of which one is another.
        Share::new(&part.0[axis] * &q.under, &way.0[axis] * &point.under)
    }
}
