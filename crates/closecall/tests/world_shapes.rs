//! Exact shapes as bodies of a world: against every carried triangle and every carried shape, one
//! by one.

use crate::common::Random;
use closecall::Answer;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::Clearance;
use closecall::geom::shape::Shape;
use closecall::lab::Whole as _;
use closecall::mesh::{Mesh, shapes};
use closecall::world::{Body, Handle, World};
use closecall::{Ask, Model, Pose};

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).unwrap()
}

fn some_shape(random: &mut Random) -> Shape {
    let (p, q, r) = (
        random.vector() * 0.4,
        random.vector() * 0.4 + DVec3::splat(0.1),
        0.1 + 0.3 * random.next(),
    );
    match random.below(7) {
        0 => Shape::half_space(random.vector(), -1.5 - random.next()),
        1 => Shape::ball(p, r),
        2 => Shape::capsule(p, q, r),
        3 => Shape::cylinder(p, q, r),
        4 => Shape::cone(p, q, r),
        5 => Shape::cuboid(&random.pose(0.3), random.vector().abs() * 0.4 + DVec3::splat(0.05)),
        _ => Shape::torus(p, q, 0.4 + r, 0.2),
    }
    .unwrap()
}

struct Thing {
    handle: Handle,
    mesh: Option<Mesh>,
    shapes: Vec<Shape>,
}

/// The stronger of two answers.
fn stronger(one: Answer, other: Answer) -> Answer {
    match (one, other) {
        (Answer::Touching(()), _) | (_, Answer::Touching(())) => Answer::Touching(()),
        (Answer::Undecided(()), _) | (_, Answer::Undecided(())) => Answer::Undecided(()),
        _ => Answer::Clear,
    }
}

/// Every shape against every triangle and shape; meshes by the model.
fn expected(world: &World, a: &Thing, b: &Thing, clearance: Clearance) -> Answer {
    let pose = |thing: &Thing| world.world_from_body(thing.handle).unwrap();
    let carried = |thing: &Thing| -> Vec<Shape> {
        thing.shapes.iter().map(|shape| shape.carried(&pose(thing)).unwrap()).collect()
    };
    let triangles = |thing: &Thing| -> Vec<Triangle> {
        thing
            .mesh
            .iter()
            .flat_map(|mesh| mesh.iter())
            .map(|t| pose(thing).carried_triangle(&t))
            .collect()
    };
    let mut touch = Answer::Clear;
    for (one, other) in [(a, b), (b, a)] {
        for shape in carried(one) {
            for t in triangles(other) {
                touch = stronger(touch, shape.touches(&t, clearance));
            }
        }
    }
    for shape in carried(a) {
        for other in carried(b) {
            touch = stronger(touch, shape.touches_shape(&other, clearance));
        }
    }
    if let (Some(one), Some(other)) = (&a.mesh, &b.mesh) {
        let a_from_b = pose(a).relative(&pose(b)).unwrap();
        let [one, other] = [one, other].map(|mesh| Model::new(mesh.clone()));
        let meet = one.ask(&other, clearance).unwrap().collides(&a_from_b);
        touch = stronger(touch, if meet { Answer::Touching(()) } else { Answer::Clear });
    }
    touch
}

fn check(world: &mut World, things: &[Thing], clearance: Clearance) -> usize {
    let (mut certain, mut undecided) = (Vec::new(), Vec::new());
    for (k, b) in things.iter().enumerate() {
        for a in &things[..k] {
            match expected(world, a, b, clearance) {
                Answer::Clear => {}
                Answer::Touching(()) => certain.push((a.handle, b.handle)),
                Answer::Undecided(()) => undecided.push((a.handle, b.handle)),
            }
        }
    }
    let mut all = [certain.clone(), undecided.clone()].concat();
    all.sort_unstable();
    undecided.sort_unstable();
    assert_eq!(world.collisions(), all);
    let touches = world.touch();
    let open: Vec<_> = touches.undecided.iter().map(|pair| (pair.a, pair.b)).collect();
    certain.sort_unstable();
    assert_eq!((&touches.touching, open), (&certain, undecided));
    assert_eq!(world.collides(), !all.is_empty());
    let contacts: Vec<_> = world.contacts().iter().map(|found| (found.a, found.b)).collect();
    assert_eq!(contacts, all);
    let mut query = world.query();
    query.pose_all();
    assert_eq!(query.collisions(), all);
    assert_eq!(query.contacts().iter().map(|found| (found.a, found.b)).collect::<Vec<_>>(), all);
    certain.len()
}

