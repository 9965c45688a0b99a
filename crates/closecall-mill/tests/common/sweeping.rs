//! The plain way to ask whether a point was inside a tool on a move: the best of many places of it.

use closecall_mill::gcode::{Move, ToolPath};
use closecall_mill::tool::{Piece, Profile};
use glam::DVec3;

/// The tip at a share of its way.
pub fn place(path: &ToolPath, share: f64) -> DVec3 {
    match path {
        ToolPath::Line(ends) => {
            let [from, to] = ends.map(DVec3::from_array);
            from.lerp(to, share)
        }
        ToolPath::Arc(arc) => arc.at(share).into(),
        ToolPath::Spline(spline) => spline.at(share).into(),
    }
}

/// The underside, and a steep wall beyond its end.
fn height(profile: &Profile, r: f64) -> f64 {
    let end = profile.radius();
    profile.height_about(r.min(end)) + 1e3 * (r - end).max(0.0)
}

/// How far a point is inside of a piece with its tip here: below 0 if it is outside.
fn room(piece: &Piece, from_tip: DVec3) -> f64 {
    let r = from_tip.x.hypot(from_tip.y);
    let below = from_tip.z - height(&piece.lower, r);
    let above = piece.upper.as_ref().map_or(f64::INFINITY, |u| -from_tip.z - height(u, r));
    below.min(above).min(piece.lower.radius() - r)
}

/// How far a point is inside of any of the pieces at this share of the move.
pub fn room_at(pieces: &[Piece], one: &Move, share: f64, point: DVec3) -> f64 {
    let from_tip = point - place(&one.path, share);
    pieces.iter().map(|piece| room(piece, from_tip)).fold(f64::NEG_INFINITY, f64::max)
}

/// The same anywhere on the move, and the share at which it is: the best of many places, each made
/// better by halving.
pub fn best_room(pieces: &[Piece], one: &Move, point: DVec3) -> (f64, f64) {
    let count = if matches!(one.path, ToolPath::Line(_)) { 60 } else { 400 };
    let ask = |share: f64| (room_at(pieces, one, share.clamp(0.0, 1.0), point), share);
    let better = |a: (f64, f64), b: (f64, f64)| if b.0 > a.0 { b } else { a };
    let mut best =
        (0..=count).map(|i| ask(f64::from(i) / f64::from(count))).reduce(better).unwrap();
    let mut step = 1.0 / f64::from(count);
    while step > 1e-9 {
        let next = [best.1 - step, best.1 + step].map(|share| ask(share.clamp(0.0, 1.0)));
        let best_now = next.into_iter().fold(best, better);
        if best_now.0 <= best.0 {
            step *= 0.5;
        }
        best = best_now;
    }
    best
}
