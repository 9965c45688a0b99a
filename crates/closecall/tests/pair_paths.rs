//! Warm equals cold, pair for pair, on paths that creep, walk and jump.

mod common;

use closecall::{Mesh, Model, Pair, Pose};
use common::Random;

/// A path that goes on from a pose by random steps of about a size.
fn walk(random: &mut Random, from: Pose, size: f64, frames: usize) -> Vec<Pose> {
    let mut poses = vec![from];
    let (mut t, mut q) = (from.translation(), closecall::geom::DQuat::from_mat3(&from.rotation()).normalize());
    let drift = random.vector() * size;
    let axis = random.vector().normalize();
    for _ in 1..frames {
        t += drift + random.vector() * (size * 0.3);
        q = (closecall::geom::DQuat::from_axis_angle(axis, size * random.next()) * q).normalize();
        poses.push(Pose::from_quaternion(t.to_array(), [q.w, q.x, q.y, q.z]).unwrap());
    }
    poses
}

fn agree(name: &str, a: &Mesh, b: &Mesh, poses: &[Pose]) -> usize {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    let (mut first, mut all, mut mixed) = (Pair::new(&a, &b), Pair::new(&a, &b), Pair::new(&a, &b));
    let mut colliding = 0;
    for (frame, pose) in poses.iter().enumerate() {
        let cold = a.contacts(&b, pose);
        colliding += usize::from(!cold.is_empty());
        assert_eq!(all.contacts(pose), cold, "{name}, frame {frame}");
        assert_eq!(first.collides(pose), !cold.is_empty(), "{name}, frame {frame}");
        if frame % 3 == 0 {
            assert_eq!(mixed.contacts(pose), cold, "{name}, frame {frame}, mixed");
        } else {
            assert_eq!(mixed.collides(pose), !cold.is_empty(), "{name}, frame {frame}, mixed");
        }
    }
    colliding
}

#[test]
fn creeping_over_a_bumpy_ball() {
    let mut random = Random(5);
    let ball = |n| closecall::mesh::shapes::icosphere(1.0, n);
    for size in [0.0005, 0.002, 0.01] {
        let from = Pose::from_quaternion([0.0, 0.0, 1.97], random.rotation()).unwrap();
        let poses = walk(&mut random, from, size, 400);
        assert!(agree("balls", &ball(4), &ball(4), &poses) > 0);
    }
}
