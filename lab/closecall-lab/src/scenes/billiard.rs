//! Billiard paths: random motion that turns back where it hits (Klosowski 1998, §2.4.2).
//!
//! No bounce is simulated: a step that hits belongs to the path, and the next one sets out from the
//! last free pose with the motion reversed. So the body never sinks in, however long the path is.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::{Ask, Mesh, Model};

use super::bsp::BspCell;
use super::motion::{Motion, Pace, Placement};
use closecall_flight::Waypoint;

/// The number of placements that are tried before the environment is called full.
pub const TRIES: usize = 20_000;

/// After this many hits in a row the reversed motion is no way out, and another is drawn.
const PATIENCE: usize = 3;

/// A game of billiards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Billiard {
    /// The bounds of the body's origin; to leave them is to hit.
    pub bounds: BspCell,
    /// How far the body goes in a step.
    pub pace: Pace,
    /// The number of poses the path has.
    pub steps: usize,
    /// Names the path.
    pub seed: u64,
}

/// There is no free place to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("all of {TRIES} random placements touch the environment or lie inside it")]
pub struct NoRoom;

impl Billiard {
    /// The path of `obj` in `env`.
    pub fn path(&self, env: &Model, obj: &Model) -> Result<Vec<Waypoint>, NoRoom> {
        let rng = &mut Rng::new(self.seed);
        let mut pair = env.ask(obj, Ask::new()).unwrap();
        let mut hits = |placement: &Placement| pair.collides(&placement.waypoint().pose());
        let mut free = self.start(env, obj, rng)?;
        let mut motion = Motion::random(self.pace, rng);
        let mut path = Vec::with_capacity(self.steps);
        let mut hits_in_a_row = 0;
        while path.len() < self.steps {
            let next = free.moved(&motion);
            let inside = self.bounds.contains(next.position);
            if inside {
                path.push(next.waypoint());
            }
            if inside && !hits(&next) {
                free = next;
                hits_in_a_row = 0;
            } else if hits_in_a_row < PATIENCE {
                motion.reverse();
                hits_in_a_row += 1;
            } else {
                motion = Motion::random(self.pace, rng);
            }
            motion.perturb(rng);
        }
        Ok(path)
    }

    /// A placement that neither touches the environment nor lies inside one of its bodies.
    fn start(&self, env: &Model, obj: &Model, rng: &mut Rng) -> Result<Placement, NoRoom> {
        let mut placements =
            std::iter::repeat_with(|| Placement::random(&self.bounds, rng)).take(TRIES);
        let corner = obj.mesh().triangle_at(0)[0];
        let mut pair = env.ask(obj, Ask::new()).unwrap();
        let is_free = |placement: &Placement| {
            let pose = placement.waypoint().pose();
            !pair.collides(&pose) && winding(env.mesh(), pose.carried(corner)) == 0
        };
        placements.find(is_free).ok_or(NoRoom)
    }
}

/// How often the mesh surrounds the point: how many triangles a ray, going up, leaves through, less
/// those it enters by. Not exact, and need not be: the start of a path is as good a little to the
/// side.
fn winding(mesh: &Mesh, point: DVec3) -> i32 {
    const UP: DVec3 = DVec3::new(0.012_34, 0.023_45, 1.0);
    let passes = |[a, b, c]: [DVec3; 3]| {
        // The point lies on the same side of the three planes through the ray's direction and an
        // edge.
        let [a, b, c] = [a - point, b - point, c - point];
        let sides = [a.cross(b).dot(UP), b.cross(c).dot(UP), c.cross(a).dot(UP)];
        let ahead = a.dot((b - a).cross(c - a));
        match sides {
            _ if sides.iter().all(|&side| side >= 0.0) => i32::from(ahead > 0.0),
            _ if sides.iter().all(|&side| side <= 0.0) => -i32::from(ahead < 0.0),
            _ => 0,
        }
    };
    mesh.iter().map(passes).sum()
}

