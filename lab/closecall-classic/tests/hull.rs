//! Convex hulls against what exact predicates say of them, on input that breaks careless ones.

use crate::common::Random;
use closecall::engine::geom::{DVec3, GlamPose as _, exact::orient3d};
use closecall_hull::Hull;
use dashu::rational::RBig;
use std::collections::HashSet;

/// No point is above a face, every edge has two faces, every vertex is a point, and Euler's formula
/// holds.
fn check(points: &[DVec3], name: &str) -> Hull {
    let hull = Hull::around(points);
    let corner = |i: u32| hull.vertices()[i as usize];
    for &[a, b, c] in hull.faces() {
        let above = points.iter().find(|&&p| orient3d(corner(a), corner(b), corner(c), p) > 0.0);
        assert_eq!(above, None, "{name}");
    }
    let edges: HashSet<_> =
        hull.faces().iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).collect();
    assert_eq!(edges.len(), 3 * hull.faces().len(), "{name}: an edge runs twice the same way");
    assert!(edges.iter().all(|&(a, b)| edges.contains(&(b, a))), "{name}: not closed");
    assert_eq!(hull.vertices().len() + hull.faces().len(), edges.len() / 2 + 2, "{name}: Euler");
    assert!(hull.vertices().iter().all(|v| points.contains(v)), "{name}");
    hull
}

/// The product of a direction and a point, exactly.
fn product(direction: DVec3, p: DVec3) -> RBig {
    let exact = |x: f64| RBig::try_from(x).unwrap();
    (0..3).map(|i| exact(direction[i]) * exact(p[i])).fold(RBig::ZERO, |sum, x| sum + x)
}

fn furthest_is_furthest(hull: &Hull, points: &[DVec3], random: &mut Random, name: &str) {
    let mut last = None;
    for round in 0..30 {
        let direction = match round % 3 {
            0 => random.vector(),
            1 => random.lattice(2) - DVec3::ONE,
            _ => (random.lattice(2) - DVec3::ONE) + random.vector() * 1e-15,
        };
        let found = product(direction, hull.furthest(direction));
        let most = points.iter().map(|&p| product(direction, p)).max().unwrap();
        assert_eq!(found, most, "{name}, direction {direction}");
        let climbed = hull.climbed(last, direction);
        let found = product(direction, hull.vertices()[climbed as usize]);
        assert_eq!(found, most, "{name}, direction {direction}, climbed from {last:?}");
        last = Some(climbed + 100 * u32::from(round % 7 == 0));
    }
}

fn clouds(random: &mut Random) -> Vec<(&'static str, Vec<DVec3>)> {
    let grid = |n: usize| {
        let all =
            (0..=n).flat_map(move |i| (0..=n).flat_map(move |j| (0..=n).map(move |k| (i, j, k))));
        all.map(|(i, j, k)| DVec3::new(i as f64, j as f64, k as f64)).collect::<Vec<_>>()
    };
    let turn = random.pose(3.0);
    let sphere: Vec<_> = (0..200).map(|_| random.vector().normalize()).collect();
    let nearly_flat: Vec<_> = (0..100)
        .map(|_| DVec3::new(random.signed(), random.signed(), random.signed() * 1e-16))
        .collect();
    vec![
        ("grid", grid(4)),
        ("turned grid", grid(4).into_iter().map(|p| turn.carried(p)).collect()),
        ("far grid", grid(3).into_iter().map(|p| turn.carried(p) + DVec3::splat(1e6)).collect()),
        ("lattice", (0..300).map(|_| random.lattice(7)).collect()),
        ("cloud", (0..300).map(|_| random.vector()).collect()),
        ("sphere", sphere.clone()),
        ("tiny sphere", sphere.iter().map(|p| (*p * 4.0).round() * 2f64.powi(-190)).collect()),
        ("huge sphere", sphere.iter().map(|p| *p * 2f64.powi(99)).collect()),
        ("nearly flat", nearly_flat),
        (
            "needle",
            (0..80)
                .map(|i| {
                    DVec3::new(f64::from(i) * 0.1, random.signed() * 1e-17, 1e-16 * random.next())
                })
                .collect(),
        ),
    ]
}

#[test]
fn hulls_in_space_hold_all_points() {
    let random = &mut Random(41);
    for (name, points) in clouds(random) {
        let hull = check(&points, name);
        furthest_is_furthest(&hull, &points, random, name);
    }
}

#[test]
fn only_true_corners_are_vertices() {
    let random = &mut Random(43);
    let clouds = clouds(random);
    assert_eq!(check(&clouds[0].1, "grid").vertices().len(), 8);
    let octahedron: Vec<_> =
        DVec3::AXES.into_iter().flat_map(|a| [a, -a, a * 0.5, DVec3::ZERO]).collect();
    assert_eq!(check(&octahedron, "octahedron").vertices().len(), 6);
}

#[test]
fn points_segments_and_flat_sets_are_hulls_too() {
    let random = &mut Random(47);
    let turn = random.pose(2.0);
    let p = DVec3::new(0.1, 0.2, 0.3);
    let on_line: Vec<_> = (0..9).map(|i| DVec3::new(1.0, -2.0, 4.0) * f64::from(i % 5)).collect();
    let square: Vec<_> =
        (0..25).map(|i| DVec3::new(f64::from(i % 5), f64::from(i / 5), 7.0)).collect();
    let slanted: Vec<_> = square.iter().map(|p| DVec3::new(p.x, p.y, p.x + 2.0 * p.y)).collect();
    let turned: Vec<_> = square.iter().map(|&p| turn.carried(p)).collect();
    for (name, points, vertices) in [
        ("point", vec![p; 4], 1),
        ("segment", on_line, 2),
        ("square", square, 4),
        ("slanted square", slanted, 4),
        ("triangle", vec![p, DVec3::X, DVec3::Y, p, p.midpoint(p)], 3),
    ] {
        let hull = Hull::around(&points);
        assert_eq!(hull.vertices().len(), vertices, "{name}: {:?}", hull.vertices());
        furthest_is_furthest(&hull, &points, random, name);
    }
    // Rounded out of its plane, and perhaps out of every plane: whatever it is, it is furthest
    // where it should be.
    furthest_is_furthest(&Hull::around(&turned), &turned, random, "turned square");
}
