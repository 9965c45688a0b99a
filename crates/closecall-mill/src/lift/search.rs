//! Guesses where W is highest above the underside, and with which slope: at a facet, an edge or a
//! corner of W. The guesses are made in plain f64 and handed to [`Bounds`], which certifies them.

use super::Bounds;
use super::edge;
use super::prism::{EDGES, FACETS};
use closecall::engine::rounding::{factor::DOWN_9, mill::NEAR_RIM_UP};
use closecall::geom::Interval;
use glam::{DVec2, DVec3};

/// Tries facets first: where the tool rests on the inside of one, its slope proves at once that
/// nothing is higher.
pub(super) fn search(bounds: &mut Bounds) {
    for (facet, is_triangle) in FACETS {
        try_facet(bounds, facet, is_triangle);
        if bounds.settled() || bounds.tight() {
            return;
        }
    }
    let mut best: Option<Place> = None;
    for ends in EDGES {
        if let Some(place) = edge_place(bounds, ends)
            && best.as_ref().is_none_or(|b| place.value > b.value)
        {
            best = Some(place);
        }
    }
    let Some(place) = best else { return };
    // On the rim, rounding may carry the place over it: a little nearer to the axis, then.
    for inward in [0.0, 4.0, 32.0, 256.0, 1e4, 1e6] {
        let share = place.share + (place.foot - place.share) * inward * f64::EPSILON;
        bounds.try_point(bounds.prism.on_edge(place.ends, share.clamp(0.0, 1.0)));
        if bounds.lift.lo >= place.value - 1e-9 * place.value.abs() {
            break;
        }
    }
    for slope in place.slopes {
        bounds.try_slope(slope.x, slope.y);
    }
}

/// A guess on an edge.
struct Place {
    ends: [usize; 2],
    share: f64,
    /// The point of the edge next to the axis.
    foot: f64,
    value: f64,
    slopes: [DVec2; 2],
}

/// The plane of a facet touches the underside where the profile has the plane's slope.
fn try_facet(bounds: &mut Bounds, facet: [usize; 3], is_triangle: bool) {
    let about = bounds.prism.about();
    let [o, a, b] = facet.map(|i| about[i]);
    let normal = (a - o).cross(b - o);
    if normal.z == 0.0 {
        return;
    }
    let gradient = -normal.truncate() / normal.z;
    bounds.try_slope(gradient.x, gradient.y);
    if bounds.settled() {
        return;
    }
    let m = gradient.length();
    // On the rim, rounding may carry the place over it, and the facet may end there: a little
    // nearer to the axis, then.
    let contact = bounds.profile.contact(m) - bounds.question.astray + bounds.question.wider;
    for inward in [0.0, 4.0, 256.0, 1e5] {
        let distance = contact * (1.0 - inward * f64::EPSILON);
        let touch = if m > 0.0 { gradient * (distance.max(0.0) / m) } else { DVec2::ZERO };
        let place = coordinates(touch, [o, a, b]);
        if !is_inside(place, is_triangle, 0.0) {
            if is_inside(place, is_triangle, 1e-9) {
                continue;
            }
            return;
        }
        bounds.try_point(bounds.prism.on_facet(facet, place));
        if bounds.tight() {
            return;
        }
    }
}

/// The coordinates of a point along the sides of a facet.
fn coordinates(point: DVec2, [o, a, b]: [DVec3; 3]) -> [f64; 2] {
    let (along, across, p) = ((a - o).truncate(), (b - o).truncate(), point - o.truncate());
    let area = along.perp_dot(across);
    [p.perp_dot(across) / area, along.perp_dot(p) / area]
}

/// Whether the point of these coordinates lies in the facet, or beyond it by not more than `slack`.
fn is_inside([s, t]: [f64; 2], is_triangle: bool, slack: f64) -> bool {
    let far = if is_triangle { s + t < DOWN_9 + slack } else { s.max(t) <= 1.0 + slack };
    s >= -slack && t >= -slack && far
}

/// The highest place of an edge.
fn edge_place(bounds: &Bounds, ends: [usize; 2]) -> Option<Place> {
    let about = bounds.prism.about();
    let (a, b) = (about[ends[0]], about[ends[1]]);
    let side = b - a;
    let (flat, length) = (side.truncate(), side.truncate().length());
    let wider = bounds.question.wider - bounds.question.astray;
    if length == 0.0 {
        let share = if side.z > 0.0 { 1.0 } else { 0.0 };
        return place(bounds, ends, [share, share], None);
    }
    let direction = flat / length;
    // The point next to the axis, as a distance along the line from `a`.
    let foot = -a.truncate().dot(direction);
    let c = (a.truncate() + direction * foot).length();
    let rise = side.z / length;
    let sign = if rise < 0.0 { -1.0 } else { 1.0 };
    let reach = edge::reach(foot, length, rise);
    let peak = edge::peak(bounds.profile, (c - wider).max(0.0), rise.abs(), reach);
    let Some(peak) = peak else {
        return place(bounds, ends, [(foot / length).clamp(0.0, 1.0); 2], None);
    };
    let share = (foot + sign * peak.along) / length;
    let slope = (0.0..=1.0).contains(&share).then_some(peak.slope);
    place(bounds, ends, [share.clamp(0.0, 1.0), foot / length], slope)
}

/// The value of a place, with the slopes to try there: `slope` if it is given, else those left and
/// right of it.
fn place(
    bounds: &Bounds,
    ends: [usize; 2],
    [share, foot]: [f64; 2],
    slope: Option<f64>,
) -> Option<Place> {
    let about = bounds.prism.about();
    let w = about[ends[0]].lerp(about[ends[1]], share);
    let flat = w.truncate();
    let off = bounds.question.astray - bounds.question.wider;
    let r = (flat.length() + off).max(0.0);
    let reach = bounds.profile.radius();
    if r > reach * NEAR_RIM_UP {
        return None;
    }
    let height = bounds.profile.height(Interval::exactly(r.min(reach)))?;
    let direction = flat.try_normalize().unwrap_or(DVec2::ZERO);
    let (left, right) = bounds.profile.slopes(r.min(reach));
    let right = if right.is_finite() { right } else { left };
    let slopes = match slope {
        Some(m) => [direction * m, direction * left],
        None => [direction * left, direction * right],
    };
    Some(Place { ends, share, foot, value: w.z - height.hi, slopes })
}
