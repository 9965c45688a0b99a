//! The fast engine with a clearance equals brute force with the exact test, pair for pair: cold at
//! every level, warm, in batches and in worlds; at clearances that are distances of the scene,
//! exactly or a hair beside.

use crate::common::Random;
use crate::common::scenes::{Scene, hostile};
use crate::common::wander::{ball_around, drift};
use closecall::engine::geom::{GlamMesh as _, GlamPose as _, Triangle, exact::within};
use closecall::geom::Clearance;
use closecall::lab::Uncounted;
use closecall::lab::wide::{self, ContactAsked, Level, Scratch, Warm};
use closecall::lab::{Planted as _, Whole as _};
use closecall::query::brute;
use closecall::world::Body;
use closecall::{Ask, Cost, Model, Pair, Pose, World};
use std::ops::ControlFlow;

/// The least clearance that two triangles are within, by bisection; none if it is out of range.
fn least(a: &Triangle, b: &Triangle, far: f64) -> Option<f64> {
    let is_within = |d: f64| Clearance::new(d).is_ok_and(|clearance| within(a, b, clearance).meets);
    let (mut low, mut high) = (0.0f64, far);
    if is_within(low) || !is_within(high) {
        return None;
    }
    while high > low.next_up() {
        // Between their numbers of bits, so that it ends soon however small they are.
        let middle = f64::from_bits(
            low.to_bits() / 2 + high.to_bits() / 2 + (low.to_bits() & high.to_bits() & 1),
        );
        if is_within(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

/// Clearances that matter at a pose: shares of the size, and distances of pairs of triangles with
/// what is a hair less.
fn clearances(scene: &Scene, pose: &Pose, random: &mut Random) -> Vec<Clearance> {
    let size = ball_around(&scene.b).radius.max(ball_around(&scene.a).radius);
    let mut all: Vec<f64> = [0.001, 0.03, 0.5].iter().map(|share| share * size).collect();
    for _ in 0..3 {
        let i = random.below(scene.a.triangle_count());
        let j = random.below(scene.b.triangle_count());
        let pair = (scene.a.triangle_at(i), pose.carried_triangle(&scene.b.triangle_at(j)));
        if let Some(d) = least(&pair.0, &pair.1, size * 4.0) {
            all.extend([d, d.next_down()]);
        }
    }
    all.into_iter().filter_map(|d| Clearance::new(d).ok()).collect()
}

fn contacts(
    asked: &ContactAsked,
    a: &Model,
    b: &Model,
    pose: &Pose,
    scratch: &mut Scratch,
) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let (a, b) = ((a.tree(), a.mesh()), (b.tree(), b.mesh()));
    wide::contacts_asked(a, b, pose, asked, scratch, &mut Uncounted, &mut |i, j| {
        found.push((i, j));
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

#[test]
fn every_level_equals_brute_force() {
    let random = &mut Random(7);
    let (mut exact, mut some, mut none) = (Cost::default(), 0, 0);
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let mut scratch = Scratch::default();
        for (number, pose) in scene.poses.iter().enumerate().take(6) {
            for clearance in clearances(&scene, pose, random) {
                let expected = brute::contacts_within(&scene.a, &scene.b, pose, clearance);
                let at =
                    format!("{}, pose {number}, clearance {:e}", scene.name, clearance.distance());
                for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                    let found =
                        contacts(&ContactAsked { level, clearance }, &a, &b, pose, &mut scratch);
                    assert!(
                        found == expected,
                        "{at}, {level:?}: {} of {}",
                        found.len(),
                        expected.len()
                    );
                }
                let mut pair = a.ask(&b, Ask::from(clearance).counted()).unwrap();
                let first = pair.first_contact(pose);
                exact += pair.cost();
                assert_eq!(first.is_some(), !expected.is_empty(), "{at}");
                assert!(first.is_none_or(|pair| expected.binary_search(&pair).is_ok()), "{at}");
                *(if expected.is_empty() { &mut none } else { &mut some }) += 1;
            }
        }
    }
    assert!(exact.exact_tests > 50 && some > 100 && none > 30, "{exact:?} {some} {none}");
}

/// Along paths of small steps: a front that chooses, one that is always used, and a batch.
#[test]
fn warm_queries_equal_brute_force() {
    let random = &mut Random(8);
    let mut entries = 0;
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let (a_body, b_body) = ((a.tree(), a.mesh()), (b.tree(), b.mesh()));
        for (start, share) in scene.poses.iter().zip([0.0003, 0.003, 0.02]) {
            let mut path = drift(&scene, start, share, 10);
            path.extend([path[9], path[4], *start, path[5]]);
            for clearance in clearances(&scene, &path[0], random).into_iter().skip(1).take(3) {
                let expected: Vec<_> = path
                    .iter()
                    .map(|pose| brute::contacts_within(&scene.a, &scene.b, pose, clearance))
                    .collect();
                let batch = a
                    .ask(&b, clearance)
                    .unwrap()
                    .batch(&path, |pair, pose| pair.contacts(pose).pairs);
                assert_eq!(batch, expected);
                for mut warm in [Warm::default(), Warm::always()] {
                    warm.set_clearance(clearance);
                    let scratch = &mut Scratch::default();
                    for (step, (pose, expected)) in path.iter().zip(&expected).enumerate() {
                        let at = format!(
                            "{}, step {step}, clearance {:e}",
                            scene.name,
                            clearance.distance()
                        );
                        let first = warm.first(a_body, b_body, pose, scratch, &mut Uncounted);
                        assert_eq!(first.is_some(), !expected.is_empty(), "{at}");
                        let mut found = Vec::new();
                        warm.contacts(
                            a_body,
                            b_body,
                            pose,
                            scratch,
                            &mut Uncounted,
                            &mut |i, j| {
                                found.push((i, j));
                                ControlFlow::Continue(())
                            },
                        );
                        found.sort_unstable();
                        assert!(&found == expected, "{at}: {} of {}", found.len(), expected.len());
                    }
                    entries += warm.entries();
                }
            }
        }
    }
    assert!(entries > 1000, "{entries}");
}

/// A pair forgets what it learned for another clearance.
#[test]
fn a_pair_may_change_its_clearance() {
    for scene in hostile().into_iter().take(4) {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let mut pair = Pair::new(&a, &b).unwrap();
        let size = ball_around(&scene.b).radius;
        for pose in scene.poses.iter().take(8) {
            for share in [0.1, 0.0, 0.02, 0.1] {
                let clearance = Clearance::new(size * share).unwrap();
                pair.set(clearance);
                let expected = brute::contacts_within(&scene.a, &scene.b, pose, clearance);
                assert_eq!(pair.collides(pose), !expected.is_empty(), "{}", scene.name);
                assert_eq!(pair.contacts(pose), expected, "{}", scene.name);
            }
        }
    }
}

/// Bodies in a world by its clearance, by paddings and by pairs; asked with memory and from
/// `&self`.
#[test]
fn worlds_equal_brute_force() {
    let random = &mut Random(9);
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let mut world = World::new();
        let fixed = world.insert(Body::new("a", &a).fixed()).unwrap();
        let moving = world.insert(Body::new("b", &b)).unwrap();
        for pose in scene.poses.iter().take(5) {
            let mut query_pose = *pose;
            if world.set_pose(moving, *pose).is_err() {
                continue;
            }
            // The contract's pose, which a world composes.
            let [world_from_a, world_from_b] =
                [fixed, moving].map(|body| world.world_from_body(body).unwrap());
            if let Ok(relative) = world_from_a.relative(&world_from_b) {
                query_pose = relative;
            }
            for (number, clearance) in
                clearances(&scene, &query_pose, random).into_iter().enumerate()
            {
                let none = Clearance::NONE;
                let half = Clearance::new(clearance.distance() * 0.5).unwrap_or(clearance);
                world.set_clearance(if number % 3 == 0 { clearance } else { none });
                for body in [fixed, moving] {
                    world.set_padding(body, if number % 3 == 1 { half } else { none }).unwrap();
                }
                let own = (number % 3 == 2).then_some(clearance);
                world.set_pair_clearance(fixed, moving, own).unwrap();
                let clearance = world.clearance(fixed, moving).unwrap();
                let expected = brute::contacts_within(&scene.a, &scene.b, &query_pose, clearance);
                let at = format!("{}, clearance {:e}", scene.name, clearance.distance());
                let touching: Vec<_> =
                    world.contacts().into_iter().flat_map(|found| found.triangles).collect();
                assert!(touching == expected, "{at}: {} of {}", touching.len(), expected.len());
                assert_eq!(world.collides(), !expected.is_empty(), "{at}");
                let mut query = world.query();
                query.set_pose(moving, *pose).unwrap();
                assert_eq!(query.collides(), !expected.is_empty(), "{at}");
            }
        }
        world.check();
    }
}
