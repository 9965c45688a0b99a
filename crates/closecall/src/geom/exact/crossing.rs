//! Does a ray go *through* a triangle, from one side to the other? Decided exactly, with a tie
//! broken the same way for all.
//!
//! The ray is moved by s = (ε, ε², ε³), ε positive and smaller than any number (simulation of
//! simplicity, Edelsbrunner & Mücke 1990, of the ray instead of the corners). It then meets no edge
//! and no corner, has no end in a triangle's plane and lies in none: it goes through a triangle or
//! stays clear of it. Seen along the ray, the triangles around an edge or a corner tile the plane
//! about it, and one point of the plane is in one of them. So the moved ray goes once through a
//! surface that it passes at an edge or corner, and its passages through a closed surface alternate
//! between inside and outside.
//!
//! The side d×(p−o−s)·(q−o−s) is d×(p−o)·(q−o) + s·(d×(q−p)); the height n·(o+s−p) is n·(o−p) +
//! s·n. Where the first term is 0, the first coordinate of the other vector that is not 0 has the
//! sign. An edge along d, and a triangle without area, have none: they are not gone through.

use super::line::{one_sign, parameter, sides, turn};
use super::orient::{Along, orient3d};
use crate::geom::{DVec3, Interval, Ray, Triangle};

/// A passage of a ray through a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// The place on the ray.
    pub t: Interval,
    /// Does the ray go along the triangle's normal, out of the solid, or against it?
    pub leaving: bool,
}

/// The passage of a ray or segment through a triangle, if the ray moved by (ε, ε², ε³) goes through
/// it.
///
/// ```
/// use closecall::engine::geom::{DVec3, exact::cross};
/// use closecall::geom::Ray;
/// let (left, right) = ([DVec3::ZERO, DVec3::Y, -DVec3::X], [DVec3::ZERO, DVec3::X, DVec3::Y]);
/// let through_edge = Ray::new(DVec3::new(0.0, 0.5, -1.0), DVec3::Z)?;
/// assert!(cross(&through_edge, &left).is_some() != cross(&through_edge, &right).is_some());
/// # Ok::<(), closecall::geom::RayError>(())
/// ```
#[inline]
#[must_use]
pub fn cross(ray: &Ray, t: &Triangle) -> Option<Crossing> {
    let mut sides = sides(ray, t);
    if !one_sign(&sides) {
        return None;
    }
    for i in 0..3 {
        if sides[i] == 0.0 {
            sides[i] = first_sign(turn(ray, t[i], t[(i + 1) % 3]))?;
        }
    }
    // A sum that is 0, of sides that add up to d·n, has both signs.
    if !one_sign(&sides) {
        return None;
    }
    let leaving = sides[0] > 0.0;
    let way = if leaving { 1.0 } else { -1.0 };
    let begins_before = height(t, ray.origin) * way < 0.0;
    let ends_behind = ray.end.is_none_or(|end| height(t, end) * way > 0.0);
    (begins_before && ends_behind).then(|| Crossing { t: parameter(ray, t), leaving })
}

/// The side of the plane on which a moved point lies; the triangle has area.
#[inline]
fn height(t: &Triangle, p: DVec3) -> f64 {
    match orient3d(t[0], t[1], t[2], p) {
        0.0 => {
            let normal = Along::ALL.map(|along| along.orient(t[0], t[1], t[2]));
            normal.into_iter().find(|&x| x != 0.0).unwrap_or(0.0)
        }
        certain => certain,
    }
}

fn first_sign(signs: [i32; 3]) -> Option<f64> {
    signs.into_iter().find(|&sign| sign != 0).map(f64::from)
}