#[test]
fn a_world_answers_like_all_pairs_of_shapes_and_triangles() {
    let mut random = Random(1807);
    let parts = [shapes::icosphere(0.4, 1), shapes::cuboid(DVec3::splat(-0.3), DVec3::splat(0.3))];
    let (mut touching, mut asked) = (0, 0);
    for round in 0..24 {
        let offset = DVec3::splat([0.0, 1e3, -1e7][round % 3]);
        let clearance = Clearance::new([0.0, 0.0, 0.125, 0.1][round % 4]).unwrap();
        let mut world = World::new();
        world.set_clearance(clearance);
        let hub = world.insert(Body::frame("hub").at(at(offset.x, offset.y, offset.z))).unwrap();
        let mut things = Vec::new();
        for number in 0..9 {
            let mesh = (number % 3 != 0).then(|| parts[random.below(2)].clone());
            let count = if mesh.is_none() { 1 + random.below(2) } else { random.below(2) };
            let shapes: Vec<Shape> = (0..count).map(|_| some_shape(&mut random)).collect();
            let frame = Body::frame(format!("{number}"));
            let body = mesh
                .as_ref()
                .map_or(frame, |mesh| Body::new(format!("{number}"), &Model::new(mesh.clone())));
            let body = body.with_shapes(shapes.iter().copied()).on(hub).at(random.pose(2.0));
            things.push(Thing { handle: world.insert(body).unwrap(), mesh, shapes });
        }
        touching += check(&mut world, &things, clearance);
        for thing in things.iter().take(5) {
            world.set_pose(thing.handle, random.pose(2.0)).unwrap();
        }
        touching += check(&mut world, &things, clearance);
        world.check();
        world.remove(things[0].handle).unwrap();
        things.remove(0);
        touching += check(&mut world, &things, clearance);
        asked += 3 * 30;
    }
    assert!(touching > 100 && touching < asked * 9 / 10, "{touching} of {asked}");
}

#[test]
fn tangent_bodies_are_decided_to_the_last_bit() {
    let mut world = World::new();
    let slope = Shape::half_space(v(0.0, 3.0, 4.0), 5.0).unwrap();
    let floor = world.insert(Body::frame("floor").with_shapes([slope]).fixed()).unwrap();
    // At (0, 3h, 4h) the height over the slope is 5h − 1.
    let balls = [
        ("ball", Shape::ball(DVec3::ZERO, 4.0)),
        ("rod", Shape::capsule(DVec3::ZERO, v(1.0, 0.0, 0.0), 4.0)),
    ];
    for (name, shape) in balls {
        let body = world
            .insert(Body::frame(name).with_shapes([shape.unwrap()]).at(at(0.0, 3.0, 4.0)))
            .unwrap();
        assert_eq!(world.collisions(), [(floor, body)], "{name}");
        world.set_pose(body, at(0.0, 3.0f64.next_up(), 4.0)).unwrap();
        assert!(!world.collides(), "{name}");
        world.set_clearance(Clearance::new(1.0).unwrap());
        world.set_pose(body, at(0.0, 3.6, 4.8)).unwrap();
        assert_eq!(world.touch().undecided, [], "{name}");
        world.set_clearance(Clearance::NONE);
        world.remove(body).unwrap();
    }
    // A mesh stands on a floor; two floors back to back.
    let mut world = World::new();
    let flat = Body::frame("flat").with_shapes([Shape::half_space(DVec3::Z, 0.0).unwrap()]);
    let flat = world.insert(flat).unwrap();
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let cube = world.insert(Body::new("cube", &cube)).unwrap();
    assert_eq!(world.collisions(), [(flat, cube)]);
    world.set_pose(cube, at(1e6, -1e6, 1e-60)).unwrap();
    assert!(world.collisions().is_empty());
    let roof = Body::frame("roof").with_shapes([Shape::half_space(DVec3::NEG_Z, 0.0).unwrap()]);
    let roof = world.insert(roof.at(at(0.0, 0.0, 2.0))).unwrap();
    assert!(world.collisions().is_empty());
    world.set_pose(roof, at(0.0, 0.0, 0.5)).unwrap();
    assert_eq!(world.collisions(), [(cube, roof)]);
    world.set_pose(roof, at(0.0, 0.0, 0.0)).unwrap();
    assert_eq!(world.collisions(), [(flat, roof), (cube, roof)]);
}

