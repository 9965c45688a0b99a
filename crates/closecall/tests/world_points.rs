//! Nearest points of bodies with exact shapes: each is on its body, and the two are as far apart as the bodies.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::shape::Shape;
use closecall::mesh::{Mesh, shapes};
use closecall::world::{Body, BodyDistance, Handle, World};
use closecall::{Model, Pose};

#[derive(Clone)]
enum Part {
    Mesh(Mesh),
    Shape(Shape),
}

fn some_part(random: &mut Random) -> Part {
    let (p, q, r) = (
        random.vector() * 0.3,
        random.vector() * 0.3 + DVec3::splat(0.1),
        0.1 + 0.2 * random.next(),
    );
    let shape = match random.below(9) {
        0 => Shape::half_space(random.vector(), -1.0),
        1 | 2 => Shape::ball(p, r),
        3 => Shape::capsule(p, q, r),
        4 => Shape::cylinder(p, q, r),
        5 => Shape::cone(p, q, r),
        6 => Shape::cuboid(&random.pose(0.3), random.vector().abs() * 0.3 + DVec3::splat(0.05)),
        7 => Shape::torus(p, q, 0.3 + r, 0.1),
        _ => return Part::Mesh(shapes::icosphere(0.4, 1)),
    };
    Part::Shape(shape.unwrap())
}

/// How far a point is from a part at a pose.
fn away(part: &Part, pose: &Pose, point: DVec3) -> f64 {
    let ball = Shape::ball(point, 1e-13).unwrap();
    match part {
        Part::Shape(shape) => shape.carried(pose).unwrap().distance_to_shape(&ball).hi,
        Part::Mesh(mesh) => {
            let gap = |t| ball.distance_to(&pose.carried_triangle(&t)).hi;
            mesh.iter().map(gap).fold(f64::INFINITY, f64::min)
        }
    }
}

fn check(world: &World, [a, b]: [&Part; 2], found: &BodyDistance) -> bool {
    let Some(points) = found.points else {
        let is = |part: &Part, kind: &str| format!("{:?}", shape_of(part)).contains(kind);
        let are_floors = is(a, "HalfSpace") && is(b, "HalfSpace");
        assert!(is(a, "Torus") || is(b, "Torus") || are_floors, "{found:?}");
        return false;
    };
    let [p, q] = points.map(DVec3::from);
    let (gap, reach) = (p.distance(q), 1e-9 * (1.0 + p.length() + q.length()));
    assert!(
        found.distance.lo - reach <= gap && gap <= found.distance.hi + reach,
        "{gap} {found:?}"
    );
    for (handle, part, point) in [(found.a, a, p), (found.b, b, q)] {
        let off = away(part, &world.world_from_body(handle).unwrap(), point);
        assert!(off < reach, "{off} {found:?} {:?}", shape_of(part));
    }
    let is_mesh = [a, b].map(|part| matches!(part, Part::Mesh(_)));
    assert_eq!(found.triangles.map(|triangle| triangle.is_some()), is_mesh);
    true
}

fn shape_of(part: &Part) -> Option<Shape> {
    match part {
        Part::Shape(shape) => Some(*shape),
        Part::Mesh(_) => None,
    }
}

fn insert(world: &mut World, name: &str, part: &Part, pose: Pose) -> Handle {
    let body = match part {
        Part::Mesh(mesh) => Body::new(name, &Model::new(mesh.clone())),
        Part::Shape(shape) => Body::frame(name).with_shapes([*shape]),
    };
    world.insert(body.at(pose)).unwrap()
}

#[test]
fn nearest_points_are_on_their_bodies_and_as_far_apart() {
    let mut random = Random(39);
    let (mut apart, mut touching) = (0, 0);
    for _ in 0..3000 {
        let parts = [some_part(&mut random), some_part(&mut random)];
        let mut world = World::new();
        insert(&mut world, "a", &parts[0], random.pose(0.7));
        insert(&mut world, "b", &parts[1], random.pose(0.7));
        let found = world.nearest().unwrap();
        if check(&world, parts.each_ref(), &found) {
            *(if found.distance.hi == 0.0 { &mut touching } else { &mut apart }) += 1;
        }
    }
    assert!(apart > 500 && touching > 200, "{apart} {touching}");
}

#[test]
fn points_that_can_be_seen_are_those() {
    let mut world = World::new();
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    let ball = Part::Shape(Shape::ball(DVec3::ZERO, 1.0).unwrap());
    let cuboid = Shape::cuboid(&Pose::IDENTITY, DVec3::splat(0.5)).unwrap();
    insert(&mut world, "ball", &ball, at(0.0));
    let other = insert(&mut world, "box", &Part::Shape(cuboid), at(3.0));
    assert_eq!(world.nearest().unwrap().points, Some([[1.0, 0.0, 0.0], [2.5, 0.0, 0.0]]));
    // One inside the other: a point of both.
    world.set_pose(other, at(0.1)).unwrap();
    let [p, q] = world.nearest().unwrap().points.unwrap().map(DVec3::from);
    assert!(p.distance(q) < 1e-15 && p.distance(DVec3::X * 0.1).max(p.length()) < 1.0);
    // Inside a solid.
    let mut world = World::new();
    let cube = Model::new(shapes::cuboid(DVec3::splat(-2.0), DVec3::splat(2.0)));
    let cube = world.insert(Body::new("cube", &cube)).unwrap();
    insert(&mut world, "ball", &ball, at(0.5));
    world.set_solid(cube, true).unwrap();
    let found = world.nearest().unwrap();
    assert_eq!((found.distance.hi, found.points), (0.0, Some([[0.5, 0.0, 0.0]; 2])));
}
