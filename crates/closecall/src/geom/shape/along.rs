//! Shapes along a ray, as polynomials of its parameter with whole coefficients.

use super::ShapeKind;
use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::exact::polynomial::Polynomial;
use crate::geom::{DVec3, Ray};
use dashu_int::IBig;

/// A point that moves along a ray, in integers: origin + t·direction.
struct Moving {
    from: Point,
    along: Point,
}

impl Moving {
    /// The square of its distance from 0.
    fn squared(&self) -> Polynomial {
        let twice = self.from.dot(&self.along) * IBig::from(2);
        Polynomial::new(vec![self.from.squared(), twice, self.along.squared()])
    }

    /// The product with a vector.
    fn dot(&self, v: &Point) -> Polynomial {
        Polynomial::new(vec![self.from.dot(v), self.along.dot(v)])
    }
}

/// A ray in integers.
struct RayNumbers {
    unit: i32,
    origin: Point,
    along: Point,
}

impl RayNumbers {
    fn new(ray: &Ray, others: &[DVec3], lengths: &[f64]) -> Self {
        let ahead = ray.end.unwrap_or(ray.direction);
        let points = others.iter().chain([&ahead]).flat_map(|p| p.to_array());
        let unit = common_unit(
            points.chain(ray.origin.to_array()).chain(lengths.iter().copied()).chain([1.0]),
        );
        let origin = Point::new(ray.origin, unit);
        let ahead = Point::new(ahead, unit);
        let along = if ray.end.is_some() { ahead.minus(&origin) } else { ahead };
        Self { unit, origin, along }
    }

    fn point(&self, p: DVec3) -> Point {
        Point::new(p, self.unit)
    }

    fn square(&self, x: f64) -> IBig {
        let x = integer(x, self.unit);
        &x * &x
    }

    /// The moving point, seen from another.
    fn seen_from(&self, p: &Point) -> Moving {
        Moving { from: self.origin.minus(p), along: self.along.clone() }
    }

    fn ball(&self, center: DVec3, radius: f64) -> Vec<Polynomial> {
        let squared = self.seen_from(&self.point(center)).squared();
        vec![squared.minus(&Polynomial::constant(self.square(radius)))]
    }

    /// Between the planes through two points across the line between them, and where a form of the
    /// square of the distance from the first, and of the place along the axis, is not positive.
    fn between(
        &self,
        [from, to]: [DVec3; 2],
        form: impl Fn(Polynomial, Polynomial, IBig) -> Polynomial,
    ) -> Vec<Polynomial> {
        let from = self.point(from);
        let axis = self.point(to).minus(&from);
        let y = self.seen_from(&from);
        let (place, squared) = (y.dot(&axis), axis.squared());
        let beyond = place.minus(&Polynomial::constant(squared.clone()));
        vec![place.scaled(&IBig::NEG_ONE), beyond, form(y.squared(), place, squared)]
    }

    /// |y×d|² ≤ r²|d|².
    fn cylinder(&self, ends: [DVec3; 2], radius: f64) -> Vec<Polynomial> {
        let radius = self.square(radius);
        self.between(ends, |distance, place, squared| {
            let across = distance.scaled(&squared).minus(&place.times(&place));
            across.minus(&Polynomial::constant(&radius * squared))
        })
    }

    /// |y×d|²|d|² ≤ r²(d·y)².
    fn cone(&self, apex: DVec3, base: DVec3, radius: f64) -> Vec<Polynomial> {
        let radius = self.square(radius);
        self.between([apex, base], |distance, place, squared| {
            let across = distance.scaled(&squared).minus(&place.times(&place));
            across.scaled(&squared).minus(&place.times(&place).scaled(&radius))
        })
    }

    /// Half sides times axes are of degree two, so places are multiplied by 1.
    fn cuboid(&self, center: DVec3, columns: [DVec3; 3], half: DVec3) -> Vec<Polynomial> {
        let one = integer(1.0, self.unit);
        let sides: [Point; 3] =
            std::array::from_fn(|k| self.point(columns[k]).times(&integer(half[k], self.unit)));
        let y = self.seen_from(&self.point(center));
        let slab = |k: usize| {
            let normal = sides[(k + 1) % 3].cross(&sides[(k + 2) % 3]);
            let reach = normal.dot(&sides[k]);
            let reach = Polynomial::constant(if reach < IBig::ZERO { -reach } else { reach });
            let place = y.dot(&normal).scaled(&one);
            [place.minus(&reach), place.scaled(&IBig::NEG_ONE).minus(&reach)]
        };
        (0..3).flat_map(slab).collect()
    }

    /// (|y|² + R² − r²)² ≤ 4R²·|y×a|²/|a|²; or |y|² + R² ≤ r², where a tube that is wider than the
    /// ring is full.
    fn torus(&self, center: DVec3, axis: DVec3, ring: f64, tube: f64) -> Vec<Vec<Polynomial>> {
        let (axis, y) = (self.point(axis), self.seen_from(&self.point(center)));
        let (distance, place, squared) = (y.squared(), y.dot(&axis), axis.squared());
        let (ring, tube) = (self.square(ring), self.square(tube));
        let core = distance.plus(&Polynomial::constant(&ring - tube));
        let across = distance.scaled(&squared).minus(&place.times(&place));
        let surface =
            core.times(&core).scaled(&squared).minus(&across.scaled(&(ring * IBig::from(4))));
        vec![vec![surface], vec![core]]
    }
}

/// A shape along a ray: it is where all polynomials of one of these pieces are not positive.
pub(super) fn pieces(kind: &ShapeKind, ray: &Ray) -> Vec<Vec<Polynomial>> {
    match *kind {
        ShapeKind::HalfSpace { normal, offset } => {
            let numbers = RayNumbers::new(ray, &[normal], &[offset]);
            let offset = integer(offset, numbers.unit) * integer(1.0, numbers.unit);
            let x = Moving { from: numbers.origin.clone(), along: numbers.along.clone() };
            vec![vec![x.dot(&numbers.point(normal)).minus(&Polynomial::constant(offset))]]
        }
        ShapeKind::Ball { center, radius } => {
            vec![RayNumbers::new(ray, &[center], &[radius]).ball(center, radius)]
        }
        ShapeKind::Capsule { ends: [p, q], radius } => {
            let numbers = RayNumbers::new(ray, &[p, q], &[radius]);
            let mut pieces = vec![numbers.ball(p, radius)];
            if p != q {
                pieces.extend([numbers.ball(q, radius), numbers.cylinder([p, q], radius)]);
            }
            pieces
        }
        ShapeKind::Cylinder { ends: [p, q], radius } => {
            vec![RayNumbers::new(ray, &[p, q], &[radius]).cylinder([p, q], radius)]
        }
        ShapeKind::Cone { apex, base, radius } => {
            vec![RayNumbers::new(ray, &[apex, base], &[radius]).cone(apex, base, radius)]
        }
        ShapeKind::Cuboid { center, axes, half } => {
            let columns = [axes.x_axis, axes.y_axis, axes.z_axis];
            let points = [center, columns[0], columns[1], columns[2], half];
            vec![RayNumbers::new(ray, &points, &[]).cuboid(center, columns, half)]
        }
        ShapeKind::Torus { center, axis, ring, tube } => {
            RayNumbers::new(ray, &[center, axis], &[ring, tube]).torus(center, axis, ring, tube)
        }
    }
}
