//! Many bodies that move: nine that wander (Li & Chen 1998, §5), and hundreds that fall on a plane
//! or a torus (Vogiannou et al. 2010, §4).
//!
//! The fall is as simple as can be: bodies bounce off each other as balls do. It is to bring them
//! near each other, no more.

use closecall::engine::geom::{DQuat, DVec3, GlamMesh as _, Rng};
use closecall::mesh::shapes::{grid, torus};
use closecall::world::{Body, Handle, World, WorldOptions};
use closecall::{Mesh, Model, Pose};

use super::{BspCell, Pace, lump, wander};
use closecall_flight::Waypoint;

/// Bodies, what stays, and where the bodies are in every step.
pub struct Crowd {
    /// The models of the bodies; body i is model i modulo their number.
    pub models: Vec<Model>,
    /// The ground that stays, if there is one.
    pub ground: Option<Model>,
    /// The poses of all bodies, step by step.
    pub steps: Vec<Vec<Pose>>,
}

/// The ground that bodies fall on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The plane z = 0.
    Plane,
    /// A torus that lies on it.
    Torus,
}

const RING: f64 = 5.0;
const TUBE: f64 = 1.6;
/// Seconds, and lengths of bodies per second squared.
const FRAME_SECS: f64 = 1.0 / 60.0;
const GRAVITY: f64 = 9.81;
/// How much of the speed towards each other is left, away from each other, and the least they get.
const BOUNCE: f64 = 0.3;
const LEAST: f64 = 0.05;

/// The increments of nine that wander: 5° a step, as in the paper.
pub const OF_PAPER: Pace = Pace { step: 0.02, turn: 5f64.to_radians() };

/// Nine of a body, whose length is 1, that wander in a box three times as wide as they are.
#[must_use]
pub fn nine(model: Model, pace: Pace, steps: usize, seed: u64) -> Crowd {
    let bounds = BspCell { min: DVec3::splat(-1.5), max: DVec3::splat(1.5) };
    let paths: Vec<Vec<Waypoint>> =
        (0..9).map(|body| wander(&bounds, pace, steps, seed + 1 + body)).collect();
    let step = |k: usize| paths.iter().map(|path| path[k].pose()).collect();
    Crowd { models: vec![model], ground: None, steps: (0..steps).map(step).collect() }
}

/// A fall: how many lumps, of how many triangles, on what; how many steps of 1/60 s go by first,
/// and how many are kept, of which length in seconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fall {
    /// The number of lumps.
    pub bodies: usize,
    /// Of how many triangles each.
    pub triangles: usize,
    /// The ground.
    pub ground: Ground,
    /// The number of steps of 1/60 s that go by first.
    pub before: usize,
    /// The number of steps that are kept.
    pub steps: usize,
    /// How long those are, in seconds.
    pub step_secs: f64,
    /// Names the lumps and where they begin.
    pub seed: u64,
}

impl Fall {
    /// Lets them fall.
    ///
    /// # Panics
    /// If there is no [`super::sphere`] of this many triangles.
    #[must_use]
    pub fn crowd(&self) -> Crowd {
        self.crowd_of((0..3).map(|k| Model::new(lump(self.triangles, self.seed + k))).collect())
    }

    /// Lets other bodies fall than lumps. They should be as large.
    #[must_use]
    pub fn crowd_of(&self, models: Vec<Model>) -> Crowd {
        let floor = match self.ground {
            Ground::Plane => plane(64),
            Ground::Torus => torus(RING, TUBE, 96, 48),
        };
        let faller = |k: usize| Faller::new(k, &mut Rng::new(self.seed + 100 + k as u64));
        let mut fallers: Vec<Faller> = (0..self.bodies).map(faller).collect();
        let mut crowd =
            Crowd { models, ground: Some(Model::new(floor)), steps: vec![poses(&fallers)] };
        let (mut world, handles) = crowd.world(&WorldOptions::default());
        for step in 0..self.before + self.steps {
            let secs = if step < self.before { FRAME_SECS } else { self.step_secs };
            fallers.iter_mut().for_each(|faller| faller.step(secs));
            crowd.steps.push(poses(&fallers));
            crowd.set(&mut world, &handles, crowd.steps.len() - 1);
            for (a, b) in world.collisions() {
                bounce(
                    &mut fallers,
                    [a, b].map(|body| handles.binary_search(&body).ok()),
                    self.ground,
                );
            }
        }
        crowd.steps.drain(..=self.before);
        crowd
    }
}

