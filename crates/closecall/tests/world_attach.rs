//! A world in which bodies are attached answers like one in which they were so from the start; and a
//! question's close pairs and distances are those of brute force.

use crate::common::Random;
use closecall::engine::geom::DVec3;
use closecall::geom::Clearance;
use closecall::lab::Whole;
use closecall::mesh::shapes;
use closecall::query::brute;
use closecall::{Ask, Body, Handle, Model, Pose, World, WorldError};

const BODIES: usize = 12;

fn model() -> Model {
    Model::new(shapes::cuboid(DVec3::splat(-0.4), DVec3::splat(0.4)))
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).unwrap()
}

fn placed(random: &mut Random) -> Pose {
    random.pose(1.5)
}

#[test]
fn an_attached_body_is_where_a_new_one_would_be() {
    let (mut random, model) = (Random(0xA77A), model());
    let (mut touched, mut clear) = (0, 0);
    for _ in 0..40 {
        let mut world = World::new();
        let bodies: Vec<Handle> = (0..BODIES)
            .map(|n| {
                world.insert(Body::new(n.to_string(), &model).at(placed(&mut random))).unwrap()
            })
            .collect();
        // Parents have lower numbers, so that the second world can be made in order.
        let mut said: Vec<(Option<usize>, Pose)> = Vec::new();
        for (n, &body) in bodies.iter().enumerate() {
            let parent = (n > 0 && random.below(3) > 0).then(|| random.below(n));
            let pose = placed(&mut random);
            world.attach(body, parent.map(|parent| bodies[parent]), pose).unwrap();
            said.push((parent, pose));
        }
        world.check();
        let mut fresh = World::new();
        let mut handles: Vec<Handle> = Vec::new();
        for (n, (parent, pose)) in said.iter().enumerate() {
            let body = Body::new(n.to_string(), &model).at(*pose);
            let parent = parent.map(|parent| handles[parent]);
            handles.push(fresh.insert(parent.into_iter().fold(body, Body::on)).unwrap());
        }
        for (&a, &b) in bodies.iter().zip(&handles) {
            assert_eq!(world.world_from_body(a), fresh.world_from_body(b));
            assert_eq!(world.parent_from_body(a), fresh.parent_from_body(b));
        }
        let found = world.collisions();
        assert_eq!(found, fresh.collisions());
        touched += found.len();
        clear += BODIES * (BODIES - 1) / 2 - found.len();
    }
    assert!(touched > 100 && clear > 100, "{touched} {clear}");
}

#[test]
fn a_circle_and_a_fixed_body_are_refused_and_nothing_changes() {
    let (mut world, model) = (World::new(), model());
    let base = world.insert(Body::frame("base")).unwrap();
    let arm = world.insert(Body::new("arm", &model).on(base).at(at(1.0, 0.0, 0.0))).unwrap();
    let part = world.insert(Body::new("part", &model).on(arm).fixed()).unwrap();
    for parent in [base, arm, part] {
        let refused = world.attach(base, Some(parent), Pose::IDENTITY);
        assert!(matches!(refused, Err(WorldError::Circle { .. })), "{refused:?}");
    }
    assert!(matches!(world.attach(arm, None, at(2.0, 0.0, 0.0)), Err(WorldError::Fixed { .. })));
    assert_eq!(world.parent(arm), Ok(Some(base)));
    assert_eq!(world.world_from_body(part), Ok(at(1.0, 0.0, 0.0)));
    world.attach(arm, None, at(1.0, 0.0, 0.0)).unwrap();
    assert_eq!(world.parent(arm), Ok(None));
    world.remove(base).unwrap();
    assert!(world.world_from_body(part).is_ok());
    assert!(world.attach(arm, Some(base), Pose::IDENTITY).is_err());
    world.check();
}

#[test]
fn close_pairs_hold_all_within_their_clearance_and_distances_are_those_of_brute_force() {
    let (mut random, model) = (Random(0xC105E), model());
    let limit = 0.3;
    let (mut near, mut far) = (0, 0);
    for _ in 0..20 {
        let mut world = World::new();
        world.set_clearance(Clearance::new(limit).unwrap());
        let bodies: Vec<Handle> = (0..BODIES)
            .map(|n| {
                world.insert(Body::new(n.to_string(), &model).at(placed(&mut random))).unwrap()
            })
            .collect();
        let mut query = world.query();
        query.set_pose(bodies[3], placed(&mut random)).unwrap();
        let close = query.close_pairs();
        assert!(close.iter().all(|&(a, b)| a < b && (a == bodies[3] || b == bodies[3])));
        for &other in bodies.iter().filter(|&&other| other != bodies[3]) {
            let (a, b) = (other.min(bodies[3]), other.max(bodies[3]));
            let [x, y] = [a, b].map(|body| query.world_from_body(body).unwrap());
            let a_from_b = x.relative(&y).unwrap();
            let clearance = Clearance::new(limit).unwrap();
            let touching = brute::contacts_within(model.mesh(), model.mesh(), &a_from_b, clearance);
            query.set(Ask::new().limit(limit));
            let found = query.distance(other, bodies[3]).unwrap();
            assert_eq!(found.is_some_and(|gap| gap.distance.hi <= limit), !touching.is_empty());
            assert!(touching.is_empty() || close.contains(&(a, b)));
            query.set(Ask::new());
            let free = query.distance(bodies[3], other).unwrap().unwrap();
            assert_eq!(free.meshes, model.distance(&model, &a_from_b).ok());
            *if touching.is_empty() { &mut far } else { &mut near } += 1;
        }
    }
    assert!(near > 20 && far > 20, "{near} {far}");
}
