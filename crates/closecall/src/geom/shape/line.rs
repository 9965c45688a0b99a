//! Rays and segments against shapes: where they first meet, and how often they pass. Exact, for all
//! shapes.
//!
//! Along a ray a shape is where polynomials of degree at most four are not positive: all of a
//! *piece*, for one of its pieces. With whole coefficients nothing is rounded. The roots of all of
//! them cut the ray into cells in which no sign changes; so what is asked of one number in each cell,
//! and of the roots between, is known of the whole ray. (A cylindrical decomposition of a line,
//! Collins 1975.)

use super::{Kind, Shape};
use crate::geom::exact::integer::{Point, common_unit, integer};
use crate::geom::exact::polynomial::{Dyadic, Polynomial};
use crate::geom::exact::root::{Root, Sturm};
use crate::geom::{DVec3, Interval, Ray};
use dashu_int::IBig;
use std::cmp::Ordering;

/// What a ray does to a shape that it meets.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// Where it is first in the shape.
    pub(crate) enter: Root,
    /// How often it goes through the surface; where it only touches, it does not.
    pub(crate) count: u64,
    /// How often it comes out of the shape less how often it goes in. An end that is in the surface counts
    /// as what is next to it on the ray.
    pub(crate) winding: i64,
}

impl Shape {
    /// The least parameter t at which a ray or segment is in the shape, which is filled and closed: 0
    /// where it begins inside. None exactly if they share no point.
    ///
    /// ```
    /// use closecall::geom::{DVec3, Interval, Ray, shape::Shape};
    /// let torus = Shape::torus(DVec3::ZERO, DVec3::Z, 2.0, 0.5)?;
    /// let ray = Ray::new(DVec3::new(-4.0, 0.0, 0.0), DVec3::X)?;
    /// assert_eq!(torus.pierced(&ray), Some(Interval::exactly(1.5)));
    /// let tangent = Ray::new(DVec3::new(-4.0, 0.0, 0.5), DVec3::X)?;
    /// assert_eq!(torus.pierced(&tangent), Some(Interval::exactly(2.0)));
    /// let through_the_hole = Ray::new(DVec3::new(0.0, 0.0, 9.0), -DVec3::Z)?;
    /// assert_eq!(torus.pierced(&through_the_hole), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pierced(&self, ray: &Ray) -> Option<Interval> {
        self.passed(ray).map(|passage| passage.enter.bounds())
    }

    /// What a ray does to it; none if they share no point.
    pub(crate) fn passed(&self, ray: &Ray) -> Option<Passage> {
        if self.surely_missed(ray) {
            return None;
        }
        Cells { pieces: pieces(&self.0, ray), is_segment: ray.end().is_some() }.passage()
    }

    /// Does the line of the ray miss the ball around the shape, or the half-space?
    ///
    /// With u = 2⁻⁵³ the difference of the centres is off by a rounding of each, the distance from the line by 8 roundings of its length; what
    /// underflows is far below the rest. 32 roundings of all lengths cover it.
    fn surely_missed(&self, ray: &Ray) -> bool {
        let Some((center, radius)) = self.ball_around() else { return false };
        let largest = ray.direction().abs().max_element();
        let along = (ray.direction() / largest).normalize();
        let seen = center - ray.origin();
        let off = 16.0 * f64::EPSILON * (center.abs() + ray.origin().abs()).element_sum();
        let ahead = seen.dot(along);
        let aside = (seen - along * ahead).length();
        aside > radius + off || ahead < -(radius + off)
    }
}

/// A shape along a ray: in it is where no polynomial of one of the pieces is positive.
struct Cells {
    pieces: Vec<Vec<Polynomial>>,
    is_segment: bool,
}

impl Cells {
    fn passage(&self) -> Option<Passage> {
        let all = self.pieces.iter().flatten().filter(|p| !p.is_constant());
        let product = all.fold(Polynomial::constant(IBig::ONE), |product, p| product.times(&p.square_free()));
        let sturm = Sturm::new(&product);
        let end = self.is_segment.then(|| Dyadic::whole(1));
        let mut roots = sturm.positive_roots(end);
        let zero = Dyadic::whole(0);
        let mut enter = self.holds(&|p| p.sign_at(&zero)).then(|| Root::whole(0));
        let mut inside = Vec::new();
        // The cell before the first root, if there is one: up to a number that is above 0 and below it.
        let mut last = zero;
        for root in &mut roots {
            while root.low.compare(&last) != Ordering::Greater {
                root.halve();
            }
            inside.push(self.is_inside(&root.low));
            if enter.is_none() && self.holds_root(root) {
                enter = Some(root.clone());
            }
            last = root.high.clone();
        }
        inside.extend(self.after(roots.last()).map(|t| self.is_inside(&t)));
        let count = inside.windows(2).filter(|cells| cells[0] != cells[1]).count() as u64;
        let as_number = |inside: Option<&bool>| i64::from(inside.is_some_and(|&inside| inside));
        let winding = as_number(inside.first()) - as_number(inside.last());
        enter.map(|enter| Passage { enter, count, winding })
    }

