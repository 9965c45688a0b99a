//! The angles of the rotary axes at which the tool stands along a direction of the part.
//!
//! With two axes a and b, of which each is the first or the last turn that the direction goes through,
//! the question is at which angles Rot(a, α)·u = Rot(b, β)·w. The vector v that both are has a·v = a·u
//! and b·v = b·w, and length 1, so that with g = a·b
//!
//! ```text
//! v = x·a + y·b + z·(a × b),   x = (a·u − g·b·w)/(1 − g²),   y = (b·w − g·a·u)/(1 − g²),
//! z² = (1 − x² − y² − 2gxy)/(1 − g²)
//! ```
//!
//! Of the two answers that one is taken that is within the limits and turns the first axis by less; if
//! they are alike in that, the second.

use super::Machine;
use super::arm::Arm;
use crate::gcode::vector;
use glam::DVec3;

/// Directions that are nearer to each other than this are the same: their angle is up to 1e-9 off.
const SAME: f64 = 1e-9;

/// Why the tool cannot be turned.
#[derive(Clone, Debug, PartialEq)]
pub enum AimProblem {
    /// The machine has not two rotary axes.
    Axes(usize),
    /// No angles reach the direction.
    OutOfReach,
    /// Every such position is beyond the limits.
    Limits,
}

impl Machine {
    /// The angles of A, B and C in degrees at which the tool's axis, from its tip to the spindle, is this
    /// direction of the part; those near the present ones.
    ///
    /// # Errors
    /// If there are none.
    pub fn aim(
        &self,
        direction: impl Into<[f64; 3]>,
        now: [f64; 3],
    ) -> Result<[f64; 3], AimProblem> {
        let (table, head) = (&self.kinematics.table, &self.kinematics.head);
        let axes: Vec<usize> = table.axes().chain(head.axes()).collect();
        let &[first, second] = &axes[..] else { return Err(AimProblem::Axes(axes.len())) };
        let at = DVec3::from_array(now).map(f64::to_radians);
        let goal = vector(direction).normalize();
        let Some([a, u, b, w]) = between(table, head, [first, second], goal) else {
            return Err(AimProblem::OutOfReach);
        };
        let answers = meet(a, u, b, w);
        if answers.is_empty() {
            return Err(AimProblem::OutOfReach);
        }
        let mut best: Option<([f64; 2], [f64; 3])> = None;
        for v in answers {
            let angle = |axis: DVec3, from: DVec3, sign: f64| Some(sign * about(axis, from, v)?);
            let [one, two] = signs(table, head);
            let angles = [angle(a, u, one), angle(b, w, two)];
            let mut to = now;
            let mut ways = [0.0; 2];
            let mut is_allowed = true;
            for (place, axis) in [first, second].into_iter().enumerate() {
                // An axis along which the tool lies may stay.
                let Some(angle) = angles[place] else { continue };
                match self.nearest(axis, angle, at[axis]) {
                    Some(near) => {
                        (to[axis], ways[place]) = (near.to_degrees(), (near - at[axis]).abs());
                    }
                    None => is_allowed = false,
                }
            }
            let is_less = |other: &[f64; 2]| match (ways[0] - other[0]).abs() <= SAME {
                true => ways[1] < other[1],
                false => ways[0] < other[0],
            };
            if is_allowed && best.as_ref().is_none_or(|(other, _)| is_less(other)) {
                best = Some((ways, to));
            }
        }
        best.map(|(_, to)| to.map(whole)).ok_or(AimProblem::Limits)
    }

    /// The angle of a rotary axis, up to whole turns, that is next to `now` within the limits.
    fn nearest(&self, axis: usize, angle: f64, now: f64) -> Option<f64> {
        let tau = std::f64::consts::TAU;
        let base = angle + ((now - angle) / tau).round() * tau;
        let limits = self.axis(axis + 3).and_then(|axis| axis.limits);
        let [low, high] = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        let all = [base, base - tau, base + tau];
        let fits = all.into_iter().filter(|x| (low - SAME..=high + SAME).contains(x));
        fits.min_by(|x, y| (x - now).abs().total_cmp(&(y - now).abs()))
    }
}

/// Angles that are whole degrees up to rounding are.
fn whole(degrees: f64) -> f64 {
    let near = degrees.round();
    if (degrees - near).abs() <= SAME { near } else { degrees }
}

/// The senses of the two turns in the question: see [`between`].
fn signs(table: &Arm, head: &Arm) -> [f64; 2] {
    match (table.axes().count(), head.axes().count()) {
        (2, _) => [-1.0, 1.0],
        (_, 2) => [-1.0, 1.0],
        _ => [1.0, 1.0],
    }
}

/// The two axes and what they turn, as in the [module](self), in one frame.
fn between(
    table: &Arm,
    head: &Arm,
    [first, second]: [usize; 2],
    goal: DVec3,
) -> Option<[DVec3; 4]> {
    let zero = DVec3::ZERO;
    let (of_table, of_head) = (table.axes().count(), head.axes().count());
    if of_table == 1 && of_head == 1 {
        // T₀·Rot(a, α)·T₁·n = H₀·Rot(b, β)·H₁·z, seen from the base.
        let ([t0, t1], [h0, h1]) = (table.around(first, zero)?, head.around(second, zero)?);
        return Some([
            t0 * table.direction(first)?,
            t0 * (t1 * goal),
            h0 * head.direction(second)?,
            h0 * (h1 * DVec3::Z),
        ]);
    }
    // P₀·Rot(a, α)·P₁·Rot(b, β)·P₂·from = to, so that Rot(a′, −α)·P₁ᵀ·P₀ᵀ·to = Rot(b, β)·P₂·from.
    let (arm, from, to) = match of_table {
        2 => (table, goal, head.rotation(zero) * DVec3::Z),
        _ => (head, DVec3::Z, table.rotation(zero) * goal),
    };
    let ([before, behind], [_, last]) = (arm.around(first, zero)?, arm.around(second, zero)?);
    // What is between the two: all behind the first, without what is behind the second.
    let middle = behind * last.transpose();
    Some([
        middle.transpose() * arm.direction(first)?,
        middle.transpose() * (before.transpose() * to),
        arm.direction(second)?,
        last * from,
    ])
}

/// The vectors of length 1 that are at the same angle to a as u, and to b as w: two, one or none.
fn meet(a: DVec3, u: DVec3, b: DVec3, w: DVec3) -> Vec<DVec3> {
    let (g, au, bw) = (a.dot(b), a.dot(u), b.dot(w));
    let square = 1.0 - g * g;
    if square < SAME {
        return Vec::new();
    }
    let (x, y) = ((au - g * bw) / square, (bw - g * au) / square);
    let rest = (1.0 - x * x - y * y - 2.0 * g * x * y) / square;
    if rest < -SAME {
        return Vec::new();
    }
    let across = a.cross(b) * rest.max(0.0).sqrt();
    let flat = a * x + b * y;
    if across.length() <= SAME { vec![flat] } else { vec![flat + across, flat - across] }
}

/// The angle about an axis from one vector to another; None if they lie along the axis.
fn about(axis: DVec3, from: DVec3, to: DVec3) -> Option<f64> {
    let [p, q] = [from, to].map(|v| v - axis * axis.dot(v));
    (p.length() > SAME.sqrt()).then(|| axis.dot(p.cross(q)).atan2(p.dot(q)))
}