/// By how much two bodies that touch are pushed apart in a frame, each.
const APART: f64 = 0.01;

/// How much of the speed and of the turn is left after a frame with a contact.
const DAMPED: f64 = 0.85;

impl Fall {
    /// As [`Fall::crowd_of`], with contacts that hold: nothing sinks into the ground, bodies that
    /// touch are pushed apart, and what is touched comes to rest. The fall is that of `stand_ins`,
    /// which should look like the models with fewer triangles.
    #[must_use]
    pub fn crowd_held(&self, models: Vec<Model>, stand_ins: Vec<Model>) -> Crowd {
        let floor = match self.ground {
            Ground::Plane => plane(64),
            Ground::Torus => torus(RING, TUBE, 96, 48),
        };
        let faller = |k: usize| Faller::new(k, &mut Rng::new(self.seed + 100 + k as u64));
        let mut fallers: Vec<Faller> = (0..self.bodies).map(faller).collect();
        let ground = Some(Model::new(floor));
        let mut crowd = Crowd { models: stand_ins, ground, steps: vec![poses(&fallers)] };
        let (mut world, handles) = crowd.world(&WorldOptions::default());
        for _ in 0..self.before + self.steps {
            fallers.iter_mut().for_each(|faller| faller.step(self.step_secs));
            for (k, faller) in fallers.iter_mut().enumerate() {
                faller.lift(crowd.models[k % crowd.models.len()].mesh(), self.ground);
            }
            crowd.steps.push(poses(&fallers));
            crowd.set(&mut world, &handles, crowd.steps.len() - 1);
            for (a, b) in world.collisions() {
                let pair = [a, b].map(|body| handles.binary_search(&body).ok());
                bounce(&mut fallers, pair, self.ground);
                hold(&mut fallers, pair);
            }
        }
        crowd.steps.drain(..=self.before);
        Crowd { models, ..crowd }
    }
}

/// Pushes two bodies apart, and slows down what touches.
fn hold(fallers: &mut [Faller], pair: [Option<usize>; 2]) {
    if let [Some(a), Some(b)] = pair {
        let away = (fallers[a].position - fallers[b].position).normalize_or(DVec3::Z) * APART;
        fallers[a].position += away;
        fallers[b].position -= away;
    }
    for body in pair.into_iter().flatten() {
        fallers[body].velocity *= DAMPED;
        fallers[body].turn = DQuat::IDENTITY.lerp(fallers[body].turn, DAMPED).normalize();
    }
}

fn poses(fallers: &[Faller]) -> Vec<Pose> {
    fallers.iter().map(Faller::pose).collect()
}

impl Crowd {
    /// A world with the bodies where they are at first, and their handles, which rise.
    ///
    /// # Panics
    /// If the world refuses one; none is out of range.
    #[must_use]
    pub fn world(&self, options: &WorldOptions) -> (World, Vec<Handle>) {
        let mut world = World::with_options(options);
        if let Some(ground) = &self.ground {
            world.insert(Body::new("ground", ground).fixed()).expect("the ground is where it is");
        }
        let body = |k: usize| {
            Body::new(format!("body {k}"), &self.models[k % self.models.len()]).at(self.steps[0][k])
        };
        let bodies = 0..self.steps[0].len();
        let handles = bodies
            .map(|k| world.insert(body(k)).expect("names differ, and poses are near the origin"))
            .collect();
        (world, handles)
    }

