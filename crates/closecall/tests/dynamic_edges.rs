//! Models that grow and shrink, where it hurts: over all scales, to the ends of the range,
//! refitted, and with themselves.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle};
use closecall::lab::wide::{self, Scratch};
use closecall::lab::{Planted as _, Whole as _};
use closecall::mesh::shapes;
use closecall::query::brute;
use closecall::world::{DynamicModel, Obstacle};
use closecall::{Mesh, Model, Pair, Pose};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A model that was saved and opened again with all checks.
fn saved_and_opened(model: &Model) -> Model {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("dynamic.tree");
    model.save(&path).unwrap();
    Model::open_trusted(&path).unwrap();
    Model::open(&path).unwrap()
}

fn triangle_of_size(random: &mut Random, size: f64) -> Triangle {
    [random.vector() * size, random.vector() * size, random.vector() * size]
}

#[test]
fn a_model_that_reaches_the_ends_of_the_range_can_be_opened_again() {
    let end = 2f64.powi(100);
    let random = &mut Random(1501);
    let mut dynamic = DynamicModel::new(&shapes::cuboid(DVec3::splat(-end), DVec3::splat(end)));
    (0..40).for_each(|_| _ = dynamic.insert_triangle(triangle_of_size(random, end)).unwrap());
    dynamic.check();
    let again = saved_and_opened(dynamic.model());
    assert_eq!(again.mesh(), dynamic.model().mesh());
    let probe = Model::new(shapes::icosphere(0.5 * end, 1));
    for _ in 0..20 {
        let pose = random.pose(end);
        let expected = brute::contacts(again.mesh(), probe.mesh(), &pose);
        assert_eq!(again.contacts(&probe, &pose).unwrap(), expected);
        assert_eq!(dynamic.model().contacts(&probe, &pose).unwrap(), expected);
    }
}

/// Pairs that turn about their centre in small steps, and cold queries, against brute force.
fn turns_exactly(dynamic: &DynamicModel, size: f64, random: &mut Random) -> [usize; 2] {
    let probe = Model::new(shapes::icosphere(0.6 * size, 1));
    let mut pair = Pair::new(dynamic, &probe).unwrap();
    let mut seen = [0; 2];
    for _ in 0..3 {
        let [w, x, y, z] = random.rotation();
        let at = (random.vector() * (2.5 * size)).to_array();
        for step in 0..6 {
            let turn = 0.01 * f64::from(step);
            let norm = (w * w + x * x + y * y + (z + turn) * (z + turn)).sqrt();
            let pose = Pose::from_quaternion(at, [w, x, y, z + turn].map(|c| c / norm)).unwrap();
            let expected = brute::contacts(dynamic.model().mesh(), probe.mesh(), &pose);
            assert_eq!(pair.contacts(&pose), expected);
            assert_eq!(pair.collides(&pose), !expected.is_empty());
            assert_eq!(dynamic.model().contacts(&probe, &pose).unwrap(), expected);
            seen[usize::from(expected.is_empty())] += 1;
        }
    }
    seen
}

#[test]
fn a_model_that_shrank_is_exact_and_can_be_opened_again() {
    let random = &mut Random(1502);
    let mut seen = [0; 2];
    for (from, to) in [(90, 20), (60, -20), (20, -60), (0, -120), (90, -150), (3, 0)] {
        let [large, small] = [from, to].map(|power| 2f64.powi(power));
        let mut dynamic =
            DynamicModel::new(&shapes::cuboid(DVec3::splat(-large), DVec3::splat(large)));
        let frame = dynamic.obstacle_of(0).unwrap();
        (0..200)
            .for_each(|_| _ = dynamic.insert_triangle(triangle_of_size(random, small)).unwrap());
        dynamic.remove(frame).unwrap();
        dynamic.check();
        saved_and_opened(dynamic.model());
        let found = turns_exactly(&dynamic, small, random);
        seen = [seen[0] + found[0], seen[1] + found[1]];
    }
    assert!(seen[0] > 20 && seen[1] > 0, "hits and misses: {seen:?}");
}

#[test]
fn a_model_that_shrank_to_a_point_can_be_opened_again() {
    for point in [DVec3::ZERO, DVec3::new(3.0, -1.0, 1e-30)] {
        let mut dynamic =
            DynamicModel::new(&shapes::cuboid(point - DVec3::ONE, point + DVec3::ONE));
        let cube = dynamic.obstacle_of(0).unwrap();
        let points: Vec<Obstacle> =
            (0..20).map(|_| dynamic.insert_triangle([point; 3]).unwrap()).collect();
        dynamic.remove(cube).unwrap();
        points[1..].iter().for_each(|&point| dynamic.remove(point).unwrap());
        dynamic.check();
        saved_and_opened(dynamic.model());
        dynamic.insert_triangle([point + DVec3::ONE, point, point - DVec3::X]).unwrap();
        dynamic.check();
        saved_and_opened(dynamic.model());
    }
}

