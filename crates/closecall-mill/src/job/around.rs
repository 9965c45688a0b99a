//! An arc around a corner of the part: with cutter compensation the tool touches the corner all
//! along it, which chords of the arc, however short, leave open.
//!
//! Seen from above, let the tool's centre be at c + ρ·u for all directions u between two, less than
//! half a turn apart, and p a point with (p − c)·u ≤ t for both. Then it holds for all u between
//! (they are sums of the two), and so
//! |c + ρu − p|² = ρ² − 2ρ·u·(p − c) + |p − c|² ≥ ρ² − 2ρt. A tool of radius R stays clear of all such p if that is
//! more than R², and of a triangle if it stays clear in this way of its corners.

use crate::gcode::Arc;
use closecall::engine::{geom::Triangle, rounding::mill::AROUND_ARC};
use glam::DVec2;
use std::f64::consts::TAU;

/// A piece of an arc in the plane across the tool's axis.
#[derive(Clone, Copy)]
pub(super) struct Around {
    center: DVec2,
    /// The directions from the centre to both ends.
    spokes: [DVec2; 2],
    least_radius: f64,
    most_radius: f64,
    /// Turns of the arc, and one more: an angle is rounded as a share of itself.
    turns: f64,
}

impl Around {
    /// From one share of an arc to another, less than half a turn apart.
    pub(super) fn new(arc: &Arc, [from, to]: [f64; 2]) -> Option<Self> {
        let spoke = |share: f64| DVec2::from_angle(arc.start + share * arc.sweep);
        let [a, b] = arc.radius;
        let is_short = (to - from) * arc.sweep.abs() < 3.0;
        // What the arc is off by at its ends is in the slack below; its radius is between these.
        let (least_radius, most_radius) = (a.min(b), a.max(b));
        is_short.then(|| Self {
            center: arc.middle(),
            spokes: [spoke(from), spoke(to)],
            least_radius,
            most_radius,
            turns: 1.0 + arc.sweep.abs() / TAU,
        })
    }

    /// Whether a tool of this radius certainly stays clear of a triangle, at its side.
    pub(super) fn is_clear(&self, triangle: &Triangle, radius: f64) -> bool {
        let (least, most) = (self.least_radius, self.most_radius);
        triangle.iter().all(|p| {
            let p = p.truncate();
            let sizes = p.abs().element_sum() + self.center.abs().element_sum() + most + radius;
            let slack = AROUND_ARC * self.turns * sizes;
            let room = (least - radius) * (least + radius) / (2.0 * most) - 4.0 * slack;
            self.spokes.iter().all(|spoke| (p - self.center).dot(*spoke) < room)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    /// Triangles about the arc's centre, many of them with a corner in it: what is called clear is,
    /// at all samples.
    #[test]
    fn what_is_clear_keeps_its_distance() {
        let mut state = 1u64;
        let mut unit = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1u32 << 31)
        };
        let (mut clear, mut open) = (0, 0);
        for round in 0..4000 {
            let center = DVec2::new(unit(), unit());
            let radius = [1.0 + unit(); 2];
            let (start, sweep) = (6.0 * unit(), 2.5 * unit() - 1.25);
            let (ends, height) = ([[0.0; 3]; 2], [0.0; 2]);
            let arc = Arc {
                axes: [0, 1, 2],
                center: center.to_array(),
                radius,
                start,
                sweep,
                height,
                ends,
            };
            let mut corner = || (center + 4.0 * DVec2::new(unit() - 0.5, unit() - 0.5)).extend(0.0);
            let mut triangle = [corner(), corner(), corner()];
            if round % 2 == 0 {
                triangle[0] = center.extend(0.0);
            }
            let tool = radius[0] * if round % 3 == 0 { 1.0 - 1e-9 } else { 0.7 };
            let around = Around::new(&arc, [0.0, 1.0]).unwrap();
            if !around.is_clear(&triangle, tool) {
                open += 1;
                continue;
            }
            clear += 1;
            for i in 0..=20 {
                let at =
                    center + DVec2::from_angle(start + sweep * f64::from(i) / 20.0) * radius[0];
                for (j, k) in (0..=20).flat_map(|j| (0..=20 - j).map(move |k| (j, k))) {
                    let [a, b] = [j, k].map(|x| f64::from(x) / 20.0);
                    let p = triangle[0]
                        + (triangle[1] - triangle[0]) * a
                        + (triangle[2] - triangle[0]) * b;
                    let distance = p.truncate().distance(at);
                    assert!(distance >= tool * (1.0 - 1e-12), "{distance} of {tool}");
                }
            }
        }
        assert!(clear > 100 && open > 100, "{clear} clear, {open} open");
    }
    /// After thousands of turns an angle is rounded by more than the margins of one turn.
    #[test]
    fn many_turns_leave_more_open() {
        let arc = |sweep: f64| Arc {
            axes: [0, 1, 2],
            center: [0.0; 2],
            radius: [2.0; 2],
            start: 0.0,
            sweep,
            height: [0.0; 2],
            ends: [[0.0; 3]; 2],
        };
        // Clear of a corner by 10⁻¹¹, where the arc begins.
        let corner = DVec2::X * (0.75 - 1e-11);
        let triangle = [corner.extend(0.0), DVec3::ZERO, DVec3::NEG_X];
        let clear = |arc: &Arc, share: f64| {
            Around::new(arc, [0.0, share]).is_some_and(|around| around.is_clear(&triangle, 1.0))
        };
        assert!(clear(&arc(1.0), 1.0));
        assert!(!clear(&arc(9999.0 * TAU), 1.0 / (9999.0 * TAU)));
    }
}
