//! A body in a hand, dragged over a surface: what a haptic loop asks about, a thousand times a
//! second.
//!
//! Metres and seconds. Seen from above the hand draws a circle at a constant speed and turns the
//! body slowly. The height at which the body would rest on the surface is found at points of the
//! way 2 mm apart, with exact queries, and joined smoothly; the hand keeps to it, presses and lifts
//! by less than a millimetre, and trembles as hands do, with 8 to 12 Hz. So the body is always near
//! the surface, and now in light contact, now not.

use std::f64::consts::TAU;

use closecall::engine::geom::{DVec3, Rng};
use closecall::{Ask, Mesh, Model, Pose};

use super::parts::fitted;
use super::{deformed_torus, lump, random_terrain};
use closecall_flight::{Flight, Waypoint};

/// How often a second the loop asks.
pub const FRAMES_PER_SEC: f64 = 1000.0;
/// How fast the hand goes, seen from above, in metres a second.
pub const SPEED: f64 = 0.1;
/// The longest side of the body's box, in metres.
pub const SIZE: f64 = 0.1;

/// The radius of the hand's circle: 12 seconds once around.
const RADIUS: f64 = SPEED * 12.0 / TAU;
/// How fast the body turns, in radians a second.
const TURN: f64 = 0.4;
/// How far the hand lifts and presses, and trembles along each axis, in metres.
const PRESS: f64 = 0.000_6;
const TREMOR: f64 = 0.000_05;
/// The time between two points at which the height of the surface is found.
const KNOT_SECS: f64 = 0.02;
/// A body is let down in strides thinner than itself, and then halved so often.
const STRIDE: f64 = 0.005;
const HALVINGS: usize = 10;

/// The dragged object, and the one below it.
pub struct Drag {
    /// The body that stays. Its upper side is dragged over.
    pub env: Mesh,
    /// The body in the hand, centred at the origin.
    pub obj: Mesh,
    /// Above the middle of the circle; so high everywhere around it, the body is free.
    pub above: DVec3,
    /// Names the motion of the hand.
    pub seed: u64,
}

impl Drag {
    /// A lump of 2,000 triangles over a square metre of terrain with 28,322.
    #[must_use]
    pub fn over_terrain(seed: u64) -> Self {
        let [env, obj] = [random_terrain(120, seed), fitted(&lump(2000, seed), SIZE)];
        Self { env, obj, above: DVec3::new(0.5, 0.5, 0.4), seed }
    }

    /// A deformed torus of 4,000 triangles over a boulder of 20,000, a metre in size.
    #[must_use]
    pub fn over_boulder(seed: u64) -> Self {
        let [env, obj] = [lump(20_000, seed + 1), fitted(&deformed_torus(4000, seed), SIZE)];
        Self { env, obj, above: DVec3::new(0.0, 0.0, 0.65), seed }
    }

    /// This many frames of it.
    #[must_use]
    pub fn flight(&self, frames: usize) -> Flight {
        let hand = Hand::new(self.above, self.seed);
        let [env, obj] = [&self.env, &self.obj].map(|mesh| Model::new(mesh.clone()));
        let knots = (frames as f64 / FRAMES_PER_SEC / KNOT_SECS).ceil() as usize + 3;
        let heights: Vec<f64> =
            (0..knots).map(|knot| hand.resting_height(knot_secs(knot), &env, &obj)).collect();
        let at = |frame: usize| {
            let secs = frame as f64 / FRAMES_PER_SEC;
            let [x, y, _] = hand.place(secs).to_array();
            let held = DVec3::new(x, y, smooth(&heights, secs)) + hand.unrest(secs);
            Waypoint::new(held.to_array(), hand.quaternion(secs))
                .expect("an axis and a half angle are a quaternion")
        };
        Flight {
            env: self.env.clone(),
            obj: self.obj.clone(),
            waypoints: (0..frames).map(at).collect(),
        }
    }
}

/// The first knot is before the first frame, so that every frame has two knots on either side.
fn knot_secs(knot: usize) -> f64 {
    (knot as f64 - 1.0) * KNOT_SECS
}

/// The curve through the knots that has no kinks, at a time (Catmull and Rom 1974).
fn smooth(heights: &[f64], secs: f64) -> f64 {
    let place = secs / KNOT_SECS;
    let (knot, s) = (place.floor() as usize, place.fract());
    let [a, b, c, d] = [0, 1, 2, 3].map(|k| heights[knot + k]);
    b + 0.5 * s * (c - a + s * (2.0 * a - 5.0 * b + 4.0 * c - d + s * (3.0 * (b - c) + d - a)))
}

/// A sine with a random phase.
struct Wave {
    hertz: f64,
    phase: f64,
}

impl Wave {
    fn new(hertz: [f64; 2], rng: &mut Rng) -> Self {
        Self { hertz: rng.between(hertz[0], hertz[1]), phase: rng.between(0.0, TAU) }
    }

