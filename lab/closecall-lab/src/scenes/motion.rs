//! Random motion: the last displacement and rotation, perturbed a little at every step (Klosowski
//! 1998, §2.4.2).

use closecall::engine::geom::{DQuat, DVec3, Rng};

use super::bsp::BspCell;
use closecall_flight::Waypoint;

/// How much of a unit direction a perturbation may be.
const WOBBLE: f64 = 0.15;

/// How far a body goes in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The displacement of its frame's origin.
    pub step: f64,
    /// The angle it turns, in radians.
    pub turn: f64,
}

/// The position and rotation of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    pub position: DVec3,
    orientation: DQuat,
}

impl Placement {
    pub fn random(bounds: &BspCell, rng: &mut Rng) -> Self {
        let position = bounds.point(rng);
        let [w, x, y, z] = rng.quaternion();
        Self { position, orientation: DQuat::from_xyzw(x, y, z, w) }
    }

    pub fn waypoint(&self) -> Waypoint {
        let q = self.orientation;
        Waypoint::new(self.position.to_array(), [q.w, q.x, q.y, q.z])
            .expect("placements stay near 1 and are normalised")
    }

    #[must_use]
    pub fn moved(&self, motion: &Motion) -> Self {
        let half = motion.pace.turn * 0.5;
        let axis = motion.axis * libm::sin(half);
        let turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(half));
        let position = self.position + motion.direction * motion.pace.step;
        Self { position, orientation: (turn * self.orientation).normalize() }
    }
}

/// The motion of a body from one step to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Motion {
    pace: Pace,
    direction: DVec3,
    axis: DVec3,
}

impl Motion {
    pub fn random(pace: Pace, rng: &mut Rng) -> Self {
        Self { pace, direction: rng.in_ball().normalize(), axis: rng.in_ball().normalize() }
    }

    pub fn perturb(&mut self, rng: &mut Rng) {
        self.direction = (self.direction + rng.in_ball() * WOBBLE).normalize();
        self.axis = (self.axis + rng.in_ball() * WOBBLE).normalize();
    }

    pub fn reverse(&mut self) {
        self.direction = -self.direction;
        self.axis = -self.axis;
    }
}

/// A random path whose positions stay within bounds, whatever stands there.
///
/// # Panics
/// If the bounds leave no room for a step.
#[must_use]
pub fn wander(bounds: &BspCell, pace: Pace, steps: usize, seed: u64) -> Vec<Waypoint> {
    assert!(
        bounds.size().min_element() > 2.0 * pace.step,
        "bounds of {} have no room for steps",
        bounds.size()
    );
    let rng = &mut Rng::new(seed);
    let mut placement = Placement::random(bounds, rng);
    let mut motion = Motion::random(pace, rng);
    let mut path = Vec::with_capacity(steps);
    while path.len() < steps {
        let next = placement.moved(&motion);
        if bounds.contains(next.position) {
            path.push(next.waypoint());
            placement = next;
        } else {
            motion = Motion::random(pace, rng);
        }
        motion.perturb(rng);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::GlamPose as _;

    const PACE: Pace = Pace { step: 0.01, turn: 0.05 };

    #[test]
    fn a_path_keeps_its_pace_and_its_bounds() {
        let bounds = BspCell::UNIT.scaled(0.3);
        let path = wander(&bounds, PACE, 1000, 1);
        assert_eq!(path.len(), 1000);
        for pair in path.windows(2) {
            let [from, to] = [pair[0].pose(), pair[1].pose()];
            assert!((from.shift().distance(to.shift()) - PACE.step).abs() < 1e-12);
            let trace: f64 =
                (from.matrix().transpose() * to.matrix()).to_cols_array().iter().step_by(4).sum();
            assert!((((trace - 1.0) * 0.5).acos() - PACE.turn).abs() < 1e-9);
            assert!(bounds.contains(to.shift()));
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(wander(&BspCell::UNIT, PACE, 20, 2), wander(&BspCell::UNIT, PACE, 20, 2));
        assert_ne!(wander(&BspCell::UNIT, PACE, 20, 2), wander(&BspCell::UNIT, PACE, 20, 3));
    }

    #[test]
    fn going_back_leads_back() {
        let rng = &mut Rng::new(4);
        let start = Placement::random(&BspCell::UNIT, rng);
        let mut motion = Motion::random(PACE, rng);
        let there = start.moved(&motion);
        motion.reverse();
        let back = there.moved(&motion);
        assert!(back.position.distance(start.position) < 1e-15);
        assert!(back.orientation.dot(start.orientation).abs() > 1.0 - 1e-15);
    }
}
