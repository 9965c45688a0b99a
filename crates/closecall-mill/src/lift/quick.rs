//! A quick proof, in plain f64, that a tool stays clear of a triangle: it passes at the side, or above the triangle's
//! plane. Most triangles that a tree names are left out by it.
//!
//! All terms are sums and products of at most eight f64 whose sizes add up to `size`; each is off by less than 32u·size
//! with u = 2⁻⁵³. The bounds below demand more than 1e-13·size.

use super::prism::Frame;
use crate::tool::Profile;
use closecall::Triangle;
use glam::DVec3;

/// A triangle relative to both ends of a move, about.
pub struct Quick {
    corners: [DVec3; 6],
}

impl Quick {
    /// The triangle seen from both ends of a move, in the tool's frame.
    #[inline]
    #[must_use]
    pub fn new(triangle: &Triangle, [from, to]: [DVec3; 2], frame: &Frame) -> Self {
        let corner = |i: usize| frame.tool_from_part(triangle[i % 3] - if i < 3 { from } else { to });
        Self { corners: [corner(0), corner(1), corner(2), corner(3), corner(4), corner(5)] }
    }

    /// Whether the lift is certainly at most `above`, for a tool that may lie `beside` the line or be that much wider.
    #[inline]
    #[must_use]
    pub fn is_clear(&self, profile: &Profile, above: f64, beside: f64) -> bool {
        let w = &self.corners;
        let low = w.iter().fold(DVec3::MAX, |a, b| a.min(*b));
        let high = w.iter().fold(DVec3::MIN, |a, b| a.max(*b));
        let size = low.abs().max(high.abs()).max_element() + profile.radius() + above.abs() + beside;
        let slack = 1e-13 * size;
        let reach = profile.radius() + beside + slack;
        if low.x > reach || low.y > reach || high.x < -reach || high.y < -reach {
            return true;
        }
        if high.z - profile.lowest_about() < above - slack {
            return true;
        }
        let normal = (w[1] - w[0]).cross(w[2] - w[0]);
        let gradient = normal.truncate() / -normal.z;
        let m = gradient.length();
        // Beyond this slope, and for upright triangles, the plane says nothing that could be trusted.
        if !(m <= 100.0) {
            return false;
        }
        // The plane is only known up to the rounding of its slope: take the highest corner under it, not one of them.
        let height = |p: &DVec3| p.z - gradient.dot(p.truncate());
        let plane = w.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
        plane + profile.conjugate_about(m) + m * beside < above - slack * (1.0 + m) * 4.0
    }
}