    /// Puts all bodies where they are in a step.
    ///
    /// # Panics
    /// If the handles are of another world.
    pub fn set(&self, world: &mut World, handles: &[Handle], step: usize) {
        let poses: Vec<(Handle, Pose)> =
            handles.iter().copied().zip(self.steps[step].iter().copied()).collect();
        world.set_poses(&poses).expect("bodies stay near the origin");
    }
}

/// A square of this many cells either way about the origin, in z = 0.
fn plane(cells: u32) -> Mesh {
    let corner = grid(cells, cells, 0.5);
    let middle = DVec3::new(0.25 * f64::from(cells), 0.25 * f64::from(cells), 0.0);
    let vertices = corner.points().iter().map(|&v| v - middle).collect();
    Mesh::new(vertices, corner.triangles().to_vec()).expect("a grid elsewhere is a mesh")
}

/// A body that falls.
struct Faller {
    position: DVec3,
    velocity: DVec3,
    orientation: DQuat,
    /// The turn of a frame.
    turn: DQuat,
}

impl Faller {
    /// The k-th, in layers of ten by ten above the ground.
    fn new(k: usize, rng: &mut Rng) -> Self {
        let [column, row, layer] = [k % 10, k / 10 % 10, k / 100].map(|n| n as f64);
        let position = DVec3::new(column - 4.5, row - 4.5, 3.0 + layer) * 1.2 + rng.in_ball() * 0.1;
        let [w, x, y, z] = rng.quaternion();
        let axis = rng.in_ball() * 0.02;
        let turn = DQuat::from_xyzw(axis.x, axis.y, axis.z, 1.0).normalize();
        Self {
            position,
            velocity: rng.in_ball() * 0.3,
            orientation: DQuat::from_xyzw(x, y, z, w),
            turn,
        }
    }

    fn step(&mut self, secs: f64) {
        self.velocity.z -= GRAVITY * secs;
        self.position += self.velocity * secs;
        let turned = (self.turn * self.orientation).normalize();
        self.orientation = self.orientation.lerp(turned, secs / FRAME_SECS);
    }

    /// Takes the body out of the ground, as far as its deepest vertex is in it, and stops it there.
    fn lift(&mut self, mesh: &Mesh, ground: Ground) {
        let reach = match ground {
            Ground::Plane => 2.0,
            Ground::Torus => TUBE + 1.0,
        };
        if height(self.position, ground) > reach {
            return;
        }
        let placed = mesh.points().iter().map(|v| self.position + self.orientation * *v);
        let depth = placed.map(|v| -height(v, ground)).fold(f64::NEG_INFINITY, f64::max);
        if depth > 0.0 {
            let away = outward(self.position, ground);
            self.position += away * depth;
            self.velocity -= away * self.velocity.dot(away).min(0.0);
            self.velocity *= DAMPED;
        }
    }

    fn pose(&self) -> Pose {
        let DQuat { w, x, y, z } = self.orientation;
        Pose::from_quaternion(self.position.to_array(), [w, x, y, z])
            .expect("normalised, and near the origin")
    }

    /// Turns the speed towards something, in a direction, into a smaller one away from it.
    fn repel(&mut self, away: DVec3, towards: f64) {
        self.velocity += away * (towards.max(0.0) * (1.0 + BOUNCE) + LEAST);
    }
}

/// Two that touch, or one and the ground.
fn bounce(fallers: &mut [Faller], pair: [Option<usize>; 2], ground: Ground) {
    match pair {
        [Some(a), Some(b)] => {
            let away = (fallers[a].position - fallers[b].position).normalize_or(DVec3::X);
            let towards = -(fallers[a].velocity - fallers[b].velocity).dot(away) * 0.5;
            fallers[a].repel(away, towards);
            fallers[b].repel(-away, towards);
        }
        [Some(body), None] | [None, Some(body)] => {
            let away = outward(fallers[body].position, ground);
            let towards = -fallers[body].velocity.dot(away);
            fallers[body].repel(away, towards);
            fallers[body].velocity *= 0.95;
        }
        [None, None] => {}
    }
}