#[cfg(test)]
mod tests {
    use super::super::boxes::boxes;
    use super::super::parts::fitted;
    use super::super::spheres::sphere;
    use super::super::terrain::random_terrain;
    use super::*;
    use closecall::mesh::shapes::{cuboid, terrain, tetrahedron};

    fn room() -> (Model, Model, Billiard) {
        let env = Model::new(boxes(200, 1));
        let obj = Model::new(fitted(&tetrahedron(1.0), 0.05));
        let pace = Pace { step: 0.01, turn: 0.1 };
        (env, obj, Billiard { bounds: BspCell::UNIT, pace, steps: 600, seed: 2 })
    }

    #[test]
    fn a_path_hits_now_and_then_and_never_stays() {
        let (env, obj, billiard) = room();
        let path = billiard.path(&env, &obj).unwrap();
        assert_eq!(path.len(), 600);
        let hits: Vec<bool> =
            path.iter().map(|waypoint| env.collides(&obj, &waypoint.pose()).unwrap()).collect();
        let count = hits.iter().filter(|&&hit| hit).count();
        assert!((20..300).contains(&count), "{count} hits");
        assert!(hits.chunk_by(|a, b| a == b).all(|run| !run[0] || run.len() < 30));
        let steps =
            path.windows(2).map(|pair| pair[0].pose().shift().distance(pair[1].pose().shift()));
        // From one hit to the next it may be two steps.
        assert!(steps.fold(0.0, f64::max) < 2.0 * billiard.pace.step + 1e-12);
        assert!(path.iter().all(|waypoint| billiard.bounds.contains(waypoint.pose().shift())));
    }

    #[test]
    fn a_body_stays_outside_of_boxes_and_above_ground() {
        let (boxes, obj, billiard) = room();
        let bounds = BspCell { min: DVec3::new(0.1, 0.1, -0.1), max: DVec3::new(0.9, 0.9, 0.3) };
        let ground = Model::new(random_terrain(40, 6));
        for (env, bounds) in [(boxes, billiard.bounds), (ground, bounds)] {
            let path = Billiard { bounds, ..billiard }.path(&env, &obj).unwrap();
            let (hits, free): (Vec<Waypoint>, Vec<Waypoint>) = path
                .into_iter()
                .partition(|waypoint| env.collides(&obj, &waypoint.pose()).unwrap());
            assert!(!hits.is_empty() && !free.is_empty());
            let corner = obj.mesh().points()[0];
            assert!(
                free.iter()
                    .all(|waypoint| winding(env.mesh(), waypoint.pose().carried(corner)) == 0)
            );
        }
    }

    #[test]
    fn the_seed_decides() {
        let (env, obj, billiard) = room();
        let path = |seed| Billiard { seed, steps: 50, ..billiard }.path(&env, &obj).unwrap();
        assert_eq!(path(3), path(3));
        assert_ne!(path(3), path(4));
    }

    #[test]
    fn a_full_environment_has_no_room() {
        let (_, obj, billiard) = room();
        let full = Model::new(cuboid(DVec3::splat(-1.0), DVec3::splat(2.0)));
        assert_eq!(billiard.path(&full, &obj), Err(NoRoom));
    }

    #[test]
    fn the_winding_number_tells_inside_from_outside() {
        let mesh = sphere(500);
        let rng = &mut Rng::new(5);
        for _ in 0..500 {
            let point = rng.in_ball() * 1.5;
            let expected = i32::from(point.length() < 1.0);
            assert!(
                (0.98..1.01).contains(&point.length()) || winding(&mesh, point) == expected,
                "{point}"
            );
        }
        let ground = terrain(4, 4, 0.25, |_, _| 0.0);
        assert_eq!([1.0, -1.0].map(|z| winding(&ground, DVec3::new(0.4, 0.3, z))), [0, 1]);
    }
}
