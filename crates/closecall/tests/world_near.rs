//! Questions that look for bodies by their boxes, in worlds of many: as the loop over all bodies
//! answers, whatever was added, moved and removed before.

use crate::common::{Random, scenes};
use closecall::Answer;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::shape::Shape;
use closecall::geom::{Clearance, Ray};
use closecall::lab::Whole as _;
use closecall::mesh::{Mesh, shapes};
use closecall::query::Touching;
use closecall::world::{Body, BodyHit, BodyPart, Handle, Region, World};
use closecall::{Budget, Model, Pose};

/// A body, and what it is made of, in its own frame.
struct Thing {
    handle: Handle,
    is_free: bool,
    mesh: Option<Mesh>,
    shapes: Vec<Shape>,
}

/// A thing where it is.
struct Carried {
    handle: Handle,
    triangles: Vec<Triangle>,
    model: Option<Model>,
    shapes: Vec<Shape>,
}

fn carried(world: &World, thing: &Thing) -> Carried {
    let pose = world.world_from_body(thing.handle).unwrap();
    let mesh = thing.mesh.as_ref();
    let triangles: Vec<Triangle> =
        mesh.iter().flat_map(|mesh| mesh.iter()).map(|t| pose.carried_triangle(&t)).collect();
    let model = mesh.map(|_| Model::new(scenes::soup(triangles.iter().copied())));
    let shapes = thing.shapes.iter().map(|shape| shape.carried(&pose).unwrap()).collect();
    Carried { handle: thing.handle, triangles, model, shapes }
}

fn shape(random: &mut Random) -> Shape {
    let (p, q) = (random.vector() * 0.4, random.vector() * 0.4 + DVec3::splat(0.1));
    let made = match random.below(5) {
        0 => Shape::ball(p, 0.3),
        1 => Shape::capsule(p, q, 0.2),
        2 => Shape::cylinder(p, q, 0.3),
        3 => Shape::torus(p, q, 0.5, 0.2),
        _ => Shape::cuboid(&random.pose(0.3), DVec3::new(0.1, 0.2, 0.4)),
    };
    made.unwrap()
}

/// A mesh, a shape, both, or a frame; some fixed.
fn insert(world: &mut World, hub: Handle, number: usize, random: &mut Random) -> Option<Thing> {
    let mesh = (!number.is_multiple_of(3)).then(|| match number % 2 {
        0 => shapes::icosphere(0.5, 1),
        _ => shapes::cuboid(DVec3::splat(-0.4), DVec3::splat(0.4)),
    });
    let count = usize::from(number.is_multiple_of(6)) + usize::from(number.is_multiple_of(5));
    let shapes: Vec<Shape> = (0..count).map(|_| shape(random)).collect();
    let name = format!("{number}");
    let body = mesh
        .as_ref()
        .map_or(Body::frame(&name), |mesh| Body::new(&name, &Model::new(mesh.clone())));
    let body = body.with_shapes(shapes.iter().copied()).on(hub).at(random.pose(6.0));
    let is_free = !number.is_multiple_of(4);
    let handle = world.insert(if is_free { body } else { body.fixed() }).unwrap();
    let is_frame = mesh.is_none() && shapes.is_empty();
    (!is_frame).then_some(Thing { handle, is_free, mesh, shapes })
}

fn ray(random: &mut Random, center: DVec3) -> Ray {
    let origin = center + random.vector() * 7.0;
    match random.below(4) {
        0 => Ray::segment(origin, origin + random.vector() * 3.0),
        1 => Ray::new(origin, DVec3::AXES[random.below(3)]),
        2 => Ray::new(origin, DVec3::new(random.signed(), random.signed(), 0.0)),
        _ => Ray::new(origin, random.vector()),
    }
    .unwrap()
}

