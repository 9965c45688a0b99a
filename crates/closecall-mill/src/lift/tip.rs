//! Does the very tip of the tool touch the triangle? A ball that rests on a face touches it in one
//! point, which no rounded height can prove: integers do, where the tool stands upright on an exact
//! path.
//!
//! W is cut by the axis. Where the axis goes through a facet, its height there is a quotient of
//! integers; where it goes through an edge alone (all facets beside it are upright), that of the
//! edge.

use super::prism::{EDGES, Prism};
use super::tangent::OUTLINES;
use super::whole::{cross, dot};
use super::{Lift, LiftQuestion};
use crate::tool::Profile;
use closecall::engine::geom::{common_unit, integer};
use closecall::geom::Interval;
use dashu_int::IBig;
use glam::DVec3;

/// If W reaches up to the tip, lifted by what is asked about, the lift is at least that: a lower
/// bound for the underside of a tool, as it stands. Only the lower bound is of use.
pub(super) fn touching(profile: &Profile, prism: &Prism, question: &LiftQuestion) -> Option<Lift> {
    if question.astray != 0.0 || question.wider != 0.0 || question.afloat != 0.0 {
        return None;
    }
    let tip = profile.height(Interval::exactly(0.0))?;
    // Where a profile begins above 0, the sum may be rounded: upward.
    let level = (Interval::exactly(question.above) + tip).hi;
    let is_reached = Axis::new(prism, level)?.is_reached();
    let at = DVec3::new(0.0, 0.0, level);
    is_reached.then_some(Lift { lo: question.above, hi: f64::INFINITY, at })
}

/// The corners of W seen along the axis, their heights above the level that is asked about.
struct Axis {
    places: [[IBig; 2]; 6],
    heights: [IBig; 6],
}

impl Axis {
    fn new(prism: &Prism, level: f64) -> Option<Self> {
        let (triangle, path) = prism.made_of.as_ref()?;
        let numbers = |i: usize| (triangle[i % 3], path[i / 3]);
        let all: [_; 6] = std::array::from_fn(numbers);
        let written = all.iter().flat_map(|(a, b)| [a.x, a.y, a.z, b.x, b.y, b.z]);
        let unit = common_unit(written.chain([level]));
        let difference = |a: f64, b: f64| integer(a, unit) - integer(b, unit);
        let places = all.map(|(a, b)| [difference(a.x, b.x), difference(a.y, b.y)]);
        let heights = all.map(|(a, b)| difference(a.z, b.z) - integer(level, unit));
        Some(Self { places, heights })
    }

    fn is_reached(&self) -> bool {
        let triangles = OUTLINES.iter().flat_map(|o| (2..o.len()).map(|i| [o[0], o[i - 1], o[i]]));
        triangles.into_iter().any(|t| self.facet(t)) || EDGES.iter().any(|&e| self.edge(e))
    }

    /// Whether the axis goes through a triangle of a facet at the level or above it: the corners
    /// count by the areas opposite to them.
    fn facet(&self, [p, q, r]: [usize; 3]) -> bool {
        let area = |a: usize, b: usize| cross(&self.places[a], &self.places[b]);
        let areas = [area(q, r), area(r, p), area(p, q)];
        let is_left = areas.iter().all(|a| *a >= IBig::ZERO);
        let is_right = areas.iter().all(|a| *a <= IBig::ZERO);
        if is_left == is_right {
            return false;
        }
        let [a, b, c] = &areas;
        let sum = a * &self.heights[p] + b * &self.heights[q] + c * &self.heights[r];
        if is_left { sum >= IBig::ZERO } else { sum <= IBig::ZERO }
    }

    /// The same for an edge: its ends count by their distances from the axis, the other way round.
    fn edge(&self, [p, q]: [usize; 2]) -> bool {
        let (a, b) = (&self.places[p], &self.places[q]);
        if cross(a, b) != IBig::ZERO || dot(a, b) > IBig::ZERO {
            return false;
        }
        let size = |v: &[IBig; 2]| absolute(&v[0]) + absolute(&v[1]);
        let (near, far) = (size(a), size(b));
        if near == IBig::ZERO && self.heights[p] >= IBig::ZERO {
            return true;
        }
        if far == IBig::ZERO && self.heights[q] >= IBig::ZERO {
            return true;
        }
        let sum = &far * &self.heights[p] + &near * &self.heights[q];
        near > IBig::ZERO && far > IBig::ZERO && sum >= IBig::ZERO
    }
}

fn absolute(x: &IBig) -> IBig {
    if *x < IBig::ZERO { -x } else { x.clone() }
}
