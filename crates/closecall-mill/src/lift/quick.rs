//! A quick proof, in plain f64, that a tool stays clear of a triangle: it passes at the side, or
//! some slope shows that it passes above. Most triangles that a tree names are left out by it.
//!
//! All terms are sums and products of at most eight f64 whose sizes add up to `size`; each is off
//! by less than 32u·size with u = 2⁻⁵³. The bounds below demand more than 1e-13·size.

use super::edge;
use super::prism::{EDGES, ToolFrame};
use crate::tool::Profile;
use closecall::engine::{
    geom::Triangle,
    rounding::{factor::UP_MANY, mill::QUICK},
};
use glam::{DVec2, DVec3};

/// A triangle relative to both ends of a move, about.
pub struct Quick {
    corners: [DVec3; 6],
}

impl Quick {
    /// The triangle seen from both ends of a move, in the tool's frame.
    #[inline]
    #[must_use]
    pub fn new(triangle: &Triangle, [from, to]: [DVec3; 2], frame: &ToolFrame) -> Self {
        let corner =
            |i: usize| frame.tool_from_part(triangle[i % 3] - if i < 3 { from } else { to });
        Self { corners: [corner(0), corner(1), corner(2), corner(3), corner(4), corner(5)] }
    }

    /// Whether the lift is certainly at most `above`, for a tool that may lie `beside` the line or
    /// be that much wider.
    #[inline]
    #[must_use]
    pub fn is_clear(&self, profile: &Profile, above: f64, beside: f64) -> bool {
        let w = &self.corners;
        let low = w.iter().fold(DVec3::MAX, |a, b| a.min(*b));
        let high = w.iter().fold(DVec3::MIN, |a, b| a.max(*b));
        let size =
            low.abs().max(high.abs()).max_element() + profile.radius() + above.abs() + beside;
        let slack = QUICK * size;
        let reach = profile.radius() + beside + slack;
        if low.x > reach || low.y > reach || high.x < -reach || high.y < -reach {
            return true;
        }
        if high.z - profile.lowest_about() < above - slack {
            return true;
        }
        // A triangle that is small beside the tool: the slope under its middle is nearly the best
        // for all of it.
        let middle = (0.5 * (low + high)).truncate();
        let mut place = middle;
        for _ in 0..3 {
            let distance = place.length();
            if distance == 0.0 || distance >= profile.radius() {
                break;
            }
            let q = place * (profile.slopes(distance).0 / distance);
            if self.is_below(profile, q, above, beside, slack) {
                return true;
            }
            // Nearer to the corner that stands out most.
            let height = |p: &&DVec3| p.z - q.dot(p.truncate());
            let highest = w.iter().max_by(|a, b| height(a).total_cmp(&height(b)));
            place = 0.5 * (place + highest.map_or(place, |p| p.truncate()));
        }
        let normal = (w[1] - w[0]).cross(w[2] - w[0]);
        if self.is_below(profile, normal.truncate() / -normal.z, above, beside, slack) {
            return true;
        }
        let sides = [w[1] - w[0], w[2] - w[1], w[0] - w[2]].map(|side| side.truncate().perp());
        let way = (w[3] - w[0]).truncate().perp();
        let directions = [normal.truncate(), way, middle, sides[0], sides[1], sides[2]];
        if directions.iter().any(|&n| self.is_beside(n, reach)) {
            return true;
        }
        self.best_slope(profile, beside)
            .is_some_and(|q| self.is_below(profile, q, above, beside, slack))
    }

    /// Whether all of it lies beyond `reach` in the direction `n`, or in the opposite one.
    #[inline]
    fn is_beside(&self, n: DVec2, reach: f64) -> bool {
        let limit = reach * n.length() * UP_MANY;
        let places = self.corners.iter().map(|w| n.dot(w.truncate()));
        let (least, most) = places.fold((f64::MAX, f64::MIN), |(l, m), p| (l.min(p), m.max(p)));
        // A direction that is zero has a limit of zero, and places that are.
        least > limit || most < -limit
    }

    /// Whether the slope `q` proves it; see [`super`].
    #[inline]
    fn is_below(&self, profile: &Profile, q: DVec2, above: f64, beside: f64, slack: f64) -> bool {
        let m = q.length();
        // Steeper ones would need more slack.
        if m.is_nan() || m > 100.0 {
            return false;
        }
        let height = |p: &DVec3| p.z - q.dot(p.truncate());
        let highest = self.corners.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        highest + profile.conjugate_about(m) + m * beside < above - slack * (1.0 + m) * 4.0
    }

    /// The slope at the highest place of W's edges.
    fn best_slope(&self, profile: &Profile, beside: f64) -> Option<DVec2> {
        let (mut best, mut slope) = (f64::NEG_INFINITY, None);
        for [a, b] in EDGES {
            let (a, b) = (self.corners[a], self.corners[b]);
            let (side, length) = (b - a, (b - a).truncate().length());
            let place = if length > 0.0 {
                let direction = side.truncate() / length;
                let foot = -a.truncate().dot(direction);
                let c = (a.truncate() + direction * foot).length();
                let rise = side.z / length;
                let reach = edge::reach(foot, length, rise);
                let Some(peak) = edge::peak(profile, (c - beside).max(0.0), rise.abs(), reach)
                else {
                    continue;
                };
                let share = (foot + peak.along.copysign(rise)) / length;
                (share.clamp(0.0, 1.0), (0.0..=1.0).contains(&share).then_some(peak.slope))
            } else {
                (f64::from(side.z > 0.0), None)
            };
            let w = a + side * place.0;
            let r = w.truncate().length();
            if r > profile.radius() + beside {
                continue;
            }
            let value = w.z - profile.height_about((r - beside).clamp(0.0, profile.radius()));
            if value > best && r > 0.0 {
                best = value;
                slope = Some(w.truncate() * (place.1.unwrap_or_else(|| profile.slopes(r).0) / r));
            }
        }
        slope
    }
}
