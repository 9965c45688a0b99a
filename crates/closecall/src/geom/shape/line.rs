//! Rays and segments against shapes: where they first meet, and how often they pass. Exact, for all
//! shapes.
//!
//! The points of a ray that are in a shape are those at which some polynomials of degree at most
//! four are not positive (`along`): all of a *piece*, for one of its pieces. With whole
//! coefficients nothing is rounded. The roots of all of them cut the ray into cells in which no
//! sign changes; so what is asked of one number in each cell, and of the roots between, is known of
//! the whole ray. (A cylindrical decomposition of a line, Collins 1975.)

use super::Shape;
use super::along::pieces;
use crate::geom::exact::polynomial::{Dyadic, Polynomial};
use crate::geom::exact::root::{Root, Sturm};
use crate::geom::{Ball, Interval, Ray};
use crate::rounding::shape::LINE_MISS;
use dashu_int::IBig;
use std::cmp::Ordering;

/// The passage of a ray through a shape that it meets.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    /// The first point in the shape.
    pub(crate) enter: Root,
    /// The number of times it goes through the surface; where it only touches, it does not.
    pub(crate) count: u64,
    /// The number of times it comes out of the shape, less the number of times it goes in. An end
    /// that is in the surface counts as what is next to it on the ray.
    pub(crate) winding: i64,
}

impl Shape {
    /// The least parameter t at which a ray or segment is in the shape, which is filled and closed:
    /// 0 where it begins inside. None exactly if they share no point.
    ///
    /// ```
    /// use closecall::geom::{Interval, Ray, shape::Shape};
    /// let torus = Shape::torus([0.0; 3], [0.0, 0.0, 1.0], 2.0, 0.5)?;
    /// let ray = Ray::new([-4.0, 0.0, 0.0], [1.0, 0.0, 0.0])?;
    /// assert_eq!(torus.pierced(&ray), Some(Interval::exactly(1.5)));
    /// let tangent = Ray::new([-4.0, 0.0, 0.5], [1.0, 0.0, 0.0])?;
    /// assert_eq!(torus.pierced(&tangent), Some(Interval::exactly(2.0)));
    /// let through_the_hole = Ray::new([0.0, 0.0, 9.0], [0.0, 0.0, -1.0])?;
    /// assert_eq!(torus.pierced(&through_the_hole), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pierced(&self, ray: &Ray) -> Option<Interval> {
        self.passed(ray).map(|passage| passage.enter.bounds())
    }

    /// The passage of a ray through it; none if they share no point.
    pub(crate) fn passed(&self, ray: &Ray) -> Option<Passage> {
        if self.surely_missed(ray) {
            return None;
        }
        Cells { pieces: pieces(&self.0, ray), is_segment: ray.end.is_some() }.passage()
    }

    /// Does the line of the ray miss the ball around the shape, or the half-space?
    ///
    /// [`LINE_MISS`] of all lengths covers the rounding; what underflows is far below the rest.
    fn surely_missed(&self, ray: &Ray) -> bool {
        let Some(Ball { center, radius }) = self.ball_of() else { return false };
        let largest = ray.direction.abs().max_element();
        let along = (ray.direction / largest).normalize();
        let seen = center - ray.origin;
        let off = LINE_MISS * (center.abs() + ray.origin.abs()).element_sum();
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
        let product =
            all.fold(Polynomial::constant(IBig::ONE), |product, p| product.times(&p.square_free()));
        let sturm = Sturm::new(&product);
        let end = self.is_segment.then(|| Dyadic::whole(1));
        let mut roots = sturm.positive_roots(end);
        let zero = Dyadic::whole(0);
        let mut enter = self.holds(&|p| p.sign_at(&zero)).then(|| Root::whole(0));
        let mut inside = Vec::new();
        // The cell before the first root, if there is one: up to a number that is above 0 and below
        // it.
        let mut last = zero;
        for root in &mut roots {
            while root.low.compare(&last) != Ordering::Greater {
                root.halve();
            }
            inside.push(self.is_inside(&root.low));
            if enter.is_none() && self.holds_root(root) {
                enter = Some(self.simplest(root));
            }
            last = root.high.clone();
        }
        inside.extend(self.after(roots.last()).map(|t| self.is_inside(&t)));
        let count = inside.windows(2).filter(|cells| cells[0] != cells[1]).count() as u64;
        let as_number = |inside: Option<&bool>| i64::from(inside.is_some_and(|&inside| inside));
        let winding = as_number(inside.first()) - as_number(inside.last());
        enter.map(|enter| Passage { enter, count, winding })
    }

    /// A root of the product, as that of one of its factors.
    fn simplest(&self, root: &Root) -> Root {
        let factors = self.pieces.iter().flatten().filter(|p| !p.is_constant());
        let mut roots = factors.filter_map(|p| Sturm::new(p).only_root(&root.low, &root.high));
        roots.next().unwrap_or_else(|| root.clone())
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

    /// Is a root of the product in the shape? A polynomial that has no root between the ends has
    /// the sign of the upper one; if it has one there, it is this.
    fn holds_root(&self, root: &Root) -> bool {
        self.holds(&|p| match p.sign_at(&root.high) {
            1 if !p.is_constant() && Sturm::new(p).count(&root.low, &root.high) > 0 => 0,
            sign => sign,
        })
    }
}
