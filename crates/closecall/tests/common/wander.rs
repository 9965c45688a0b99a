//! Paths through a scene: small steps of many sizes, jumps, repeats and steps back.

use super::Random;
use super::scenes::Scene;
use closecall::engine::geom::{Ball, DQuat, DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Pose;
use closecall::geom::range::MIN_COORDINATE;
use closecall::mesh::Mesh;
use closecall::query::brute;

/// Steps as shares of the body's size.
pub const STEPS: [f64; 6] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];

/// Poses of a body, and the answers by brute force.
pub struct Path {
    pub poses: Vec<Pose>,
    pub contacts: Vec<Vec<(u32, u32)>>,
}

/// A body on its way: where its centre is, and how it is turned.
struct Place {
    ball: Ball,
    center: DVec3,
    turn: DQuat,
}

impl Place {
    fn at(ball: Ball, pose: &Pose) -> Self {
        Self {
            ball,
            center: pose.carried(ball.center),
            turn: DQuat::from_mat3(&pose.matrix()).normalize(),
        }
    }

    /// Moves by about a share of the size, and turns about the centre by as much; or only moves.
    fn step(&mut self, random: &mut Random, share: f64, turning: bool) {
        self.center += random.vector() * (share * self.ball.radius);
        if turning {
            let by = DQuat::from_scaled_axis(random.vector() * share);
            self.turn = (by * self.turn).normalize();
        }
    }

    fn pose(&self) -> Pose {
        let about_center = self.center - self.turn * self.ball.center;
        let translation =
            about_center.to_array().map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x });
        let DQuat { x, y, z, w } = self.turn;
        Pose::from_quaternion(translation, [w, x, y, z]).unwrap()
    }
}

pub fn ball_around(mesh: &Mesh) -> Ball {
    Ball::around((0..mesh.triangle_count()).flat_map(|i| mesh.triangle_at(i)))
}

/// This many poses, each a small step from the one before.
pub fn drift(scene: &Scene, start: &Pose, share: f64, count: usize) -> Vec<Pose> {
    let random = &mut Random(55);
    let mut place = Place::at(ball_around(&scene.b), start);
    let mut step = |_| {
        place.step(random, share, true);
        place.pose()
    };
    (0..count).map(&mut step).collect()
}

/// A path of this many poses: legs of equal steps, each from a pose of the scene; some poses are
/// repeated, and now and then the path goes back to the pose before.
pub fn wander(scene: &Scene, seed: u64, count: usize) -> Path {
    let random = &mut Random(seed);
    let ball = ball_around(&scene.b);
    let mut poses: Vec<Pose> = Vec::new();
    while poses.len() < count {
        // Every other leg starts where the bodies touch.
        let touching = random.next() < 0.5;
        let start = loop {
            let i = random.below(scene.poses.len());
            if !touching || !scene.contacts[i].is_empty() {
                break &scene.poses[i];
            }
        };
        let (share, turning) = (STEPS[random.below(STEPS.len())], random.next() < 0.6);
        poses.push(*start);
        let mut place = Place::at(ball, start);
        for _ in 0..random.below(14) {
            match random.below(8) {
                0 => poses.push(poses[poses.len() - 1]),
                1 => poses.push(poses[poses.len().saturating_sub(2)]),
                _ => {
                    place.step(random, share, turning);
                    poses.push(place.pose());
                }
            }
        }
    }
    let contacts = poses.iter().map(|pose| brute::contacts(&scene.a, &scene.b, pose)).collect();
    Path { poses, contacts }
}