    /// A number in the cell after the last root, if there is such a cell.
    fn after(&self, last: Option<&Root>) -> Option<Dyadic> {
        let one = Dyadic::whole(1);
        let Some(root) = last else { return Some(one.middle(&Dyadic::whole(0))) };
        if !root.is_high() {
            return Some(root.high.clone());
        }
        if !self.is_segment {
            return Some(root.high.middle(&root.high.times_power(2)));
        }
        (root.high.compare(&one) == Ordering::Less).then(|| root.high.middle(&one))
    }

    /// Is a piece nowhere positive, by the signs of its polynomials?
    fn holds(&self, sign: &dyn Fn(&Polynomial) -> i32) -> bool {
        self.pieces.iter().any(|piece| piece.iter().all(|p| sign(p) <= 0))
    }

    /// Is a number that is no root in the interior?
    fn is_inside(&self, t: &Dyadic) -> bool {
        self.pieces.iter().any(|piece| piece.iter().all(|p| p.sign_at(t) < 0))
    }

    /// Is a root of the product in the shape? A polynomial that has no root between the ends has the
    /// sign of the upper one; if it has one there, it is this.
    fn holds_root(&self, root: &Root) -> bool {
        self.holds(&|p| match p.sign_at(&root.high) {
            1 if !p.is_constant() && Sturm::new(p).count(&root.low, &root.high) > 0 => 0,
            sign => sign,
        })
    }
}

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

    /// How far it is along a vector.
    fn dot(&self, v: &Point) -> Polynomial {
        Polynomial::new(vec![self.from.dot(v), self.along.dot(v)])
    }
}

/// A ray in integers.
struct Numbers {
    unit: i32,
    origin: Point,
    along: Point,
}

impl Numbers {
    fn new(ray: &Ray, others: &[DVec3], lengths: &[f64]) -> Self {
        let ahead = ray.end().unwrap_or(ray.direction());
        let points = others.iter().chain([&ahead]).flat_map(|p| p.to_array());
        let unit = common_unit(points.chain(ray.origin().to_array()).chain(lengths.iter().copied()).chain([1.0]));
        let origin = Point::new(ray.origin(), unit);
        let ahead = Point::new(ahead, unit);
        let along = if ray.end().is_some() { ahead.minus(&origin) } else { ahead };
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
        let sides: [Point; 3] = std::array::from_fn(|k| self.point(columns[k]).times(&integer(half[k], self.unit)));
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

    /// (|y|² + R² − r²)² ≤ 4R²·|y×a|²/|a|²; or |y|² + R² ≤ r², where a tube that is wider than the ring
    /// is full.
    fn torus(&self, center: DVec3, axis: DVec3, ring: f64, tube: f64) -> Vec<Vec<Polynomial>> {
        let (axis, y) = (self.point(axis), self.seen_from(&self.point(center)));
        let (distance, place, squared) = (y.squared(), y.dot(&axis), axis.squared());
        let (ring, tube) = (self.square(ring), self.square(tube));
        let core = distance.plus(&Polynomial::constant(&ring - tube));
        let across = distance.scaled(&squared).minus(&place.times(&place));
        let surface = core.times(&core).scaled(&squared).minus(&across.scaled(&(ring * IBig::from(4))));
        vec![vec![surface], vec![core]]
    }
}

fn pieces(kind: &Kind, ray: &Ray) -> Vec<Vec<Polynomial>> {
    match *kind {
        Kind::HalfSpace { normal, offset } => {
            let numbers = Numbers::new(ray, &[normal], &[offset]);
            let offset = integer(offset, numbers.unit) * integer(1.0, numbers.unit);
            let x = Moving { from: numbers.origin.clone(), along: numbers.along.clone() };
            vec![vec![x.dot(&numbers.point(normal)).minus(&Polynomial::constant(offset))]]
        }
        Kind::Ball { center, radius } => vec![Numbers::new(ray, &[center], &[radius]).ball(center, radius)],
        Kind::Capsule { ends: [p, q], radius } => {
            let numbers = Numbers::new(ray, &[p, q], &[radius]);
            let mut pieces = vec![numbers.ball(p, radius)];
            if p != q {
                pieces.extend([numbers.ball(q, radius), numbers.cylinder([p, q], radius)]);
            }
            pieces
        }
        Kind::Cylinder { ends: [p, q], radius } => vec![Numbers::new(ray, &[p, q], &[radius]).cylinder([p, q], radius)],
        Kind::Cone { apex, base, radius } => {
            vec![Numbers::new(ray, &[apex, base], &[radius]).cone(apex, base, radius)]
        }
        Kind::Cuboid { center, axes, half } => {
            let columns = [axes.x_axis, axes.y_axis, axes.z_axis];
            let points = [center, columns[0], columns[1], columns[2], half];
            vec![Numbers::new(ray, &points, &[]).cuboid(center, columns, half)]
        }
        Kind::Torus { center, axis, ring, tube } => {
            Numbers::new(ray, &[center, axis], &[ring, tube]).torus(center, axis, ring, tube)
        }
    }
}