fn check_ray(world: &World, bodies: &[Carried], ray: &Ray) -> usize {
    let mut expected = Vec::new();
    let mut crossings = Vec::new();
    for body in bodies {
        if let Some(model) = &body.model {
            let hits = model.rays().all(ray).into_iter();
            expected.extend(hits.map(|hit| BodyHit {
                body: body.handle,
                part: BodyPart::Triangle(hit.triangle),
                t: hit.t,
            }));
            let found = model.rays().crossings(ray);
            if body.shapes.is_empty() && found != Default::default() {
                crossings.push((body.handle, found));
            }
        }
        for (number, shape) in (0..).zip(&body.shapes) {
            let part = BodyPart::Shape(number);
            let hit = shape.pierced(ray);
            expected.extend(hit.map(|t| BodyHit { body: body.handle, part, t }));
        }
    }
    let sorted = |mut hits: Vec<BodyHit>| {
        hits.sort_by_key(|hit| (hit.body, hit.part));
        hits
    };
    let (mut rays, expected) = (world.rays(), sorted(expected));
    let all = rays.all(ray);
    assert!(all.is_sorted_by_key(|hit| hit.body));
    assert_eq!(sorted(all), expected, "{ray:?}");
    assert_eq!(rays.any(ray), !expected.is_empty(), "{ray:?}");
    let first = rays.first(ray);
    assert_eq!(first.is_some(), !expected.is_empty(), "{ray:?}");
    if let Some(first) = first {
        assert!(expected.contains(&first));
        assert!(expected.iter().all(|hit| first.t.lo <= hit.t.hi), "{ray:?} {first:?}");
    }
    let mut found = rays.crossings(ray);
    found.retain(|(body, _)| bodies.iter().any(|of| of.handle == *body && of.shapes.is_empty()));
    assert_eq!(found, crossings, "{ray:?}");
    expected.len()
}

/// The numbers of what touches, and of what may.
fn sorted_in(touches: impl Iterator<Item = Answer<(), ()>>) -> Touching {
    let mut touching = Touching::default();
    for (number, touch) in (0..).zip(touches) {
        match touch {
            Answer::Clear => {}
            Answer::Undecided(()) => touching.undecided.push(number),
            Answer::Touching(()) => touching.certain.push(number),
        }
    }
    touching
}

fn check_zone(world: &World, bodies: &[Carried], zone: &Shape) -> usize {
    let mut expected = Vec::new();
    for body in bodies {
        let triangles = sorted_in(body.triangles.iter().map(|t| zone.touches(t, Clearance::NONE)));
        let shapes =
            sorted_in(body.shapes.iter().map(|shape| zone.touches_shape(shape, Clearance::NONE)));
        if triangles != Touching::default() || shapes != Touching::default() {
            expected.push((body.handle, triangles, shapes));
        }
    }
    let found = world.shapes().touching(zone).into_iter();
    let found: Vec<_> = found.map(|found| (found.body, found.triangles, found.shapes)).collect();
    assert_eq!(found, expected, "{zone:?}");
    expected.len()
}

/// A body with a corner in a box is found in it, and so is a body without bounds.
fn check_region(world: &World, bodies: &[Carried], low: DVec3) {
    let high = low + DVec3::splat(2.0);
    let found = world.bodies_in(&Region::Box { low: low.into(), high: high.into() });
    assert!(found.is_sorted());
    let is_in = |p: &DVec3| p.cmpge(low).all() && p.cmple(high).all();
    for body in bodies {
        let is_unbounded =
            body.shapes.iter().any(|shape| format!("{shape:?}").contains("HalfSpace"));
        if is_unbounded || body.triangles.iter().flatten().any(is_in) {
            assert!(found.contains(&body.handle));
        }
    }
}

/// Moves all bodies that are not fixed.
fn shuffle<'t>(world: &mut World, things: impl Iterator<Item = &'t Thing>, random: &mut Random) {
    for thing in things.filter(|thing| thing.is_free) {
        world.set_pose(thing.handle, random.pose(6.0)).unwrap();
    }
}

