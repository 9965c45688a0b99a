//! Steps of a world within a budget: what touches does, what is not named does not, whatever the
//! budget is.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamPose as _};
use closecall::mesh::shapes;
use closecall::world::{Body, Touches};
use closecall::{Budget, Clearance, Handle, Model, Pose, World};
use std::time::Duration;

/// Bodies of which every seventh is fixed, and the handles of the others.
fn crowd(random: &mut Random, bodies: usize, reach: f64) -> (World, Vec<Handle>) {
    let models = [
        Model::new(shapes::icosphere(1.0, 2)),
        Model::new(shapes::cuboid(-DVec3::ONE, DVec3::ONE)),
        Model::new(shapes::torus(1.0, 0.3, 24, 12)),
    ];
    let mut world = World::new();
    let mut insert = |k: usize| {
        let body = Body::new(format!("{k}"), &models[k % 3]).at(random.pose(reach));
        world.insert(if k.is_multiple_of(7) { body.fixed() } else { body }).unwrap()
    };
    let handles: Vec<Handle> = (0..bodies).map(&mut insert).collect();
    let moving = handles.into_iter().filter(|&handle| !world.is_fixed(handle).unwrap()).collect();
    (world, moving)
}

/// The pairs that touch, as far as a budget goes.
fn touch(world: &mut World, budget: Budget) -> Touches {
    world.set(budget);
    world.touch()
}

/// Nothing certain is wrong.
fn check(reached: &Touches, expected: &[(Handle, Handle)]) {
    assert!(
        reached.touching.iter().all(|pair| expected.contains(pair)),
        "one is said to touch that does not"
    );
    let undecided: Vec<_> = reached.undecided.iter().map(|pair| (pair.a, pair.b)).collect();
    assert!(undecided.iter().all(|pair| !reached.touching.contains(pair)), "each pair once");
    for pair in expected {
        assert!(reached.touching.contains(pair) || undecided.contains(pair), "{pair:?} touch");
    }
    let depths: Vec<_> = reached.undecided.iter().filter_map(|pair| pair.depth).collect();
    assert!(depths.is_sorted_by(|x, y| x >= y), "the deepest first");
}

#[test]
fn nothing_certain_is_wrong_at_any_budget() {
    let random = &mut Random(31);
    let (mut world, handles) = crowd(random, 60, 6.0);
    let (mut decided, mut undecided) = (0, 0);
    for _ in 0..12 {
        let poses: Vec<(Handle, Pose)> =
            handles.iter().map(|&handle| (handle, random.pose(6.0))).collect();
        world.set_poses(&poses).unwrap();
        let expected = world.collisions();
        for tests in [0, 100, 1000, 10_000, u64::MAX] {
            let reached = touch(&mut world, Budget::tests(tests));
            check(&reached, &expected);
            undecided += reached.undecided.len();
            decided += reached.touching.len();
        }
        let all = touch(&mut world, Budget::ENDLESS);
        assert_eq!((all.touching, all.undecided.len()), (expected, 0));
    }
    assert!(decided > 100 && undecided > 100, "{decided} decided, {undecided} undecided");
}

/// A proof of one step is used in the next, and must hold there.
#[test]
fn nothing_certain_is_wrong_while_bodies_drift() {
    let random = &mut Random(47);
    let (mut world, handles) = crowd(random, 60, 5.0);
    let mut poses: Vec<Pose> = handles.iter().map(|_| random.pose(5.0)).collect();
    let ways: Vec<[DVec3; 2]> =
        handles.iter().map(|_| [random.pose(1.0).shift(), random.pose(1.0).shift()]).collect();
    let (mut touching, mut undecided) = (0, 0);
    for step in 0..60 {
        // Slow, then faster, then still for a while, then back.
        let speed = [1e-3, 1e-2, 0.0, -5e-3][step / 15];
        for (pose, [shift, turn]) in poses.iter_mut().zip(&ways) {
            let [x, y, z] = (*turn * (speed * 0.5)).to_array();
            let w = (1.0 - x * x - y * y - z * z).sqrt();
            let by = Pose::from_quaternion((*shift * speed).to_array(), [w, x, y, z]).unwrap();
            *pose = by.compose(pose).unwrap();
        }
        let placed: Vec<(Handle, Pose)> =
            handles.iter().copied().zip(poses.iter().copied()).collect();
        world.set_poses(&placed).unwrap();
        if step == 40 {
            world.set_clearance(Clearance::new(0.05).unwrap());
        }
        let expected = world.collisions();
        let tests = [300, 3_000, 30_000, u64::MAX][step % 4];
        let reached = touch(&mut world, Budget::tests(tests));
        check(&reached, &expected);
        (touching, undecided) =
            (touching + reached.touching.len(), undecided + reached.undecided.len());
    }
    assert!(touching > 100 && undecided > 100, "{touching} touching, {undecided} undecided");
}

#[test]
fn a_budget_of_tests_gives_the_same_step_every_time() {
    let steps = [0, 0].map(|_| {
        let (mut world, _) = crowd(&mut Random(8), 40, 4.0);
        [50, 500, 5000].map(|tests| touch(&mut world, Budget::tests(tests)))
    });
    assert_eq!(steps[0], steps[1]);
    let rest = steps[0].each_ref().map(|step| step.undecided.len());
    assert!(rest[0] > rest[1] && rest[1] >= rest[2], "{rest:?}");
}

#[test]
fn solids_shapes_and_clearances_count() {
    let outer = Model::new(shapes::icosphere(3.0, 2));
    let inner = Model::new(shapes::icosphere(0.5, 1));
    let mut world = World::new();
    let a = world.insert(Body::new("outer", &outer)).unwrap();
    let b = world.insert(Body::new("inner", &inner)).unwrap();
    let at = Pose::from_translation([0.0, 0.0, 3.7]).unwrap();
    let c = world.insert(Body::new("near", &inner).at(at)).unwrap();
    assert_eq!(touch(&mut world, Budget::ENDLESS).touching, []);
    world.set_solid(a, true).unwrap();
    for tests in [0, 50, 500, u64::MAX] {
        let expected = world.collisions();
        assert_eq!(expected, [(a, b)]);
        check(&touch(&mut world, Budget::tests(tests)), &expected);
    }
    world.set_clearance(Clearance::new(0.3).unwrap());
    assert_eq!(world.collisions(), [(a, b), (a, c)]);
    assert_eq!(touch(&mut world, Budget::ENDLESS).touching, [(a, b), (a, c)]);
    world.remove(b).unwrap();
    assert_eq!(touch(&mut world, Budget::ENDLESS).touching, [(a, c)]);
}

#[test]
fn time_is_kept() {
    let (mut world, _) = crowd(&mut Random(2), 200, 6.0);
    let expected = world.collisions();
    check(&touch(&mut world, Budget::time(Duration::from_micros(200))), &expected);
    check(&touch(&mut world, Budget::time(Duration::ZERO)), &expected);
}
