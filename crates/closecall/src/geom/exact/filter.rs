//! The signs of triple products in plain f64, each with a bound beyond which its sign is certain.
//!
//! # The bound
//!
//! Let ε = 2⁻⁵³. In our range no operation below overflows or underflows (see
//! [`crate::geom::range`]), so each one multiplies its exact result by some 1 + δ with |δ| ≤ ε. For
//! differences u, v, w of input points, a triple product (u×v)·w is a sum of six products like
//! u_y·v_z·w_x, and the computed one carries on each
//!
//! * 3 factors from the rounded differences, 1 from u_y·v_z, 1 from the difference of the two
//!   products of the cross product, 1 from the product with w_x, and at most 2 from the sum of
//!   three: 8 in all.
//!
//! So its error is at most ((1+ε)⁸ − 1)·P, P being the same sum with all terms taken absolute:
//! [`TRIPLE_PRODUCT`] of the computed P.
//!
//! If P is 0, all six products are exactly 0, and so is the determinant.

use super::orient::orient3d;
use crate::geom::{DVec3, Triangle};
use crate::rounding::exact::TRIPLE_PRODUCT;

/// A plane through three points, not normalised, and what bounds the error of a height above it.
pub(super) struct Plane {
    origin: DVec3,
    normal: DVec3,
    magnitude: DVec3,
}

impl Plane {
    #[inline]
    pub(super) fn through(t: &Triangle) -> Self {
        let (u, v) = (t[1] - t[0], t[2] - t[0]);
        let (normal, magnitude) = cross(u, v);
        Self { origin: t[0], normal, magnitude }
    }

    /// The heights of three points above the plane, times the length of its normal.
    #[inline]
    pub(super) fn heights(&self, points: &Triangle) -> Heights {
        let d = points.map(|p| p - self.origin);
        let reach = d[0].abs().max(d[1].abs()).max(d[2].abs());
        Heights {
            values: d.map(|d| self.normal.dot(d)),
            bound: TRIPLE_PRODUCT * self.magnitude.dot(reach),
        }
    }
}

/// The heights of three points above a plane; a sign is certain where the magnitude exceeds the
/// bound.
pub(super) struct Heights {
    /// An estimate of each.
    pub(super) values: [f64; 3],
    bound: f64,
}

impl Heights {
    /// Are all three certainly on one side, and none in the plane?
    #[inline]
    pub(super) fn on_one_side(&self) -> bool {
        let [x, y, z] = self.values;
        x.min(y).min(z) > self.bound || x.max(y).max(z) < -self.bound
    }

    /// Are all three signs certain?
    #[inline]
    pub(super) fn are_certain(&self) -> bool {
        self.values.iter().all(|&value| self.is_certain(value))
    }

    /// The heights with exact signs, given the points and the triangle that spans the plane.
    pub(super) fn settled(&self, points: &Triangle, base: &Triangle) -> [f64; 3] {
        std::array::from_fn(|i| match self.values[i] {
            certain if self.is_certain(certain) || self.bound == 0.0 => certain,
            _ => orient3d(base[0], base[1], base[2], points[i]),
        })
    }

    #[inline]
    fn is_certain(&self, value: f64) -> bool {
        value.abs() > self.bound
    }
}

/// (u×v)·w, if its sign is certain. The three are differences of input points.
#[inline]
pub(super) fn triple(u: DVec3, v: DVec3, w: DVec3) -> Option<f64> {
    let (normal, magnitude) = cross(u, v);
    let value = normal.dot(w);
    let bound = TRIPLE_PRODUCT * magnitude.dot(w.abs());
    (value.abs() > bound).then_some(value)
}

/// u×v, and the same with all products taken absolute and added.
#[inline]
pub(super) fn cross(u: DVec3, v: DVec3) -> (DVec3, DVec3) {
    let plus = DVec3::new(u.y * v.z, u.z * v.x, u.x * v.y);
    let minus = DVec3::new(u.z * v.y, u.x * v.z, u.y * v.x);
    (plus - minus, plus.abs() + minus.abs())
}
