//! Inputs with many pairs at one distance, or at one place: every question about them ends within a
//! number of tests that grows with the number of triangles, not of pairs.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Pose;
use closecall::mesh::shapes::{grid, icosphere, tetrahedron};
use closecall::world::{Body, World};
use closecall::{Ask, Budget, Kind, Mesh, Model};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Two meshes at a pose, and how far apart they are.
struct Tied {
    name: &'static str,
    a: Mesh,
    b: Mesh,
    pose: Pose,
    distance: f64,
}

fn copies(count: usize) -> Mesh {
    let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y];
    Mesh::new(corners, vec![[0, 1, 2]; count]).unwrap()
}

/// A fan around the origin that opens upward or downward.
fn fan(count: u32, up: f64) -> Mesh {
    let rim = |k: u32| {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(count);
        DVec3::new(angle.cos(), angle.sin(), up)
    };
    let vertices = std::iter::once(DVec3::ZERO).chain((0..count).map(rim)).collect();
    let triangle = |k: u32| [0, 1 + k, 1 + (k + 1) % count];
    Mesh::new(vertices, (0..count).map(triangle).collect()).unwrap()
}

fn mirrored(mesh: &Mesh) -> Mesh {
    let vertices = mesh.points().iter().map(|v| DVec3::new(-v.x, v.y, v.z)).collect();
    let triangles = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    Mesh::new(vertices, triangles).unwrap()
}

/// Copies of a mesh, one after the other along x.
fn row(mesh: &Mesh, count: u32, step: f64) -> Mesh {
    let moved = |k: u32| mesh.points().iter().map(move |v| *v + DVec3::X * (step * f64::from(k)));
    let size = mesh.points().len() as u32;
    let numbered = |k: u32| mesh.triangles().iter().map(move |t| t.map(|v| v + k * size));
    let vertices = (0..count).flat_map(moved).collect();
    Mesh::new(vertices, (0..count).flat_map(numbered).collect()).unwrap()
}

fn along(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).unwrap()
}

fn apart() -> Vec<Tied> {
    let (plate, ball) = (grid(40, 40, 1.0), icosphere(1.0, 3));
    let tied = |name, a: &Mesh, b: &Mesh, pose, distance| Tied {
        name,
        a: a.clone(),
        b: b.clone(),
        pose,
        distance,
    };
    let spikes = row(&fan(64, -1.0), 32, 4.0);
    let hanging = row(&fan(64, 1.0), 32, 4.0);
    let inner = icosphere(0.5, 3);
    vec![
        tied("copies", &copies(3000), &copies(3000), along(0.0, 0.0, 2.0), 2.0),
        tied("copies far away", &copies(3000), &copies(3000), along(0.0, 0.0, 1e6), 1e6),
        tied("fans", &fan(3000, -1.0), &fan(3000, 1.0), along(0.0, 0.0, 0.5), 0.5),
        tied("rows of fans", &spikes, &hanging, along(0.0, 0.0, 0.5), 0.5),
        tied("plates", &plate, &plate, along(0.0, 0.0, 0.25), 0.25),
        tied("plates some way off", &plate, &plate, along(0.0, 0.0, 128.0), 128.0),
        tied("plates far away", &plate, &plate, along(0.0, 0.0, 1e4), 1e4),
        tied("identical", &ball, &ball, along(4.0, 0.0, 0.0), 2.0),
        tied("mirrored", &ball, &mirrored(&ball), along(4.0, 0.0, 0.0), 2.0),
        tied("concentric", &ball, &inner, Pose::IDENTITY, f64::NAN),
    ]
}

/// The number of tests for each triangle that are enough, and some to begin with.
fn allowed(tied: &Tied) -> u64 {
    let triangles = tied.a.triangle_count() + tied.b.triangle_count();
    100_000 + 64 * triangles as u64
}

#[test]
fn distances_with_ties_take_tests_by_the_triangle() {
    for tied in apart() {
        let [a, b] = [&tied.a, &tied.b].map(|mesh| Model::new(mesh.clone()));
        let budget = Budget::tests(allowed(&tied));
        let found = a.ask(&b, budget).unwrap().distance(&tied.pose).unwrap();
        assert!(found.is_final, "{}: {found:?}", tied.name);
        let endless = a.distance(&b, &tied.pose).unwrap();
        for found in [found, endless, b.distance(&a, &inverse(&tied.pose)).unwrap()] {
            assert!(
                found.distance.hi <= f64::from_bits(found.distance.lo.to_bits() + 4),
                "{}: {found:?}",
                tied.name
            );
            if !tied.distance.is_nan() && tied.name != "identical" && tied.name != "mirrored" {
                assert!(
                    found.distance.lo <= tied.distance && tied.distance <= found.distance.hi,
                    "{}: {found:?}",
                    tied.name
                );
            }
        }
        assert_eq!(
            endless,
            a.distance(&b, &tied.pose).unwrap(),
            "{}: the same every time",
            tied.name
        );
    }
}

fn inverse(pose: &Pose) -> Pose {
    Pose::from_translation((-pose.shift()).to_array()).unwrap()
}

/// A memory of many ties is no view with holes.
#[test]
fn a_warm_pair_with_ties_has_the_distances_of_a_cold_one() {
    let [a, b] = [fan(400, -1.0), fan(400, 1.0)].map(Model::new);
    let mut pair = closecall::Pair::new(&a, &b).unwrap();
    for k in 0..40 {
        let pose = along(0.01 * f64::from(k), 0.0, 0.5);
        let (warm, cold) = (pair.distance(&pose).unwrap(), a.distance(&b, &pose).unwrap());
        assert!(
            warm.distance.lo <= cold.distance.hi && cold.distance.lo <= warm.distance.hi,
            "{k}: {warm:?} {cold:?}"
        );
    }
}

