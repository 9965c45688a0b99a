//! `orient3d` is exact over the whole range: against a rational determinant, on points that are
//! flat or nearly so.

use closecall::engine::geom::{DVec3, GlamPose as _, exact::orient3d};
use closecall::geom::Pose;
use dashu::rational::RBig;
use proptest::prelude::*;
use std::cmp::Ordering;

fn exact_sign([a, b, c, d]: [DVec3; 4]) -> Ordering {
    let exactly = |p: DVec3| p.to_array().map(|x| RBig::try_from(x).expect("finite"));
    let base = exactly(a);
    let [u, v, w] = [b, c, d].map(|p| {
        let p = exactly(p);
        [0, 1, 2].map(|i| &p[i] - &base[i])
    });
    let minor = |i: usize, j: usize| &u[i] * &v[j] - &u[j] * &v[i];
    let determinant = minor(1, 2) * &w[0] + minor(2, 0) * &w[1] + minor(0, 1) * &w[2];
    determinant.cmp(&RBig::ZERO)
}

/// Any number of the range, carried ones included: 0 or from 2⁻²⁰⁰ up to 2¹⁰² (sums of them stay
/// below 2¹⁰³).
fn coordinate() -> impl Strategy<Value = f64> {
    (any::<bool>(), -200..=101, 0u64..1 << 52, 0..4).prop_map(
        |(negative, exponent, mantissa, kind)| {
            let magnitude = 2f64.powi(exponent) * (1.0 + mantissa as f64 * f64::EPSILON);
            match (kind, negative) {
                (0, _) => 0.0,
                (_, true) => -magnitude,
                _ => magnitude,
            }
        },
    )
}

fn point() -> impl Strategy<Value = DVec3> {
    [coordinate(), coordinate(), coordinate()].prop_map(DVec3::from)
}

/// Four points of a grid of some scale somewhere: often exactly flat, or flat up to the rounding of
/// where they are.
fn flat_points() -> impl Strategy<Value = [DVec3; 4]> {
    let grid = || [-2..=2, -2..=2, -2..=2].prop_map(|p| DVec3::from(p.map(f64::from)));
    ([grid(), grid(), grid(), grid()], point(), -200..=98, any::<bool>()).prop_map(
        |(points, place, exponent, moved)| {
            let place = if moved { place } else { DVec3::ZERO };
            // Carried like any vertex: nothing between 0 and 2⁻²⁰⁰.
            points.map(|p| Pose::IDENTITY.carried(2f64.powi(exponent) * p + place))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn points_of_the_whole_range(points in [point(), point(), point(), point()]) {
        let [a, b, c, d] = points;
        prop_assert_eq!(orient3d(a, b, c, d).partial_cmp(&0.0), Some(exact_sign(points)));
    }

    #[test]
    fn flat_and_nearly_flat_points(points in flat_points()) {
        let [a, b, c, d] = points;
        prop_assert_eq!(orient3d(a, b, c, d).partial_cmp(&0.0), Some(exact_sign(points)));
    }
}