#[test]
fn what_lies_inside_counts_where_it_is_filled() {
    let mut world = World::new();
    let room = Model::new(shapes::cuboid(DVec3::splat(-5.0), DVec3::splat(5.0)));
    let room = world.insert(Body::new("room", &room)).unwrap();
    let ball = world
        .insert(Body::frame("ball").with_shapes([Shape::ball(DVec3::ZERO, 1.0).unwrap()]))
        .unwrap();
    assert!(world.collisions().is_empty());
    world.set_solid(room, true).unwrap();
    assert_eq!(world.collisions(), [(room, ball)]);
    world.set_pose(ball, at(9.0, 0.0, 0.0)).unwrap();
    assert!(world.collisions().is_empty());
    // A small mesh inside a large shape.
    let mut world = World::new();
    let cube = world
        .insert(Body::new("cube", &Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE))))
        .unwrap();
    let half = DVec3::splat(9.0);
    let shape = Shape::cuboid(&Pose::IDENTITY, half).unwrap();
    let large = world.insert(Body::frame("large").with_shapes([shape])).unwrap();
    assert_eq!(world.collisions(), [(cube, large)]);
    world.allow(cube, large).unwrap();
    assert!(world.collisions().is_empty() && !world.looks_at_any_pair());
}

#[test]
fn places_where_a_shape_would_be_none_are_refused() {
    let mut world = World::new();
    let thin = Shape::cylinder(DVec3::ZERO, v(0.0, 0.0, 1e-3), 1.0).unwrap();
    let thin = world.insert(Body::frame("thin").with_shapes([thin])).unwrap();
    let error = world.set_pose(thin, at(0.0, 0.0, 1e20)).unwrap_err().to_string();
    assert!(error.contains("a shape of `thin` is out of range"), "{error}");
    assert_eq!(world.world_from_body(thin).unwrap(), Pose::IDENTITY);
    let steep = Shape::half_space(DVec3::Z * 1e20, 0.0).unwrap();
    let steep = Body::frame("steep").with_shapes([steep]);
    assert!(world.insert(steep.clone().at(at(0.0, 0.0, 1e20))).is_err());
    assert!(world.insert(steep).is_ok());
    world.check();
}

