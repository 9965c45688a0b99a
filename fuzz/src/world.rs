//! Bodies that come, move, are attached to each other and go, against brute force over all pairs.

use crate::small::Bytes;
use closecall::lab::Whole as _;
use closecall::query::brute;
use closecall::{Body, Handle, Model, World};

/// Plays a history, and compares what touches after every step.
pub fn world(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let models = [0; 3].map(|_| Model::new(bytes.mesh()));
    let mut world = World::new();
    let mut bodies: Vec<Handle> = Vec::new();
    for step in 0..24 {
        if bytes.is_empty() {
            break;
        }
        change(&mut world, &mut bodies, &models, &mut bytes, step);
        world.check();
        bodies.retain(|&body| world.name(body).is_ok());
        let (answers, snapshot) = (world.contacts(), world.snapshot());
        compare(&world, &bodies, &answers);
        let mut query = snapshot.query();
        if let Some(&body) = bodies.first() {
            let pose = bytes.pose();
            if query.set_pose(body, pose).is_ok() && world.set_pose(body, pose).is_ok() {
                let (posed, all) = (query.contacts(), world.contacts());
                assert!(posed.iter().all(|found| all.contains(found)), "step {step}");
            }
        }
    }
}

fn change(
    world: &mut World,
    bodies: &mut Vec<Handle>,
    models: &[Model; 3],
    bytes: &mut Bytes,
    step: u8,
) {
    let any =
        |bytes: &mut Bytes| bodies.get(usize::from(bytes.byte()) % bodies.len().max(1)).copied();
    match (bytes.below(6), any(bytes)) {
        (0 | 1, parent) if bodies.len() < 8 => {
            let model = &models[usize::from(bytes.below(3))];
            let fixed = bytes.below(3) == 0;
            let name = format!("{} {step}", if fixed { "fixed" } else { "moving" });
            let mut body = Body::new(name, model).at(bytes.pose()).padded(bytes.clearance());
            if fixed {
                body = body.fixed();
            }
            if let (Some(parent), 0) = (parent, bytes.below(2)) {
                body = body.on(parent);
            }
            bodies.extend(world.insert(body));
        }
        (2, Some(body)) if bodies.len() > 2 => world.remove(body).expect("it is here"),
        (3, Some(body)) => {
            let model = &models[usize::from(bytes.below(3))];
            world.set_model(body, model).expect("it is here and no frame");
        }
        (_, Some(body)) => drop(world.set_pose(body, bytes.pose())),
        (_, None) => {}
    }
}

/// Compares the answers with brute force over all pairs.
fn compare(world: &World, bodies: &[Handle], answers: &[closecall::world::Contacts]) {
    let mut bodies = bodies.to_vec();
    bodies.sort_unstable();
    for (i, &a) in bodies.iter().enumerate() {
        for &b in &bodies[i + 1..] {
            let [of_a, of_b] = [a, b].map(|body| world.world_from_body(body).expect("it is here"));
            let a_from_b = of_a.relative(&of_b).expect("worlds end before that");
            let [a_model, b_model] =
                [a, b].map(|body| world.model(body).expect("it is here").expect("no frame"));
            let clearance = world.clearance(a, b).expect("both are here");
            let touching =
                brute::contacts_within(a_model.mesh(), b_model.mesh(), &a_from_b, clearance);
            let found = answers.iter().find(|found| (found.a, found.b) == (a, b));
            let expected = if both_fixed(world, [a, b]) { Vec::new() } else { touching };
            assert_eq!(found.map_or(&[][..], |found| &found.triangles), expected, "{a} and {b}");
        }
    }
}

/// Two bodies that stay where they are, as a rule, are never compared with each other.
fn both_fixed(world: &World, bodies: [Handle; 2]) -> bool {
    bodies.iter().all(|&body| world.name(body).expect("it is here").starts_with("fixed"))
}
