//! Worlds and their questions take the options of all questions; compared with brute force.

use crate::common::Random;
use closecall::engine::geom::DVec3;
use closecall::mesh::shapes;
use closecall::path::{Chain, Factor};
use closecall::query::brute;
use closecall::world::sweep::{Moves, Sweeps};
use closecall::{Answer, Ask, Body, Budget, Clearance, Handle, Model, Pose, World};

fn clearance(x: f64) -> Clearance {
    Clearance::new(x).unwrap()
}

/// A world of 24 bodies, every fifth of them fixed, and their handles.
fn crowd(random: &mut Random) -> (World, Vec<Handle>, Model) {
    let (model, mut world) = (Model::new(shapes::icosphere(0.5, 1)), World::new());
    let mut insert = |k: usize| {
        let body = Body::new(k.to_string(), &model).at(random.pose(3.0));
        world.insert(if k.is_multiple_of(5) { body.fixed() } else { body }).unwrap()
    };
    let handles = (0..24).map(&mut insert).collect();
    (world, handles, model)
}

/// Two bodies, the lower handle first.
type BodyPair = (Handle, Handle);

/// The pairs within a clearance, and all pairs that are looked at, by brute force.
fn expected(world: &World, model: &Model, within: Clearance) -> (Vec<BodyPair>, Vec<BodyPair>) {
    let handles: Vec<Handle> = world.handles().collect();
    let (mut close, mut all) = (Vec::new(), Vec::new());
    for (k, &a) in handles.iter().enumerate() {
        for &b in handles[k + 1..].iter().filter(|&&b| world.looks_at(a, b).unwrap()) {
            let [x, y] = [a, b].map(|body| world.world_from_body(body).unwrap());
            let pose = x.relative(&y).unwrap();
            if !brute::contacts_within(model.mesh(), model.mesh(), &pose, within).is_empty() {
                close.push((a, b));
            }
            all.push((a, b));
        }
    }
    (close, all)
}

#[test]
fn a_clearance_of_the_question_counts_like_one_of_the_world() {
    let (mut random, mut near, mut far) = (Random(0xA5C), 0, 0);
    for gap in [0.0, 0.2, 0.7] {
        let (mut world, handles, model) = crowd(&mut random);
        let (close, all) = expected(&world, &model, clearance(gap));
        let mut query = world.query().with(clearance(gap));
        query.pose_all();
        assert_eq!(query.collisions(), close);
        assert_eq!((query.collides(), query.touch().touching), (!close.is_empty(), close.clone()));
        let mut one = world.query().with(clearance(gap));
        one.pose_here(handles[7]).unwrap();
        let of_one = |&&(a, b): &&(Handle, Handle)| a == handles[7] || b == handles[7];
        assert_eq!(one.collisions(), close.iter().filter(of_one).copied().collect::<Vec<_>>());
        drop((query, one));
        world.set(clearance(gap));
        for _ in 0..3 {
            assert_eq!(world.collisions(), close);
        }
        assert_eq!(world.query().asks().clearance, clearance(gap));
        let contacts: Vec<_> = world.contacts().iter().map(|found| (found.a, found.b)).collect();
        assert_eq!(contacts, close);
        // A sweep asks as the world does, though its own options have no clearance.
        let chain = Chain::new(vec![Factor::Fixed(world.world_from_body(handles[7]).unwrap())]);
        let found =
            Sweeps::new(&world, &Ask::new()).each(&Moves(vec![(handles[7], chain.unwrap())]));
        let swept: Vec<_> =
            found.unwrap().iter().map(|pair| (pair.bodies[0], pair.bodies[1])).collect();
        assert_eq!(swept, close);
        world.set(Ask::new());
        assert_eq!(world.collisions(), expected(&world, &model, Clearance::NONE).0);
        near += close.len();
        far += all.len() - close.len();
    }
    assert!(near > 20 && far > 100, "{near} {far}");
}