#[test]
fn kinds_with_ties_take_steps_by_the_triangle() {
    let ball = icosphere(1.0, 3);
    let parts = row(&ball, 20, 0.5);
    let rows: [(&str, Mesh, Mesh, Pose, Kind); 7] = [
        ("copies", copies(3000), copies(2000), Pose::IDENTITY, Kind::Identical),
        ("copies beside", copies(3000), copies(3000), along(1.0, 0.0, 0.0), Kind::Touching),
        ("identical", ball.clone(), ball.clone(), Pose::IDENTITY, Kind::Identical),
        ("identical overlapping", parts.clone(), parts.clone(), Pose::IDENTITY, Kind::Identical),
        ("concentric", ball.clone(), icosphere(0.5, 3), Pose::IDENTITY, Kind::Contained),
        ("many inside one", parts, icosphere(40.0, 2), Pose::IDENTITY, Kind::Contained),
        ("apart", ball.clone(), ball, along(9.0, 0.0, 0.0), Kind::Apart),
    ];
    for (name, a, b, pose, kind) in rows {
        let allowed = 1000 + 4 * (a.triangle_count() + b.triangle_count());
        let most = AtomicUsize::new(0);
        let watch = |steps: usize| {
            most.fetch_max(steps, Ordering::Relaxed);
            if steps > allowed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = Model::new(a).meeting_watched(&Model::new(b), &pose, &watch).unwrap();
        let found = found.unwrap_or_else(|| panic!("{name}: more than {allowed} steps"));
        assert_eq!(found.kind, kind, "{name}");
    }
}

#[test]
fn a_kind_that_is_broken_off_says_nothing() {
    let ball = Model::new(icosphere(1.0, 2));
    let stop = |_: usize| ControlFlow::Break(());
    assert_eq!(ball.meeting_watched(&ball, &along(0.5, 0.0, 0.0), &stop).unwrap(), None);
    // Whether they meet at all takes no steps.
    let found = ball.meeting_watched(&ball, &along(5.0, 0.0, 0.0), &stop).unwrap();
    assert_eq!(found.map(|found| found.kind), Some(Kind::Apart));
    let solid = ball.solid().unwrap();
    let depth = solid.depth_watched(&solid, &along(0.5, 0.0, 0.0), &stop).unwrap();
    assert!(!depth.is_complete && depth.depth.is_none());
}

#[test]
fn self_intersections_of_copies_keep_what_is_asked_for() {
    let model = Model::new(copies(3000));
    let ask = Ask::new().most(100_000);
    let mut told = 0;
    let found = model.self_intersections_asked(ask, |done| told = done);
    assert_eq!((found.pairs.len(), found.rest), (100_000, Some(f64::INFINITY)));
    assert!(found.pairs.is_sorted() && told <= 3000);
    let few = model.self_intersections_asked(ask.budget(Budget::tests(1000)), |_| {});
    assert!(few.rest.is_some() && few.pairs.len() <= 1000);
    let none = model.self_intersections_asked(ask.budget(Budget::tests(0)), |_| {});
    assert!(none.pairs.is_empty() && none.rest.is_some());
    // All of them, in order, where there are few.
    let small = Model::new(copies(30));
    let all = small.self_intersections_asked(Ask::new(), |_| {});
    assert_eq!((all.pairs.len(), all.rest), (30 * 29 / 2, None));
    assert_eq!(all.pairs, small.self_intersections());
    // A search for contacts ends likewise, with a budget or without.
    for ask in [Ask::new(), Ask::new().budget(Budget::tests(1 << 20))] {
        let mut pair = small.ask(&small, ask.most(7)).unwrap();
        let some = pair.contacts(&Pose::IDENTITY);
        assert_eq!((some.pairs.len(), some.rest), (7, Some(f64::INFINITY)));
        let all = pair.with(ask).contacts(&Pose::IDENTITY);
        assert_eq!((all.pairs.len(), all.rest), (900, None));
    }
}

/// The contacts of copies are streamed: a caller that wants one need not wait for all.
#[test]
fn contacts_of_copies_are_streamed() {
    let model = Model::new(copies(3000));
    let (mut pair, mut seen) = (model.ask(&model, closecall::Ask::new().counted()).unwrap(), 0);
    pair.visit_contacts(&Pose::IDENTITY, |_, _| {
        seen += 1;
        if seen == 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let cost = pair.cost();
    assert!(seen == 100 && cost.triangle_tests < 10_000, "{cost:?}");
}

#[test]
fn the_nearest_of_many_bodies_is_found_among_few() {
    let small = Model::new(tetrahedron(0.1));
    let side: u32 = 12;
    for (name, step) in [("a grid", 1.0), ("one place", 0.0)] {
        let mut world = World::new();
        for k in 0..side * side * side {
            let [x, y, z] =
                [k % side, k / side % side, k / side / side].map(|k| step * f64::from(k));
            world.insert(Body::new(format!("{k}"), &small).at(along(x, y, z))).unwrap();
        }
        let found = world.nearest().expect("there are many");
        let truth = small.distance(&small, &along(step, 0.0, 0.0)).unwrap();
        let others = [along(0.0, step, 0.0), along(0.0, 0.0, step)];
        let truth = others
            .iter()
            .map(|pose| small.distance(&small, pose).unwrap().distance.hi)
            .fold(truth.distance.hi, f64::min);
        assert!((found.distance.hi - truth).abs() <= 1e-14, "{name}: {found:?} {truth}");
    }
}
