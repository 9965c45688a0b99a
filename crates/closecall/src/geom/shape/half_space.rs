//! A half-space against the other shapes: exactly, in integers.
//!
//! All numbers are integers in units of one power of two, and 1 is among them; so terms of
//! different degree are brought to one by factors of it. With n·p − c on one side and a length with
//! a root on the other, squares are compared.

use super::ShapeKind;
use super::core::Core;
use super::ring::Ring;
use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::{DVec3, Interval};
use crate::rounding::shape::HALF_SPACE;
use dashu_int::IBig;

/// The half-space { x : normal·x ≤ offset }.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShapeHalfSpace {
    pub(super) normal: DVec3,
    pub(super) offset: f64,
}

/// Numbers of a question as integers.
struct PlaneIntegers {
    unit: i32,
    one: IBig,
    normal: Point,
    offset: IBig,
}

impl PlaneIntegers {
    fn new(half_space: &ShapeHalfSpace, points: &[DVec3], lengths: &[f64]) -> Self {
        let numbers = points.iter().chain([&half_space.normal]).flat_map(|p| p.to_array());
        let unit =
            common_unit(numbers.chain(lengths.iter().copied()).chain([1.0, half_space.offset]));
        let normal = Point::new(half_space.normal, unit);
        Self { unit, one: integer(1.0, unit), normal, offset: integer(half_space.offset, unit) }
    }

    fn point(&self, p: DVec3) -> Point {
        Point::new(p, self.unit)
    }

    fn length(&self, x: f64) -> IBig {
        integer(x, self.unit)
    }

    /// n·p − c, of degree two.
    fn height(&self, p: DVec3) -> IBig {
        self.normal.dot(&self.point(p)) - &self.offset * &self.one
    }
}

impl ShapeHalfSpace {
    /// Does it hold one of these points?
    pub(super) fn holds_any(&self, points: &[DVec3]) -> bool {
        let numbers = PlaneIntegers::new(self, points, &[]);
        points.iter().any(|&p| numbers.height(p) <= IBig::ZERO)
    }

    /// Does it touch a shape?
    pub(super) fn touches(&self, kind: &ShapeKind) -> bool {
        match *kind {
            ShapeKind::HalfSpace { normal, offset } => self.touches_other(&Self { normal, offset }),
            ShapeKind::Ball { center, radius } => self.near_any(&[center], radius),
            ShapeKind::Capsule { ends, radius } => self.near_any(&ends, radius),
            ShapeKind::Cylinder { ends: [p, q], radius } => {
                self.touches_discs(&[p, q], [p, q], radius)
            }
            ShapeKind::Cone { apex, base, radius } => {
                self.holds_any(&[apex]) || self.touches_discs(&[base], [apex, base], radius)
            }
            ShapeKind::Cuboid { center, axes, half } => {
                let columns = [axes.x_axis, axes.y_axis, axes.z_axis];
                let numbers = PlaneIntegers::new(
                    self,
                    &[center, columns[0], columns[1], columns[2]],
                    &half.to_array(),
                );
                let reach = (0..3).map(|k| {
                    let along =
                        numbers.normal.dot(&numbers.point(columns[k])) * numbers.length(half[k]);
                    if along < IBig::ZERO { -along } else { along }
                });
                numbers.height(center) * &numbers.one <= reach.fold(IBig::ZERO, |sum, x| sum + x)
            }
            ShapeKind::Torus { center, axis, ring, tube } => {
                self.touches_torus(center, axis, ring, tube)
            }
        }
    }

