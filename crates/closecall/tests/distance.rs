//! The distance of two bodies holds the least distance of their triangles, on hostile scenes, at
//! every level, with limits, tolerances and starts.

use crate::common::Random;
use crate::common::scenes::{Scene, hostile};
use crate::common::wander::drift;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, exact};
use closecall::geom::Pose;
use closecall::lab::Planted as _;
use closecall::lab::wide::{self, DistanceAsked, Level, Scratch};
use closecall::mesh::Mesh;
use closecall::{Ask, Distance, Model, Pair};

/// The least of all pairs of triangles, rounded down and up.
fn brute(a: &Mesh, b: &Mesh, pose: &Pose) -> (f64, f64) {
    let carried: Vec<_> = b.iter().map(|t| pose.carried_triangle(&t)).collect();
    let (mut lo, mut hi) = (f64::INFINITY, f64::INFINITY);
    for s in a.iter() {
        for t in &carried {
            if let Some(found) = exact::distance_up_to(&s, t, hi) {
                (lo, hi) = (lo.min(found.distance.lo), hi.min(found.distance.hi));
            }
        }
    }
    (lo, hi)
}

/// This many numbers further up.
fn ulps_up(x: f64, ulps: u64) -> f64 {
    f64::from_bits(x.to_bits() + ulps)
}

fn check(found: &Distance, (lo, hi): (f64, f64), scene: &Scene, pose: &Pose, at: &str) {
    assert!(
        found.distance.lo <= hi && lo <= found.distance.hi,
        "{at}: {found:?}, but {lo:e} to {hi:e}"
    );
    assert!(found.distance.hi <= ulps_up(found.distance.lo, 4), "{at}: {found:?}");
    assert_eq!(found.distance.hi == 0.0, hi == 0.0, "{at}: {found:?}");
    let a = scene.a.triangle_at(found.a as usize);
    let b = pose.carried_triangle(&scene.b.triangle_at(found.b as usize));
    let pair = exact::distance(&a, &b);
    assert!(
        pair.distance.lo <= found.distance.hi,
        "{at}: {found:?} is of another pair, at {pair:?}"
    );
    let reach = a.iter().chain(&b).fold(DVec3::ZERO, |reach, p| reach.max(p.abs())).max_element();
    let between = DVec3::from(found.point_a).distance(found.point_b.into());
    assert!(
        (between - found.distance.hi).abs() <= 1e-14 * reach,
        "{at}: points {between:e} apart, {found:?}"
    );
}

fn ask(
    level: Level,
    a: &Model,
    b: &Model,
    pose: &Pose,
    asked: &DistanceAsked,
    scratch: &mut Scratch,
) -> Option<Distance> {
    let asked = DistanceAsked { level, ..*asked };
    wide::distance((a.tree(), a.mesh()), (b.tree(), b.mesh()), pose, &asked, scratch)
}

#[test]
fn distances_hold_the_truth_on_hostile_scenes() {
    let random = &mut Random(5);
    let (mut apart, mut touching) = (0, 0);
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let scratch = &mut Scratch::default();
        for (number, pose) in scene.poses.iter().enumerate().take(8) {
            let truth = brute(&scene.a, &scene.b, pose);
            let at = format!("{}, pose {number}", scene.name);
            let any = (
                random.below(scene.a.triangle_count()) as u32,
                random.below(scene.b.triangle_count()) as u32,
            );
            for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
                for start in [None, Some(any)] {
                    let asked = DistanceAsked { start, ..DistanceAsked::default() };
                    let found =
                        ask(level, &a, &b, pose, &asked, scratch).expect("there is no limit");
                    check(&found, truth, &scene, pose, &format!("{at}, {level:?}, from {start:?}"));
                }
            }
            *(if truth.1 == 0.0 { &mut touching } else { &mut apart }) += 1;
            let (lo, hi) = truth;
            for limit in [lo * 0.5, lo.next_down(), hi, ulps_up(hi, 4), hi * 2.0] {
                let found = a.ask(&b, Ask::new().limit(limit)).unwrap().distance(pose);
                assert!(
                    found.is_some() || limit <= hi,
                    "{at}: nothing up to {limit:e}, but {hi:e} away"
                );
                assert!(
                    found.is_none() || limit >= lo.next_down(),
                    "{at}: {found:?} up to {limit:e}"
                );
                found.iter().for_each(|found| check(found, truth, &scene, pose, &at));
            }
            for tolerance in [1e-6, 0.01, 0.5] {
                let mut pair = a.ask(&b, Ask::new().accuracy(tolerance)).unwrap();
                let found = pair.distance(pose).expect("there is no limit");
                assert!(
                    found.distance.lo <= hi && lo <= found.distance.hi,
                    "{at}, tolerance {tolerance}: {found:?}, but {hi:e}"
                );
                assert!(
                    found.distance.hi <= found.distance.lo * (1.0 + tolerance) * (1.0 + 1e-14),
                    "{at}: {found:?} for {tolerance}"
                );
            }
        }
    }
    assert!(apart > 30 && touching > 20, "{apart} {touching}");
}

#[test]
fn a_pair_remembers_what_was_nearest() {
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let mut pair = Pair::new(&a, &b).unwrap();
        for (start, share) in scene.poses.iter().zip([0.001, 0.1]) {
            let path = drift(&scene, start, share, 6);
            let batch = pair.batch(&path, |pair, pose| pair.distance(pose));
            for (pose, from_batch) in path.iter().zip(batch) {
                let (truth, at) =
                    (brute(&scene.a, &scene.b, pose), format!("{}, drifting", scene.name));
                check(&pair.distance(pose).expect("there is no limit"), truth, &scene, pose, &at);
                check(&from_batch.expect("there is no limit"), truth, &scene, pose, &at);
            }
        }
    }
}

/// Bodies that are many sizes apart, some of them points.
#[test]
fn bodies_far_apart_have_certified_distances() {
    let random = &mut Random(11);
    for scene in hostile() {
        let [a, b] = [&scene.a, &scene.b].map(|mesh| Model::new((**mesh).clone()));
        let size = crate::common::wander::ball_around(&scene.a)
            .radius
            .max(crate::common::wander::ball_around(&scene.b).radius);
        for sizes in [2.0, 8.0, 14.0, 20.0, 25.0, 40.0, 100.0, 1e4, 1e8, 1e14, 1e17] {
            let q = random.rotation();
            let Ok(pose) =
                Pose::from_quaternion((random.vector().normalize() * (sizes * size)).to_array(), q)
            else {
                continue;
            };
            let truth = brute(&scene.a, &scene.b, &pose);
            let found = a.distance(&b, &pose).unwrap();
            check(&found, truth, &scene, &pose, &format!("{}, {sizes} sizes away", scene.name));
        }
    }
}
