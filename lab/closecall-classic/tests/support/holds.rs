//! Every plane has all contents below it, in exact arithmetic, and touches them.

use super::RECIPES;
use crate::common::Random;
use closecall::engine::geom::DVec3;
use closecall_classic::volume::support::{Basis, Mapping, Recipe, Sampling};
use closecall_hull::Hull;
use dashu::rational::RBig;

fn exact(x: f64) -> RBig {
    RBig::try_from(x).unwrap()
}

/// normal·(p − q), exactly.
fn height(normal: DVec3, p: DVec3, q: DVec3) -> RBig {
    (0..3)
        .map(|i| exact(normal[i]) * (exact(p[i]) - exact(q[i])))
        .fold(RBig::ZERO, |sum, x| sum + x)
}

/// Solid, flat, long and small things, on a lattice and off it, at sizes and offsets where
/// roundings show.
fn clouds(random: &mut Random) -> Vec<(&'static str, Vec<DVec3>)> {
    let mut many = |count: usize, point: &dyn Fn(&mut Random) -> DVec3| {
        (0..count).map(|_| point(random)).collect()
    };
    vec![
        ("solid", many(40, &|r| r.vector())),
        ("lattice", many(40, &|r| r.lattice(3))),
        ("far", many(40, &|r| r.vector() + DVec3::new(1e6, -3e5, 7e6))),
        ("tiny", many(40, &|r| r.vector() * 1e-50)),
        ("huge", many(40, &|r| r.vector() * 1e25)),
        ("thin", many(40, &|r| r.vector() * DVec3::new(1.0, 1.0, 1e-15))),
        ("flat", many(40, &|r| r.lattice(9).with_z(1.0))),
        (
            "flat, askew",
            many(40, &|r| r.lattice(9).with_z(0.0))
                .into_iter()
                .map(|p: DVec3| p.with_z(p.x - p.y))
                .collect(),
        ),
        ("segment", many(9, &|r| DVec3::ONE * r.below(5) as f64)),
        ("point", many(3, &|_| DVec3::new(0.1, 0.2, 0.3))),
    ]
}

fn directions(random: &mut Random) -> Vec<DVec3> {
    let mut all: Vec<DVec3> = (0..40).map(|_| random.vector()).collect();
    all.extend((0..20).map(|_| random.lattice(2) - DVec3::ONE).filter(|d| *d != DVec3::ZERO));
    all.extend([
        DVec3::new(1.0, 1e-40, 0.0),
        DVec3::new(1e-120, 0.0, -1e-120),
        DVec3::new(3e50, 1e50, 1e20),
    ]);
    all
}

#[test]
fn planes_hold_their_contents_exactly_and_touch_them() {
    let random = &mut Random(31);
    let directions = directions(random);
    for (name, points) in clouds(random) {
        let mapping_of = |recipe| Mapping::new(Hull::around(&points), recipe);
        for (recipe, mapping) in RECIPES.map(|recipe| (recipe, mapping_of(recipe))) {
            for &direction in &directions {
                let plane = mapping.plane(direction);
                assert!(
                    (plane.normal.length() - 1.0).abs() < 1e-15,
                    "{name}, {recipe:?}: {}",
                    plane.normal
                );
                assert!(
                    points.contains(&plane.point),
                    "{name}, {recipe:?}: the plane does not touch its contents"
                );
                let above =
                    points.iter().find(|&&p| height(plane.normal, p, plane.point) > RBig::ZERO);
                assert_eq!(above, None, "{name}, {recipe:?}, {direction}");
            }
        }
    }
}

/// Faces of a flat node give only ±n; nodes without volume must be closed in all the same.
#[test]
fn planes_face_where_they_are_asked_to() {
    let random = &mut Random(32);
    let directions = directions(random);
    for (name, points) in clouds(random).into_iter().filter(|(name, _)| *name != "thin") {
        for (recipe, least) in RECIPES.into_iter().zip([0.999, 0.3, 0.7, 0.3, -1.1]) {
            let mapping = Mapping::new(Hull::around(&points), recipe);
            for &direction in &directions {
                let facing = mapping.plane(direction).normal.dot(direction.normalize());
                assert!(facing > least, "{name}, {recipe:?}, {direction}: {facing}");
            }
        }
    }
}

/// G, the space below all planes, holds the hull, and shrinks to it as the sampling grows.
#[test]
fn sampled_planes_converge_to_the_hull() {
    let random = &mut Random(33);
    let points: Vec<DVec3> = (0..60).map(|_| random.vector()).collect();
    let volume =
        |basis, sampling| Mapping::new(Hull::around(&points), Recipe { basis, sampling }).volume();
    let hull = volume(Basis::Vertices, Sampling::Exact);
    assert!((volume(Basis::Faces, Sampling::Exact) / hull - 1.0).abs() < 1e-9);
    for basis in [Basis::Vertices, Basis::Faces] {
        let volumes = [4, 8, 32, 64].map(|density| volume(basis, Sampling::Grid(density)));
        assert!(
            volumes[3] >= hull * (1.0 - 1e-9) && volumes[3] < hull * 1.04,
            "{volumes:?} {hull}"
        );
        assert!(volumes.is_sorted_by(|a, b| a * (1.0 + 1e-9) > *b), "{volumes:?} {hull}");
    }
    let open = [1, 2].map(|density| volume(Basis::Vertices, Sampling::Grid(density)));
    assert_eq!(open, [f64::INFINITY; 2]);
}
