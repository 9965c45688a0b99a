//! Cylinders and cones against triangles: exactly, in integers.
//!
//! Both are what is between two planes, 0 ≤ d·y ≤ d·d, and where a quadratic form is not positive:
//! with y seen from one end of the axis d, a cylinder |y×d|² ≤ r²|d|², a cone with its apex
//! there |y×d|²|d|² ≤ r²(d·y)². The triangle is cut by the planes; what is left is a polygon with
//! corners that are quotients of integers. Its least value of the form is at a corner, on an edge
//! where the form is convex along it, or inside where it is convex in the plane of the triangle:
//! three kinds of places, all rational.

use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::{DVec3, Triangle};
use dashu_int::IBig;

/// yᵀMy − k with M = m·(|d|²·I) − n·ddᵀ, y seen from where the axis begins.
pub(super) struct Quadric {
    from: Point,
    axis: Point,
    squared: IBig,
    m: IBig,
    n: IBig,
    k: IBig,
}

/// A point Y/w, w positive.
struct Homogeneous {
    y: Point,
    w: IBig,
}

/// Does a cylinder meet a closed triangle?
pub(super) fn cylinder_meets(ends: [DVec3; 2], radius: f64, t: &Triangle) -> bool {
    let QuadricNumbers { ends, radius, corners } = QuadricNumbers::new(ends, radius, t);
    cylinder(ends, &radius).meets(&corners)
}

/// Does a cone meet a closed triangle?
pub(super) fn cone_meets(apex: DVec3, base: DVec3, radius: f64, t: &Triangle) -> bool {
    let QuadricNumbers { ends, radius, corners } = QuadricNumbers::new([apex, base], radius, t);
    cone(ends, &radius).meets(&corners)
}

/// A cylinder, in integers: |y×d|² = |d|²|y|² − (d·y)².
pub(super) fn cylinder([from, to]: [Point; 2], radius: &IBig) -> Quadric {
    let axis = to.minus(&from);
    let squared = axis.squared();
    let k = radius * radius * &squared;
    Quadric { from, axis, squared, m: IBig::ONE, n: IBig::ONE, k }
}

/// A cone, in integers.
pub(super) fn cone([apex, base]: [Point; 2], radius: &IBig) -> Quadric {
    let axis = base.minus(&apex);
    let squared = axis.squared();
    let (m, n) = (squared.clone(), &squared + radius * radius);
    Quadric { from: apex, axis, squared, m, n, k: IBig::ZERO }
}

/// The axis' ends, the radius and the corners.
struct QuadricNumbers {
    ends: [Point; 2],
    radius: IBig,
    corners: [Point; 3],
}

impl QuadricNumbers {
    fn new(ends: [DVec3; 2], radius: f64, t: &Triangle) -> Self {
        let unit = common_unit(t.iter().chain(&ends).flat_map(|p| p.to_array()).chain([radius]));
        let point = |p: DVec3| Point::new(p, unit);
        Self { ends: ends.map(point), radius: integer(radius, unit), corners: t.map(point) }
    }
}

impl Quadric {
    /// Does it meet a closed triangle?
    pub(super) fn meets(&self, corners: &[Point; 3]) -> bool {
        let corners = &corners.each_ref().map(|p| p.minus(&self.from));
        let polygon = corners.iter().map(|y| Homogeneous { y: y.clone(), w: IBig::ONE }).collect();
        let polygon = cut(polygon, |corner| self.axis.dot(&corner.y));
        let polygon = cut(polygon, |corner| &self.squared * &corner.w - self.axis.dot(&corner.y));
        polygon.iter().any(|corner| self.value(corner) <= IBig::ZERO)
            || (0..polygon.len())
                .any(|i| self.on_edge(&polygon[i], &polygon[(i + 1) % polygon.len()]))
            || self.inside(corners)
    }

    /// The form's bilinear part.
    fn product(&self, a: &Point, b: &Point) -> IBig {
        &self.m * &self.squared * a.dot(b) - &self.n * self.axis.dot(a) * self.axis.dot(b)
    }

    /// The form at a corner, times w².
    fn value(&self, corner: &Homogeneous) -> IBig {
        self.product(&corner.y, &corner.y) - &self.k * &corner.w * &corner.w
    }

    /// Is it 0 or less between two corners at which it is positive? Along Y₁/w₁ + s·E/(w₁w₂), E =
    /// w₁Y₂ − w₂Y₁, the form is q + 2sb/(w₁²w₂) + s²a/(w₁w₂)².
    fn on_edge(&self, p: &Homogeneous, q: &Homogeneous) -> bool {
        let along = q.y.times(&p.w).minus(&p.y.times(&q.w));
        let (a, b) = (self.product(&along, &along), self.product(&p.y, &along));
        a > IBig::ZERO && b < IBig::ZERO && -&b * &q.w < a && self.value(p) * a <= &b * &b
    }

    /// Has it a least value inside the triangle and between the planes, and is that 0 or less?
    fn inside(&self, [p, q, r]: &[Point; 3]) -> bool {
        let (u, v) = (q.minus(p), r.minus(p));
        let (uu, uv, vv) = (self.product(&u, &u), self.product(&u, &v), self.product(&v, &v));
        let determinant = &uu * &vv - &uv * &uv;
        if uu <= IBig::ZERO || determinant <= IBig::ZERO {
            return false;
        }
        let (up, vp) = (self.product(&u, p), self.product(&v, p));
        // The least value is at p + (α·u + β·v)/determinant.
        let (alpha, beta) = (&vp * &uv - &up * &vv, &up * &uv - &vp * &uu);
        let within = alpha >= IBig::ZERO && beta >= IBig::ZERO && &alpha + &beta <= determinant;
        let along = self.axis.dot(p) * &determinant
            + self.axis.dot(&u) * &alpha
            + self.axis.dot(&v) * &beta;
        let between = along >= IBig::ZERO && along <= &self.squared * &determinant;
        let at_p = self.product(p, p) - &self.k;
        within && between && at_p * &determinant + &up * &alpha + &vp * &beta <= IBig::ZERO
    }
}

/// The part of a polygon where a linear function is not negative. (Sutherland & Hodgman 1974)
fn cut(polygon: Vec<Homogeneous>, height: impl Fn(&Homogeneous) -> IBig) -> Vec<Homogeneous> {
    let heights: Vec<IBig> = polygon.iter().map(height).collect();
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, p) in polygon.iter().enumerate() {
        let j = (i + 1) % polygon.len();
        if heights[i] >= IBig::ZERO {
            kept.push(Homogeneous { y: p.y.clone(), w: p.w.clone() });
        }
        if &heights[i] * &heights[j] < IBig::ZERO {
            let q = &polygon[j];
            let [to_p, to_q] =
                [&heights[j], &heights[i]].map(|x| if *x < IBig::ZERO { -x } else { x.clone() });
            let (y, w) = (p.y.times(&to_p).plus(&q.y.times(&to_q)), &p.w * &to_p + &q.w * &to_q);
            kept.push(Homogeneous { y, w });
        }
    }
    kept
}
