//! The answer does not depend on how a pair is written down: all orders of the corners, either
//! triangle first, and all signed permutations of the axes, which change no coordinate's magnitude
//! and so round nothing.

use crate::oracle::families::FAMILIES;
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{classify, meet},
};

/// Pairs of each family.
const PAIRS: usize = 40;

const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// The 48 signed permutations of three axes.
fn axis_symmetries() -> impl Iterator<Item = impl Fn(DVec3) -> DVec3> {
    ORDERS.into_iter().flat_map(|order| {
        (0..8).map(move |signs: u8| {
            move |p: DVec3| {
                let turned = order.map(|axis| p[axis]);
                let sign = |axis: u8| if signs >> axis & 1 == 1 { -1.0 } else { 1.0 };
                DVec3::new(sign(0) * turned[0], sign(1) * turned[1], sign(2) * turned[2])
            }
        })
    })
}

/// Asserts one answer for all 3456 ways to write a pair down.
fn check(a: &Triangle, b: &Triangle) -> bool {
    let (meets, class) = (meet(a, b).meets, classify(a, b));
    assert_eq!(meets, class.is_some(), "{a:?} {b:?}");
    let mut ways = 0;
    for symmetry in axis_symmetries() {
        let (a, b) = (a.map(&symmetry), b.map(&symmetry));
        for (a_order, b_order) in ORDERS.iter().flat_map(|s| ORDERS.iter().map(move |t| (s, t))) {
            let (a, b) = (a_order.map(|i| a[i]), b_order.map(|i| b[i]));
            for (a, b) in [(a, b), (b, a)] {
                assert_eq!(meet(&a, &b).meets, meets, "{a:?} {b:?}");
                assert_eq!(classify(&a, &b), class, "{a:?} {b:?}");
                ways += 1;
            }
        }
    }
    assert_eq!(ways, 36 * 2 * 48);
    meets
}

#[test]
fn every_way_to_write_a_pair_down_gives_the_same_answer() {
    for family in FAMILIES {
        let hits = family.pairs().take(PAIRS).filter(|(a, b)| check(a, b)).count();
        assert!((4..=PAIRS - 4).contains(&hits), "{}: {hits} hits", family.name);
    }
}