#[test]
fn random_histories_over_all_scales_are_followed_exactly() {
    for seed in 0..12 {
        let random = &mut Random(1510 + seed);
        let mut dynamic = DynamicModel::new(&shapes::tetrahedron(1.0));
        let mut present = vec![dynamic.obstacle_of(0).unwrap()];
        let mut size = 1.0;
        for step in 0..150 {
            if random.below(5) > 1 || present.len() < 3 {
                size = 2f64.powi(random.below(230) as i32 - 140);
                let obstacle = Mesh::new(
                    triangle_of_size(random, size).to_vec(),
                    vec![[0, 1, 2]; 1 + random.below(9)],
                );
                present.push(dynamic.insert(&obstacle.unwrap()).unwrap());
            } else {
                dynamic.remove(present.swap_remove(random.below(present.len()))).unwrap();
            }
            if step % 10 == 9 {
                dynamic.check();
                saved_and_opened(dynamic.model());
                turns_exactly(&dynamic, size, random);
            }
        }
    }
}

fn contacts(a: wide::TreeAndMesh, b: wide::TreeAndMesh, pose: &Pose) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    wide::contacts(a, b, pose, &mut Scratch::default(), &mut |i, j| {
        found.push((i, j));
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

#[test]
fn a_tree_that_grew_can_be_refitted() {
    let probe = Model::new(shapes::icosphere(0.7, 1));
    for seed in 0..60 {
        let random = &mut Random(1530 + seed);
        let mut dynamic = DynamicModel::new(&shapes::torus(2.0, 0.5, 12, 8));
        for _ in 0..100 + random.below(300) {
            let count = dynamic.model().mesh().triangle_count();
            if random.below(5) < 2 && count > 1 {
                dynamic.remove_triangle(random.below(count) as u32).unwrap();
            } else {
                let at = random.vector() * 2.0;
                dynamic
                    .insert_triangle(triangle_of_size(random, 0.3).map(|corner| corner + at))
                    .unwrap();
            }
        }
        let mesh = dynamic.model().mesh();
        let moved = mesh.points().iter().map(|&v| v * 1.5 + random.vector() * 0.1).collect();
        let moved = Mesh::new(moved, mesh.triangles().to_vec()).unwrap();
        let mut tree = dynamic.model().tree().clone();
        assert!(tree.refit(&moved) > 0.0);
        tree.check(&moved);
        let probe = (probe.tree(), probe.mesh());
        for pose in [random.pose(3.0), Pose::IDENTITY] {
            let expected = brute::contacts(&moved, probe.1, &pose);
            assert_eq!(contacts((&tree, &moved), probe, &pose), expected, "seed {seed}");
        }
    }
}

#[test]
fn both_sides_of_a_pair_see_one_state_of_a_model() {
    // So small that queries are many: two triangles that touch, the second of which comes and goes.
    let mut scene = DynamicModel::new(
        &Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap(),
    );
    let wall = [DVec3::ZERO, DVec3::X, DVec3::Z];
    let pose = Pose::IDENTITY;
    let mut states = HashSet::new();
    let mut state = |scene: &DynamicModel| {
        let mesh = scene.model().mesh();
        states.insert(brute::contacts(mesh, mesh, &pose));
    };
    state(&scene);
    let first = scene.insert_triangle(wall).unwrap();
    state(&scene);
    scene.remove(first).unwrap();
    let (states, done) = (&states, &AtomicBool::new(false));
    assert_eq!(states.len(), 2);
    let mut pairs = [Pair::new(&scene, &scene).unwrap(), Pair::new(&scene, &scene).unwrap()];
    std::thread::scope(|scope| {
        let asking = pairs.each_mut().map(|pair| {
            scope.spawn(move || {
                while !done.load(Ordering::Acquire) {
                    let found = pair.contacts(&pose).pairs;
                    assert!(
                        states.contains(&found),
                        "a state that never was: {} contacts",
                        found.len()
                    );
                }
            })
        });
        let end = Instant::now() + Duration::from_secs(2);
        while Instant::now() < end && asking.iter().all(|thread| !thread.is_finished()) {
            let wall = scene.insert_triangle(wall).unwrap();
            scene.remove(wall).unwrap();
        }
        done.store(true, Ordering::Release);
        asking.into_iter().for_each(|thread| thread.join().unwrap());
    });
}
