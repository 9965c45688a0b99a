//! Places of vertices: exact, and rounded.
//!
//! A vertex of the obstacles is at an f64 place. A Steiner point is at an exact place, integers
//! times a power of two, on the edge or triangle that it divides; what is near it in f64 is only
//! for filters. So nothing that is decided depends on a rounding.

use crate::exact::{Exact, common_unit, determinant, sign};
use crate::rounding::{ORIENT, STEINER};
use crate::sphere::larger;
use crate::walk;
use closecall::engine::geom::DVec3;
use dashu_int::IBig;

/// A place: in f64, and exactly where that is not the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'p> {
    pub(crate) near: DVec3,
    pub(crate) exact: Option<&'p Exact>,
}

impl Place<'_> {
    pub(crate) fn plain(near: DVec3) -> Self {
        Self { near, exact: None }
    }

    fn unit(&self) -> i32 {
        self.exact.map_or_else(|| common_unit(self.near.to_array().into_iter()), |p| p.unit)
    }

    fn in_unit(&self, unit: i32) -> Exact {
        self.exact.map_or_else(|| Exact::of(self.near, unit), |p| p.in_unit(unit))
    }
}

/// The places in one unit.
pub(crate) fn aligned<const N: usize>(places: [Place<'_>; N]) -> [Exact; N] {
    let unit = places.iter().map(Place::unit).min().unwrap_or(0);
    places.map(|place| place.in_unit(unit))
}

/// Six times the signed volume of a tetrahedron, as an integer and the exponent of its unit.
pub(crate) fn volume(places: [Place<'_>; 4]) -> (IBig, i32) {
    let [a, b, c, d] = aligned(places);
    (determinant([&a, &b, &c, &d]), 3 * a.unit)
}

/// The places of all vertices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    near: Vec<DVec3>,
    exact: Vec<Option<Box<Exact>>>,
    /// By how much a rounded coordinate may be off at most, twice.
    off: f64,
}

impl Places {
    /// Vertices at f64 places; all that come later lie in the box around them.
    pub(crate) fn new(near: Vec<DVec3>) -> Self {
        let reach = near.iter().fold(0.0, |reach, p| larger(reach, p.abs().max_element()));
        let exact = vec![None; near.len()];
        // Rounding is off by half a unit in the last place, ε/2 of the largest number; here twice
        // that, and twice because a difference has two ends.
        Self { near, exact, off: STEINER * reach }
    }

    pub(crate) fn len(&self) -> usize {
        self.near.len()
    }

    pub(crate) fn near(&self, v: u32) -> DVec3 {
        self.near[v as usize]
    }

    /// A box around a vertex.
    pub(crate) fn bounds(&self, v: u32) -> [DVec3; 2] {
        let near = self.near(v);
        if self.exact[v as usize].is_none() {
            return [near, near];
        }
        [near - DVec3::splat(self.off), near + DVec3::splat(self.off)]
    }

    pub(crate) fn at(&self, v: u32) -> Place<'_> {
        Place { near: self.near[v as usize], exact: self.exact[v as usize].as_deref() }
    }

    /// Adds a vertex at an exact place.
    pub(crate) fn push(&mut self, exact: Exact) -> u32 {
        self.near.push(exact.rounded());
        self.exact.push(Some(Box::new(exact)));
        (self.near.len() - 1) as u32
    }

    /// Removes the vertex that came last.
    pub(crate) fn pop(&mut self) {
        self.near.pop();
        self.exact.pop();
    }

    /// The sign of (b−a)×(c−a)·(d−a) of vertices.
    #[inline]
    pub(crate) fn side(&self, vertices: [u32; 4]) -> f64 {
        self.side_of(vertices.map(|v| self.at(v)))
    }

    /// The same of any places, of which the inexact ones are in the box.
    #[inline]
    pub(crate) fn side_of(&self, places: [Place<'_>; 4]) -> f64 {
        let [a, b, c, d] = places.map(|place| place.near);
        if places.iter().all(|place| place.exact.is_none()) {
            return walk::side(a, b, c, d);
        }
        filtered(a, b, c, d, self.off).unwrap_or_else(|| sign(&volume(places).0))
    }
}

/// The sign where it is certain, though every difference is off by `off` at most beside its own
/// rounding, which [`walk::side`] accounts for. With X, Y, Z the largest differences along the
/// axes, six products change by (X+e)(Y+e)(Z+e) − XYZ at most; the factor 7 covers roundings.
fn filtered(a: DVec3, b: DVec3, c: DVec3, d: DVec3, off: f64) -> Option<f64> {
    let (u, v, w) = (b - a, c - a, d - a);
    let value = u.cross(v).dot(w);
    let most = |k: usize| larger(larger(u[k].abs(), v[k].abs()), w[k].abs());
    let (x, y, z) = (most(0), most(1), most(2));
    let moved = off * (x * y + y * z + z * x) + off * off * (x + y + z) + off * off * off;
    let bound = ORIENT * (x * y * z) + 7.0 * moved;
    (value.abs() > bound).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_inexact_place_is_seen_where_f64_cannot() {
        // A third of the way is no f64; so is 1/2 + 2⁻⁸⁰, which lies off the plane x = 1/2.
        let mut places = Places::new(vec![
            DVec3::new(0.5, 0.0, 0.0),
            DVec3::new(0.5, 1.0, 0.0),
            DVec3::new(0.5, 0.0, 1.0),
            DVec3::ONE,
        ]);
        let over = [(IBig::ONE << 79) + IBig::ONE, IBig::ONE << 78, IBig::ONE << 78];
        let beside = places.push(Exact { over, unit: -80 });
        assert_eq!(places.near(beside), DVec3::new(0.5, 0.25, 0.25));
        assert!(places.side([0, 1, 2, beside]) > 0.0 && places.side([0, 1, 2, 3]) > 0.0);
        assert!(places.side([0, 2, 1, beside]) < 0.0);
        let over = [IBig::ONE << 79, IBig::ONE, IBig::ONE];
        let on = places.push(Exact { over, unit: -80 });
        assert_eq!(places.side([0, 1, 2, on]), 0.0);
    }
}