#[test]
fn nothing_certain_is_wrong_at_any_budget_of_a_query() {
    let (mut random, mut open, mut touching) = (Random(0xB0D), 0, 0);
    for _ in 0..4 {
        let (world, ..) = crowd(&mut random);
        let mut query = world.query();
        query.pose_all();
        let all = query.collisions();
        for tests in [0, 20, 200, 2000, 1 << 40] {
            query.set(Budget::tests(tests));
            let found = query.touch();
            let undecided: Vec<_> = found.undecided.iter().map(|pair| (pair.a, pair.b)).collect();
            assert!(found.touching.iter().all(|pair| all.contains(pair)));
            let named = |pair| found.touching.contains(pair) || undecided.contains(pair);
            assert!(all.iter().all(named));
            (open, touching) = (open + undecided.len(), touching + found.touching.len());
            assert!(tests < 1 << 40 || undecided.is_empty());
            // Contacts that are not named are not proved absent.
            let contacts = query.contacts();
            for pair in &all {
                let of = contacts.iter().find(|found| (found.a, found.b) == *pair).unwrap();
                assert!(!of.triangles.is_empty() || of.rest.is_some());
            }
            // Distances stay certified.
            for gap in query.distances() {
                let touches = all.contains(&(gap.a, gap.b));
                assert!(gap.distance.lo <= gap.distance.hi);
                assert!(if touches { gap.distance.lo == 0.0 } else { gap.distance.hi > 0.0 });
            }
        }
    }
    assert!(open > 20 && touching > 20, "{open} {touching}");
}

#[test]
fn limits_numbers_and_costs_are_those_of_the_question() {
    let (mut world, ..) = crowd(&mut Random(0x11));
    // Of two that touch, any place of contact will do.
    let gaps = |world: &World| -> Vec<_> {
        world.distances().iter().map(|found| ((found.a, found.b), found.distance)).collect()
    };
    let all = gaps(&world);
    for limit in [0.0, 0.3, 1.0, 1e9] {
        world.set(Ask::new().limit(limit));
        let within = all.iter().filter(|(_, distance)| !(distance.lo > limit));
        assert_eq!(gaps(&world), within.copied().collect::<Vec<_>>());
        assert_eq!(world.nearest().is_some(), !world.distances().is_empty());
    }
    world.set(Ask::new().most(2).counted());
    let some = world.contacts();
    assert!(some.iter().all(|found| found.triangles.len() <= 2));
    assert!(some.iter().any(|found| found.rest == Some(f64::INFINITY)));
    let cost = world.cost();
    assert!(cost.volume_tests > 0 && cost.triangle_tests > 0, "{cost:?}");
    assert_eq!(world.cost().volume_tests, 0);
    let mut query = world.query();
    query.pose_all();
    assert!(query.collides() && query.cost().volume_tests > 0);
}

#[test]
fn a_resting_pair_within_the_clearance_of_a_sweep_is_found() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    let mut world = World::new();
    let wall = world.insert(Body::new("wall", &cube).fixed()).unwrap();
    let crate_ = world.insert(Body::new("crate", &cube).at(at(1.8))).unwrap();
    let tool = world.insert(Body::new("tool", &cube).at(at(9.0))).unwrap();
    let [from, to] = [9.0, 20.0].map(|x| DVec3::new(x, 0.0, 0.0));
    let edge = Moves(vec![(
        tool,
        Chain::new(vec![Factor::Slide { from: from.into(), to: to.into() }]).unwrap(),
    )]);
    for (gap, touches) in [(0.7, false), (0.9, true), (1.5, true)] {
        let answer = Sweeps::new(&world, &clearance(gap).into()).ask(&edge).unwrap();
        match answer {
            Answer::Touching(hit) => assert_eq!((hit.bodies, touches), ([wall, crate_], true)),
            answer => assert!(answer.is_clear() && !touches, "{gap}: {answer:?}"),
        }
    }
}
