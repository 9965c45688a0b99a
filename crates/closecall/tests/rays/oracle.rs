//! The place at which a ray meets a triangle, in rational numbers: one unknown, t, and linear conditions on it.
//! No predicate of the library is used.
//!
//! The point o + t·d is in the triangle if it is in its plane and on the inner side of the planes
//! that stand on its edges. In a triangle without area: if it is on the line of its longest edge
//! and between the ends of that.

use closecall::engine::geom::{DVec3, Triangle};
use closecall::geom::Ray;
use dashu::rational::RBig;

type Vector = [RBig; 3];

/// The parameters from `low` on, up to `high` if there is one.
struct Range {
    low: RBig,
    high: Option<RBig>,
    empty: bool,
}

impl Range {
    /// Keeps the t with `constant + factor·t ≥ 0`.
    fn keep(&mut self, constant: &RBig, factor: &RBig) {
        if factor.is_zero() {
            self.empty |= *constant < RBig::ZERO;
            return;
        }
        let bound = -constant / factor;
        if *factor > RBig::ZERO {
            self.low = bound.max(self.low.clone());
        } else {
            self.high = Some(self.high.take().map_or(bound.clone(), |high| bound.min(high)));
        }
        self.empty |= self.high.as_ref().is_some_and(|high| *high < self.low);
    }

    fn keep_zero(&mut self, constant: &RBig, factor: &RBig) {
        self.keep(constant, factor);
        self.keep(&-constant, &-factor);
    }
}

/// The least t at which they meet.
pub fn first(ray: &Ray, triangle: &Triangle) -> Option<RBig> {
    let origin = exactly(ray.origin().into());
    let d = ray.end().map_or_else(
        || exactly(ray.direction().into()),
        |end| minus(&exactly(end.into()), &origin),
    );
    let corners = triangle.map(exactly);
    let high = ray.end().map(|_| RBig::ONE);
    let mut range = Range { low: RBig::ZERO, high, empty: false };
    let normal = cross(&minus(&corners[1], &corners[0]), &minus(&corners[2], &corners[0]));
    if normal.iter().all(RBig::is_zero) {
        without_area(&mut range, &origin, &d, &corners);
    } else {
        range.keep_zero(&dot(&normal, &minus(&origin, &corners[0])), &dot(&normal, &d));
        for i in 0..3 {
            let inward = cross(&normal, &minus(&corners[(i + 1) % 3], &corners[i]));
            range.keep(&dot(&inward, &minus(&origin, &corners[i])), &dot(&inward, &d));
        }
    }
    (!range.empty).then_some(range.low)
}

fn without_area(range: &mut Range, origin: &Vector, d: &Vector, corners: &[Vector; 3]) {
    let pairs = [(0, 1), (1, 2), (2, 0)];
    let length = |&(i, j): &(usize, usize)| {
        let edge = minus(&corners[j], &corners[i]);
        dot(&edge, &edge)
    };
    let (i, j) = pairs.into_iter().max_by_key(length).unwrap();
    let (along, seen) = (minus(&corners[j], &corners[i]), minus(origin, &corners[i]));
    if along.iter().all(RBig::is_zero) {
        (0..3).for_each(|k| range.keep_zero(&seen[k], &d[k]));
        return;
    }
    let (aside, drift) = (cross(&along, &seen), cross(&along, d));
    (0..3).for_each(|k| range.keep_zero(&aside[k], &drift[k]));
    let (place, step) = (dot(&along, &seen), dot(&along, d));
    range.keep(&place, &step);
    range.keep(&(dot(&along, &along) - &place), &-step);
}

pub fn exactly(p: DVec3) -> Vector {
    p.to_array().map(|x| RBig::try_from(x).expect("finite"))
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

fn dot(a: &Vector, b: &Vector) -> RBig {
    (0..3).map(|k| &a[k] * &b[k]).fold(RBig::ZERO, |sum, x| sum + x)
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}