    fn at(&self, secs: f64) -> f64 {
        libm::sin(TAU * self.hertz * secs + self.phase)
    }
}

/// How the hand moves.
struct Hand {
    above: DVec3,
    axis: [Wave; 3],
    press: [Wave; 2],
    tremor: [[Wave; 2]; 3],
}

impl Hand {
    fn new(above: DVec3, seed: u64) -> Self {
        let rng = &mut Rng::new(seed);
        Self {
            above,
            axis: [(); 3].map(|()| Wave::new([0.05, 0.15], rng)),
            press: [[0.5, 0.9], [1.5, 2.5]].map(|hertz| Wave::new(hertz, rng)),
            tremor: [(); 3].map(|()| [(); 2].map(|()| Wave::new([8.0, 12.0], rng))),
        }
    }

    /// The position of the hand with nothing below it.
    fn place(&self, secs: f64) -> DVec3 {
        let angle = SPEED / RADIUS * secs;
        self.above + DVec3::new(libm::cos(angle), libm::sin(angle), 0.0) * RADIUS
    }

    fn quaternion(&self, secs: f64) -> [f64; 4] {
        let [x, y, z] = [0, 1, 2].map(|k| self.axis[k].at(secs));
        let axis = DVec3::new(x, y, z + 1.5).normalize();
        let half = 0.5 * TURN * secs;
        let spin = axis * libm::sin(half);
        [libm::cos(half), spin.x, spin.y, spin.z]
    }

    /// The motion of the hand beside following the surface.
    fn unrest(&self, secs: f64) -> DVec3 {
        let sum = |waves: &[Wave]| waves.iter().map(|wave| wave.at(secs)).sum::<f64>();
        let tremor = DVec3::from_array([0, 1, 2].map(|k| sum(&self.tremor[k]))) * TREMOR;
        tremor + DVec3::Z * (PRESS * 0.5 * sum(&self.press))
    }

    /// The greatest height at which the body touches, or less than a hundredth of a millimetre
    /// below it.
    fn resting_height(&self, secs: f64, env: &Model, obj: &Model) -> f64 {
        let mut pair = env.ask(obj, Ask::new()).unwrap();
        let place = self.place(secs);
        let mut touches = |z: f64| {
            let pose = Pose::from_quaternion([place.x, place.y, z], self.quaternion(secs))
                .expect("a pose");
            pair.collides(&pose)
        };
        let mut downward =
            (0..(2.0 / STRIDE) as usize).map(|stride| place.z - STRIDE * stride as f64);
        let mut low = downward.find(|z| touches(*z)).expect("there is a surface below the hand");
        let mut high = low + STRIDE;
        for _ in 0..HALVINGS {
            let middle = 0.5 * (low + high);
            *if touches(middle) { &mut low } else { &mut high } = middle;
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::GlamPose as _;

    const FRAMES: usize = 3000;

    #[test]
    fn a_dragged_body_touches_and_leaves_at_the_speed_of_a_hand() {
        for drag in [Drag::over_terrain(7), Drag::over_boulder(7)] {
            let flight = drag.flight(FRAMES);
            let poses: Vec<Pose> = flight.waypoints.iter().map(Waypoint::pose).collect();
            let mut pair = Model::new(drag.env).ask(&Model::new(drag.obj), Ask::new()).unwrap();
            let hits: Vec<bool> = poses.iter().map(|pose| pair.collides(pose)).collect();
            let [touching, changes] = [
                hits.iter().filter(|hit| **hit).count(),
                hits.windows(2).filter(|pair| pair[0] != pair[1]).count(),
            ];
            assert!(
                touching > FRAMES / 10 && touching < FRAMES - FRAMES / 10 && changes >= 6,
                "{touching} {changes}"
            );
            let way_mm = |pair: &[Pose]| 1e3 * pair[0].shift().distance(pair[1].shift());
            let mean_mm = poses.windows(2).map(way_mm).sum::<f64>() / (FRAMES - 1) as f64;
            let most_mm = poses.windows(2).map(way_mm).fold(0.0, f64::max);
            assert!((0.1..0.15).contains(&mean_mm) && most_mm < 0.5, "{mean_mm} {most_mm}");
        }
    }

    #[test]
    fn the_seed_decides() {
        let path = |seed| Drag { seed, ..Drag::over_terrain(1) }.flight(40).waypoints;
        assert_eq!(path(2), path(2));
        assert_ne!(path(2), path(3));
    }

    #[test]
    fn the_smooth_curve_goes_through_the_knots_and_is_straight_where_they_are() {
        let heights = [1.0, 2.0, 3.0, 4.0, 9.0];
        assert_eq!(smooth(&heights, 0.0), 2.0);
        assert!((smooth(&heights, 0.4 * KNOT_SECS) - 2.4).abs() < 1e-12);
        assert!((smooth(&heights, 1.0 * KNOT_SECS) - 3.0).abs() < 1e-12);
    }
}
