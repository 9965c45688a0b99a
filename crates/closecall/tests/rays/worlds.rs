//! Rays in worlds: as if every body's triangles, carried, were a model of their own.

use crate::aim;
use crate::common::{Random, scenes};
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Ray;
use closecall::mesh::{Mesh, shapes};
use closecall::query::RayHit;
use closecall::world::{Body, BodyHit, BodyPart, World};
use closecall::{Model, Pose};

fn carried(mesh: &Mesh, pose: &Pose) -> Mesh {
    scenes::soup(mesh.iter().map(|t| pose.carried_triangle(&t)))
}

#[test]
fn a_world_answers_like_models_of_its_carried_bodies() {
    let mut random = Random(4242);
    let parts = [
        shapes::icosphere(0.5, 2),
        shapes::cuboid(DVec3::ZERO, DVec3::ONE),
        shapes::torus(1.0, 0.3, 12, 8),
    ];
    let mut hits = 0;
    for round in 0..20 {
        let offset = [0.0, 1e3, 1e9][round % 3];
        let mut world = World::new();
        let mut bodies = Vec::new();
        for number in 0..5 {
            let mesh = &parts[random.below(3)];
            let pose = random.pose(2.0);
            let shift = pose.shift() + DVec3::splat(offset);
            let rows = pose.matrix().transpose().to_cols_array_2d();
            let row = |k: usize| [rows[k][0], rows[k][1], rows[k][2], shift[k]];
            let pose = Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]]).unwrap();
            let handle = world
                .insert(Body::new(format!("{number}"), &Model::new(mesh.clone())).at(pose))
                .unwrap();
            bodies.push((handle, Model::new(carried(mesh, &pose))));
        }
        let (mut rays, mut asked) = (world.rays(), Vec::new());
        for _ in 0..60 {
            let (_, model) = &bodies[random.below(5)];
            let Some(ray) = aim::ray(&mut random, model.mesh(), 1.0) else { continue };
            check(&mut rays, &bodies, &ray, &mut hits);
            asked.push(ray);
        }
        check_batches(&world, &asked);
    }
    assert!(hits > 500, "{hits}");
}

fn check(
    rays: &mut closecall::world::WorldRays,
    bodies: &[(closecall::world::Handle, Model)],
    ray: &Ray,
    hits: &mut usize,
) {
    let each = |model: &Model| model.rays().all(ray);
    let expected: Vec<_> = bodies
        .iter()
        .flat_map(|(body, model)| each(model).into_iter().map(|hit| (*body, hit)))
        .collect();
    let hit = |found: &BodyHit| match found.part {
        BodyPart::Triangle(triangle) => (found.body, RayHit { triangle, t: found.t }),
        BodyPart::Shape(_) => panic!("there are only meshes"),
    };
    let found: Vec<_> = rays.all(ray).iter().map(hit).collect();
    assert_eq!(found, expected, "{ray:?}");
    *hits += found.len();
    assert_eq!(rays.any(ray), !expected.is_empty());
    let first = rays.first(ray);
    assert_eq!(first.is_some(), !expected.is_empty());
    if let Some(first) = first {
        assert!(expected.contains(&hit(&first)));
        assert!(expected.iter().all(|(_, hit)| first.t.lo <= hit.t.hi), "{first:?}");
    }
    let passages: Vec<_> =
        bodies.iter().map(|(body, model)| (*body, model.rays().crossings(ray))).collect();
    let passages: Vec<_> =
        passages.into_iter().filter(|(_, passages)| *passages != Default::default()).collect();
    assert_eq!(rays.crossings(ray), passages, "{ray:?}");
}

/// Many at once are as one by one.
fn check_batches(world: &World, asked: &[Ray]) {
    let mut rays = world.rays();
    assert_eq!(
        rays.first_batch(asked),
        asked.iter().map(|ray| rays.first(ray)).collect::<Vec<_>>()
    );
    assert_eq!(rays.any_batch(asked), asked.iter().map(|ray| rays.any(ray)).collect::<Vec<_>>());
    assert_eq!(rays.all_batch(asked), asked.iter().map(|ray| rays.all(ray)).collect::<Vec<_>>());
    assert_eq!(
        rays.crossings_batch(asked),
        asked.iter().map(|ray| rays.crossings(ray)).collect::<Vec<_>>()
    );
}
