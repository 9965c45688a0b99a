//! Clearance is decided exactly: the test of two triangles against an oracle in integers, at
//! distances that are attained exactly and a hair beside.

use crate::common::Random;
use crate::oracle::squared::Oracle;
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{meet, within},
};
use closecall::geom::Clearance;

/// Counts of what a test has seen.
#[derive(Debug, Default)]
struct Seen {
    within: usize,
    beyond: usize,
    attained: usize,
    exact: usize,
}

impl Seen {
    fn check(&mut self, a: &Triangle, b: &Triangle, oracle: &Oracle, d: f64) {
        let Ok(clearance) = Clearance::new(d) else { return };
        let order = oracle.compare(d);
        for (a, b) in [(a, b), (b, a)] {
            let verdict = within(a, b, clearance);
            assert_eq!(
                verdict.meets,
                order.is_le(),
                "{a:?} {b:?} {d:e}: the distance is {:e}",
                oracle.rounded()
            );
            self.exact += usize::from(verdict.exact);
        }
        self.within += usize::from(order.is_le());
        self.beyond += usize::from(order.is_gt());
        self.attained += usize::from(order.is_eq() && d > 0.0);
    }

    /// At the distance, on either side of it, and well away from it.
    fn check_around(&mut self, a: &Triangle, b: &Triangle, oracle: &Oracle) {
        let d = oracle.rounded();
        let near =
            [d.next_down().next_down(), d.next_down(), d, d.next_up(), d.next_up().next_up()];
        for d in near.into_iter().chain([0.0, d * 0.5, d * 0.99, d * 1.01, d * 2.0]) {
            self.check(a, b, oracle, d.max(0.0));
        }
    }
}

#[test]
fn lattices_agree_with_the_oracle() {
    let mut random = Random(101);
    for (side, unit) in [(2, 0), (3, 0), (5, 0), (9, 0), (4, -180), (4, 80)] {
        let mut seen = Seen::default();
        for _ in 0..700 {
            let mut triangle = || [(); 3].map(|()| [(); 3].map(|()| random.below(side) as i32));
            let (a, mut b) = (triangle(), triangle());
            let away = random.below(2 * side) as i32;
            b.iter_mut().for_each(|p| p[0] += away);
            let oracle = Oracle::of_lattice(&a, &b, unit);
            let [a, b] = [a, b].map(|t| t.map(|p| DVec3::from(p.map(f64::from)) * 2f64.powi(unit)));
            seen.check_around(&a, &b, &oracle);
            (1..4).for_each(|d| seen.check(&a, &b, &oracle, f64::from(d) * 2f64.powi(unit)));
        }
        assert!(seen.within > 1000 && seen.beyond > 1000, "{seen:?}");
        assert!(seen.attained > 20 && seen.exact > 1000, "{seen:?}");
    }
}

#[test]
fn any_triangles_agree_with_the_oracle() {
    let mut random = Random(102);
    let mut seen = Seen::default();
    for round in 0..240 {
        let size = 2f64.powi([0, -140, 60][round % 3]);
        let offset = random.vector() * size * [0.0, 1.0, 1e5][round / 3 % 3];
        let thin = [1.0, 1e-9, 1e-14][round / 9 % 3];
        let mut triangle = || {
            let (from, along) = (random.vector(), random.vector());
            [from, from + along, from + along * 0.5 + random.vector() * thin]
                .map(|p| p * size + offset)
        };
        let (a, b) = (triangle(), triangle());
        seen.check_around(&a, &b, &Oracle::of(&a, &b));
    }
    assert!(seen.within > 500 && seen.beyond > 500 && seen.exact > 500, "{seen:?}");
}

#[test]
fn known_distances() {
    let v = DVec3::new;
    let floor = [v(0.0, 0.0, 0.0), v(4.0, 0.0, 0.0), v(0.0, 4.0, 0.0)];
    let point = |p: DVec3| [p; 3];
    for (name, other, squared) in [
        ("corner over face", [v(1.0, 1.0, 5.0), v(1.0, 1.0, 9.0), v(2.0, 1.0, 9.0)], 25.0),
        (
            "corner beside corner",
            [v(-3.0, -4.0, 0.0), v(-9.0, -4.0, 0.0), v(-9.0, -9.0, 0.0)],
            25.0,
        ),
        ("corner beside edge", [v(2.0, -5.0, 0.0), v(2.0, -9.0, 0.0), v(3.0, -9.0, 1.0)], 25.0),
        ("crossing edges", [v(2.0, -3.0, 4.0), v(2.0, -3.0, -4.0), v(2.0, -9.0, 0.0)], 9.0),
        ("parallel faces", floor.map(|p| p + v(1.0, 0.0, 7.0)), 49.0),
        ("parallel edges", [v(1.0, -1.0, 1.0), v(2.0, -1.0, 1.0), v(1.0, -5.0, 5.0)], 2.0),
        ("a point", point(v(1.0, 1.0, -2.0)), 4.0),
        ("a segment", [v(1.0, 1.0, 3.0), v(2.0, 1.0, 3.0), v(1.5, 1.0, 3.0)], 9.0),
        ("beyond the slope", point(v(3.0, 3.0, 0.0)), 2.0),
    ] {
        let d = f64::sqrt(squared);
        let is_within = |d: f64| within(&floor, &other, Clearance::new(d).unwrap()).meets;
        if d * d == squared {
            assert!(is_within(d) && !is_within(d.next_down()), "{name}");
        } else {
            assert_eq!((is_within(d), is_within(d.next_up())), (d * d > squared, true), "{name}");
            assert!(!is_within(d.next_down()), "{name}");
        }
    }
    let points = (point(v(0.0, 0.0, 0.0)), point(v(2.0, 3.0, 6.0)));
    assert!(within(&points.0, &points.1, Clearance::new(7.0).unwrap()).meets);
    assert!(!within(&points.0, &points.1, Clearance::new(7f64.next_down()).unwrap()).meets);
}

#[test]
fn no_clearance_is_contact() {
    let mut random = Random(103);
    let mut hits = 0;
    for _ in 0..20_000 {
        let mut triangle = || [(); 3].map(|()| random.lattice(3));
        let (a, b) = (triangle(), triangle());
        assert_eq!(within(&a, &b, Clearance::NONE), meet(&a, &b));
        assert!(!meet(&a, &b).meets || within(&a, &b, Clearance::new(1e-30).unwrap()).meets);
        hits += usize::from(meet(&a, &b).meets);
    }
    assert!((2_000..18_000).contains(&hits), "{hits}");
}
