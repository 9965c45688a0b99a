//! A corridor: obstacles crowd around the volume that a body sweeps, so that it nearly hits
//! thousands of them on its way and yet touches none (Klosowski 1998, §5.3).

use closecall::engine::geom::{DVec3, GlamPose as _, Rng};
use closecall::mesh::shapes::{cuboid, tetrahedron};
use closecall::{Mesh, Model, Pose};

use super::bsp::BspCell;
use super::motion::{Pace, wander};
use super::parts::Parts;
use closecall_flight::{Flight, Waypoint};

/// The length of the body's bars.
const LENGTH: f64 = 0.06;
/// Their thickness. Obstacles are thicker in every direction, so that none can hide inside a bar
/// without touching it.
const THICKNESS: f64 = 0.004;
const PACE: Pace = Pace { step: 0.005, turn: 0.03 };
/// How far from the middle of the body obstacles may be, over its length, where there are ten of
/// them for each step.
const REACH: f64 = 4.0;

/// The body: three bars along the axes that cross at the origin, 36 triangles.
#[must_use]
pub fn axis_body() -> Mesh {
    let mut parts = Parts::default();
    for along in [DVec3::X, DVec3::Y, DVec3::Z] {
        let half = (DVec3::splat(THICKNESS) + along * (LENGTH - THICKNESS)) * 0.5;
        parts.add(&cuboid(-half, half), |v| v);
    }
    parts.mesh()
}

/// The body on a random path of `steps` poses, and `obstacles` tetrahedra near it that it touches
/// at none of them.
///
/// # Panics
/// If there is no step or no obstacle.
#[must_use]
pub fn swept(obstacles: usize, steps: usize, seed: u64) -> Flight {
    let obj = axis_body();
    let waypoints = wander(&BspCell::UNIT.scaled(0.9), PACE, steps, seed);
    // The crowding does not depend on how many obstacles there are, until they would have to be
    // inside of the body.
    let reach = LENGTH * (REACH * (obstacles as f64 / (10 * steps) as f64).sqrt()).max(0.65);
    let corridor = Corridor {
        swept: Model::new(swept_volume(&obj, &waypoints)),
        waypoints: &waypoints,
        reach,
    };
    let rng = &mut Rng::new(seed ^ 0x5EED);
    let mut env = Parts::default();
    while env.triangle_count() < 4 * obstacles {
        let wanted = obstacles - env.triangle_count() / 4;
        corridor.add_some(&mut env, wanted, rng);
    }
    Flight { env: env.mesh(), obj, waypoints }
}

/// The body at every pose of its path, in one mesh.
fn swept_volume(obj: &Mesh, waypoints: &[Waypoint]) -> Mesh {
    let mut parts = Parts::default();
    for waypoint in waypoints {
        parts.add(obj, |v| waypoint.pose().carried(v));
    }
    parts.mesh()
}

struct Corridor<'a> {
    swept: Model,
    waypoints: &'a [Waypoint],
    reach: f64,
}

impl Corridor<'_> {
    /// Draws this many obstacles and keeps the ones that the body does not touch.
    fn add_some(&self, env: &mut Parts, wanted: usize, rng: &mut Rng) {
        let drawn: Vec<Mesh> = (0..wanted).map(|_| self.candidate(rng)).collect();
        let mut all = Parts::default();
        drawn.iter().for_each(|obstacle| all.add(obstacle, |v| v));
        let mut touched = vec![false; wanted];
        for (_, triangle) in self.swept.contacts(&Model::new(all.mesh()), &Pose::IDENTITY).unwrap()
        {
            touched[triangle as usize / 4] = true;
        }
        let kept = drawn.iter().zip(touched).filter(|(_, touched)| !touched);
        kept.for_each(|(obstacle, _)| env.add(obstacle, |v| v));
    }

    /// A small tetrahedron somewhere around the body on its way.
    fn candidate(&self, rng: &mut Rng) -> Mesh {
        let near = self.waypoints[rng.below(self.waypoints.len())].pose().shift();
        let centre = near + rng.in_ball() * self.reach;
        let turn = Pose::from_quaternion(centre.to_array(), rng.quaternion())
            .expect("unit quaternion, and not far away");
        // A tetrahedron on the corners of a cube is nowhere thinner than the cube's side.
        let side = THICKNESS * rng.between(1.5, 2.5);
        let mut parts = Parts::default();
        parts.add(&tetrahedron(0.5 * side), |v| turn.carried(v));
        parts.mesh()
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn the_body_is_three_bars() {
        let body = axis_body();
        assert_eq!((body.triangle_count(), check::closed_parts(&body)), (36, 3));
    }

    #[test]
    fn the_body_touches_nothing_but_only_just() {
        let Flight { env, obj, waypoints } = swept(600, 60, 1);
        assert_eq!((env.triangle_count(), waypoints.len()), (2400, 60));
        assert_eq!(check::closed_parts(&env), 600);
        let env = Model::new(env);
        let mut thicker = Parts::default();
        thicker.add(&obj, |v| v * 2.0);
        let (obj, thicker) = (Model::new(obj), Model::new(thicker.mesh()));
        let hits = |body: &Model| {
            waypoints.iter().filter(|w| env.collides(body, &w.pose()).unwrap()).count()
        };
        assert_eq!(hits(&obj), 0);
        assert!(hits(&thicker) > 20, "{}", hits(&thicker));
    }

    #[test]
    fn no_obstacle_is_inside_the_body() {
        let Flight { env, waypoints, .. } = swept(300, 30, 2);
        for waypoint in &waypoints {
            let pose = waypoint.pose();
            let inside = |v: &DVec3| {
                let local = pose.matrix().transpose() * (*v - pose.shift());
                let mut sizes = local.abs().to_array();
                sizes.sort_by(f64::total_cmp);
                sizes[1] < THICKNESS * 0.5 && sizes[2] < LENGTH * 0.5
            };
            assert!(!env.points().iter().any(inside));
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(swept(50, 20, 3), swept(50, 20, 3));
        assert_ne!(swept(50, 20, 3), swept(50, 20, 4));
    }
}
