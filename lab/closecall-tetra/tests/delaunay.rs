//! Delaunay tetrahedralisations of all kinds of points: valid, and filling the hull exactly.

mod common;

use closecall::engine::geom::{DVec3, GlamPose as _, exact::orient3d};
use closecall_tetra::{Delaunay, DelaunayError};
use common::{Rng, exact_volume, grid, hull_volume};
use proptest::prelude::*;

/// Valid by its own check, and its volumes sum up to the hull's, exactly.
fn check(points: &[DVec3]) -> Delaunay {
    let delaunay = Delaunay::new(points).unwrap();
    assert_eq!(delaunay.check(), Ok(()));
    let at = |v: u32| delaunay.vertices()[v as usize];
    let volume = exact_volume(delaunay.tetrahedra().map(|t| t.map(at)));
    assert_eq!(volume, hull_volume(&delaunay));
    for (i, p) in points.iter().enumerate() {
        assert_eq!(at(delaunay.vertex_of_point(i)), *p);
    }
    let used: std::collections::BTreeSet<u32> = delaunay.tetrahedra().flatten().collect();
    assert_eq!(used.len(), delaunay.vertices().len(), "every vertex has a tetrahedron");
    delaunay
}

/// No vertex is strictly inside any sphere: every one against every one, in integers.
fn check_spheres_by_force(delaunay: &Delaunay) {
    for corners in delaunay.tetrahedra() {
        let corners = corners.map(|v| delaunay.vertices()[v as usize]);
        for p in delaunay.vertices() {
            assert!(common::in_sphere(corners, *p) <= 0, "{p} in {corners:?}");
        }
    }
}

#[test]
fn random_points() {
    let mut rng = Rng(1);
    for n in [4, 5, 6, 8, 13, 50, 200] {
        check_spheres_by_force(&check(&(0..n).map(|_| rng.point()).collect::<Vec<_>>()));
    }
    check(&(0..5000).map(|_| rng.point()).collect::<Vec<_>>());
}

#[test]
fn integer_grids() {
    for sides in [[2, 2, 2], [3, 3, 3], [5, 4, 3], [9, 9, 9], [40, 2, 2], [17, 17, 2]] {
        let points = grid(sides);
        let delaunay = check(&points);
        if points.len() < 100 {
            check_spheres_by_force(&delaunay);
        }
    }
}

#[test]
fn rotated_and_far_grids() {
    let turn = closecall::Pose::from_quaternion([1e6, -3e5, 7.0], [0.5, 0.5, -0.5, 0.5]).unwrap();
    let slant = closecall::Pose::from_quaternion([1.0, 2.0, 3.0], [0.8, 0.6, 0.0, 0.0]).unwrap();
    for pose in [turn, slant] {
        check(&grid([8, 8, 8]).into_iter().map(|p| pose.carried(p)).collect::<Vec<_>>());
    }
}

#[test]
fn points_on_one_sphere() {
    // Integer points at equal distance from the origin: exactly on a sphere.
    let all = grid([27, 27, 27]).into_iter().map(|p| p - DVec3::splat(13.0));
    let on: Vec<DVec3> = all.filter(|p| p.length_squared() == 169.0).collect();
    assert!(on.len() > 70);
    check_spheres_by_force(&check(&on));
    let with_centre: Vec<DVec3> = on.iter().copied().chain([DVec3::ZERO]).collect();
    check_spheres_by_force(&check(&with_centre));
}

#[test]
fn points_in_few_planes_and_lines() {
    let mut rng = Rng(5);
    let mut flat: Vec<DVec3> = (0..300).map(|_| rng.point().with_z(0.0)).collect();
    flat.push(DVec3::new(0.3, 0.4, 1.0));
    check(&flat);
    let two: Vec<DVec3> = (0..400).map(|i| rng.point().with_z(f64::from(i % 2))).collect();
    check(&two);
    let lines: Vec<DVec3> = (0..60)
        .flat_map(|i| [DVec3::new(f64::from(i), 0.0, 0.0), DVec3::new(3.0, f64::from(i), 5.0)])
        .collect();
    // Two skew lines: every segment of one with every segment of the other.
    assert_eq!(check(&lines).tetrahedra().count(), 59 * 59);
}

