//! The certified distance of two triangles against an oracle in integers, on families of hostile
//! pairs.
//!
//! `CLOSECALL_LONG=N cargo test --release --test main triangle_distance:: -- --nocapture` asks N
//! times as many.

use crate::oracle::families::FAMILIES;
use crate::oracle::random::Random;
use crate::oracle::squared::Oracle;
use closecall::engine::geom::{
    DVec3, GlamPose as _, Triangle,
    exact::{distance, distance_up_to, meet},
};

/// The number of pairs of each family a plain test run asks about.
const PAIRS: usize = 600;

fn pairs() -> usize {
    let long = std::env::var("CLOSECALL_LONG")
        .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"));
    PAIRS * long
}

/// Asks both ways, and compares all that is promised with the oracle. Do the two meet?
fn check(a: &Triangle, b: &Triangle) -> bool {
    let oracle = Oracle::of(a, b);
    for (a, b) in [(a, b), (b, a)] {
        let found = distance(a, b);
        let place = || format!("{a:?} {b:?}: {found:?}, not {:e}", oracle.rounded());
        assert!(
            oracle.compare(found.distance.lo).is_ge() && oracle.compare(found.distance.hi).is_le(),
            "{}",
            place()
        );
        assert!(found.distance.hi <= found.distance.lo.next_up().next_up(), "{}", place());
        let meets = meet(a, b).meets;
        assert_eq!(meets, found.distance.lo == 0.0, "{}", place());
        assert_eq!(meets, found.distance.hi == 0.0, "{}", place());
        let largest = a.iter().chain(b).fold(0f64, |most, p| most.max(p.abs().max_element()));
        let near = (2f64.powi(-52) * largest + 2f64.powi(-200)) * 3f64.sqrt();
        for (point, triangle) in [(found.point_a, a), (found.point_b, b)] {
            let off = Oracle::of(&[point; 3], triangle);
            assert!(
                off.compare(near).is_le(),
                "{}: the point {point} is {:e} off",
                place(),
                off.rounded()
            );
        }
        // |p−q| is between lo and hi but for the errors of the two points.
        let apart = Oracle::of(&[found.point_a; 3], &[found.point_b; 3]);
        assert!(apart.compare((found.distance.lo - 2.5 * near).max(0.0)).is_ge(), "{}", place());
        assert!(apart.compare(found.distance.hi + 2.5 * near).is_le(), "{}", place());
        limits(a, b, &oracle, &found);
    }
    meet(a, b).meets
}

/// Under a limit the answer is the same; without one, the distance is above the limit.
fn limits(
    a: &Triangle,
    b: &Triangle,
    oracle: &Oracle,
    found: &closecall::engine::geom::exact::TriangleDistance,
) {
    for limit in [
        0.0,
        found.distance.lo * 0.5,
        found.distance.lo.next_down().max(0.0),
        found.distance.lo,
        found.distance.hi,
        found.distance.hi * 2.0,
    ] {
        match distance_up_to(a, b, limit) {
            Some(again) => assert_eq!(again, *found),
            None => assert!(oracle.compare(limit).is_gt(), "{a:?} {b:?} {limit:e}"),
        }
    }
}

#[test]
fn hostile_families_agree_with_the_oracle() {
    for family in FAMILIES {
        let met = family.pairs().take(pairs()).filter(|(a, b)| check(a, b)).count();
        println!("{:<26} {} pairs, {met} meet", family.name, pairs());
        assert!((pairs() / 10..pairs() * 9 / 10).contains(&met), "{}: {met}", family.name);
    }
}

/// The families again, B shifted away: by an amount of their size, a little, and very little.
#[test]
fn shifted_families_agree_with_the_oracle() {
    let mut random = Random::seeded("shifted");
    for family in FAMILIES {
        let mut met = 0;
        for (a, b) in family.pairs().take(pairs() / 2) {
            let size = b
                .iter()
                .fold(0f64, |most, p| most.max((*p - a[0]).abs().max_element()))
                .min(2f64.powi(98));
            let shift = size * 2f64.powi(random.pick(&[0, 0, 1, -10, -30, -48])) * random.in_cube();
            let b = b.map(|p| closecall::Pose::IDENTITY.carried(p + shift));
            met += usize::from(check(&a, &b));
        }
        println!("{:<26} {} pairs, {met} meet", family.name, pairs() / 2);
        assert!(met < pairs() / 2 * 9 / 10, "{}: {met}", family.name);
    }
}

#[test]
fn parallel_edges_and_nearly_parallel_ones() {
    let mut random = Random::seeded("parallel");
    for round in 0..pairs() {
        let scale = 2f64.powi([0, 0, -166, 83][round % 4]);
        let u = random.in_cube();
        let off = random.in_cube() * 2f64.powi(-random.integer(0, 40));
        let tilt =
            random.in_cube() * 2f64.powi(-random.integer(0, 60)) * f64::from(random.integer(0, 1));
        let a = [DVec3::ZERO, u, u * random.number() - random.in_cube()];
        let b = [
            off - u * random.number(),
            off + u + tilt,
            off + u * random.number() + random.in_cube(),
        ];
        let place = |p: DVec3| closecall::Pose::IDENTITY.carried(p * scale);
        check(&a.map(place), &b.map(place));
    }
}

#[test]
fn known_distances_are_single_numbers() {
    let v = DVec3::new;
    let floor = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)];
    for (other, expected) in [
        ([v(-3.0, -4.0, 0.0), v(-9.0, -4.0, 0.0), v(-9.0, -9.0, 0.0)], 5.0),
        (floor.map(|p| p + v(1.0, 0.0, 7.0)), 7.0),
        ([v(2.0, 3.0, 6.0) + v(0.0, 4.0, 0.0); 3], 7.0),
        (floor.map(|p| p + v(4.0, 0.0, 0.0)), 0.0),
    ] {
        let found = distance(&floor, &other);
        assert!(
            found.distance.lo <= expected && expected <= found.distance.hi,
            "{found:?} {expected}"
        );
    }
}
