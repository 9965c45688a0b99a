//! One table: every hostile scene × every way to ask × every level of hardware, against brute
//! force, pair for pair. A new way to ask is one more row of [`WAYS`].
//!
//! The level is set for the whole process, so there is one test in this file.

mod common;
mod wide_scenes;

use closecall::lab::Uncounted;
use closecall::lab::wide::{Level, Scratch, Warm};
use closecall::lab::{Planted as _, Whole as _};
use closecall::query::{BuildOptions, Quality, TreeMemory, brute};
use closecall::{Body, Model, Pair, Pose, World};
use common::scenes::{Scene, hostile};
use std::ops::ControlFlow;

/// An answer: its pose, whether anything touches, and which pairs.
struct Answer {
    pose: Pose,
    collides: bool,
    pairs: Vec<(u32, u32)>,
}

/// Asks about all poses, in order.
type Ask = fn(&Model, &Model, &[Pose]) -> Vec<Answer>;

const WAYS: [(&str, Ask); 6] = [
    ("cold", cold),
    ("warm", warm),
    ("always from the front", always_front),
    ("batch", batch),
    ("world", world),
    ("snapshot", snapshot),
];

fn cold(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    let mut pair = a.ask(b, closecall::Ask::new()).unwrap();
    let ask = |pose: &Pose| {
        let first = pair.first_contact(pose);
        let pairs = a.contacts(b, pose).unwrap();
        assert!(first.is_none_or(|pair| pairs.binary_search(&pair).is_ok()), "{first:?}");
        Answer { pose: *pose, collides: first.is_some(), pairs }
    };
    poses.iter().map(ask).collect()
}

/// There and back, every pose twice, and a fresh start now and then.
fn warm(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    let mut pair = Pair::new(a, b).unwrap();
    let order = poses.iter().chain(poses.iter().rev()).flat_map(|pose| [pose, pose]);
    let mut ask = |(step, pose): (usize, &Pose)| {
        if step % 7 == 5 {
            pair.reset();
        }
        let collides = pair.collides(pose);
        Answer { pose: *pose, collides, pairs: pair.contacts(pose).pairs }
    };
    order.enumerate().map(&mut ask).collect()
}

fn always_front(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    let (mut warm, scratch) = (Warm::always(), &mut Scratch::default());
    let (a, b) = ((a.tree(), a.mesh()), (b.tree(), b.mesh()));
    let mut ask = |pose: &Pose| {
        let first = warm.first(a, b, pose, scratch, &mut Uncounted);
        let mut pairs = Vec::new();
        warm.contacts(a, b, pose, scratch, &mut Uncounted, &mut |i, j| {
            pairs.push((i, j));
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        Answer { pose: *pose, collides: first.is_some(), pairs }
    };
    poses.iter().flat_map(|pose| [pose, pose]).map(&mut ask).collect()
}

fn batch(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    a.ask(b, closecall::Ask::new()).unwrap().batch(poses, |pair, &pose| {
        let collides = pair.collides(&pose);
        Answer { pose, collides, pairs: pair.contacts(&pose).pairs }
    })
}

/// The pose of the answer is the one that the world composes. Poses beyond its end are left out.
fn world(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    let mut world = World::new();
    let a = world.insert(Body::new("a", a).fixed()).unwrap();
    let b = world.insert(Body::new("b", b)).unwrap();
    let ask = |pose: &Pose| {
        world.set_pose(b, *pose).ok()?;
        let [of_a, of_b] = [a, b].map(|body| world.world_from_body(body).unwrap());
        let collides = world.collides();
        let pairs = world.contacts().into_iter().flat_map(|found| found.triangles).collect();
        Some(Answer { pose: of_a.relative(&of_b).unwrap(), collides, pairs })
    };
    poses.iter().filter_map(ask).collect()
}

/// A question to a snapshot, after the world has changed.
fn snapshot(a: &Model, b: &Model, poses: &[Pose]) -> Vec<Answer> {
    let mut world = World::new();
    let a = world.insert(Body::new("a", a)).unwrap();
    let b = world.insert(Body::new("b", b)).unwrap();
    let snapshot = world.snapshot();
    world.remove(a).unwrap();
    world.check();
    let mut query = snapshot.clone().query();
    let ask = |pose: &Pose| {
        query.set_pose(b, *pose).ok()?;
        let [of_a, of_b] = [a, b].map(|body| query.world_from_body(body).unwrap());
        let collides = query.collides();
        assert_eq!(query.collisions().len(), usize::from(collides));
        let pairs = query.contacts().into_iter().flat_map(|found| found.triangles).collect();
        Some(Answer { pose: of_a.relative(&of_b).unwrap(), collides, pairs })
    };
    poses.iter().filter_map(ask).collect()
}

fn scenes() -> impl Iterator<Item = Scene> {
    let more = wide_scenes::scenes().into_iter();
    let more = more.map(|scene| Scene::new(scene.name, scene.a, scene.b, scene.poses));
    hostile().into_iter().chain(more)
}

fn expected(scene: &Scene, pose: &Pose) -> Vec<(u32, u32)> {
    let known = scene.poses.iter().position(|known| known == pose);
    known.map_or_else(|| brute::contacts(&scene.a, &scene.b, pose), |at| scene.contacts[at].clone())
}

#[test]
fn every_scene_is_answered_like_brute_force_in_every_way_at_every_level() {
    let levels: Vec<Level> = Level::ALL.into_iter().filter(|level| level.is_available()).collect();
    let builds = [(Quality::Fast, TreeMemory::Ample), (Quality::Tight, TreeMemory::Small)];
    let mut asked = 0;
    for scene in scenes() {
        for (quality, memory) in builds {
            let options = BuildOptions::new(quality, memory);
            let [a, b] =
                [&scene.a, &scene.b].map(|mesh| Model::with_options((**mesh).clone(), &options));
            a.tree().check(a.mesh());
            b.tree().check(b.mesh());
            for (&level, (way, ask)) in
                levels.iter().flat_map(|level| WAYS.iter().map(move |way| (level, way)))
            {
                level.take_for_best();
                for Answer { pose, collides, pairs } in ask(&a, &b, &scene.poses) {
                    let expected = expected(&scene, &pose);
                    let at = format!("{}, {way}, {level:?}, {quality:?}, {pose:?}", scene.name);
                    assert_eq!(collides, !expected.is_empty(), "{at}");
                    assert!(pairs == expected, "{at}: {} of {}", pairs.len(), expected.len());
                    asked += 1;
                }
            }
        }
    }
    assert!(asked > 10_000, "{asked}");
}