/// All questions; how often something was met.
fn check(world: &World, things: &[Thing], center: DVec3, random: &mut Random) -> [usize; 2] {
    world.check();
    let bodies: Vec<Carried> = things.iter().map(|thing| carried(world, thing)).collect();
    let mut met = [0; 2];
    for _ in 0..40 {
        met[0] += check_ray(world, &bodies, &ray(random, center));
        check_region(world, &bodies, center + random.vector() * 6.0);
    }
    for number in 0..6 {
        let zone = match number {
            0 => {
                let normal = random.vector();
                Shape::half_space(normal, normal.dot(center) - 4.0 * normal.length()).unwrap()
            }
            _ => {
                let at = center + random.vector() * 6.0;
                shape(random).carried(&Pose::from_translation(at.to_array()).unwrap()).unwrap()
            }
        };
        met[1] += check_zone(world, &bodies, &zone);
    }
    met
}

#[test]
fn what_is_near_is_found_as_by_the_loop_over_all_bodies() {
    let mut random = Random(20261118);
    let mut met = [0; 2];
    for offset in [0.0, 1e3, -1e7] {
        let center = DVec3::new(offset, -offset, 0.5 * offset);
        let mut world = World::new();
        let at = Pose::from_translation(center.to_array()).unwrap();
        let hub = world.insert(Body::frame("hub").at(at)).unwrap();
        let mut things: Vec<Thing> =
            (0..50).filter_map(|number| insert(&mut world, hub, number, &mut random)).collect();
        let mut all = |world: &World, things: &[Thing], random: &mut Random| {
            let found = check(world, things, center, random);
            met = [met[0] + found[0], met[1] + found[1]];
        };
        all(&world, &things, &mut random);
        // A floor without bounds, with a mesh on it.
        let (mesh, floor) = (shapes::icosphere(0.5, 1), Shape::half_space(DVec3::Z, -5.0).unwrap());
        let body = Body::new("floor", &Model::new(mesh.clone())).with_shapes([floor]).on(hub);
        let handle = world.insert(body).unwrap();
        things.push(Thing { handle, is_free: true, mesh: Some(mesh), shapes: vec![floor] });
        all(&world, &things, &mut random);
        shuffle(&mut world, things.iter().step_by(2), &mut random);
        all(&world, &things, &mut random);
        for number in [0, 7, 12] {
            world.remove(things.swap_remove(number).handle).unwrap();
        }
        things.extend(insert(&mut world, hub, 50, &mut random));
        things.sort_by_key(|thing| thing.handle);
        all(&world, &things, &mut random);
        // What is asked of a snapshot on other threads is about what was, whatever moves here.
        let snapshot = world.snapshot();
        shuffle(&mut world, things.iter(), &mut random);
        std::thread::scope(|scope| {
            for seed in 1..3 {
                let (snapshot, things) = (snapshot.clone(), &things);
                scope.spawn(move || check(snapshot.world(), things, center, &mut Random(seed)));
            }
            all(&world, &things, &mut random);
        });
    }
    assert!(met[0] > 200 && met[1] > 60, "{met:?}");
}

#[test]
fn a_mesh_on_a_body_without_bounds_has_a_budget_too() {
    let mut world = World::new();
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let floor = Shape::half_space(DVec3::Z, -5.0).unwrap();
    let a = world.insert(Body::new("a", &cube).with_shapes([floor])).unwrap();
    let at = Pose::from_translation([0.5; 3]).unwrap();
    let b = world.insert(Body::new("b", &cube).at(at)).unwrap();
    world.set(Budget::tests(0));
    let none = world.touch();
    assert_eq!(
        none.undecided.iter().map(|pair| (pair.a, pair.b, pair.depth)).collect::<Vec<_>>(),
        [(a, b, None)]
    );
    world.set(Budget::ENDLESS);
    assert_eq!(world.touch().touching, [(a, b)]);
    assert_eq!(world.collisions(), [(a, b)]);
}