    /// A torus comes nearer than its centre by R·|n×a|/|a| + r·|n|. Two roots are compared with a
    /// number by squaring twice.
    fn touches_torus(&self, center: DVec3, axis: DVec3, ring: f64, tube: f64) -> bool {
        let numbers = PlaneIntegers::new(self, &[center, axis], &[ring, tube]);
        let (axis, height) = (numbers.point(axis), numbers.height(center));
        let (ring, tube) = (numbers.length(ring), numbers.length(tube));
        let ring = &ring * &ring * numbers.normal.cross(&axis).squared();
        let tube = &tube * &tube * numbers.normal.squared() * axis.squared();
        // h²|a|² ≤ x + y + 2·√(xy).
        let rest = &height * &height * axis.squared() - &ring - &tube;
        height <= IBig::ZERO || rest <= IBig::ZERO || &rest * &rest <= ring * tube * IBig::from(4)
    }

    /// Is one of these points within a distance of it?
    pub(super) fn near_any(&self, points: &[DVec3], distance: f64) -> bool {
        let numbers = PlaneIntegers::new(self, points, &[distance]);
        let limit = numbers.length(distance);
        let limit = &limit * &limit * numbers.normal.squared();
        points.iter().any(|&p| {
            let height = numbers.height(p);
            height <= IBig::ZERO || &height * &height <= limit
        })
    }

    /// Does it touch discs about these points, across an axis? They come nearer than their centres
    /// by r·|n×d|/|d|.
    fn touches_discs(&self, centers: &[DVec3], [from, to]: [DVec3; 2], radius: f64) -> bool {
        let numbers = PlaneIntegers::new(self, &[from, to], &[radius]);
        let axis = numbers.point(to).minus(&numbers.point(from));
        let radius = numbers.length(radius);
        let limit = &radius * &radius * numbers.normal.cross(&axis).squared();
        let squared = axis.squared();
        centers.iter().any(|&p| {
            let height = numbers.height(p);
            height <= IBig::ZERO || &height * &height * &squared <= limit
        })
    }

    fn touches_other(&self, other: &Self) -> bool {
        let numbers = PlaneIntegers::new(self, &[other.normal], &[other.offset]);
        let normal = numbers.point(other.normal);
        if numbers.normal.cross(&normal).squared() > IBig::ZERO
            || numbers.normal.dot(&normal) > IBig::ZERO
        {
            return true;
        }
        // The other is { x : n·x ≥ −c′/λ } with λ = −n·n′/n·n.
        numbers.length(other.offset) * numbers.normal.squared()
            >= numbers.normal.dot(&normal) * numbers.offset
    }

    /// The distance from a convex set; 0 if they touch.
    ///
    /// The lengths n·p and c are each off by 4 roundings of their terms, furthest points by 16 of
    /// the reach; the normal is seen as a unit vector.
    pub(super) fn distance_to(&self, core: &Core) -> Interval {
        let (n, offset) = self.unit();
        let nearest = core.furthest(-n);
        self.interval(n.dot(nearest) - offset, core.reach(), offset)
    }

    /// The distance from a circle.
    pub(super) fn distance_to_ring(&self, ring: &Ring, axis: DVec3) -> Interval {
        let (n, offset) = self.unit();
        let along = (axis / axis.abs().max_element()).normalize();
        let height = n.dot(ring.center) - ring.radius * n.cross(along).length() - offset;
        self.interval(height, ring.center.length() + ring.radius, offset)
    }

    /// The distance from another half-space.
    pub(super) fn distance_to_other(&self, other: &Self) -> Interval {
        if self.touches_other(other) {
            return Interval::exactly(0.0);
        }
        let ((_, offset), (_, other_offset)) = (self.unit(), other.unit());
        self.interval(-other_offset - offset, other_offset.abs(), offset)
    }

    /// Its unit normal, and its offset along that.
    pub(super) fn unit(&self) -> (DVec3, f64) {
        let scale = self.normal.abs().max_element();
        let length = (self.normal / scale).length() * scale;
        (self.normal / length, self.offset / length)
    }

    fn interval(&self, height: f64, reach: f64, offset: f64) -> Interval {
        let off = HALF_SPACE * (reach + offset.abs());
        Interval { lo: (height - off).max(0.0), hi: (height + off).max(0.0) }
    }
}
