//! An arc around a corner of the part: with cutter compensation the tool touches the corner all
//! along it, which chords of the arc, however short, leave open.
//!
//! Seen from above, let the tool's centre be at c + ρ·u for all directions u between two, less than half a turn apart, and p a point with
//! (p − c)·u ≤ t for both. Then it holds for all u between (they are sums of the two), and so
//! |c + ρu − p|² = ρ² − 2ρ·u·(p − c) + |p − c|² ≥ ρ² − 2ρt. A tool of radius R stays clear of all such p if that is
//! more than R², and of a triangle if it stays clear in this way of its corners.

use crate::gcode::Arc;
use closecall::Triangle;
use glam::DVec2;

/// A piece of an arc in the plane across the tool's axis.
#[derive(Clone, Copy)]
pub(super) struct Around {
    center: DVec2,
    /// The directions from the centre to both ends.
    spokes: [DVec2; 2],
    least_radius: f64,
    most_radius: f64,
}

impl Around {
    /// From one share of an arc to another, less than half a turn apart.
    pub(super) fn new(arc: &Arc, [from, to]: [f64; 2]) -> Option<Self> {
        let spoke = |share: f64| DVec2::from_angle(arc.start + share * arc.sweep);
        let [a, b] = arc.radius;
        let is_short = (to - from) * arc.sweep.abs() < 3.0;
        // What the arc is off by at its ends is in the slack below; its radius is between these.
        let (least_radius, most_radius) = (a.min(b), a.max(b));
        is_short.then(|| Self { center: arc.center, spokes: [spoke(from), spoke(to)], least_radius, most_radius })
    }

    /// Whether a tool of this radius certainly stays clear of a triangle, at its side. Angles,
    /// sines, differences and products are off by less than 32u of the sizes involved, of which
    /// 1e-14 is the double.
    pub(super) fn is_clear(&self, triangle: &Triangle, radius: f64) -> bool {
        let (least, most) = (self.least_radius, self.most_radius);
        triangle.iter().all(|p| {
            let p = p.truncate();
            let slack = 1e-14 * (p.abs().element_sum() + self.center.abs().element_sum() + most + radius);
            let room = (least - radius) * (least + radius) / (2.0 * most) - 4.0 * slack;
            self.spokes.iter().all(|spoke| (p - self.center).dot(*spoke) < room)
        })
    }
}
