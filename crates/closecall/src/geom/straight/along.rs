//! Directions that stay: along each, heights of corners are linear in time.
//!
//! **Rounding.** With M as in [`super`], and N the sum of n's magnitudes, heights above
//! [`STRAIGHT_HEIGHT`] times M and N are positive.

use super::features::{edge, edges_of_normal, is_inner};
use super::{Stage, Straight};
use crate::geom::exact::nearest::{Feature, Nearest};
use crate::geom::{DVec3, Triangle};
use crate::rounding::exact::STRAIGHT_HEIGHT;
use crate::rounding::factor::DOWN_8;

/// If [`STRAIGHT_HEIGHT`] times M and N is below this, 2⁻¹⁰⁰⁰, products may have underflowed, and
/// nothing is certain.
const LEAST: f64 = f64::from_bits((1023 - 1000) << 52);

/// From B's nearest point towards A's, more or less.
///
/// The difference of two points that are nearly the same is mostly rounding. So the direction is
/// that of the face's normal, or square to both edges, or to the one that is not met at an end.
pub(super) fn direction(found: &Nearest, [a, b]: &[Triangle; 2]) -> DVec3 {
    let between = found.a - found.b;
    let square_to = |edge: DVec3| {
        let share = between.dot(edge) / edge.length_squared();
        let rest = between - edge * share;
        // Once more, for what the first subtraction rounded.
        rest - edge * (rest.dot(edge) / edge.length_squared())
    };
    let towards = |n: DVec3| if n.dot(between) < 0.0 { -n } else { n };
    let n = match (edges_of_normal(found, [a, b]), found.feature) {
        (Some([e, f]), _) => towards(e.cross(f)),
        (None, Feature::Edges(i, _)) if is_inner(found.shares[0]) => square_to(edge(a, i)),
        (None, Feature::Edges(_, j)) if is_inner(found.shares[1]) => square_to(edge(b, j)),
        (None, _) => between,
    };
    if n.is_finite() && n.max_element().max(-n.min_element()) > 0.0 { n } else { between }
}

/// The last moment to which A is beyond B along any normal or product of edges; `time` if there is
/// none.
pub(super) fn apart_along_any(a: &Straight, b: &Straight, found: &Nearest, stage: Stage) -> f64 {
    let Stage { time, origin, .. } = stage;
    let [now_a, now_b] = [a.at(time, origin), b.at(time, origin)];
    let (e, f) = ([0, 1, 2].map(|i| edge(&now_a, i)), [0, 1, 2].map(|j| edge(&now_b, j)));
    let between = found.a - found.b;
    let across = e.into_iter().flat_map(|e| f.map(|f| e.cross(f)));
    let normals = [e[0].cross(e[1]), f[0].cross(f[1]), between];
    let square = e.into_iter().chain(f).map(|edge| edge.cross(between).cross(edge));
    let moments = across.chain(normals).chain(square).flat_map(|n| [n, -n]);
    moments.filter_map(|n| apart_until(a, b, n, stage)).fold(time, f64::max)
}

/// The last moment to which A is beyond B along `n` from `time` on; none if it is not known to be
/// even then.
pub(super) fn apart_until(a: &Straight, b: &Straight, n: DVec3, stage: Stage) -> Option<f64> {
    let Stage { time, origin, reach } = stage;
    let certain = STRAIGHT_HEIGHT * reach * n.abs().element_sum();
    if certain < LEAST {
        return None;
    }
    let ([a_from, a_to], [b_from, b_to]) = (a.heights(n, origin), b.heights(n, origin));
    let mut until = 1.0f64;
    for i in 0..3 {
        for j in 0..3 {
            let (first, last) = (a_from[i] - b_from[j], a_to[i] - b_to[j]);
            // Also for what is no number.
            if !(first + time * (last - first) > certain) {
                return None;
            }
            // Also for what is no number.
            if !(last > certain) {
                let at = (first - certain) / (first - last) * DOWN_8;
                until = if at > 0.0 { until.min(at) } else { 0.0 };
            }
        }
    }
    Some(until)
}