/// How far a point is from the ground, less than 0 within it.
fn height(position: DVec3, ground: Ground) -> f64 {
    match ground {
        Ground::Plane => position.z,
        Ground::Torus => {
            let ring = position.with_z(0.0).normalize_or(DVec3::X) * RING;
            position.distance(ring) - TUBE
        }
    }
}

/// The way out of the ground.
fn outward(position: DVec3, ground: Ground) -> DVec3 {
    match ground {
        Ground::Plane => DVec3::Z,
        Ground::Torus => {
            let ring = position.with_z(0.0).normalize_or(DVec3::X) * RING;
            (position - ring).normalize_or(DVec3::Z)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::GlamPose as _;

    #[test]
    fn bodies_meet_and_part() {
        let fall = |ground| {
            Fall {
                bodies: 60,
                triangles: 64,
                ground,
                before: 0,
                steps: 200,
                step_secs: FRAME_SECS,
                seed: 5,
            }
            .crowd()
        };
        let wandering = nine(Model::new(lump(500, 5)), OF_PAPER, 200, 5);
        let crowds = [wandering, fall(Ground::Plane), fall(Ground::Torus)];
        for crowd in crowds {
            let (mut world, handles) = crowd.world(&WorldOptions::default());
            let counts: Vec<usize> = (0..crowd.steps.len())
                .map(|step| {
                    crowd.set(&mut world, &handles, step);
                    world.collisions().len()
                })
                .collect();
            let (least, most) = (counts.iter().min(), counts.iter().max());
            assert!(least < most && most > Some(&2), "{counts:?}");
        }
    }

    #[test]
    fn what_is_held_does_not_sink() {
        let fall = Fall {
            bodies: 60,
            triangles: 64,
            ground: Ground::Plane,
            before: 0,
            steps: 300,
            step_secs: FRAME_SECS,
            seed: 5,
        };
        let models: Vec<Model> = (0..3).map(|k| Model::new(lump(64, 5 + k))).collect();
        let crowd = fall.crowd_held(models.clone(), models);
        let lowest = crowd.steps[299].iter().enumerate().flat_map(|(k, pose)| {
            let mesh = crowd.models[k % 3].mesh();
            mesh.points().iter().map(|v| pose.carried(*v).z).collect::<Vec<_>>()
        });
        assert!(lowest.fold(f64::INFINITY, f64::min) > -0.2, "a body sinks");
        let still = crowd.steps[299]
            .iter()
            .zip(&crowd.steps[298])
            .filter(|(now, before)| now.shift().distance(before.shift()) < 0.05);
        assert!(still.count() > 40, "they do not come to rest");
    }

    /// A pile that creeps is where pairs remember most.
    #[test]
    fn memory_changes_no_answer() {
        let creeping = Fall {
            bodies: 100,
            triangles: 500,
            ground: Ground::Plane,
            before: 100,
            steps: 120,
            step_secs: 1e-3,
            seed: 6,
        };
        let crowd = creeping.crowd();
        let [(mut cold, handles), (mut warm, _)] = [0, 32 << 20]
            .map(|memory_bytes| crowd.world(&WorldOptions::default().memory_bytes(memory_bytes)));
        let (mut touching, mut most) = (0, 0);
        for step in 0..crowd.steps.len() {
            crowd.set(&mut cold, &handles, step);
            crowd.set(&mut warm, &handles, step);
            if step % 4 == 0 {
                assert_eq!(warm.contacts(), cold.contacts(), "step {step}");
            }
            let expected = cold.collisions();
            assert_eq!(warm.collisions(), expected, "step {step}");
            touching += expected.len();
            most = most.max(warm.memory_bytes());
        }
        assert!(touching > 1000 && most > 100_000, "{touching} touching, {most} bytes");
    }
}
