//! Does a ray or segment meet a closed triangle, and where first? Decided exactly.

use super::fraction::Fraction;
use super::line::{Integers, clipped, estimate, exact_parameter, one_sign, parameter, sides};
use super::meet::meet;
use super::orient::orient3d;
use super::root::Root;
use crate::geom::{DVec3, Interval, Ray, Triangle};
use dashu_int::IBig;
use std::cmp::Ordering;

/// The least parameter t at which a ray or segment meets a closed triangle, as a certified
/// interval; none exactly if they share no point. A triangle without area is the segment or point
/// it is, and so is a segment without length.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::pierce};
/// use closecall::geom::{Interval, Ray};
/// let triangle = [DVec3::ZERO, DVec3::X, DVec3::Y];
/// let down = Ray::new(DVec3::new(0.5, 0.5, 3.0), -2.0 * DVec3::Z)?;
/// assert!(pierce(&down, &triangle).unwrap().contains(1.5));
/// let beside = Ray::new(DVec3::new(0.5, 0.5f64.next_up(), 3.0), -2.0 * DVec3::Z)?;
/// assert_eq!(pierce(&beside, &triangle), None);
/// let within = Ray::segment(DVec3::new(-1.0, 0.25, 0.0), DVec3::new(1.0, 0.25, 0.0))?;
/// assert_eq!(pierce(&within, &triangle), Some(Interval::exactly(0.5)));
/// # Ok::<(), closecall::geom::RayError>(())
/// ```
#[inline]
#[must_use]
pub fn pierce(ray: &Ray, t: &Triangle) -> Option<Interval> {
    let sides = sides(ray, t);
    if !one_sign(&sides) {
        return None;
    }
    if sides == [0.0; 3] {
        return within_plane(ray, t).map(|t| clipped(ray, t.bounds()));
    }
    // An estimate that is good enough has a certain sign, and mostly a certain place before or
    // behind the end.
    if let Some(near) = estimate(ray, t) {
        let end = if ray.end.is_some() { 1.0 } else { f64::INFINITY };
        if near.hi < 0.0 || near.lo > end {
            return None;
        }
        if near.hi < end {
            return Some(near);
        }
    }
    reaches(ray, t, sides.iter().any(|&side| side > 0.0)).then(|| parameter(ray, t))
}

/// Given that the line meets the triangle in one point, along its normal or against it: does the
/// ray reach that far?
#[inline]
fn reaches(ray: &Ray, t: &Triangle, along_normal: bool) -> bool {
    let height = |p: DVec3| orient3d(t[0], t[1], t[2], p);
    let begins = height(ray.origin);
    let ends = ray.end.map_or(0.0, height);
    if along_normal { begins <= 0.0 && ends >= 0.0 } else { begins >= 0.0 && ends <= 0.0 }
}

/// The order in which a ray meets two triangles.
#[derive(Clone, Copy, Debug)]
pub struct Sooner<'r>(pub &'r Ray);

impl Sooner<'_> {
    /// Compares the parameters at which the ray meets two triangles, exactly. It must meet both, at
    /// parameters in these intervals.
    #[must_use]
    pub fn compare(
        &self,
        (a_at, a): (Interval, &Triangle),
        (b_at, b): (Interval, &Triangle),
    ) -> Ordering {
        if a_at.hi < b_at.lo {
            Ordering::Less
        } else if a_at.lo > b_at.hi {
            Ordering::Greater
        } else {
            self.exact(a).compare(&self.exact(b))
        }
    }

    /// The parameter at which the ray meets a triangle; it must.
    pub(crate) fn root(&self, t: &Triangle) -> Root {
        Root::of_fraction(&self.exact(t))
    }

    #[cold]
    fn exact(&self, t: &Triangle) -> Fraction {
        if sides(self.0, t) == [0.0; 3] {
            within_plane(self.0, t).expect("the ray meets the triangle")
        } else {
            exact_parameter(self.0, t)
        }
    }
}

/// Of a triangle whose sides are all 0, which therefore lies in a plane with the line of the ray:
/// where the ray meets it first.
///
/// All d×(p−o) are multiples of one vector; along an axis in which that is not 0, they are the
/// distances of the corners from the line, up to a factor. The line enters and leaves the triangle
/// at corners without distance, or on edges whose ends have distances of opposite sign. There t is
/// the quotient of one coordinate by that of d.
#[cold]
#[inline(never)]
fn within_plane(ray: &Ray, t: &Triangle) -> Option<Fraction> {
    let Integers { direction, corners } = Integers::of(ray, t);
    let Some(k) = (0..3).find(|&k| !direction.0[k].is_zero()) else {
        let point = [ray.origin; 3];
        return meet(&point, t).meets.then(|| Fraction::new(IBig::ZERO, IBig::ONE));
    };
    let apart = corners.each_ref().map(|p| direction.cross(p));
    let axis = (0..3).find(|&axis| apart.iter().any(|v| !v.0[axis].is_zero())).unwrap_or(0);
    let (along, apart) =
        (corners.each_ref().map(|p| &p.0[k]), apart.each_ref().map(|v| &v.0[axis]));
    let at_corner = |i: usize| {
        apart[i].is_zero().then(|| Fraction::new(along[i].clone(), direction.0[k].clone()))
    };
    let on_edge = |i: usize, j: usize| {
        let opposite = apart[i] * apart[j] < IBig::ZERO;
        let over = apart[j] * along[i] - apart[i] * along[j];
        opposite.then(|| Fraction::new(over, (apart[j] - apart[i]) * &direction.0[k]))
    };
    let places =
        [at_corner(0), at_corner(1), at_corner(2), on_edge(0, 1), on_edge(1, 2), on_edge(2, 0)];
    let mut places: Vec<Fraction> = places.into_iter().flatten().collect();
    places.sort_by(Fraction::compare);
    let (first, last) = (places.first()?, places.last()?);
    let beyond = ray.end.is_some() && first.compare_with(1) == Ordering::Greater;
    if beyond || last.compare_with(0) == Ordering::Less {
        return None;
    }
    Some(if first.compare_with(0) == Ordering::Less {
        Fraction::new(IBig::ZERO, IBig::ONE)
    } else {
        first.clone()
    })
}
