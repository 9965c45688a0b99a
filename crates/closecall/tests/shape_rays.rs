//! Rays against exact shapes: an oracle in rational numbers that only knows whether a point is in a
//! shape, tangent cases, and worlds of shapes and meshes.

use crate::common::Random;
use closecall::Model;
use closecall::engine::geom::DVec3;
use closecall::geom::shape::Shape;
use closecall::geom::{Interval, Pose, Ray};
use closecall::mesh::shapes;
use closecall::world::{Body, BodyPart, World};
use dashu::rational::RBig;

type V = [RBig; 3];

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn exact(p: DVec3) -> V {
    p.to_array().map(|x| RBig::try_from(x).unwrap())
}

fn number(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

fn minus(a: &V, b: &V) -> V {
    std::array::from_fn(|i| &a[i] - &b[i])
}

fn dot(a: &V, b: &V) -> RBig {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

/// Is a point in a shape? Only squares are compared.
type Holds = Box<dyn Fn(&V) -> bool>;

fn in_ball(center: DVec3, radius: f64) -> Holds {
    let (center, radius) = (exact(center), number(radius));
    Box::new(move |p| {
        let y = minus(p, &center);
        dot(&y, &y) <= &radius * &radius
    })
}

/// By the share of the way along the axis, and the squared distance from it.
fn about_axis(from: DVec3, to: DVec3, holds: impl Fn(RBig, RBig) -> bool + 'static) -> Holds {
    let (from, axis) = (exact(from), minus(&exact(to), &exact(from)));
    Box::new(move |p| {
        let y = minus(p, &from);
        let share = dot(&y, &axis) / dot(&axis, &axis);
        let across = dot(&y, &y) - &share * &share * dot(&axis, &axis);
        holds(share, across)
    })
}

fn in_cylinder(from: DVec3, to: DVec3, radius: f64) -> Holds {
    let squared = number(radius) * number(radius);
    about_axis(from, to, move |share, across| {
        share >= RBig::ZERO && share <= RBig::ONE && across <= squared
    })
}

fn in_cone(apex: DVec3, base: DVec3, radius: f64) -> Holds {
    let squared = number(radius) * number(radius);
    about_axis(apex, base, move |share, across| {
        share >= RBig::ZERO && share <= RBig::ONE && across <= &squared * &share * &share
    })
}

fn in_torus(center: DVec3, axis: DVec3, ring: f64, tube: f64) -> Holds {
    let (middle, ring, tube) = (exact(center), number(ring), number(tube));
    let (far, about) = (exact(center), exact(axis));
    Box::new(move |p| {
        let y = minus(p, &far);
        let place = dot(&y, &about);
        let across = dot(&y, &y) - &place * &place / dot(&about, &about);
        // |y|² + R² − r² ≤ 2R·√across.
        let rest = dot(&minus(p, &middle), &minus(p, &middle)) + &ring * &ring - &tube * &tube;
        rest <= RBig::ZERO || &rest * &rest <= RBig::from(4) * &ring * &ring * across
    })
}

fn in_box(low: DVec3, high: DVec3) -> Holds {
    let (low, high) = (exact(low), exact(high));
    Box::new(move |p| (0..3).all(|k| p[k] >= low[k] && p[k] <= high[k]))
}

/// A shape with whole numbers, and who is in it.
fn some_shape(random: &mut Random) -> (&'static str, Shape, Holds) {
    let mut whole = || v(random.below(7) as f64, random.below(7) as f64, random.below(7) as f64);
    let (p, mut q) = (whole(), whole());
    if p == q {
        q += DVec3::Z;
    }
    let (r, ring) = (1.0 + random.below(3) as f64, 1.0 + random.below(4) as f64);
    match random.below(7) {
        0 => {
            let (normal, offset) = (exact(q - p), number(r));
            let holds: Holds = Box::new(move |p| dot(p, &normal) <= offset);
            ("half-space", Shape::half_space(q - p, r).unwrap(), holds)
        }
        1 => ("ball", Shape::ball(p, r).unwrap(), in_ball(p, r)),
        2 => {
            let parts = [in_ball(p, r), in_ball(q, r), in_cylinder(p, q, r)];
            (
                "capsule",
                Shape::capsule(p, q, r).unwrap(),
                Box::new(move |x| parts.iter().any(|part| part(x))),
            )
        }
        3 => ("cylinder", Shape::cylinder(p, q, r).unwrap(), in_cylinder(p, q, r)),
        4 => ("cone", Shape::cone(p, q, r).unwrap(), in_cone(p, q, r)),
        5 => {
            let half = v(r, ring, 1.0);
            let shape =
                Shape::cuboid(&Pose::from_translation(p.to_array()).unwrap(), half).unwrap();
            ("box", shape, in_box(p - half, p + half))
        }
        _ => ("torus", Shape::torus(p, q - p, ring, r).unwrap(), in_torus(p, q - p, ring, r)),
    }
}

/// The point at a parameter.
fn at(ray: &Ray, t: &RBig) -> V {
    let from = exact(ray.origin().into());
    let along = ray
        .end()
        .map_or_else(|| exact(ray.direction().into()), |end| minus(&exact(end.into()), &from));
    std::array::from_fn(|k| &from[k] + t * &along[k])
}

#[test]
fn the_first_point_is_that_of_the_oracle() {
    let mut random = Random(77);
    let mut seen = [0; 4];
    for _ in 0..3000 {
        let (name, shape, holds) = some_shape(&mut random);
        let (from, to) = (random.lattice(10) - 2.0, random.lattice(10) - 2.0);
        let Ok(ray) =
            (if random.below(2) == 0 { Ray::segment(from, to) } else { Ray::new(from, to - from) })
        else {
            continue;
        };
        let end = if ray.end().is_some() { 64 } else { 512 };
        let inside = |i: i32| holds(&at(&ray, &(RBig::from(i) / RBig::from(64))));
        let sampled = (0..=end).find(|&i| inside(i));
        match shape.pierced(&ray) {
            None => assert_eq!(sampled, None, "{name}: {shape:?} {ray:?}"),
            Some(Interval { lo: low, hi: high }) => {
                assert!(
                    low >= 0.0 && low <= high && high - low <= 1e-12 * high,
                    "{name}: {low} {high}"
                );
                let first = sampled.map_or(f64::INFINITY, |i| f64::from(i) / 64.0);
                assert!(low <= first, "{name}: {low} {first} {shape:?} {ray:?}");
                // Just before it is outside; there, or just after, inside, or it only touches.
                let before = number(low) - number(1e-9);
                assert!(
                    low < 1e-8 || !holds(&at(&ray, &before)),
                    "{name}: {low} {shape:?} {ray:?}"
                );
                let near =
                    [low, high, high + 1e-9, high + 1e-6].map(|t| holds(&at(&ray, &number(t))));
                let touches = !near.contains(&true);
                seen[2] += usize::from(touches);
                seen[3] += usize::from(low == 0.0);
            }
        }
        seen[usize::from(sampled.is_some())] += 1;
    }
    // Those that touch where no f64 is are few.
    assert!(seen[..2].iter().all(|&count| count > 500) && seen[2] > 1 && seen[3] > 100, "{seen:?}");
}

#[test]
fn rays_that_only_touch_are_decided_to_the_last_bit() {
    let ball = Shape::ball(v(0.0, 0.0, 5.0), 5.0).unwrap();
    let cylinder = Shape::cylinder(v(-8.0, 0.0, 5.0), v(8.0, 0.0, 5.0), 5.0).unwrap();
    let cone = Shape::cone(v(0.0, 0.0, 10.0), DVec3::ZERO, 2.0).unwrap();
    let capsule = Shape::capsule(v(0.0, -8.0, 5.0), v(0.0, 8.0, 5.0), 5.0).unwrap();
    let torus = Shape::torus(v(0.0, 0.0, 5.0), DVec3::Z, 9.0, 5.0).unwrap();
    let cube = Shape::cuboid(&Pose::from_translation([0.0, 0.0, 5.0]).unwrap(), DVec3::splat(5.0))
        .unwrap();
    let floor = Shape::half_space(-DVec3::Z, 0.0).unwrap();
    for shape in [ball, cylinder, cone, capsule, torus, cube, floor] {
        for way in [v(1.0, 0.0, 0.0), v(3.0, 4.0, 0.0), v(-0.1, 0.7, 0.0)] {
            let touching = Ray::new(-way * 32.0, way).unwrap();
            assert!(shape.pierced(&touching).is_some(), "{shape:?} {way}");
            let below =
                Ray::new(-way * 32.0 - DVec3::Z * f64::MIN_POSITIVE.powf(0.15), way).unwrap();
            assert_eq!(shape.pierced(&below), None, "{shape:?} {way}");
        }
    }
    let upright = Ray::new(v(14.0, 0.0, -9.0), DVec3::Z).unwrap();
    assert_eq!(torus.pierced(&upright), Some(Interval::exactly(14.0)));
    let beside = Ray::new(v(14.0f64.next_up(), 0.0, -9.0), DVec3::Z).unwrap();
    assert_eq!(torus.pierced(&beside), None);
    let apex = Ray::new(v(-3.0, 0.0, 10.0), DVec3::X).unwrap();
    assert_eq!(cone.pierced(&apex), Some(Interval::exactly(3.0)));
    let over = Ray::new(v(-3.0, 0.0, 10.0f64.next_up()), DVec3::X).unwrap();
    assert_eq!(cone.pierced(&over), None);
}

#[test]
fn scales_and_far_origins() {
    for scale in [1e-50, 1e-20, 1.0, 1e12, 1e22] {
        let torus = Shape::torus(DVec3::ZERO, DVec3::Z, 2.0 * scale, 0.5 * scale).unwrap();
        let cone = Shape::cone(v(0.0, 0.0, scale), v(0.0, 0.0, -scale), scale).unwrap();
        for far in [4.0, 4e6] {
            let ray = Ray::new(v(-far * scale, 0.0, 0.0), v(scale, 0.0, 0.0)).unwrap();
            let near = |t: Interval, expected: f64| (t.middle() - expected).abs() <= 1e-12 * far;
            assert!(near(torus.pierced(&ray).unwrap(), far - 2.5), "{scale} {far}");
            assert!(near(cone.pierced(&ray).unwrap(), far - 0.5), "{scale} {far}");
        }
    }
}

/// By a mesh inside out of the shape: as often as the ray goes through the box's surface.
#[test]
fn passages_have_the_parity_of_inside_and_outside() {
    let mut random = Random(5);
    let mut world = World::new();
    let mut holders = Vec::new();
    for number in 0..12 {
        let (_, shape, holds) = some_shape(&mut random);
        let body = world.insert(Body::frame(number.to_string()).with_shapes([shape])).unwrap();
        holders.push((body, holds));
    }
    let mut rays = world.rays();
    let mut seen = [0, 0];
    for _ in 0..400 {
        // Not on the lattice: no end is in a surface of whole numbers, or hardly ever.
        let [from, to] = [(); 2].map(|()| random.lattice(10) - 2.0 + random.vector() * 0.37);
        let ray = Ray::segment(from, to).unwrap();
        let found = rays.crossings(&ray);
        for (body, holds) in &holders {
            let ends = [holds(&exact(from)), holds(&exact(to))].map(i64::from);
            let passed = found
                .iter()
                .find(|(other, _)| other == body)
                .map_or(Default::default(), |(_, passed)| *passed);
            assert_eq!(passed.winding, ends[0] - ends[1], "{ray:?}");
            assert_eq!(passed.count % 2 == 1, ends[0] != ends[1], "{ray:?}");
            seen[usize::from(passed.count > 1)] += 1;
        }
    }
    assert!(seen[1] > 50, "{seen:?}");
    let torus = Shape::torus(DVec3::ZERO, DVec3::Z, 2.0, 0.5).unwrap();
    let mut world = World::new();
    world.insert(Body::frame("ring").with_shapes([torus])).unwrap();
    let count = |y: f64, z: f64| {
        let ray = Ray::new(v(-9.0, y, z), DVec3::X).unwrap();
        (
            world.rays().any(&ray),
            world.rays().crossings(&ray).first().map_or(0, |(_, passed)| passed.count),
        )
    };
    assert_eq!(
        [count(0.0, 0.0), count(0.0, 0.5), count(2.5, 0.0), count(1.5, 0.0)],
        [(true, 4), (true, 0), (true, 0), (true, 2)]
    );
}

#[test]
fn shapes_and_meshes_of_a_world_are_met_in_order() {
    let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    let mut world = World::new();
    let floor = world
        .insert(Body::frame("wall").with_shapes([Shape::half_space(-DVec3::X, -9.0).unwrap()]))
        .unwrap();
    let ball = world
        .insert(
            Body::frame("ball")
                .with_shapes([Shape::ball(v(0.0, 0.5, 0.5), 1.0).unwrap()])
                .at(at(3.0)),
        )
        .unwrap();
    // The same parameter as the ball: the ball's handle is lower.
    let mesh = world.insert(Body::new("mesh", &cube).at(at(2.0))).unwrap();
    let both = Body::new("both", &cube)
        .with_shapes([Shape::ball(v(-0.5, 0.5, 0.5), 0.25).unwrap()])
        .at(at(6.0));
    let both = world.insert(both).unwrap();
    let mut rays = world.rays();
    let ray = Ray::new(v(0.0, 0.5, 0.5), DVec3::X).unwrap();
    let first = rays.first(&ray).unwrap();
    assert_eq!(
        (first.body, first.part, first.t),
        (ball, BodyPart::Shape(0), Interval::exactly(2.0))
    );
    let all = rays.all(&ray);
    let bodies: Vec<_> = all.iter().map(|hit| hit.body).collect();
    assert_eq!(bodies[..2], [floor, ball]);
    assert!(bodies.contains(&mesh));
    let of_both: Vec<_> = all.iter().filter(|hit| hit.body == both).collect();
    assert_eq!(of_both[0].part, BodyPart::Shape(0));
    assert!(of_both[0].t.contains(5.25) && of_both[1].t.contains(6.0));
    assert!(all[0].t.contains(9.0));
    let away = Ray::new(v(0.0, 0.5, 0.5), -DVec3::X).unwrap();
    assert_eq!((rays.first(&away), rays.any(&away)), (None, false));
    let many: Vec<Ray> = (0..200)
        .map(|i| Ray::new(v(0.0, 0.01 * f64::from(i), 0.5), v(1.0, 0.1, 0.0)).unwrap())
        .collect();
    let one = |ask: &mut dyn FnMut(&Ray) -> Option<closecall::world::BodyHit>| {
        many.iter().map(ask).collect::<Vec<_>>()
    };
    assert_eq!(rays.first_batch(&many), one(&mut |ray| world.rays().first(ray)));
    assert_eq!(
        rays.any_batch(&many),
        many.iter().map(|ray| world.rays().any(ray)).collect::<Vec<_>>()
    );
    assert_eq!(
        rays.all_batch(&many),
        many.iter().map(|ray| world.rays().all(ray)).collect::<Vec<_>>()
    );
    assert_eq!(
        rays.crossings_batch(&many),
        many.iter().map(|ray| world.rays().crossings(ray)).collect::<Vec<_>>()
    );
}