#[test]
fn fixed_bodies_are_found_however_often_they_change() {
    let mut random = Random(77);
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let at = |p: DVec3| Pose::from_translation(p.to_array()).unwrap();
    let mut world = World::new();
    let probe = world.insert(Body::new("probe", &cube)).unwrap();
    let mut bodies: Vec<(Handle, DVec3)> = Vec::new();
    let (mut met, mut number) = (0, 0);
    for round in 0..10 {
        for _ in 0..[40, 3, 25][round % 3] {
            number += 1;
            let p = random.lattice(9);
            let body = Body::new(format!("{number}"), &cube).fixed().at(at(p));
            bodies.push((world.insert(body).unwrap(), p));
        }
        for _ in 0..[1, 2, 15][round % 3] {
            let (body, _) = bodies.swap_remove(random.below(bodies.len()));
            world.remove(body).unwrap();
        }
        // Boxes of all bodies grow and shrink.
        world.set_clearance(Clearance::new([0.0, 0.125][round % 2]).unwrap());
        bodies.sort_by_key(|&(body, _)| body);
        world.check();
        for _ in 0..50 {
            let low = random.lattice(9) - 0.75;
            let region = Region::Box { low: low.into(), high: (low + 0.5).into() };
            let is_near = |p: DVec3, size: f64| {
                let apart = (p - low).abs().max_element();
                p.cmplt(low + size).all() && low.cmplt(p + 1.0).all() && apart < 2.0
            };
            let near = |size: f64| {
                let near = bodies.iter().filter(move |&&(_, p)| is_near(p, size));
                near.map(|&(body, _)| body).collect::<Vec<_>>()
            };
            let mut found = world.bodies_in(&region);
            found.retain(|&body| body != probe);
            assert_eq!(found, near(0.5));
            world.set_pose(probe, at(low)).unwrap();
            let expected: Vec<_> = near(1.0).into_iter().map(|body| (probe, body)).collect();
            assert_eq!(world.collisions(), expected);
            met += expected.len();
        }
    }
    assert!(met > 200, "{met}");
}

#[test]
fn least_distances_are_those_of_the_loop_over_all_steps() {
    let mut random = Random(4711);
    let models = [
        Model::new(shapes::icosphere(0.5, 1)),
        Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE)),
    ];
    let mut world = World::new();
    let bodies: Vec<Handle> = (0..9)
        .map(|k| {
            let body = Body::new(format!("{k}"), &models[k % 2]).at(random.pose(2.0));
            let ball = Shape::ball(DVec3::ZERO, 0.4).unwrap();
            world.insert(if k % 4 == 3 { body.with_shapes([ball]) } else { body }).unwrap()
        })
        .collect();
    // Body 0 never moves, 1 moves along with 2, and steps come twice.
    let mut steps: Vec<Vec<(Handle, Pose)>> = (0..8)
        .map(|_| {
            let shared = random.pose(2.0);
            let pose = |k: usize, own: Pose| if k <= 2 { shared } else { own };
            (1..9).map(|k| (bodies[k], pose(k, random.pose(2.0)))).collect()
        })
        .collect();
    steps.extend_from_within(2..6);
    let least = world.least_distances(&steps).unwrap();
    assert_eq!(least.len(), 9 * 8 / 2);
    let all: Vec<_> = steps
        .iter()
        .map(|step| {
            world.set_poses(step).unwrap();
            world.distances()
        })
        .collect();
    let mut touching = 0;
    for (pair, least) in least.iter().enumerate() {
        let found = all.iter().map(|step| step[pair].distance);
        let (lo, hi) = found
            .clone()
            .fold((f64::INFINITY, f64::INFINITY), |(lo, hi), gap| (lo.min(gap.lo), hi.min(gap.hi)));
        let between = least.between.distance;
        assert!(between.lo <= hi && lo <= between.hi && between.hi <= hi * (1.0 + 1e-12));
        let first = found
            .clone()
            .position(|gap| gap.lo <= between.hi && gap.hi <= between.hi * (1.0 + 1e-12));
        assert_eq!(Some(least.step), first, "{least:?}");
        touching += usize::from(between.hi == 0.0);
    }
    assert!(touching > 3 && touching < 30, "{touching}");
}