#[test]
fn duplicates_become_one_vertex() {
    let mut rng = Rng(6);
    let points: Vec<DVec3> = (0..300).map(|_| (rng.point() * 3.0).floor()).collect();
    assert_eq!(check(&points).vertices().len(), 27);
    let zeros = [DVec3::ZERO, -DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    assert_eq!(check(&zeros).vertices().len(), 4);
}

#[test]
fn clusters_and_needles() {
    let mut rng = Rng(7);
    let clusters: Vec<DVec3> =
        (0..1000).map(|i| rng.point() * 1e-9 + DVec3::splat(f64::from(i % 4))).collect();
    check(&clusters);
    let needles: Vec<DVec3> = (0..500).map(|_| rng.point() * DVec3::new(1.0, 1e-12, 1e6)).collect();
    check(&needles);
}

#[test]
fn all_scales() {
    for scale in [1e-50, 1e-20, 1.0, 1e25] {
        check(&grid([4, 4, 4]).into_iter().map(|p| p * scale).collect::<Vec<_>>());
        let mut rng = Rng(8);
        check(&(0..300).map(|_| rng.point() * scale).collect::<Vec<_>>());
    }
    // Too unlike for five factors in f64.
    let mut rng = Rng(9);
    let unlike: Vec<DVec3> =
        (0..60).map(|i| rng.point() * [1e-55, 1e-20, 1.0, 1e25][i % 4]).collect();
    check_spheres_by_force(&check(&unlike));
}

#[test]
fn what_has_no_volume_is_refused() {
    let flat = |dimensions, points: &[DVec3]| {
        let error = DelaunayError::NoVolume { points: points.len(), dimensions };
        assert_eq!(Delaunay::new(points).unwrap_err(), error);
        error.to_string()
    };
    assert_eq!(flat(None, &[]), "the 0 points enclose no volume: they are none");
    flat(Some(0), &[DVec3::ONE; 9]);
    let line: Vec<DVec3> = (0..50).map(|i| DVec3::ONE * f64::from(i)).collect();
    assert_eq!(flat(Some(1), &line), "the 50 points enclose no volume: they lie on one line");
    flat(Some(2), &grid([7, 7, 1]));
    let bad = Delaunay::new(&[DVec3::ZERO, DVec3::new(0.0, f64::NAN, 0.0)]).unwrap_err();
    assert!(bad.to_string().starts_with("point 1: y = NaN"), "{bad}");
}

#[test]
fn the_same_points_give_the_same_tetrahedra() {
    let mut rng = Rng(10);
    let points: Vec<DVec3> = (0..500).map(|_| rng.point()).collect();
    let [a, b] = [(); 2].map(|()| Delaunay::new(&points).unwrap());
    assert_eq!(a.cells().corners, b.cells().corners);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_integer_points(coordinates in prop::collection::vec([-3i32..4, -3..4, -3..4], 1..40)) {
        let points: Vec<DVec3> =
            coordinates.iter().map(|c| DVec3::from(c.map(f64::from))).collect();
        match Delaunay::new(&points) {
            Ok(_) => check_spheres_by_force(&check(&points)),
            Err(DelaunayError::NoVolume { .. }) => {
                let flat = |a: DVec3, b, c, d| orient3d(a, b, c, d) == 0.0;
                let [a, rest @ ..] = points.as_slice() else { return Ok(()) };
                for (i, b) in rest.iter().enumerate() {
                    for (j, c) in rest.iter().enumerate().skip(i) {
                        prop_assert!(rest.iter().skip(j).all(|d| flat(*a, *b, *c, *d)));
                    }
                }
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}
