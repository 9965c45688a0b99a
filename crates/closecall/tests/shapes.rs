//! Exact shapes: tangent cases in whole numbers, and dense sampling with plain formulas of the
//! distance from a point.

use crate::common::{Random, scenes};
use closecall::Answer;
use closecall::Model;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::shape::{Shape, ShapeError};
use closecall::geom::{Clearance, Interval, Pose};
use closecall::mesh::shapes;

/// A shape, and a formula for the distance of a point from it, 0 inside.
struct Sampled {
    name: &'static str,
    shape: Shape,
    distance: Box<dyn Fn(DVec3) -> f64>,
}

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Radial and axial coordinates about an axis.
fn about(p: DVec3, from: DVec3, to: DVec3) -> (f64, f64) {
    let axis = (to - from).normalize();
    let along = (p - from).dot(axis);
    ((p - from - axis * along).length(), along)
}

fn to_segment(x: f64, y: f64, [a, b]: [[f64; 2]; 2]) -> f64 {
    let (ux, uy) = (b[0] - a[0], b[1] - a[1]);
    let share = (((x - a[0]) * ux + (y - a[1]) * uy) / (ux * ux + uy * uy)).clamp(0.0, 1.0);
    (x - a[0] - share * ux).hypot(y - a[1] - share * uy)
}

fn all_shapes(random: &mut Random) -> Vec<Sampled> {
    let (p, q) = (random.vector(), random.vector() + DVec3::splat(0.1));
    let (r, ring) = (0.1 + random.next() * 0.5, 0.7 + random.next());
    let (normal, offset) = (random.vector(), random.signed());
    let pose = random.pose(0.5);
    let half = random.vector().abs() + DVec3::splat(0.05);
    let axis = random.vector();
    let cone = move |x: DVec3| {
        let (radial, along) = about(x, p, q);
        let height = p.distance(q);
        if (0.0..=height).contains(&along) && radial <= r * along / height {
            return 0.0;
        }
        let slant = to_segment(radial, along, [[0.0, 0.0], [r, height]]);
        slant.min(to_segment(radial, along, [[0.0, height], [r, height]]))
    };
    let cylinder = move |x: DVec3| {
        let (radial, along) = about(x, p, q);
        let (out, beyond) = ((radial - r).max(0.0), (along - p.distance(q)).max(-along).max(0.0));
        out.hypot(beyond)
    };
    let capsule = move |x: DVec3| {
        let share = ((x - p).dot(q - p) / (q - p).length_squared()).clamp(0.0, 1.0);
        ((x - p - (q - p) * share).length() - r).max(0.0)
    };
    let cuboid = move |x: DVec3| {
        let seen = pose.matrix().transpose() * (x - pose.shift());
        (seen.abs() - half).max(DVec3::ZERO).length()
    };
    let torus = move |x: DVec3| {
        let (radial, along) = about(x, p, p + axis);
        ((radial - ring).hypot(along) - r).max(0.0)
    };
    let sampled = |name, shape: Result<Shape, ShapeError>, distance| Sampled {
        name,
        shape: shape.unwrap(),
        distance,
    };
    vec![
        sampled(
            "half-space",
            Shape::half_space(normal, offset),
            Box::new(move |x| ((normal.dot(x) - offset) / normal.length()).max(0.0)),
        ),
        sampled("ball", Shape::ball(p, r), Box::new(move |x: DVec3| (x.distance(p) - r).max(0.0))),
        sampled("capsule", Shape::capsule(p, q, r), Box::new(capsule)),
        sampled("cylinder", Shape::cylinder(p, q, r), Box::new(cylinder)),
        sampled("cone", Shape::cone(p, q, r), Box::new(cone)),
        sampled("box", Shape::cuboid(&pose, half), Box::new(cuboid)),
        sampled("torus", Shape::torus(p, axis, ring, r), Box::new(torus)),
    ]
}

