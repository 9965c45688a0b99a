//! The distance of whole bodies against all pairs of their triangles in integers, which share
//! nothing with the library: on families of hostile triangles, at scales from 1e-50 to 1e25, with
//! limits, and remembered.
//!
//! `CLOSECALL_LONG=N cargo test --release --test main distance_oracle:: -- --nocapture` asks N
//! times as many.

use crate::oracle::families::{FAMILIES, Family};
use crate::oracle::random::Random;
use crate::oracle::squared::Oracle;
use closecall::engine::geom::{DVec3, GlamPose as _, Triangle};
use closecall::{Ask, Distance, Mesh, Model, Pair, Pose};

fn rounds(short: usize) -> usize {
    short
        * std::env::var("CLOSECALL_LONG")
            .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"))
}

/// None if a coordinate is out of range.
fn soup(triangles: &[Triangle]) -> Option<Model> {
    let numbers = (0..triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    Mesh::new(triangles.iter().flatten().copied().collect(), numbers).ok().map(Model::new)
}

/// Is the distance of two triangles above a limit without doubt, by the balls around them? In plain
/// floating point, and far from its last digits.
fn is_far(a: &Triangle, b: &Triangle, limit: f64) -> bool {
    let [(p, r), (q, s)] = [a, b].map(|t| (t[0], t[0].distance(t[1]).max(t[0].distance(t[2]))));
    let reach = p.abs().max_element() + q.abs().max_element() + r + s;
    p.distance(q) - r - s > limit + 1e-6 * reach
}

/// Compares an answer with all pairs.
fn check(a: &[Triangle], b: &[Triangle], found: &Distance, at: &str) {
    assert!(
        found.distance.hi <= f64::from_bits(found.distance.lo.to_bits() + 4),
        "{at}: {found:?}"
    );
    let mut attained = false;
    for s in a {
        for t in b {
            if is_far(s, t, found.distance.hi) {
                continue;
            }
            let truth = Oracle::of(s, t);
            assert!(
                truth.compare(found.distance.lo).is_ge(),
                "{at}: {found:?}, but {:e}: {s:?} {t:?}",
                truth.rounded()
            );
            attained |= truth.compare(found.distance.hi).is_le();
        }
    }
    assert!(attained, "{at}: {found:?}, but nothing is so near");
    let pair = Oracle::of(&a[found.a as usize], &b[found.b as usize]);
    assert!(pair.compare(found.distance.hi).is_le(), "{at}: {found:?} is of other triangles");
}

/// A body of this many triangles of a family, and another.
fn bodies(family: Family, random: &mut Random, count: usize) -> [Vec<Triangle>; 2] {
    let [mut a, mut b] = [Vec::new(), Vec::new()];
    for _ in 0..count {
        let (s, t) = (family.pair)(random);
        a.push(s);
        b.push(t);
    }
    [a, b]
}

fn carried(pose: &Pose, body: &[Triangle]) -> Vec<Triangle> {
    body.iter().map(|t| pose.carried_triangle(t)).collect()
}

#[test]
fn bodies_of_hostile_triangles_are_as_far_apart_as_all_pairs_say() {
    let (mut apart, mut touching, mut refused) = (0, 0, 0);
    for family in FAMILIES {
        let random = &mut Random::seeded(family.name);
        for round in 0..rounds(4) {
            let [a, b] = bodies(family, random, [1, 3, 7, 20][round % 4]);
            let size = b.iter().flatten().fold(0.0f64, |size, p| size.max(p.abs().max_element()));
            let (Some(one), Some(two)) = (soup(&a), soup(&b)) else {
                refused += 1;
                continue;
            };
            for away in [0.0, 0.7, 3.0, 40.0] {
                let by = DVec3::new(1.0, 0.3, -0.2) * (away * size);
                let Ok(pose) = Pose::from_translation(by.to_array()) else { continue };
                let at = format!("{}, round {round}, {away} away", family.name);
                let moved = carried(&pose, &b);
                let found = one.distance(&two, &pose).unwrap();
                check(&a, &moved, &found, &at);
                assert!(
                    one.ask(&two, Ask::new().limit(found.distance.lo * 0.999))
                        .unwrap()
                        .distance(&pose)
                        .is_none()
                        || found.distance.lo == 0.0,
                    "{at}"
                );
                let again = one
                    .ask(&two, Ask::new().limit(found.distance.hi))
                    .unwrap()
                    .distance(&pose)
                    .expect("it is no further away");
                check(&a, &moved, &again, &at);
                *(if found.distance.hi == 0.0 { &mut touching } else { &mut apart }) += 1;
            }
        }
    }
    println!("distances of bodies: {apart} apart, {touching} touching, {refused} out of range");
    assert!(apart > 60 && touching > 20 && refused < 8 * rounds(1), "{apart} {touching} {refused}");
}

/// A needle and a speck beside a triangle that is up to 10¹⁴ times as long: in its units, squares of
/// their normals leave the range of f32.
#[test]
fn small_bodies_beside_a_far_larger_one_are_as_far_apart_as_all_pairs_say() {
    let random = &mut Random::seeded("small beside large");
    for round in 0..rounds(600) {
        let long = 10f64.powi(random.integer(5, 14));
        let spike = [DVec3::new(-long, 0.0, 0.0), DVec3::Y * 0.01, DVec3::Z * 0.01];
        let large = [spike, [DVec3::ZERO, DVec3::Y * 0.01, DVec3::new(-1.0, 0.0, 0.01)]];
        let flat = |p: DVec3| if round % 2 == 0 { p.with_x(0.0) } else { p };
        let (from, to) = (flat(random.in_cube()), flat(random.in_cube()));
        let middle = from.lerp(to, 0.5) + random.in_cube() * 1e-5;
        let speck = [DVec3::ZERO, DVec3::Y * 0.01, DVec3::X * 0.01];
        let small = [speck, [from, to, middle]];
        let away = 10f64.powi(random.integer(0, 5));
        let by = DVec3::new(1.0, 0.0, random.number() * 0.2) * away;
        let pose = Pose::from_translation(by.to_array()).unwrap();
        let (one, two) = (soup(&large).unwrap(), soup(&small).unwrap());
        let at = format!("round {round}, {long} long, {away} away");
        check(&large, &carried(&pose, &small), &one.distance(&two, &pose).unwrap(), &at);
        let back = pose.inverse().unwrap();
        check(&small, &carried(&back, &large), &two.distance(&one, &back).unwrap(), &at);
    }
}

/// Two bodies of random triangles about a distance apart.
fn clouds(random: &mut Random, count: usize, scale: f64) -> [Vec<Triangle>; 2] {
    let size = [0.02, 0.1, 0.5][random.integer(0, 2) as usize];
    let body = |random: &mut Random| -> Vec<Triangle> {
        (0..count)
            .map(|_| {
                let middle = random.in_cube();
                [(); 3].map(|()| (middle + size * random.in_cube()) * scale)
            })
            .collect()
    };
    [body(random), body(random)]
}

#[test]
fn remembered_distances_are_as_all_pairs_say_at_every_scale() {
    let random = &mut Random::seeded("remembered distances");
    let mut asked = 0;
    for round in 0..rounds(5) {
        let scale = 2f64.powi([0, -166, 83, -60, 30][round % 5]);
        let [a, b] = clouds(random, 40, scale);
        let [one, two] = [&a, &b].map(|body| soup(body).expect("coordinates are in range"));
        let mut pair = Pair::new(&one, &two).unwrap();
        let (start, way, turn) = (random.in_cube() * 2.5, random.in_cube(), random.in_cube());
        for (step, count) in [(1e-5, 12), (1e-3, 12), (0.05, 4)] {
            for k in 0..count {
                let along = step * f64::from(k);
                let by = (start + way * along) * scale;
                let q = DVec3::new(0.2, -0.1, 0.3) + turn * along;
                let norm = (1.0 + q.length_squared()).sqrt();
                let pose = Pose::from_quaternion(
                    by.to_array(),
                    [1.0 / norm, q.x / norm, q.y / norm, q.z / norm],
                );
                let pose = pose.expect("a unit quaternion");
                let at = format!("round {round}, scale {scale:e}, step {step}, {k}");
                let moved = carried(&pose, &b);
                check(&a, &moved, &pair.distance(&pose).expect("there is no limit"), &at);
                check(&a, &moved, &one.distance(&two, &pose).unwrap(), &at);
                asked += 2;
            }
        }
    }
    println!("remembered distances: {asked}");
}
