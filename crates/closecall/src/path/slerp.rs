//! Between two rows: the translation goes straight, the rotation the shorter way at constant speed.
//!
//! **Rounding.** Quaternions of unit length, off by 4u a coordinate after they were divided by
//! their norms, make an angle that is off by under 14u, and weights off by under 16u (both are
//! smooth for the half angles up to π/2 that the shorter way has; below 10⁻⁸ they are linear up to
//! 10⁻¹⁷). Their sum is off by under 46u a coordinate, normed twice by under 54u, so in length by
//! 108u; a rotation is off by twice that in the 2-norm, and by 24u for its entries' own roundings:
//! 240u, under [`SLERP`](crate::rounding::motion::SLERP) = 640u. A coordinate t of the translation is
//! off by under u|t| + 2u|b − a|, and 2⁻²⁰⁰ where it is set to 0.

use crate::geom::range::MIN_COORDINATE;
use crate::geom::{DVec3, Pose, PoseError};

/// A translation and a unit quaternion (w, x, y, z), as they were written.
pub(super) type Row = ([f64; 3], [f64; 4]);

/// The pose that is this share of the way from one row to the next; `arc` is that of their
/// rotations.
pub(super) fn between(from: &Row, to: &Row, arc: &Arc, share: f64) -> Result<Pose, PoseError> {
    if share == 0.0 {
        return Pose::from_quaternion(from.0, from.1);
    }
    let mut translation = [0.0; 3];
    for (t, (a, b)) in translation.iter_mut().zip(from.0.into_iter().zip(to.0)) {
        let mixed = a + (b - a) * share;
        // A translation on its way through zero may be smaller than a pose can hold.
        *t = if mixed.abs() < MIN_COORDINATE { 0.0 } else { mixed };
    }
    Pose::from_quaternion(translation, arc.at(share))
}

/// Of two unit quaternions (w, x, y, z), the one that is this share of the way from `a` to `b`
/// along the shorter arc.
#[must_use]
pub fn slerp(a: [f64; 4], b: [f64; 4], share: f64) -> [f64; 4] {
    Arc::new(a, b).at(share)
}

/// The shorter arc between two unit quaternions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    ends: [[f64; 4]; 2],
    angle: f64,
    sine: f64,
}

impl Arc {
    pub(super) fn new(a: [f64; 4], b: [f64; 4]) -> Self {
        let ends @ [a, b] = nearer(a, b);
        let angle = half_angle(a, b);
        Self { ends, angle, sine: angle.sin() }
    }

    /// This share of the way.
    pub(super) fn at(&self, share: f64) -> [f64; 4] {
        let Self { ends: [a, b], angle, sine } = self;
        let weight = |share: f64| if *angle < 1e-8 { share } else { (share * angle).sin() / sine };
        let wb = weight(share);
        let wa = if share == 0.5 { wb } else { weight(1.0 - share) };
        unit(std::array::from_fn(|k| wa * a[k] + wb * b[k]))
    }
}

/// The axis of the turn from one to the other in B's frame, times its angle in radians.
pub(super) fn turn(a: [f64; 4], b: [f64; 4]) -> DVec3 {
    let [a, b] = nearer(a, b);
    let (u, v) = (DVec3::new(a[1], a[2], a[3]), DVec3::new(b[1], b[2], b[3]));
    // The vector part of a⁻¹b.
    let axis = v * a[0] - u * b[0] - u.cross(v);
    axis.normalize_or_zero() * (2.0 * half_angle(a, b))
}

/// Both of unit length. A rotation has two quaternions; the one nearer to `a` turns the shorter
/// way.
fn nearer(a: [f64; 4], b: [f64; 4]) -> [[f64; 4]; 2] {
    let a = unit(a);
    [a, if dot(a, b) < 0.0 { unit(b).map(|x| -x) } else { unit(b) }]
}

/// Twice the arc tangent of the half chords keeps its digits at small angles, where an arc cosine
/// loses half of them.
fn half_angle(a: [f64; 4], b: [f64; 4]) -> f64 {
    let chord = |sign: f64| std::array::from_fn::<f64, 4, _>(|k| a[k] + sign * b[k]);
    let (across, along) = (chord(-1.0), chord(1.0));
    2.0 * dot(across, across).sqrt().atan2(dot(along, along).sqrt())
}

fn unit(q: [f64; 4]) -> [f64; 4] {
    q.map(|x| x / dot(q, q).sqrt())
}

fn dot(a: [f64; 4], b: [f64; 4]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn_z(degrees: f64) -> [f64; 4] {
        let half = degrees.to_radians() / 2.0;
        [half.cos(), 0.0, 0.0, half.sin()]
    }

    #[test]
    fn it_turns_at_constant_speed() {
        for (share, degrees) in [(0.25, 30.0), (0.5, 60.0), (1.0, 120.0)] {
            let got = slerp(turn_z(0.0), turn_z(120.0), share);
            for (got, want) in got.into_iter().zip(turn_z(degrees)) {
                assert!((got - want).abs() < 1e-15, "{share}: {got} and {want}");
            }
        }
    }

    #[test]
    fn it_takes_the_shorter_way() {
        let there = turn(turn_z(179.0), turn_z(-179.0));
        assert!((there.z.to_degrees() - 2.0).abs() < 1e-12, "{there}");
        assert_eq!(turn(turn_z(30.0), turn_z(30.0).map(|x| -x)).length(), 0.0);
    }
}
