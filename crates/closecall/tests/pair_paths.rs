//! What the fast engine remembers never changes an answer: along paths that creep, walk, jump, repeat and turn back, whatever was asked before.

mod common;

use closecall::geom::{DQuat, DVec3};
use closecall::mesh::shapes::icosphere;
use closecall::query::brute;
use closecall::wide::{self, BuildOptions, Scratch, Tree, Warm};
use closecall::{Mesh, Model, Pair, Pose, Uncounted};
use common::Random;
use common::scenes::{Scene, hostile, soup};
use common::wander::{Path, wander};
use rayon::prelude::*;
use std::ops::ControlFlow;

/// Asks a memory in turn for the first pair, for all, and for a few, and compares with the known answers.
fn check(name: &str, warm: &mut Warm, a: wide::Body, b: wide::Body, path: &Path) {
    let (scratch, count) = (&mut Scratch::default(), &mut Uncounted);
    for (frame, (pose, expected)) in path.poses.iter().zip(&path.contacts).enumerate() {
        match frame % 5 {
            0 | 3 => {
                let first = warm.first(a, b, pose, scratch, count);
                assert_eq!(first.is_some(), !expected.is_empty(), "{name}, frame {frame}");
                assert!(first.is_none_or(|pair| expected.binary_search(&pair).is_ok()), "{name}, frame {frame}");
            }
            1 => {
                let mut left = 2;
                warm.contacts(a, b, pose, scratch, count, &mut |i, j| {
                    assert!(expected.binary_search(&(i, j)).is_ok(), "{name}, frame {frame}");
                    left -= 1;
                    if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                assert_eq!(2 - left, expected.len().min(2), "{name}, frame {frame}");
            }
            _ => {
                let mut found = Vec::new();
                warm.contacts(a, b, pose, scratch, count, &mut |i, j| {
                    found.push((i, j));
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                assert_eq!(&found, expected, "{name}, frame {frame}");
            }
        }
    }
}

/// A memory that chooses, one that always uses its front, and a copy of one on its way.
fn check_all(scene: &Scene, path: &Path) {
    let options = BuildOptions::default();
    let (a_tree, b_tree) = (Tree::build(&scene.a, &options), Tree::build(&scene.b, &options));
    let (a, b) = ((&a_tree, &*scene.a), (&b_tree, &*scene.b));
    for (mode, mut warm) in [("chooses", Warm::default()), ("always", Warm::always())] {
        let name = format!("{}, {mode}", scene.name);
        check(&name, &mut warm, a, b, path);
        let mut copy = warm.clone();
        check(&name, &mut copy, a, b, path);
        warm.reset();
        check(&name, &mut warm, a, b, path);
    }
}

#[test]
fn every_hostile_scene_on_wandering_paths() {
    let frames = if std::env::var_os("CLOSECALL_LONG").is_some() { 4_000 } else { 160 };
    hostile().par_iter().for_each(|scene| {
        for seed in 1..=3 {
            let path = wander(scene, seed, frames);
            assert!(path.contacts.iter().any(|pairs| !pairs.is_empty()), "{}", scene.name);
            check_all(scene, &path);
        }
    });
}

/// A path from a pose by random steps of about a size.
fn creep(random: &mut Random, from: Pose, size: f64, frames: usize) -> Vec<Pose> {
    let (mut t, mut q) = (from.translation(), DQuat::from_mat3(&from.rotation()).normalize());
    let (drift, axis) = (random.vector() * size, random.vector().normalize());
    let mut poses = vec![from];
    for _ in 1..frames {
        t += drift + random.vector() * (size * 0.3);
        q = (DQuat::from_axis_angle(axis, size * random.next()) * q).normalize();
        poses.push(Pose::from_quaternion(t.to_array(), [q.w, q.x, q.y, q.z]).unwrap());
    }
    poses
}

/// How many frames collide.
fn agree(name: &str, a: &Mesh, b: &Mesh, poses: &[Pose]) -> usize {
    let (a, b) = (Model::new(a.clone()), Model::new(b.clone()));
    let contacts = poses.iter().map(|pose| a.contacts(&b, pose)).collect();
    let path = Path { poses: poses.to_vec(), contacts };
    let options = BuildOptions::default();
    let (a_tree, b_tree) = (Tree::build(a.mesh(), &options), Tree::build(b.mesh(), &options));
    for mut warm in [Warm::default(), Warm::always()] {
        check(name, &mut warm, (&a_tree, a.mesh()), (&b_tree, b.mesh()), &path);
    }
    path.contacts.iter().filter(|pairs| !pairs.is_empty()).count()
}

/// A ball that creeps along another; once a plane whose margin was used up counted as apart, because its lever was negative then.
#[test]
fn creeping_over_a_ball() {
    let random = &mut Random(5);
    for size in [0.0005, 0.002, 0.01] {
        let from = Pose::from_quaternion([0.0, 0.0, 1.97], random.rotation()).unwrap();
        let poses = creep(random, from, size, 400);
        assert!(agree("balls", &icosphere(1.0, 4), &icosphere(1.0, 4), &poses) > 0);
    }
}

/// A ball that turns in a socket that is a little larger, nearly in place: levers are short and margins long, or no turn matters at all, until it has gone too far aside.
#[test]
fn turning_in_a_socket() {
    let random = &mut Random(8);
    for (socket, shift) in [(1.01, 2e-5), (1.05, 1e-4)] {
        let mut poses = Vec::new();
        let (axis, mut center) = (random.vector().normalize(), DVec3::ZERO);
        for frame in 0..600 {
            center += DVec3::new(shift, shift * 0.5, 0.0);
            let q = DQuat::from_axis_angle(axis, f64::from(frame) * 0.0015);
            poses.push(Pose::from_quaternion(center.to_array(), [q.w, q.x, q.y, q.z]).unwrap());
        }
        let colliding = agree("socket", &icosphere(socket, 4), &icosphere(1.0, 4), &poses);
        assert!(colliding > 0 && colliding < 600, "{colliding}");
    }
}

/// A triangle far from the origin of its frame moves by less than its margin, and is rounded onto the other one.
#[test]
fn a_margin_knows_that_vertices_are_rounded() {
    let (far, ulp) = (1.5 * f64::from(1 << 30), f64::EPSILON * f64::from(1 << 30));
    let corners = [DVec3::ZERO, DVec3::Y, DVec3::Z].map(|v| v + DVec3::X * far);
    let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
    let at = |ulps: f64| Pose::from_translation([ulps * ulp, 0.0, 0.0]).unwrap();
    let (apart, touching) = (at(-0.6), at(-0.4));
    assert_eq!([apart, touching].map(|pose| pose.carry(corners[0]).x), [far - ulp, far]);
    assert_eq!(agree("rounded", &mesh, &mesh, &[apart, touching, apart, touching, touching, apart]), 3);
}

/// Far from the origin the carry rounds by more than the gaps between the bodies: margins have to leave room for it.
#[test]
fn rounding_far_from_the_origin() {
    let random = &mut Random(11);
    for offset in [1e6, 1e12, 1e15] {
        let shift = DVec3::splat(offset);
        let far = |mesh: &Mesh| {
            let vertices = mesh.vertices().iter().map(|v| *v + shift).collect();
            Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
        };
        let ball = icosphere(1.0, 2);
        let mut poses = Vec::new();
        for frame in 0..300 {
            // Turned about the origin of the frame, which is far away, by angles that move the ball by about its own size.
            let q = DQuat::from_axis_angle(DVec3::new(1.0, -1.0, 0.0).normalize(), random.signed() * 1e-3 / offset);
            let t = [1.9 + f64::from(frame) * 1e-3, 0.0, 0.0];
            poses.push(Pose::from_quaternion(t, [q.w, q.x, q.y, q.z]).unwrap());
        }
        let colliding = agree("far", &far(&ball), &far(&ball), &poses);
        assert!(colliding > 0 && colliding < 300, "{colliding} at {offset}");
    }
}

/// Huge and tiny bodies, and bodies of very different sizes.
#[test]
fn extreme_scales() {
    let random = &mut Random(17);
    for (a_size, b_size) in [(1e28, 1e28), (1e-50, 1e-50), (1.0, 1e-9), (1e-12, 1.0), (1e20, 1e-20)] {
        let larger = f64::max(a_size, b_size);
        let from = Pose::from_quaternion([0.0, 0.0, (a_size + b_size) * 0.999], random.rotation()).unwrap();
        let size = f64::min(a_size, b_size) * 0.02;
        let mut poses = vec![from];
        for _ in 0..200 {
            let t = poses[poses.len() - 1].translation()
                + DVec3::new(random.signed(), random.signed(), random.next() * 0.2) * size;
            poses.push(Pose::from_quaternion(t.to_array(), random_turn(random, &from, size / larger)).unwrap());
        }
        agree("scales", &icosphere(a_size, 2), &icosphere(b_size, 2), &poses);
    }
}

fn random_turn(random: &mut Random, from: &Pose, angle: f64) -> [f64; 4] {
    let turned = DQuat::from_scaled_axis(random.vector() * angle) * DQuat::from_mat3(&from.rotation()).normalize();
    let q = turned.normalize();
    [q.w, q.x, q.y, q.z]
}

/// A speck leaves a cluster of triangles for another one, far away for its size, and stays there. Once, when less than nothing was left of a margin, the neighbourhood of a
/// pose in which nothing is due was taken to be large.
#[test]
fn a_speck_that_has_come_a_long_way_is_not_forgotten() {
    for size in [1e-8, 1e-9, 1e-12] {
        let across = |x: f64, y: f64| {
            let corner = |u: f64, v: f64| DVec3::new(x + u * size, y * size, v * size);
            [corner(-1.0, -1.0), corner(1.0, -1.0), corner(0.0, 1.0)]
        };
        let cluster = (0..50).map(|i| across(0.0, f64::from(i) * 0.01));
        let far = [DVec3::new(-1.9, 0.0, 0.0), DVec3::new(-1.9, 0.1, 0.0), DVec3::new(-1.9, 0.0, 0.1)];
        let a = Model::new(soup(cluster.chain([across(1.8, 0.0), far, far.map(|v| v * DVec3::new(-1.0, 1.0, 1.0))])));
        let b = Model::new(soup([[DVec3::NEG_Y, DVec3::Y, DVec3::new(0.1, 0.0, 0.1)].map(|v| v * size)]));
        let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
        let mut pair = Pair::new(&a, &b);
        for (frame, x) in [0.0, 0.0, 1.8, 1.8, 1.8, 1.7, 1.7, 1.8, 1.8].into_iter().enumerate() {
            let expected = brute::contacts(a.mesh(), b.mesh(), &at(x));
            assert_eq!(expected.len(), [50, 1, 0][usize::from(x > 0.0) + usize::from(x == 1.7)]);
            assert_eq!(pair.contacts(&at(x)), expected, "size {size}, frame {frame}");
        }
    }
}

#[test]
fn a_pair_can_be_sent_cloned_reset_and_weighed() {
    fn is_sendable<T: Send + Clone>(_: &T) {}
    let ball = Model::new(icosphere(1.0, 3));
    let mut pair = Pair::new(&ball, &ball);
    is_sendable(&pair);
    let empty = pair.bytes();
    for frame in 0..50 {
        let pose = Pose::from_translation([1.999, 0.0, f64::from(frame) * 1e-4]).unwrap();
        assert_eq!(pair.contacts(&pose), ball.contacts(&ball, &pose));
    }
    assert!(pair.entries() > 0 && pair.bytes() > empty && pair.bytes() < 10 << 20, "{} bytes", pair.bytes());
    pair.reset();
    assert_eq!(pair.entries(), 0);
}
