//! A cylinder and a triangle in plain f64, where that is certain: most triangles have a corner well
//! inside it, or lie well beyond it along its axis or across.
//!
//! **What is claimed.** With p the cylinder's foot, w its axis and d = v − p for a corner v: s =
//! d·w/|w| is how far v lies along the axis, a = d − w·(d·w)/|w|² how far across it. d is rounded
//! once in each coordinate, |w| and the products cost less than 8u of |d|, u = 2⁻⁵³, so s is off by
//! less than 16u·|d| and a by less than 24u·|d|, w's own rounding (2u·|w| for its length, 2u for
//! its direction) included. [`SeenCorner::off`] = [`CYLINDER_CORNER`]·(|d| + |w|) is 90u of them.
//!
//! Both are linear in v, up to rounding, and a point of the cylinder has 0 ≤ s ≤ |w| and n·a ≤
//! r·|n| for every n. So corners that are all beyond one of these, by more than they are off, have
//! the triangle apart; whatever n is, it only has to be the same for the three.

use crate::geom::{DVec3, Triangle};
use crate::rounding::factor::{DOWN_90, UP_90};
use crate::rounding::shape::CYLINDER_CORNER;

/// A corner seen from a cylinder.
struct SeenCorner {
    along: f64,
    across: DVec3,
    off: f64,
}

/// A cylinder's foot, axis and length; none where rounding in its length would count.
struct CylinderAxis {
    foot: DVec3,
    axis: DVec3,
    length: f64,
}

impl CylinderAxis {
    fn new([foot, head]: [DVec3; 2]) -> Option<Self> {
        let axis = head - foot;
        let length = axis.length();
        // Below this, squares would lose digits to underflow.
        (length > 1e-100).then_some(Self { foot, axis, length })
    }

    fn see(&self, v: DVec3) -> SeenCorner {
        let d = v - self.foot;
        let share = d.dot(self.axis) / (self.length * self.length);
        let (along, across) = (share * self.length, d - self.axis * share);
        SeenCorner { along, across, off: CYLINDER_CORNER * (d.abs().element_sum() + self.length) }
    }
}

/// Whether the triangle certainly does not touch the cylinder.
pub(super) fn is_apart(ends: [DVec3; 2], radius: f64, t: &Triangle) -> bool {
    let Some(axis) = CylinderAxis::new(ends) else { return false };
    let corners = t.map(|v| axis.see(v));
    if corners.iter().all(|c| c.along < -c.off)
        || corners.iter().all(|c| c.along > axis.length + c.off)
    {
        return true;
    }
    let out = corners.iter().map(|c| c.across).sum::<DVec3>().normalize_or_zero();
    // The length of `out` is 1 up to 4u.
    corners.iter().all(|c| out.dot(c.across) > radius * UP_90 + 2.0 * c.off)
}

/// Whether the cylinder certainly holds a corner of the triangle.
pub(super) fn holds_a_corner(ends: [DVec3; 2], radius: f64, t: &Triangle) -> bool {
    let Some(axis) = CylinderAxis::new(ends) else { return false };
    t.iter().any(|&v| {
        let c = axis.see(v);
        let is_between = c.along > c.off && c.along < axis.length - c.off;
        is_between && c.across.length() + 2.0 * c.off < radius * DOWN_90
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::shape::quadric;
    use crate::mesh::shapes::Rng;

    /// Corners on a lattice, so that many lie on the cylinder: what is called certain is what exact
    /// arithmetic says.
    #[test]
    fn what_is_certain_is_exact() {
        let rng = &mut Rng::new(43);
        let mut counts = [0; 3];
        for round in 0..20_000 {
            let scale = [1.0, 1e-20, 1e20][round % 3];
            let mut point = || {
                let mut x = || rng.between(-3.5, 3.5).round();
                DVec3::new(x(), x(), x()) * scale
            };
            let (foot, head, t) = (point(), point(), [point(), point(), point()]);
            if foot == head {
                continue;
            }
            let radius = [1.0, 2.0, 0.5][round / 3 % 3] * scale;
            let exactly = quadric::cylinder_meets([foot, head], radius, &t);
            if is_apart([foot, head], radius, &t) {
                assert!(!exactly, "{foot} {head} {radius} {t:?}");
                counts[0] += 1;
            } else if holds_a_corner([foot, head], radius, &t) {
                assert!(exactly, "{foot} {head} {radius} {t:?}");
                counts[1] += 1;
            } else {
                counts[2] += 1;
            }
        }
        assert!(counts.iter().all(|count| *count > 500), "{counts:?}");
    }
}
