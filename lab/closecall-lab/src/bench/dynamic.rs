//! A model that grew and shrank against one that is built anew from the same triangles.

use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use std::ops::ControlFlow;
use std::time::Instant;

use closecall::world::DynamicModel;
use closecall::{Ask, Mesh, Model, Pair, Pose};

use super::{BenchPage, BenchSheet, SEED, median};
use crate::scenes::{BspCell, Pace, deformed_torus, sphere, stalagmites, wander};
use closecall_flight::Waypoint;
use closecall_flight::numbers::{figures, grouped};

const POSES: usize = 300;
const ROUNDS: usize = 15;

/// After how many changes is measured.
const CHANGES: [usize; 5] = [0, 1000, 3000, 10_000, 30_000];

/// Measures. `step` is called with every scene.
#[must_use]
pub fn page(mut step: impl FnMut(&str)) -> BenchPage {
    let mut sheets = Vec::new();
    for (name, scene) in [("torus among stalagmites", cave()), ("nested spheres", nested())] {
        step(name);
        sheets.push(sheet(name, &scene));
    }
    let preface = format!(
        "One thread. Triangles are inserted beside others, and removed, at random, equally often, in the environment of 20,000. Times are µs per query over \
         {POSES} poses, medians of {ROUNDS} rounds in which the two take turns; a ratio is grown over rebuilt, the median of the rounds' ratios; tests is the ratio \
         of the tests for all pairs."
    );
    BenchPage {
        name: "dynamic",
        title: "A tree that grew against one that is rebuilt",
        preface,
        sheets,
    }
}

struct Scene {
    env: Mesh,
    obj: Model,
    poses: Vec<Pose>,
}

/// A torus of 2,000 triangles.
fn cave() -> Scene {
    let poses = wander(&BspCell::UNIT, Pace { step: 0.03, turn: 0.15 }, POSES, SEED)
        .iter()
        .map(Waypoint::pose)
        .collect();
    Scene { env: stalagmites(20_000, SEED), obj: scaled(&deformed_torus(2000, SEED), 0.1), poses }
}

/// A sphere inside another, moving from the middle until it touches.
fn nested() -> Scene {
    let env = sphere(20_000);
    let at = |k: usize| (DVec3::new(0.6, 0.48, 0.64) * (0.04 * k as f64 / POSES as f64)).to_array();
    let poses = (0..POSES).map(|k| Pose::from_translation(at(k)).expect("a short way")).collect();
    Scene { obj: scaled(&env, 0.97), env, poses }
}

fn scaled(mesh: &Mesh, factor: f64) -> Model {
    let vertices = mesh.points().iter().map(|&v| v * factor).collect();
    Model::new(Mesh::new(vertices, mesh.triangles().to_vec()).expect("a smaller mesh is a mesh"))
}

fn sheet(name: &str, scene: &Scene) -> BenchSheet {
    let (mut dynamic, mut rng, mut done) = (DynamicModel::new(&scene.env), Rng::new(SEED), 0);
    let mut rows = Vec::new();
    for changes in CHANGES {
        let start = Instant::now();
        (done..changes).for_each(|_| change(&mut dynamic, &mut rng));
        let change_us = start.elapsed().as_secs_f64() * 1e6 / (changes - done).max(1) as f64;
        done = changes;
        let rebuilt = Model::new(dynamic.model().mesh().clone());
        let mut row =
            vec![grouped(changes as u64), figures(if changes == 0 { 0.0 } else { change_us })];
        for question in [first, all] {
            row.extend(compare(dynamic.model(), &rebuilt, scene, question).map(figures));
        }
        row.push(figures(tests(dynamic.model(), scene) as f64 / tests(&rebuilt, scene) as f64));
        rows.push(row);
    }
    let header = vec![
        "changes",
        "µs per change",
        "first µs",
        "rebuilt",
        "ratio",
        "all µs",
        "rebuilt",
        "ratio",
        "tests",
    ];
    BenchSheet { title: name.to_owned(), header, rows }
}

/// Inserts a triangle near another, or removes one.
fn change(dynamic: &mut DynamicModel, rng: &mut Rng) {
    let count = dynamic.model().mesh().triangle_count();
    let number = rng.below(count);
    if rng.below(2) == 0 {
        dynamic.remove_triangle(number as u32).expect("there is one, and there are others");
        return;
    }
    let corners = dynamic.model().mesh().triangle_at(number);
    // Outward, so that the spheres stay apart as long as they are.
    let by = corners[0] * rng.between(0.0, 0.03);
    dynamic.insert_triangle(corners.map(|corner| corner + by)).expect("it is near the others");
}

type Question = fn(&mut Pair, &Pose) -> u64;

fn first(pair: &mut Pair, pose: &Pose) -> u64 {
    u64::from(pair.collides(pose))
}

fn all(pair: &mut Pair, pose: &Pose) -> u64 {
    let mut count = 0;
    pair.visit_contacts(pose, |_, _| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

/// The volume and triangle tests of all queries for all pairs: the same whatever else runs on the
/// machine.
fn tests(model: &Model, Scene { obj, poses, .. }: &Scene) -> u64 {
    let mut pair = model.ask(obj, Ask::new().counted()).unwrap();
    poses.iter().for_each(|pose| pair.visit_contacts(pose, |_, _| ControlFlow::Continue(())));
    let cost = pair.cost();
    cost.volume_tests + cost.triangle_tests
}

/// The median times of both, and the median ratio.
fn compare(
    grown: &Model,
    rebuilt: &Model,
    Scene { obj, poses, .. }: &Scene,
    question: Question,
) -> [f64; 3] {
    let mut pairs = [grown, rebuilt].map(|model| model.ask(obj, Ask::new()).unwrap());
    let time = |pair: &mut Pair| {
        let start = Instant::now();
        let answers: u64 = poses.iter().map(|pose| question(pair, pose)).sum();
        (start.elapsed().as_secs_f64() * 1e6 / poses.len() as f64, answers)
    };
    let (mut times, mut ratios) = ([Vec::new(), Vec::new()], Vec::new());
    for _ in 0..ROUNDS {
        let ((grown_us, found), (rebuilt_us, expected)) =
            (time(&mut pairs[0]), time(&mut pairs[1]));
        assert_eq!(found, expected, "both have the same triangles");
        times[0].push(grown_us);
        times[1].push(rebuilt_us);
        ratios.push(grown_us / rebuilt_us);
    }
    let [grown_us, rebuilt_us] = times.map(median);
    [grown_us, rebuilt_us, median(ratios)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_scenes_hold_both_answers() {
        for Scene { env, obj, poses } in [cave(), nested()] {
            let mut pair = Model::new(env).ask(&obj, Ask::new()).unwrap();
            let hits = poses.iter().filter(|pose| first(&mut pair, pose) > 0).count();
            assert!(hits > 0 && hits < poses.len(), "{hits}");
        }
    }
}
