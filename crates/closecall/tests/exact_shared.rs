//! The points that pairs share, against exact clipping over the rationals.

use crate::oracle::clip::{Point, common_corners, exactly};
use crate::oracle::difference::{Meeting, meeting};
use crate::oracle::families::{FAMILIES, Family};
use closecall::engine::geom::{
    DVec3, Triangle,
    exact::{Shared, shared},
};
use closecall::geom::range::MIN_COORDINATE;
use dashu::base::Abs;
use dashu::rational::RBig;

/// Pairs of each family.
const PAIRS: usize = 3_000;

/// Checks a pair and says how many corners the shared set has.
fn check(a: &Triangle, b: &Triangle) -> usize {
    let exact = common_corners(&a.map(DVec3::into), &b.map(DVec3::into));
    let shared = shared(a, b);
    let found = match &shared {
        Shared::None => &[],
        Shared::Point(p) => std::slice::from_ref(p),
        Shared::Segment(ends) => ends.as_slice(),
        Shared::Polygon(polygon) => polygon.corners(),
    };
    assert!(same_up_to_order(found, &exact), "{a:?} {b:?}: {found:?}, but exactly {exact:?}");
    for corner in a.iter().chain(b).filter(|p| exact.contains(&p.to_array().map(exactly))) {
        assert!(found.contains(corner), "{a:?} {b:?}: {corner} is shared, but not in {found:?}");
    }
    exact.len()
}

/// Do the points follow each other as the exact ones do, from some first one on, in one sense or
/// the other?
fn same_up_to_order(found: &[DVec3], exact: &[Point]) -> bool {
    let n = exact.len();
    let is_close_from = |first: usize, step: usize| {
        (0..n).all(|i| is_close(found[i], &exact[(first + i * step) % n]))
    };
    found.len() == n
        && (n == 0 || (0..n).any(|first| is_close_from(first, 1) || is_close_from(first, n - 1)))
}

/// Is every coordinate within 0.51 ulp, or flushed to 0?
fn is_close(found: DVec3, exact: &Point) -> bool {
    found.to_array().into_iter().zip(exact).all(|(x, exact)| {
        let error = (exactly(x) - exact).abs();
        let ulp = x.abs().next_up() - x.abs();
        error <= exactly(0.51) * exactly(ulp) || x == 0.0 && error < exactly(2.0 * MIN_COORDINATE)
    })
}

/// The two oracles must agree as well: on whether the pair meets, and on whether it shares an area.
fn oracles_agree(a: &Triangle, b: &Triangle, corners: usize) {
    let meeting = meeting(&a.map(DVec3::into), &b.map(DVec3::into));
    assert_eq!(meeting.is_some(), corners > 0, "{a:?} {b:?}");
    assert_eq!(meeting == Some(Meeting::CoplanarOverlap), corners > 2, "{a:?} {b:?}");
}

fn check_family(family: Family) {
    let mut sizes = [0; 7];
    for (a, b) in family.pairs().take(PAIRS) {
        let corners = check(&a, &b);
        oracles_agree(&a, &b, corners);
        sizes[corners] += 1;
    }
    println!("{:<26} shared sets by their number of corners: {sizes:?}", family.name);
    assert!(sizes[0] >= PAIRS / 6 && sizes[0] <= PAIRS * 5 / 6, "{}: {sizes:?}", family.name);
}

#[test]
fn shared_sets_of_even_families_are_exact() {
    FAMILIES.into_iter().step_by(2).for_each(check_family);
}

#[test]
fn shared_sets_of_odd_families_are_exact() {
    FAMILIES.into_iter().skip(1).step_by(2).for_each(check_family);
}

#[test]
fn a_zero_is_close_to_what_is_flushed() {
    let tiny = [exactly(MIN_COORDINATE) / RBig::from(3), RBig::ZERO, RBig::ONE];
    assert!(is_close(DVec3::Z, &tiny));
    assert!(!is_close(DVec3::Z * (1.0 + 2e-16), &tiny));
}
