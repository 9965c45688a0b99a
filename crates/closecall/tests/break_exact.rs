//! Lattice pairs stretched by another power of two along each axis, up to the ends of the range: no
//! answer may change, for such a map is exact. Digits that a product loses below or above the range
//! would show here.

use crate::breaking::power;
use crate::common::Random;
use crate::oracle::difference::{Meeting, meeting};
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{Class, Shared, classify, meet, shared, within},
};
use closecall::geom::Clearance;

fn lattice_triangle(random: &mut Random, n: usize) -> Triangle {
    [(); 3].map(|()| random.lattice(n))
}

/// A pair in which much is shared: corners, lines, planes.
fn lattice_pair(random: &mut Random) -> [Triangle; 2] {
    let n = 1 + random.below(4);
    let a = lattice_triangle(random, n);
    let mut b = lattice_triangle(random, n);
    match random.below(5) {
        0 => b[random.below(3)] = a[random.below(3)],
        1 => b[random.below(3)] = a[0] + a[1] - a[2],
        2 => b = [a[1], a[0] * 2.0 - a[1], a[random.below(3)] + b[0] - b[1]],
        3 => b = [a[0] + a[1] - a[2], a[2], a[0] * 3.0 - a[1] * 2.0],
        _ => (),
    }
    [a, b]
}

/// Powers of two from 2⁻¹⁹⁹ to 2⁹⁵: coordinates up to 20 in magnitude stay in range.
fn stretch(random: &mut Random) -> DVec3 {
    let ends = [[-199, -199], [95, 95], [-199, 95]];
    let [low, high] = ends[random.below(3)];
    DVec3::new(power(random, low, high), power(random, low, high), power(random, low, high))
}

fn oracle(a: &Triangle, b: &Triangle) -> Option<Class> {
    meeting(&a.map(DVec3::into), &b.map(DVec3::into)).map(|meeting| match meeting {
        Meeting::Crossing => Class::Crossing,
        Meeting::CoplanarOverlap => Class::CoplanarOverlap,
        Meeting::Touching => Class::Touching,
    })
}

fn corners(shared: &Shared) -> Vec<DVec3> {
    match shared {
        Shared::None => Vec::new(),
        Shared::Point(p) => vec![*p],
        Shared::Segment(ends) => ends.to_vec(),
        Shared::Polygon(polygon) => polygon.corners().to_vec(),
    }
}

fn near(p: DVec3, q: DVec3) -> bool {
    p.to_array().into_iter().zip(q.to_array()).all(|(x, y)| (x - y).abs() <= 3e-16 * x.abs())
}

#[test]
fn stretching_changes_neither_class_nor_shared_points() {
    let random = &mut Random(71);
    let mut tally = [0; 4];
    for round in 0..40_000 {
        let pair = lattice_pair(random);
        let by = stretch(random);
        let [a, b] = pair.map(|t| t.map(|p| p * by));
        let class = classify(&a, &b);
        assert_eq!(class, oracle(&pair[0], &pair[1]), "round {round}: {pair:?} stretched by {by}");
        assert_eq!(
            meet(&a, &b).meets,
            class.is_some(),
            "round {round}: {pair:?} stretched by {by}"
        );
        let (plain, stretched) = (shared(&pair[0], &pair[1]), shared(&a, &b));
        let (plain, stretched) = (corners(&plain), corners(&stretched));
        assert_eq!(plain.len(), stretched.len(), "round {round}: {pair:?} stretched by {by}");
        // An order of ends or corners may begin elsewhere; as sets they are the same, but where
        // less than 2⁻²⁰⁰ became 0.
        let back: Vec<_> = stretched.iter().map(|p| *p / by).collect();
        let flushed = |p: &DVec3| {
            p.to_array().iter().zip((*p * by).to_array()).any(|(x, y)| *x != 0.0 && y.abs() < 1e-60)
        };
        let missing = plain.iter().find(|p| !flushed(p) && !back.iter().any(|q| near(**p, *q)));
        assert_eq!(missing, None, "round {round}: {pair:?} stretched by {by}: {back:?}");
        tally[class.map_or(0, |class| 1 + class as usize)] += 1;
    }
    assert!(tally.iter().all(|&n| n > 1_000), "{tally:?}");
}

#[test]
fn distances_scale() {
    let random = &mut Random(72);
    let mut tally = [0; 2];
    for round in 0..20_000 {
        let [a, b] = lattice_pair(random);
        let shift = random.lattice(2);
        let pair = [a, b.map(|p| p + shift)];
        let distance = [1.0, 0.5, 0.25, 0.5f64.sqrt(), 1.5f64.sqrt(), 0.125, 1e-9][random.below(7)];
        let by = [power(random, -169, -169), power(random, 95, 95), power(random, -169, 95)]
            [random.below(3)];
        let [a, b] = pair.map(|t| t.map(|p| p * by));
        let plain = within(&pair[0], &pair[1], Clearance::new(distance).unwrap()).meets;
        let scaled = within(&a, &b, Clearance::new(distance * by).unwrap()).meets;
        assert_eq!(plain, scaled, "round {round}: {pair:?} times {by}, within {distance}");
        tally[usize::from(plain)] += 1;
    }
    assert!(tally.iter().all(|&n| n > 2_000), "{tally:?}");
}