#[test]
fn distances_are_those_of_all_shapes_and_triangles() {
    let mut random = Random(187);
    let part = shapes::icosphere(0.4, 1);
    let model = Model::new(part.clone());
    for _ in 0..12 {
        let mut world = World::new();
        let mut bodies: Vec<(Handle, Option<Mesh>, Vec<Shape>)> = Vec::new();
        for number in 0..6 {
            let shape = some_shape(&mut random);
            let (body, mesh, shapes) = match number % 3 {
                0 => (Body::new(number.to_string(), &model), Some(part.clone()), vec![]),
                1 => (Body::frame(number.to_string()).with_shapes([shape]), None, vec![shape]),
                _ => (
                    Body::new(number.to_string(), &model).with_shapes([shape]),
                    Some(part.clone()),
                    vec![shape],
                ),
            };
            bodies.push((world.insert(body.at(random.pose(3.0))).unwrap(), mesh, shapes));
        }
        let all = world.distances();
        assert_eq!(all.len(), 15);
        for found in &all {
            let [a, b] = [found.a, found.b]
                .map(|handle| bodies.iter().find(|body| body.0 == handle).unwrap());
            let (mut low, mut high) = (f64::INFINITY, f64::INFINITY);
            let pose = |handle| world.world_from_body(handle).unwrap();
            let triangles =
                |(handle, mesh, _): &(Handle, Option<Mesh>, Vec<Shape>)| -> Vec<Triangle> {
                    mesh.iter()
                        .flat_map(|mesh| mesh.iter())
                        .map(|t| pose(*handle).carried_triangle(&t))
                        .collect()
                };
            let carried = |(handle, _, shapes): &(Handle, Option<Mesh>, Vec<Shape>)| -> Vec<Shape> {
                shapes.iter().map(|shape| shape.carried(&pose(*handle)).unwrap()).collect()
            };
            let mut take = |l: f64, h: f64| (low, high) = (low.min(l), high.min(h));
            for (one, other) in [(a, b), (b, a)] {
                for shape in carried(one) {
                    carried(other)
                        .iter()
                        .map(|s| shape.distance_to_shape(s))
                        .for_each(|d| take(d.lo, d.hi));
                    triangles(other)
                        .iter()
                        .map(|t| shape.distance_to(t))
                        .for_each(|d| take(d.lo, d.hi));
                }
            }
            for s in triangles(a) {
                for t in triangles(b) {
                    let d = closecall::engine::geom::exact::distance(&s, &t);
                    take(d.distance.lo, d.distance.hi);
                }
            }
            let distance = found.distance;
            assert!(
                distance.lo <= high + 1e-12 && low - 1e-12 <= distance.hi,
                "{found:?} {low} {high}"
            );
            assert!(distance.hi - distance.lo < 1e-9, "{found:?}");
        }
        let nearest = world.nearest().unwrap();
        let least = all.iter().map(|found| found.distance.hi).fold(f64::INFINITY, f64::min);
        assert!(
            nearest.distance.hi <= least + 1e-12 && nearest.distance.lo <= least,
            "{nearest:?} {least}"
        );
        world.set(Ask::new().limit(1.0));
        let near: Vec<_> = world.distances().iter().map(|found| (found.a, found.b)).collect();
        let expected =
            all.iter().filter(|found| found.distance.lo <= 1.0).map(|found| (found.a, found.b));
        assert_eq!(near, expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_ball_that_falls_on_a_floor_is_caught_on_the_way() {
    use closecall::Answer;
    use closecall::Ask;
    use closecall::path::{Chain, Factor};
    use closecall::world::sweep::{EdgeHit, Moves, Sweeps};
    let mut world = World::new();
    let floor = Shape::half_space(DVec3::Z, 0.0).unwrap();
    let floor = world.insert(Body::frame("floor").with_shapes([floor]).fixed()).unwrap();
    let ball = world.insert(
        Body::frame("ball")
            .with_shapes([Shape::ball(DVec3::ZERO, 1.0).unwrap()])
            .at(at(0.0, 0.0, 9.0)),
    );
    let ball = ball.unwrap();
    let cube = Model::new(shapes::cuboid(-DVec3::ONE, DVec3::ONE));
    let mesh = world.insert(Body::new("mesh", &cube).at(at(50.0, 0.0, 9.0))).unwrap();
    let slide = |body: Handle, x: f64, to: f64| {
        let factor = Factor::Slide { from: v(x, 0.0, 9.0).into(), to: v(x, 0.0, to).into() };
        Moves(vec![(body, Chain::new(vec![factor]).unwrap())])
    };
    let sweeps = Sweeps::new(&world, &Ask::new());
    for (body, x) in [(ball, 0.0), (mesh, 50.0)] {
        // From 9 down to −1 it touches at 1: after 0.8 of the way.
        match sweeps.ask(&slide(body, x, -1.0)).unwrap() {
            Answer::Touching(EdgeHit { hit, bodies }) => {
                assert_eq!(bodies, [floor, body]);
                assert!(
                    hit.time.lo <= 0.8 + 1e-9
                        && hit.time.hi >= 0.8 - 1e-9
                        && hit.time.hi - hit.time.lo < 1e-5,
                    "{hit:?}"
                );
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(sweeps.ask(&slide(body, x, 1.001)).unwrap(), Answer::Clear);
        // At the very end, at the very start, and from the start on.
        for (from, to, time) in [(9.0, 1.0, 1.0), (1.0, 9.0, 0.0), (0.5, 9.0, 0.0)] {
            let factor = Factor::Slide { from: v(x, 0.0, from).into(), to: v(x, 0.0, to).into() };
            let edge = Moves(vec![(body, Chain::new(vec![factor]).unwrap())]);
            let answer = sweeps.ask(&edge).unwrap();
            assert!(
                matches!(answer, Answer::Touching(EdgeHit { hit, .. }) if hit.time.hi == time),
                "{answer:?}"
            );
        }
        assert_eq!(sweeps.anywhere(&slide(body, x, 5.0)).unwrap(), Answer::Clear);
        assert_eq!(
            sweeps.anywhere(&slide(body, x, -9.0)).unwrap(),
            Answer::Touching([floor, body])
        );
    }
    assert!(sweeps.approach(&slide(ball, 0.0, 5.0)).is_err());
    let clearance = Ask::new().clearance(Clearance::new(0.5).unwrap());
    let sweeps = Sweeps::new(&world, &clearance);
    assert!(matches!(sweeps.ask(&slide(ball, 0.0, 1.25)).unwrap(), Answer::Touching(_)));
    assert_eq!(sweeps.ask(&slide(ball, 0.0, 1.75)).unwrap(), Answer::Clear);
}

#[test]
fn a_cylinder_that_drives_through_another_hits_it() {
    use closecall::Answer;
    use closecall::Ask;
    use closecall::path::{Chain, Factor};
    use closecall::world::sweep::{EdgeHit, Moves, Sweeps};
    let stands = Shape::cylinder(v(0.0, 0.0, -1.0), v(0.0, 0.0, 1.0), 0.7).unwrap();
    let lies = Shape::cylinder(v(0.0, -1.0, 0.0), v(0.0, 1.0, 0.0), 0.7).unwrap();
    for (one, other) in [(stands, stands), (stands, lies), (lies, stands)] {
        let mut world = World::new();
        let still = world.insert(Body::frame("still").with_shapes([one]).fixed()).unwrap();
        let drives = world.insert(Body::frame("drives").with_shapes([other])).unwrap();
        let slide = |y: f64| {
            let factor =
                Factor::Slide { from: v(-10.0, y, 0.0).into(), to: v(10.0, y, 0.0).into() };
            Moves(vec![(drives, Chain::new(vec![factor]).unwrap())])
        };
        let sweeps = Sweeps::new(&world, &Ask::new());
        // From −10 to 10 they touch at −1.4: after 0.43 of the way.
        match sweeps.ask(&slide(0.0)).unwrap() {
            Answer::Touching(EdgeHit { hit, bodies }) => {
                assert_eq!(bodies, [still, drives]);
                assert!(hit.time.lo <= 0.43 + 1e-9 && hit.time.hi >= 0.43 - 1e-9, "{hit:?}");
                assert!(hit.time.hi - hit.time.lo < 1e-5, "{hit:?}");
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(sweeps.ask(&slide(2.001)).unwrap(), Answer::Clear);
    }
}
