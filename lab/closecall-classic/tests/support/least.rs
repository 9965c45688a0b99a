//! The least of a linear function over a cut region, against the corners of the cut box and the rim
//! of the cut ball.

use crate::common::Random;
use closecall::engine::geom::{DMat3, DQuat, DVec3};
use closecall_classic::volume::support::SupportRegion;
use closecall_classic::volume::{Aabb, Obb, Sphere};

fn unit(random: &mut Random) -> DVec3 {
    random.vector().normalize()
}

/// A box with faces along the axes or askew, and sometimes flat.
fn some_box(random: &mut Random, round: usize) -> Obb {
    let [w, x, y, z] = random.rotation();
    let axes = if round.is_multiple_of(3) {
        DMat3::IDENTITY
    } else {
        DMat3::from_quat(DQuat::from_xyzw(x, y, z, w))
    };
    let mut half = random.vector().abs();
    if round.is_multiple_of(4) {
        half[round % 3] = 0.0;
    }
    Obb { axes, center: random.vector() * 3.0, half }
}

/// The corners of the part of a box below a plane through its middle but for `depth`.
fn corners_of_cut(of: &Obb, cut: DVec3, depth: f64) -> Vec<DVec3> {
    let corner = |i: usize| {
        let sign = |bit: usize| if i >> bit & 1 == 0 { -1.0 } else { 1.0 };
        of.axes * (of.half * DVec3::new(sign(0), sign(1), sign(2)))
    };
    let mut corners: Vec<DVec3> = (0..8).map(corner).filter(|p| cut.dot(*p) <= depth).collect();
    for (i, bit) in
        (0..8).flat_map(|i| (0..3).map(move |bit| (i, bit))).filter(|(i, bit)| i >> bit & 1 == 0)
    {
        let (p, q) = (corner(i), corner(i | 1 << bit));
        let (low, high) = (cut.dot(p) - depth, cut.dot(q) - depth);
        if (low < 0.0) != (high < 0.0) {
            corners.push(p.lerp(q, low / (low - high)));
        }
    }
    corners
}

#[test]
fn the_least_over_a_cut_box_is_at_a_corner_of_it() {
    let random = &mut Random(41);
    let mut multiplied = 0;
    for round in 0..3000 {
        let (region, aim, cut) = (some_box(random, round), unit(random), unit(random));
        let depth = random.signed() * (region.axes.transpose() * cut).abs().dot(region.half);
        let least = region.least(aim, cut, depth);
        let expected = corners_of_cut(&region, cut, depth)
            .iter()
            .map(|p| aim.dot(*p))
            .fold(f64::INFINITY, f64::min);
        assert!((least.bound - expected).abs() < 1e-12, "round {round}: {least:?} {expected}");
        multiplied += usize::from(least.multiplier > 0.0);
        if region.axes == DMat3::IDENTITY {
            let aligned =
                Aabb { low: region.center - region.half, high: region.center + region.half };
            assert!(
                (SupportRegion::least(&aligned, aim, cut, depth).bound - expected).abs() < 1e-12,
                "round {round}"
            );
        }
    }
    assert!(multiplied > 500 && multiplied < 2500, "the cut mattered in {multiplied} rounds");
}

#[test]
fn the_least_over_a_cut_ball_is_opposite_to_the_aim_or_on_the_rim() {
    let random = &mut Random(42);
    let mut on_rim = 0;
    for round in 0..3000 {
        let ball = Sphere { center: random.vector(), radius: random.next() * 3.0 };
        let (aim, cut) = (unit(random), unit(random));
        let depth = random.signed() * ball.radius;
        let lowest = -aim * ball.radius;
        let along_rim = aim - cut * aim.dot(cut);
        let rim =
            cut * depth - along_rim.normalize() * (ball.radius.powi(2) - depth * depth).sqrt();
        let expected = if cut.dot(lowest) <= depth { aim.dot(lowest) } else { aim.dot(rim) };
        let least = ball.least(aim, cut, depth);
        assert!((least.bound - expected).abs() < 1e-9, "round {round}: {least:?} {expected}");
        on_rim += usize::from(least.multiplier > 0.0);
    }
    assert!(on_rim > 500 && on_rim < 2500, "on the rim in {on_rim} rounds");
}

/// Whatever multiplier a degenerate cut leads to, the bound is one.
#[test]
fn degenerate_cuts_give_bounds_too() {
    let regions: [&dyn Fn(DVec3, DVec3, f64) -> f64; 3] = [
        &|aim, cut, depth| Sphere { center: DVec3::ZERO, radius: 1.0 }.least(aim, cut, depth).bound,
        &|aim, cut, depth| Sphere { center: DVec3::ZERO, radius: 0.0 }.least(aim, cut, depth).bound,
        &|aim, cut, depth| {
            SupportRegion::least(
                &Aabb { low: DVec3::splat(-1.0), high: DVec3::ONE },
                aim,
                cut,
                depth,
            )
            .bound
        },
    ];
    let directions =
        [DVec3::X, -DVec3::X, DVec3::Y, DVec3::new(1.0, 1e-200, 0.0), DVec3::new(0.6, 0.8, 0.0)];
    for (aim, cut) in directions.iter().flat_map(|aim| directions.map(|cut| (*aim, cut))) {
        for depth in [0.0, 1e-300, 0.5, 1.0, 1.0f64.next_up(), 1e9] {
            for least in regions {
                // The centre itself is in the cut region.
                let bound = least(aim, cut, depth);
                assert!(
                    bound <= 0.0 && bound >= -3f64.sqrt() * 1.001,
                    "{aim} {cut} {depth}: {bound}"
                );
            }
        }
    }
}
