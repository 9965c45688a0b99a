//! A contour moved to one side by the tool's radius, in the plane of X and Y: what cutter
//! compensation is made of.
//!
//! Elements are lines and arcs. A `distance` is the radius, positive if the tool is left of the
//! contour, seen along it. Where the contour turns away from the tool, the tool goes around the
//! corner on an arc; where it turns towards it, both elements are cut where their moved curves
//! meet.

use super::path::{Arc, ToolPath};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// Corners that turn towards the tool by less than this (radians) and whose moved elements do not
/// meet are passed on an arc: they come from the rounding of the program's numbers. LinuxCNC has
/// the same limit.
const SHALLOW: f64 = 0.05;

/// The joint of two moved elements.
pub(super) enum Joint {
    /// By this arc or line around the corner, if there is a gap at all.
    Round(Option<ToolPath>),
    /// Both end where they meet.
    Cut(DVec2),
    /// They do not meet: the tool does not fit into the corner.
    Gouge,
}

/// The directions at the beginning and the end of an element. None if it does not move in the
/// plane.
pub(super) fn directions(path: &ToolPath) -> Option<[DVec2; 2]> {
    match path {
        ToolPath::Line(_) => {
            let [from, to] = path.ends();
            let way = (to - from).truncate();
            let way = (way != DVec2::ZERO).then(|| way / way.length())?;
            Some([way; 2])
        }
        ToolPath::Arc(arc) => Some([0, 1].map(|end| spoke(arc, end).perp() * arc.sweep.signum())),
        // A spline is refused before.
        ToolPath::Spline(_) => None,
    }
}

/// A place seen from above.
fn flat([x, y, _]: [f64; 3]) -> DVec2 {
    DVec2::new(x, y)
}

/// From the centre to an end of an arc, of length 1.
fn spoke(arc: &Arc, end: usize) -> DVec2 {
    (flat(arc.ends[end]) - arc.middle()).normalize_or_zero()
}

/// An element moved to the side. None if it is an arc of a smaller radius than the tool's, seen
/// from inside.
pub(super) fn moved(path: &ToolPath, distance: f64) -> Option<ToolPath> {
    let [direction, _] = directions(path)?;
    match path {
        ToolPath::Line(_) => {
            let aside = (direction.perp() * distance).extend(0.0);
            Some(ToolPath::line(path.ends().map(|p| p + aside)))
        }
        ToolPath::Arc(arc) => {
            let radius = arc.radius.map(|r| r - distance * arc.sweep.signum());
            if radius.iter().any(|r| *r <= 1e-9 * distance.abs()) {
                return None;
            }
            let end = |i: usize| {
                let [x, y] = (arc.middle() + spoke(arc, i) * radius[i]).to_array();
                [x, y, arc.ends[i][2]]
            };
            Some(ToolPath::Arc(Arc { radius, ends: [end(0), end(1)], ..arc.clone() }))
        }
        ToolPath::Spline(_) => None,
    }
}

/// The way of the tool from one moved element to the next, around `corner`, where the contour turns
/// from one direction to the other.
pub(super) fn joint(
    moved: [&ToolPath; 2],
    corner: DVec2,
    [before, after]: [DVec2; 2],
    distance: f64,
) -> Joint {
    let [end, start] = [moved[0].ends()[1], moved[1].ends()[0]];
    let turn = before.perp_dot(after).atan2(before.dot(after)) * distance.signum();
    // Half a turn leads around the end of a thin wall.
    let is_outside = turn <= 0.0 || turn > std::f64::consts::PI - 1e-9;
    if is_outside {
        return Joint::Round(around(corner, [end, start], distance));
    }
    match meeting(moved, corner) {
        Some(point) => Joint::Cut(point),
        None if turn < SHALLOW => {
            Joint::Round((end != start).then_some(ToolPath::line([end, start])))
        }
        None => Joint::Gouge,
    }
}

/// The arc around a corner.
fn around(corner: DVec2, [end, start]: [DVec3; 2], distance: f64) -> Option<ToolPath> {
    if end.truncate() == start.truncate() {
        return None;
    }
    let spokes = [end, start].map(|p| p.truncate() - corner);
    let angle = |v: DVec2| v.y.atan2(v.x);
    let forward = (angle(spokes[1]) - angle(spokes[0])).rem_euclid(TAU);
    // The tool on the left goes around clockwise. A gap of a hair may lie on the other side: a line
    // will do.
    let sweep = if distance > 0.0 { forward - TAU } else { forward };
    if sweep.abs() > 1.9 * std::f64::consts::PI {
        return Some(ToolPath::line([end, start]));
    }
    let radius = spokes.map(DVec2::length);
    let height = [end.z, start.z];
    let start_angle = angle(spokes[0]);
    Some(ToolPath::Arc(Arc {
        axes: [0, 1, 2],
        center: corner.to_array(),
        radius,
        start: start_angle,
        sweep,
        height,
        ends: [end.to_array(), start.to_array()],
    }))
}

