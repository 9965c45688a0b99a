//! A bent pipe in a ring: a look-alike of the "Flange" that Tropp et al. flew (2006, Figure 7 and
//! Table 1: 5,306 triangles move in 990). The pipe slides through the ring along its own bend, and
//! trembles on the way, so that it stays close all the time and touches now and then.

use closecall::Mesh;
use closecall::engine::geom::{DQuat, DVec3};
use closecall::mesh::shapes::torus;

use super::parts::{Parts, Station};
use super::refine::refined_to;
use closecall_flight::{Flight, Waypoint};

/// The ring: the radii of its middle and of its tube.
const RING: f64 = 1.0;
const RIM: f64 = 0.35;
/// The pipe: its radius, and that of its bend, whose middle is beside the ring.
const PIPE: f64 = 0.55;
const BEND: f64 = 2.0;
/// How far the bend reaches to either side, and how far it slides, in radians.
const REACH: f64 = 1.1;
const SLIDE: f64 = 1.3;
/// How far the pipe strays from the middle of the ring.
const TREMBLE: f64 = 0.12;

/// The flight, with this many steps; all 990 and 5,306 triangles, or about a hundredth of the pipe's.
#[must_use]
pub fn flange(is_small: bool, steps: usize, seed: u64) -> Flight {
    let obj = if is_small { pipe(8, 6) } else { refined_to(pipe(51, 52), 5306) };
    Flight { env: torus(RING, RIM, 33, 15), obj, waypoints: path(steps, seed) }
}

fn pipe(rings: u32, sides: u32) -> Mesh {
    let station = |k: u32| {
        let angle = REACH * (2.0 * f64::from(k) / f64::from(rings - 1) - 1.0);
        let (sin, cos) = (libm::sin(angle), libm::cos(angle));
        Station {
            point: DVec3::new(BEND * (cos - 1.0), 0.0, BEND * sin),
            along: DVec3::new(-sin, 0.0, cos),
        }
    };
    let mut parts = Parts::default();
    parts.tube(&(0..rings).map(station).collect::<Vec<_>>(), PIPE, sides);
    parts.mesh()
}

fn path(steps: usize, seed: u64) -> Vec<Waypoint> {
    let phase = (seed % 97) as f64;
    let pose = |step: usize| {
        let time = step as f64 / steps as f64 * std::f64::consts::TAU;
        let wave = |rate: f64| libm::sin(rate * time + phase);
        let slide = DQuat::from_rotation_y(SLIDE * libm::sin(time));
        let tilt = DQuat::from_scaled_axis(DVec3::new(wave(17.0), wave(23.0), wave(29.0)) * 0.05);
        let turn = (slide * tilt).normalize();
        let center = DVec3::new(-BEND, 0.0, 0.0);
        let stray = DVec3::new(wave(13.0), wave(19.0), wave(31.0)) * TREMBLE;
        let at = center + slide * -center + stray;
        Waypoint::new(at.to_array(), [turn.w, turn.x, turn.y, turn.z])
            .expect("a unit quaternion, near the origin")
    };
    (0..steps).map(pose).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::Model;

    #[test]
    fn it_has_the_papers_sizes_and_both_answers() {
        let Flight { env, obj, waypoints } = flange(false, 1018, 1998);
        assert_eq!([env.triangle_count(), obj.triangle_count()], [990, 5306]);
        let [env, obj] = [env, obj].map(Model::new);
        let hits = waypoints.iter().filter(|w| env.collides(&obj, &w.pose()).unwrap()).count();
        assert!(hits > 50 && hits < 968, "{hits} of 1018 touch");
    }
}
