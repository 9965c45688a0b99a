//! A tool on its way, in a tree's frame and in f32. The [parent](super) has the bounds of its
//! rounding.

use super::{Revolved, RevolvedSweep};
use crate::geom::DVec3;
use crate::rounding::walk::{TOOL, TOOL_ABOVE, TOOL_CLIP, TOOL_CLIP_UP, TOOL_F64};
use crate::wide::tree::Tree;
use glam::DVec2;

/// Lengths, in units of the tree, for which no f32 leaves its range. Beyond it nothing is sorted
/// out: every triangle is reported.
const RANGE: std::ops::Range<f64> = 1e-12..1e12;

/// The place of a sweep, seen from a tree.
pub(super) enum SweepPlace<'t> {
    Apart,
    OutOfRange,
    Near(Local<'t>),
}

/// A sweep in a tree's frame.
pub(super) struct Local<'t> {
    pub(super) solids: &'t [Revolved],
    pub(super) rows: [[f32; 3]; 3],
    pub(super) start: [f32; 3],
    pub(super) way: [f32; 3],
    /// 1 over the square of the way across the axis; 0 if there is none.
    pub(super) per_square: f32,
    pub(super) beside: f32,
    pub(super) above: f32,
    pub(super) slack: f32,
    pub(super) scale: f32,
}

impl<'t> Local<'t> {
    pub(super) fn placed(tree: &Tree, sweep: &RevolvedSweep<'t>) -> SweepPlace<'t> {
        let (scale, ball) = (tree.frame.scale, tree.frame.radius);
        // Minima pass over what is no number: then nothing is ruled out.
        let ends = sweep.ends.iter().all(|end| end.is_finite()) && sweep.tool_from_mesh.is_finite();
        if !(ends && (sweep.beside + sweep.above).is_finite()) {
            return SweepPlace::OutOfRange;
        }
        let [from, to] =
            sweep.ends.map(|p| sweep.tool_from_mesh * ((p - tree.frame.center) * scale));
        let far = sweep.ends[0].abs().max(sweep.ends[1].abs()) + tree.frame.center.abs();
        let off = TOOL_F64 * scale * far.element_sum();
        let (beside, above) = (sweep.beside * scale, sweep.above * scale);
        let radius = sweep.solids.iter().map(|solid| solid.radius).fold(0.0, f64::max) * scale;
        let tall = sweep.solids.iter().map(|solid| solid.tall).fold(0.0, f64::max) * scale;
        let lowest =
            sweep.solids.iter().map(|solid| solid.lowest).fold(f64::INFINITY, f64::min) * scale;
        // Above the ball around the tree nothing is met.
        if ball + off - from.z.min(to.z) - lowest < above - TOOL_ABOVE * (ball + tall + above.abs())
        {
            return SweepPlace::Apart;
        }
        let Some([from, to]) = clipped([from, to], ball + radius + beside + off) else {
            return SweepPlace::Apart;
        };
        let way = to - from;
        let reach = 3f64.sqrt() * f64::from(tree.reach);
        let sizes = reach + from.length() + way.length() + radius + beside.abs() + above.abs();
        let narrowest =
            sweep.solids.iter().map(|solid| solid.radius).fold(f64::INFINITY, f64::min) * scale;
        if ![sizes + tall, narrowest, scale].iter().all(|size| RANGE.contains(size)) {
            return SweepPlace::OutOfRange;
        }
        let flat = way.truncate().length_squared();
        let row = |k: usize| sweep.tool_from_mesh.row(k).as_vec3().to_array();
        SweepPlace::Near(Self {
            solids: sweep.solids,
            rows: [row(0), row(1), row(2)],
            start: from.as_vec3().to_array(),
            way: way.as_vec3().to_array(),
            per_square: if flat > 1e-24 { (1.0 / flat) as f32 } else { 0.0 },
            beside: beside as f32,
            above: above as f32,
            slack: (TOOL * sizes + 4.0 * off) as f32,
            scale: scale as f32,
        })
    }
}

/// The part of a way that is within `radius` of the tool's axis through 0, and a little more; None
/// if there is none.
///
/// Off the axis by more than 10⁻⁷ of the ends' size, which is far more than f64 is off by, nothing
/// is cut off wrongly.
fn clipped([from, to]: [DVec3; 2], radius: f64) -> Option<[DVec3; 2]> {
    let (start, way): (DVec2, DVec2) = (from.truncate(), (to - from).truncate());
    let radius = radius * TOOL_CLIP_UP + TOOL_CLIP * (from.length() + to.length());
    let (square, place) = (way.length_squared(), -start.dot(way));
    let nearest = if square > 0.0 { (place / square).clamp(0.0, 1.0) } else { 0.0 };
    let gap = (start + way * nearest).length();
    if gap > radius {
        return None;
    }
    // Half of what is left of the way, on both sides of the nearest point; outward.
    let half = ((radius - gap) * (radius + gap)).sqrt() / square.sqrt();
    let half = if half.is_finite() { half * TOOL_CLIP_UP + TOOL_CLIP } else { 1.0 };
    let at = |share: f64| {
        if share <= 0.0 {
            from
        } else if share >= 1.0 {
            to
        } else {
            from.lerp(to, share)
        }
    };
    Some([at(nearest - half), at(nearest + half)])
}