/// The common point of two moved elements that is nearest to the corner.
fn meeting([first, second]: [&ToolPath; 2], corner: DVec2) -> Option<DVec2> {
    let points = match (first, second) {
        (ToolPath::Line(a), ToolPath::Line(b)) => lines(*a, *b),
        (ToolPath::Line(line), ToolPath::Arc(arc)) | (ToolPath::Arc(arc), ToolPath::Line(line)) => {
            line_and_circle(*line, arc)
        }
        (ToolPath::Arc(a), ToolPath::Arc(b)) => circles(a, b),
        _ => [None; 2],
    };
    // Where a whole circle ends it also begins: nothing of it would be left.
    let is_left =
        |p: DVec2| share(first, p).is_some_and(|at| at > 0.0 || matches!(first, ToolPath::Line(_)));
    let on_both = |p: &DVec2| p.is_finite() && is_left(*p) && share(second, *p).is_some();
    let nearer =
        |p: &DVec2, q: &DVec2| p.distance_squared(corner).total_cmp(&q.distance_squared(corner));
    points.into_iter().flatten().filter(on_both).min_by(nearer)
}

fn lines(a: [[f64; 3]; 2], b: [[f64; 3]; 2]) -> [Option<DVec2>; 2] {
    let ([p, a], [q, b]) = (a.map(flat), b.map(flat));
    let (u, v) = (a - p, b - q);
    [Some(p + u * ((q - p).perp_dot(v) / u.perp_dot(v))), None]
}

fn line_and_circle(line: [[f64; 3]; 2], arc: &Arc) -> [Option<DVec2>; 2] {
    let [from, to] = line.map(flat);
    let (way, center) = ((to - from).normalize_or_zero(), arc.middle());
    let foot = from + way * (center - from).dot(way);
    let (gap, radius) = (foot.distance(center), arc.radius[0]);
    if gap > radius {
        return [None; 2];
    }
    let half = ((radius - gap) * (radius + gap)).sqrt();
    [Some(foot + way * half), Some(foot - way * half)]
}

fn circles(a: &Arc, b: &Arc) -> [Option<DVec2>; 2] {
    let between = b.middle() - a.middle();
    let (gap, r, s) = (between.length(), a.radius[0], b.radius[0]);
    if gap == 0.0 || gap > r + s || gap < (r - s).abs() {
        return [None; 2];
    }
    let along = (gap * gap + (r - s) * (r + s)) / (2.0 * gap);
    let half = ((r - along) * (r + along)).max(0.0).sqrt();
    let (foot, across) = (a.middle() + between * (along / gap), between.perp() * (half / gap));
    [Some(foot + across), Some(foot - across)]
}

/// The share of an element at which a point of its curve lies; None if it lies before or behind it.
fn share(path: &ToolPath, point: DVec2) -> Option<f64> {
    let share = match path {
        ToolPath::Line(ends) => {
            let [from, to] = ends.map(flat);
            let way = to - from;
            (point - from).dot(way) / way.length_squared()
        }
        ToolPath::Arc(arc) => {
            let spoke = point - arc.middle();
            let angle = (spoke.y.atan2(spoke.x) - arc.start) * arc.sweep.signum();
            // Just before the beginning is no whole turn.
            let angle = angle.rem_euclid(TAU);
            (if angle > TAU - 1e-9 { 0.0 } else { angle }) / arc.sweep.abs()
        }
        ToolPath::Spline(_) => return None,
    };
    (-1e-9..=1.0 + 1e-9).contains(&share).then_some(share.clamp(0.0, 1.0))
}

/// The element up to a point of it, or from there on. The height is reached at the same end as
/// before.
pub(super) fn cut(path: &ToolPath, end: usize, point: DVec2) -> ToolPath {
    let place = |[.., z]: [f64; 3]| [point.x, point.y, z];
    match path {
        ToolPath::Line(ends) => {
            let mut ends = *ends;
            ends[end] = place(ends[end]);
            ToolPath::Line(ends)
        }
        ToolPath::Arc(arc) => {
            let along = share(path, point).unwrap_or(end as f64);
            let mut arc = arc.clone();
            arc.ends[end] = place(arc.ends[end]);
            arc.radius[end] = point.distance(arc.middle());
            if end == 0 {
                arc.start += along * arc.sweep;
                arc.sweep *= 1.0 - along;
            } else {
                arc.sweep *= along;
            }
            ToolPath::Arc(arc)
        }
        ToolPath::Spline(_) => path.clone(),
    }
}