/// The least of a formula over a triangle, by finer and finer samples about the best.
fn least(t: &Triangle, f: &dyn Fn(DVec3) -> f64) -> f64 {
    let at = |a: f64, b: f64| t[0] + (t[1] - t[0]) * a + (t[2] - t[0]) * b;
    let mut starts = Vec::new();
    for i in 0..=24 {
        for j in 0..=24 - i {
            let (a, b) = (f64::from(i) / 24.0, f64::from(j) / 24.0);
            starts.push((f(at(a, b)), a, b));
        }
    }
    starts.sort_by(|x, y| x.0.total_cmp(&y.0));
    let mut best = f64::INFINITY;
    for &(value, a, b) in starts.iter().take(6) {
        let (mut value, mut a, mut b, mut step) = (value, a, b, 1.0 / 24.0);
        while step > 1e-12 {
            let moves = [
                (1.0, 0.0),
                (-1.0, 0.0),
                (0.0, 1.0),
                (0.0, -1.0),
                (1.0, -1.0),
                (-1.0, 1.0),
                (0.5, 0.5),
                (-0.5, -0.5),
            ];
            let tries = moves.map(|(x, y)| {
                let (a, b) = ((a + x * step).clamp(0.0, 1.0), (b + y * step).clamp(0.0, 1.0));
                let b = b.min(1.0 - a);
                (f(at(a, b)), a, b)
            });
            let next = tries.into_iter().min_by(|x, y| x.0.total_cmp(&y.0)).unwrap();
            if next.0 < value { (value, a, b) = next } else { step *= 0.5 }
        }
        best = best.min(value);
    }
    best
}

#[test]
fn shapes_and_triangles_agree_with_dense_samples() {
    let mut random = Random(180);
    let mut seen = [[0; 2]; 7];
    for _ in 0..60 {
        for (kind, Sampled { name, shape, distance }) in
            all_shapes(&mut random).into_iter().enumerate()
        {
            let center = random.vector() * 0.8;
            let t = [center, center + random.vector(), center + random.vector()];
            let sampled = least(&t, &distance);
            let Interval { lo: low, hi: high } = shape.distance_to(&t);
            assert!(low <= sampled + 1e-12, "{name}: {low} {high} {sampled} {shape:?} {t:?}");
            assert!(high >= sampled - 2e-3, "{name}: {low} {high} {sampled} {shape:?} {t:?}");
            assert!(high - low < 1e-9, "{name}: {low} {high} {shape:?} {t:?}");
            match shape.touches(&t, Clearance::NONE) {
                Answer::Touching(()) => {
                    assert!(sampled < 2e-3, "{name}: {sampled} {shape:?} {t:?}")
                }
                Answer::Clear => assert!(sampled > 0.0, "{name}: {sampled} {shape:?} {t:?}"),
                Answer::Undecided(()) => panic!("{name}: {shape:?} {t:?}"),
            }
            seen[kind][usize::from(sampled == 0.0)] += 1;
        }
    }
    assert!(seen.iter().flatten().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn shapes_and_shapes_agree_with_dense_samples() {
    let mut random = Random(181);
    for _ in 0..12 {
        let (ours, theirs) = (all_shapes(&mut random), all_shapes(&mut random));
        for Sampled { name, shape, distance } in &ours {
            for other in &theirs {
                // A ball, whose surface is easy to sample, in place of points of the other.
                let Interval { lo: low, hi: high } = shape.distance_to_shape(&other.shape);
                let back = other.shape.distance_to_shape(shape);
                let names = format!("{name} and {}", other.name);
                assert!(low <= back.hi && back.lo <= high, "{names}: {low} {high} {back:?}");
                assert!(high - low < 1e-8, "{names}: {low} {high} {shape:?} {:?}", other.shape);
                let mut nearest = f64::INFINITY;
                for _ in 0..300 {
                    let p = random.vector() * 3.0;
                    nearest = nearest.min((distance)(p) + (other.distance)(p));
                }
                assert!(low <= nearest + 1e-12, "{names}: {low} {high} {nearest}");
                let touch = shape.touches_shape(&other.shape, Clearance::NONE);
                assert_eq!(touch, other.shape.touches_shape(shape, Clearance::NONE), "{names}");
                assert!(touch != Answer::Clear || high > 0.0, "{names}");
                assert!(touch != Answer::Touching(()) || low == 0.0, "{names}");
            }
        }
    }
}

#[test]
fn distances_between_shapes_are_those_of_alternating_projections() {
    let mut random = Random(182);
    for _ in 0..40 {
        let (a, b) = (Shape::ball(random.vector(), 0.2).unwrap(), random.vector() * 3.0);
        for Sampled { name, shape, distance } in all_shapes(&mut random) {
            let ball = Shape::ball(b, 0.25).unwrap();
            let expected = ((distance)(b) - 0.25).max(0.0);
            let Interval { lo: low, hi: high } = shape.distance_to_shape(&ball);
            assert!(
                low <= expected + 1e-12 && expected - 1e-12 <= high,
                "{name}: {low} {high} {expected}"
            );
        }
        let _ = a;
    }
}

/// Touching as it is, and apart when moved by the least that an f64 can hold along a direction.
fn tangent(name: &str, shape: &Shape, t: Triangle, axis: usize, outward: bool) {
    assert_eq!(shape.touches(&t, Clearance::NONE), Answer::Touching(()), "{name}");
    let moved = t.map(|mut p| {
        p[axis] = if outward { p[axis].next_up() } else { p[axis].next_down() };
        p
    });
    assert_eq!(shape.touches(&moved, Clearance::NONE), Answer::Clear, "{name} moved: {moved:?}");
}

#[test]
fn tangent_triangles_are_decided_to_the_last_bit() {
    let about = |p: DVec3, u: DVec3, w: DVec3| [p + u, p - u + w, p - u - w];
    let ball = Shape::ball(DVec3::ZERO, 5.0).unwrap();
    tangent("ball", &ball, about(v(3.0, 4.0, 0.0), v(4.0, -3.0, 0.0), v(0.0, 0.0, 7.0)), 0, true);
    let capsule = Shape::capsule(v(0.0, 0.0, -9.0), v(0.0, 0.0, 9.0), 5.0).unwrap();
    tangent(
        "capsule",
        &capsule,
        about(v(3.0, 4.0, 2.0), v(4.0, -3.0, 0.0), v(0.0, 0.0, 3.0)),
        1,
        true,
    );
    let cylinder = Shape::cylinder(v(0.0, 0.0, -8.0), v(0.0, 0.0, 8.0), 5.0).unwrap();
    tangent(
        "cylinder, side",
        &cylinder,
        about(v(3.0, 4.0, 2.0), v(4.0, -3.0, 0.0), v(0.0, 0.0, 3.0)),
        0,
        true,
    );
    tangent(
        "cylinder, end",
        &cylinder,
        [v(1.0, 1.0, 8.0), v(9.0, 1.0, 8.0), v(2.0, 7.0, 9.0)],
        2,
        true,
    );
    tangent(
        "cylinder, rim",
        &cylinder,
        [v(3.0, 4.0, 8.0), v(9.0, 12.0, 8.0), v(6.0, 8.0, 9.0)],
        2,
        true,
    );
    let cone = Shape::cone(DVec3::ZERO, v(0.0, 0.0, 12.0), 5.0).unwrap();
    let side = about(v(1.5, 2.0, 6.0), v(4.0, -3.0, 0.0), v(0.75, 1.0, 3.0));
    tangent("cone, side", &cone, side, 0, true);
    tangent(
        "cone, apex",
        &cone,
        [v(-1.0, -1.0, 0.0), v(2.0, -1.0, 0.0), v(-1.0, 2.0, 0.0)],
        2,
        false,
    );
    let cube =
        Shape::cuboid(&Pose::from_translation([1.0, 2.0, 3.0]).unwrap(), v(1.0, 2.0, 4.0)).unwrap();
    tangent("box, face", &cube, [v(1.0, 2.0, 7.0), v(9.0, 2.0, 7.0), v(1.0, 9.0, 8.0)], 2, true);
    tangent("box, edge", &cube, [v(2.0, 4.0, 0.0), v(3.0, 3.0, 1.0), v(4.0, 6.0, 2.0)], 0, true);
    let floor = Shape::half_space(v(1.0, 2.0, -2.0), 9.0).unwrap();
    tangent("half-space", &floor, [v(1.0, 4.0, 0.0), v(9.0, 9.0, 0.0), v(3.0, 4.0, 0.0)], 0, true);
}

#[test]
fn tangent_shapes() {
    let ball = |x: f64, r: f64| Shape::ball(v(x, 0.0, 0.0), r).unwrap();
    assert_eq!(
        ball(0.0, 2.0).touches_shape(&ball(5.0, 3.0), Clearance::NONE),
        Answer::Touching(())
    );
    assert_eq!(
        ball(0.0, 2.0).touches_shape(&ball(5.0f64.next_up(), 3.0), Clearance::NONE),
        Answer::Clear
    );
    let floor = Shape::half_space(v(0.0, 3.0, 4.0), 0.0).unwrap();
    let over = |height: f64| {
        let p = v(0.0, 3.0 * height, 4.0 * height);
        [
            Shape::ball(p, 5.0).unwrap(),
            Shape::capsule(p, p + v(3.0, 0.0, 0.0), 5.0).unwrap(),
            Shape::cylinder(p, p + v(2.0, 0.0, 0.0), 5.0).unwrap(),
            Shape::cone(p + v(2.0, 0.0, 0.0), p, 5.0).unwrap(),
        ]
    };
    for (on, above) in over(1.0).iter().zip(&over(1.0f64.next_up())) {
        assert_eq!(floor.touches_shape(on, Clearance::NONE), Answer::Touching(()), "{on:?}");
        assert_eq!(above.touches_shape(&floor, Clearance::NONE), Answer::Clear, "{above:?}");
    }
    let roof = |offset: f64| Shape::half_space(v(0.0, -6.0, -8.0), offset).unwrap();
    assert_eq!(floor.touches_shape(&roof(0.0), Clearance::NONE), Answer::Touching(()));
    assert_eq!(floor.touches_shape(&roof(-1e-30), Clearance::NONE), Answer::Clear);
    assert!(floor.distance_to_shape(&roof(-20.0)).contains(2.0));
    let torus = Shape::torus(DVec3::ZERO, DVec3::Z, 3.0, 1.0).unwrap();
    assert_eq!(torus.touches_shape(&ball(5.0, 1.0), Clearance::NONE), Answer::Touching(()));
    assert_eq!(torus.touches_shape(&ball(5.0f64.next_up(), 1.0), Clearance::NONE), Answer::Clear);
    // No exact predicate: said so, and only where it is a matter of rounding.
    let post = |x: f64| Shape::cylinder(v(x, 0.0, -1.0), v(x, 0.0, 1.0), 1.0).unwrap();
    assert_eq!(torus.touches_shape(&post(5.0), Clearance::NONE), Answer::Undecided(()));
    assert_eq!(torus.touches_shape(&post(5.0 + 1e-9), Clearance::NONE), Answer::Clear);
    assert_eq!(torus.touches_shape(&post(5.0 - 1e-9), Clearance::NONE), Answer::Touching(()));
    assert_eq!(post(0.0).touches_shape(&post(2.0), Clearance::NONE), Answer::Undecided(()));
    assert_eq!(torus.touches_shape(&ball(5.0 + 1e-9, 1.0), Clearance::NONE), Answer::Clear);
    assert_eq!(torus.touches_shape(&ball(5.0 - 1e-9, 1.0), Clearance::NONE), Answer::Touching(()));
    assert_eq!(torus.touches_shape(&ball(0.0, 1.9), Clearance::NONE), Answer::Clear);
    let linked = Shape::torus(v(3.0, 0.0, 0.0), DVec3::Y, 3.0, 1.0).unwrap();
    assert_eq!(torus.touches_shape(&linked, Clearance::NONE), Answer::Clear);
    assert!(torus.distance_to_shape(&linked).contains(1.0));
}

/// Both ways round: touching as they are, apart when the second is moved by the least that an f64
/// can hold.
fn tangent_pair(name: &str, a: &Shape, b: &dyn Fn(f64) -> Shape, at: f64) {
    for (x, expected) in [
        (at, Answer::Touching(())),
        (at.next_up(), Answer::Clear),
        (at.next_down(), Answer::Touching(())),
    ] {
        assert_eq!(a.touches_shape(&b(x), Clearance::NONE), expected, "{name} at {x:?}");
        assert_eq!(
            b(x).touches_shape(a, Clearance::NONE),
            expected,
            "{name} at {x:?}, the other way round"
        );
    }
}

#[test]
fn tangent_pairs_of_shapes_are_decided_to_the_last_bit() {
    let at = |x: f64, y: f64, z: f64| Pose::from_translation([x, y, z]).unwrap();
    let cube = |x: f64, y: f64, z: f64| Shape::cuboid(&at(x, y, z), DVec3::ONE).unwrap();
    let (one, ball) = (cube(0.0, 0.0, 0.0), |p: DVec3, r: f64| Shape::ball(p, r).unwrap());
    tangent_pair("boxes, face", &one, &|x| cube(x, 0.5, 0.25), 2.0);
    tangent_pair("boxes, edge", &one, &|x| cube(x, 2.0, 0.25), 2.0);
    tangent_pair("boxes, corner", &one, &|x| cube(x, 2.0, 2.0), 2.0);
    tangent_pair("box and ball, face", &one, &|x| ball(v(x, 0.5, 0.5), 2.0), 3.0);
    tangent_pair("box and ball, edge", &one, &|x| ball(v(x, 5.0, 0.5), 5.0), 4.0);
    tangent_pair("box and ball, corner", &one, &|x| ball(v(x, 3.0, 3.0), 3.0), 2.0);
    let capsule = |x: f64| Shape::capsule(v(x, -3.0, 0.25), v(x, 9.0, 0.25), 0.5).unwrap();
    tangent_pair("box and capsule", &one, &capsule, 1.5);
    let post = |x: f64| Shape::cylinder(v(x, 0.25, -9.0), v(x, 0.25, 9.0), 2.5).unwrap();
    tangent_pair("box and cylinder, side", &one, &post, 3.5);
    let lying = |x: f64| Shape::cylinder(v(x, 0.25, 0.5), v(x + 4.0, 0.25, 0.5), 2.5).unwrap();
    assert_eq!(one.touches_shape(&lying(1.0), Clearance::NONE), Answer::Touching(()));
    assert_eq!(one.touches_shape(&lying(1.0f64.next_up()), Clearance::NONE), Answer::Clear);
    let cone = |x: f64| Shape::cone(v(x, 0.5, 0.5), v(x + 4.0, 0.5, 0.5), 3.0).unwrap();
    assert_eq!(one.touches_shape(&cone(1.0), Clearance::NONE), Answer::Touching(()));
    assert_eq!(one.touches_shape(&cone(1.0f64.next_up()), Clearance::NONE), Answer::Clear);
    let pin = Shape::cylinder(v(0.0, 0.0, -8.0), v(0.0, 0.0, 8.0), 5.0).unwrap();
    tangent_pair("cylinder and ball, side", &pin, &|x| ball(v(x, 0.0, 3.0), 2.0), 7.0);
    tangent_pair("cylinder and ball, rim", &pin, &|x| ball(v(x, 0.0, 12.0), 5.0), 8.0);
    let end = |z: f64| ball(v(1.0, 1.0, z), 2.0);
    tangent_pair("cylinder and ball, end", &pin, &end, 10.0);
    let hat = Shape::cone(DVec3::ZERO, v(0.0, 0.0, -12.0), 5.0).unwrap();
    tangent_pair("cone and ball, apex", &hat, &|z| ball(v(0.0, 0.0, z), 2.0), 2.0);
    // The side has the normal (12, 0, 5)/13; its middle is (2.5, 0, −6).
    tangent_pair("cone and ball, side", &hat, &|x| ball(v(x, 0.0, -1.0), 13.0), 14.5);
    tangent_pair("cone and ball, rim", &hat, &|x| ball(v(x, 0.0, -16.0), 5.0), 8.0);
    let below = |z: f64| ball(v(1.0, 1.0, -z), 2.0);
    tangent_pair("cone and ball, base", &hat, &below, 14.0);
    let ring = Shape::torus(DVec3::ZERO, DVec3::Z, 3.0, 1.0).unwrap();
    tangent_pair("torus and ball, outside", &ring, &|x| ball(v(x, 0.0, 0.0), 2.0), 6.0);
    tangent_pair("torus and ball, above", &ring, &|z| ball(v(3.0, 0.0, z), 2.0), 3.0);
    let wall = |x: f64| Shape::half_space(v(-3.0, 0.0, 0.0), -3.0 * x).unwrap();
    tangent_pair("torus and half-space", &ring, &wall, 4.0);
    let slope = |z: f64| Shape::half_space(v(0.0, -3.0, -4.0), -4.0 * z).unwrap();
    // 0.6·3 + 1 from the centre, along the normal: 3.5 up.
    assert_eq!(ring.touches_shape(&slope(3.5 - 1e-12), Clearance::NONE), Answer::Touching(()));
    assert_eq!(ring.touches_shape(&slope(3.5 + 1e-12), Clearance::NONE), Answer::Clear);
    // Radii that do not add up to an f64.
    let (small, large) = (1.0 + f64::EPSILON, 2f64.powi(60));
    let near = |x: f64| ball(v(x, 0.0, 0.0), small);
    assert_eq!(
        ball(DVec3::ZERO, large).touches_shape(&near(large + 256.0), Clearance::NONE),
        Answer::Clear
    );
    assert_eq!(
        ball(DVec3::ZERO, large).touches_shape(&near(large), Clearance::NONE),
        Answer::Touching(())
    );
}

/// The direction of a flat cylinder or cone must not depend on where the other shape is.
#[test]
fn flat_shapes_are_as_far_apart_seen_from_either_side() {
    let cuboid =
        Shape::cuboid(&Pose::from_translation([-4.0, -3.0, 2.0]).unwrap(), v(1.4, 1.0, 2.0));
    let cuboid = cuboid.unwrap();
    for height in (0..21).map(|e| 10f64.powi(-e)) {
        let tip = v(2.0, 1.0, -2.0) * height;
        let cone = Shape::cone(DVec3::ZERO, tip, 5.0).unwrap();
        let cylinder = Shape::cylinder(DVec3::ZERO, tip, 5.0).unwrap();
        for flat in [cone, cylinder] {
            let [there, back] = [flat.distance_to_shape(&cuboid), cuboid.distance_to_shape(&flat)];
            assert!(there.lo <= back.hi && back.lo <= there.hi, "{flat:?}: {there:?} {back:?}");
            assert_eq!(flat.touches_shape(&cuboid, Clearance::NONE), Answer::Clear, "{flat:?}");
            assert_eq!(cuboid.touches_shape(&flat, Clearance::NONE), Answer::Clear, "{flat:?}");
        }
    }
}

/// On a lattice the line between two shapes often runs along an axis, where a rim has no furthest
/// point of its own.
#[test]
fn shapes_on_a_lattice_are_as_far_apart_seen_from_either_side() {
    let cone = Shape::cone(v(-1.0, 5.0, -3.0), v(-1.0, 3.0, -1.0), 3.0).unwrap();
    let ball = Shape::ball(v(0.0, -4.0, 2.0), 2.0).unwrap();
    assert!(cone.distance_to_shape(&ball).contains(5.0 * 2.0f64.sqrt() - 2.0));
    let mut random = Random(1119);
    for _ in 0..3000 {
        let mut made = || {
            let (p, q) = (random.lattice(5), random.lattice(5));
            let radius = 1.0 + (random.next() * 4.0).floor();
            match (random.next() * 4.0) as usize {
                0 => Shape::ball(p, radius),
                1 => Shape::cylinder(p, q, radius),
                2 => Shape::cone(p, q, radius),
                _ => {
                    Shape::cuboid(&Pose::from_translation(p.to_array()).unwrap(), v(1.0, 2.0, 0.5))
                }
            }
        };
        let (Ok(a), Ok(b)) = (made(), made()) else { continue };
        let [there, back] = [a.distance_to_shape(&b), b.distance_to_shape(&a)];
        assert!(there.lo <= there.hi && back.lo <= back.hi, "{a:?} {b:?} {there:?} {back:?}");
        assert!(there.lo <= back.hi && back.lo <= there.hi, "{a:?} {b:?} {there:?} {back:?}");
    }
}

#[test]
fn boxes_turned_alike_touch_as_their_triangles_do() {
    use closecall::engine::geom::exact::meet;
    let mut random = Random(185);
    let unit = shapes::cuboid(DVec3::NEG_ONE, DVec3::ONE);
    let mut seen = [0, 0];
    for _ in 0..400 {
        // Whole numbers and quarter turns: nothing is rounded, and most pairs are tangent or
        // nearly.
        let q =
            [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.5, 0.5], [0.5, -0.5, 0.5, 0.5]][random.below(3)];
        let [p, q] = [(random.lattice(5), [1.0, 0.0, 0.0, 0.0]), (random.lattice(5), q)]
            .map(|(t, q)| Pose::from_quaternion(t.to_array(), q).unwrap());
        let [a, b] = [&p, &q].map(|pose| Shape::cuboid(pose, DVec3::ONE).unwrap());
        let meshes = unit.iter().any(|s| {
            unit.iter().any(|t| meet(&p.carried_triangle(&s), &q.carried_triangle(&t)).meets)
        });
        let same = p.shift() == q.shift();
        let expected = if meshes || same { Answer::Touching(()) } else { Answer::Clear };
        assert_eq!(a.touches_shape(&b, Clearance::NONE), expected, "{p:?} {q:?}");
        seen[usize::from(meshes)] += 1;
    }
    assert!(seen[0] > 20 && seen[1] > 20, "{seen:?}");
}

#[test]
fn models_find_what_every_triangle_by_itself_says() {
    let mut random = Random(183);
    let meshes =
        [shapes::torus(1.0, 0.4, 12, 8), scenes::soup(scenes::scattered(&mut random, 80, 0.4))];
    for mesh in meshes {
        let model = Model::new(mesh.clone());
        let mut ask = model.shapes();
        for _ in 0..10 {
            for Sampled { name, shape, .. } in all_shapes(&mut random) {
                let expected: Vec<Answer> =
                    mesh.iter().map(|t| shape.touches(&t, Clearance::NONE)).collect();
                let of = |touch| {
                    (0..)
                        .zip(&expected)
                        .filter(|(_, t)| **t == touch)
                        .map(|(i, _)| i)
                        .collect::<Vec<u32>>()
                };
                let found = ask.touching(&shape);
                assert_eq!(
                    (found.certain, found.undecided),
                    (of(Answer::Touching(())), of(Answer::Undecided(()))),
                    "{name}"
                );
                assert_eq!(
                    ask.touches(&shape) == Answer::Touching(()),
                    expected.contains(&Answer::Touching(())),
                    "{name}"
                );
                let distances: Vec<Interval> = mesh.iter().map(|t| shape.distance_to(&t)).collect();
                let low = distances.iter().map(|d| d.lo).fold(f64::INFINITY, f64::min);
                let high = distances.iter().map(|d| d.hi).fold(f64::INFINITY, f64::min);
                let distance = ask.distance(&shape).distance;
                assert!(
                    distance.hi == high && distance.lo >= low,
                    "{name}: {distance:?} {low} {high}"
                );
            }
        }
    }
}

#[test]
fn what_is_no_shape_is_refused() {
    let p = DVec3::ONE;
    assert!(matches!(Shape::ball(p, 0.0), Err(ShapeError::NotPositive { .. })));
    assert!(matches!(Shape::ball(p, f64::NAN), Err(ShapeError::OutOfRange { .. })));
    assert!(matches!(Shape::cylinder(p, p, 1.0), Err(ShapeError::NoDirection { .. })));
    assert!(matches!(Shape::half_space(DVec3::ZERO, 1.0), Err(ShapeError::NoDirection { .. })));
    assert!(matches!(Shape::torus(p, DVec3::ZERO, 1.0, 1.0), Err(ShapeError::NoDirection { .. })));
    assert!(matches!(Shape::capsule(p, p * 1e40, 1.0), Err(ShapeError::OutOfRange { .. })));
    assert!(matches!(
        Shape::cuboid(&Pose::IDENTITY, v(1.0, -1.0, 1.0)),
        Err(ShapeError::NotPositive { .. })
    ));
}

/// A body of exact shapes, a mesh with a shape beside it, and a solid around the asked shape.
#[test]
fn a_world_looks_at_exact_shapes_and_inside_solids() {
    use closecall::world::{Body, World};
    let cube = |half: f64| Model::new(shapes::cuboid(DVec3::splat(-half), DVec3::splat(half)));
    let ball = |x: f64, r: f64| Shape::ball(v(x, 0.0, 0.0), r).unwrap();
    let mut world = World::new();
    let balls = Body::frame("balls").with_shapes([ball(-3.0, 0.5), ball(0.0, 1.0)]);
    let balls = world.insert(balls).unwrap();
    let mixed = Body::new("mixed", &cube(0.5)).with_shapes([ball(3.0, 1.0)]);
    let at = Pose::from_translation([4.0, 0.0, 0.0]).unwrap();
    let mixed = world.insert(mixed.at(at)).unwrap();
    let hall = world.insert(Body::new("hall", &cube(50.0))).unwrap();
    let told = |world: &World, zone: &Shape| -> Vec<_> {
        let found = world.shapes().touching(zone).into_iter();
        found.map(|f| (f.body, f.triangles.certain.len(), f.shapes.certain, f.is_inside)).collect()
    };
    let zone = ball(1.5, 0.6);
    assert_eq!(told(&world, &zone), [(balls, 0, vec![1], false)]);
    assert_eq!(told(&world, &ball(7.0, 0.1)), [(mixed, 0, vec![0], false)]);
    world.set_solid(hall, true).unwrap();
    let inside = (hall, 0, vec![], true);
    assert_eq!(told(&world, &zone), [(balls, 0, vec![1], false), inside.clone()]);
    assert_eq!(told(&world, &ball(20.0, 1.0)), [inside]);
    assert_eq!(told(&world, &ball(200.0, 1.0)), []);
}

#[test]
fn a_world_answers_like_its_carried_triangles() {
    use closecall::query::Touching;
    use closecall::world::{Body, World};
    let mut random = Random(184);
    let part = shapes::torus(0.8, 0.3, 10, 8);
    let model = Model::new(part.clone());
    let mut seen = 0;
    for offset in [0.0, 1e6] {
        let mut world = World::new();
        let poses: Vec<Pose> = (0..4).map(|_| random.pose(1.0)).collect();
        for (number, pose) in poses.iter().enumerate() {
            let shift = Pose::from_translation([offset, 0.0, 0.0]).unwrap();
            let body = Body::new(format!("{number}"), &model).at(shift.compose(pose).unwrap());
            world.insert(body).unwrap();
        }
        let handles: Vec<_> = world.handles().collect();
        for _ in 0..6 {
            for Sampled { name, shape, .. } in all_shapes(&mut random) {
                let found = world.shapes().touching(&shape);
                for &handle in &handles {
                    let pose = world.world_from_body(handle).unwrap();
                    let touches =
                        |t: Triangle| shape.touches(&pose.carried_triangle(&t), Clearance::NONE);
                    let of = |touch| {
                        (0..)
                            .zip(part.iter())
                            .filter(|(_, t)| touches(*t) == touch)
                            .map(|(i, _)| i)
                            .collect()
                    };
                    let expected = Touching {
                        certain: of(Answer::Touching(())),
                        undecided: of(Answer::Undecided(())),
                    };
                    seen += expected.certain.len();
                    let found = found
                        .iter()
                        .find(|found| found.body == handle)
                        .map(|found| found.triangles.clone());
                    assert_eq!(found.unwrap_or_default(), expected, "{name} {offset}");
                }
            }
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Cylinders, cones and boxes along the axes, deep in each other: the differences of their middles
/// lie in planes of symmetry.
#[test]
fn shapes_deep_in_each_other_touch_in_both_orders() {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let shapes_at = |place: DVec3| {
        let along = axes.into_iter().flat_map(move |axis| {
            let (low, high) = (place - axis, place + axis);
            [Shape::cylinder(low, high, 0.7).unwrap(), Shape::cone(high, low, 1.5).unwrap()]
        });
        let at = Pose::from_translation(place.to_array()).unwrap();
        along.chain([Shape::cuboid(&at, DVec3::splat(0.75)).unwrap()]).collect::<Vec<_>>()
    };
    let places = [v(0.0, 0.0, 0.0), v(0.25, 0.0, 0.0), v(0.0, 0.25, 0.0), v(0.0, 0.25, 0.25)];
    for place in places {
        for a in shapes_at(DVec3::ZERO) {
            for b in shapes_at(place) {
                let both =
                    [a.touches_shape(&b, Clearance::NONE), b.touches_shape(&a, Clearance::NONE)];
                assert_eq!(both, [Answer::Touching(()); 2], "{a:?} {b:?}");
            }
        }
    }
}
