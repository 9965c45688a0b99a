//! The triangles near a convex body: none that shares a point with it is left out, and few others
//! are reported.

use crate::common::{Random, scenes};
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Triangle, exact};
use closecall::geom::{Convex, ConvexError, Pose};
use closecall::mesh::Mesh;
use closecall::{Model, Scratch};
use std::ops::ControlFlow;

fn near(model: &Model, body: &Convex, scratch: &mut Scratch) -> Vec<u32> {
    let mut found = Vec::new();
    model.triangles_near(body, scratch, |number, corners| {
        assert_eq!(*corners, model.mesh().triangle(number as usize));
        found.push(number);
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    let told = found.len();
    found.dedup();
    assert_eq!(told, found.len(), "a triangle was told of twice");
    found
}

/// A box as twelve triangles, inside the box up to rounding.
fn surface(pose: &Pose, half: DVec3) -> Vec<Triangle> {
    let cube = closecall::mesh::shapes::cuboid(-half, half);
    cube.iter().map(|t| t.map(|p| pose.carried(p))).collect()
}

/// Every triangle that meets the surface of a slightly smaller box must be among the candidates.
fn check_boxes(name: &str, mesh: &Mesh, random: &mut Random, seen: &mut [usize; 2]) {
    let model = Model::new(mesh.clone());
    let (low, high) = extent(mesh);
    let size = (high - low).max_element().max(1e-60);
    let mut scratch = Scratch::default();
    for round in 0..40 {
        let anchor = mesh.points()[random.below(mesh.points().len())];
        let share = [0.5, 0.1, 1e-3, 1e-9][round % 4];
        let half = (random.vector() * size * share).abs().max(DVec3::splat(1e-60));
        let center = if round % 3 == 0 { anchor } else { anchor + random.vector() * half * 1.2 };
        let flush = |x: f64| if x.abs() < 1e-60 { 0.0 } else { x };
        let Ok(pose) = Pose::from_quaternion(center.to_array().map(flush), random.rotation())
        else {
            continue;
        };
        let body = Convex::oriented(&pose, half).unwrap();
        let found = near(&model, &body, &mut scratch);
        let shell = surface(&pose, (half * (1.0 - 1e-9)).max(DVec3::splat(1e-60)));
        for (number, triangle) in mesh.iter().enumerate() {
            if shell.iter().any(|face| exact::meet(&triangle, face).meets) {
                seen[0] += 1;
                // Carried corners are off by more than 1e-9 of a box that is far from the origin
                // and small.
                let certain = half.min_element() * 1e-9
                    > 1e-14 * (center.abs().max_element() + half.max_element());
                assert!(
                    !certain || found.binary_search(&(number as u32)).is_ok(),
                    "{name}: {number}, round {round}"
                );
            }
        }
        seen[1] += usize::from(found.len() < mesh.triangle_count());
    }
}

fn extent(mesh: &Mesh) -> (DVec3, DVec3) {
    mesh.iter()
        .flatten()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)))
}

#[test]
fn no_triangle_that_meets_a_box_is_left_out() {
    let mut random = Random(18);
    let mut seen = [0, 0];
    for scene in scenes::hostile() {
        check_boxes(scene.name, &scene.a, &mut random, &mut seen);
        check_boxes(scene.name, &scene.b, &mut random, &mut seen);
    }
    assert!(seen[0] > 1000 && seen[1] > 300, "{seen:?}");
}

/// A point of a triangle, on a lattice of its corners.
fn inside(random: &mut Random, [a, b, c]: &Triangle) -> DVec3 {
    let (mut u, mut v) = (random.next(), random.next());
    if u + v > 1.0 {
        (u, v) = (1.0 - u, 1.0 - v);
    }
    match random.below(4) {
        0 => *a,
        1 => *a + (*b - *a) * u,
        _ => *a + (*b - *a) * u + (*c - *a) * v,
    }
}

#[test]
fn a_capsule_through_a_triangle_finds_it_and_a_slab_that_holds_it_keeps_it() {
    let mut random = Random(81);
    let mut scratch = Scratch::default();
    let (mut kept, mut all) = (0, 0);
    for scene in scenes::hostile() {
        let model = Model::new((*scene.a).clone());
        let (low, high) = extent(&scene.a);
        let (size, reach) = ((high - low).max_element(), low.abs().max(high.abs()).max_element());
        for round in 0..200 {
            let number = random.below(scene.a.triangle_count());
            let target = inside(&mut random, &scene.a.triangle_at(number));
            let way = random.vector() * size;
            let radius = size * [0.0, 0.01, 0.1][round % 3] + 1e-13 * reach;
            let body = Convex::capsule(target - way, target + way, radius).unwrap();
            let place = target.dot(DVec3::new(1.0, 2.0, -2.0));
            let slack = 1e-12 * reach + 0.05 * size;
            let body =
                body.between(DVec3::new(1.0, 2.0, -2.0), place - slack, place + slack).unwrap();
            let found = near(&model, &body, &mut scratch);
            assert!(found.binary_search(&(number as u32)).is_ok(), "{}: {number}", scene.name);
            (kept, all) = (kept + found.len(), all + scene.a.triangle_count());
        }
    }
    assert!(kept * 3 < all, "{kept} of {all} were candidates");
}

#[test]
fn half_spaces_and_bodies_far_larger_or_far_away() {
    let model = Model::new(scenes::soup(scenes::ball(12, 1.0)));
    let count = model.mesh().triangle_count();
    let mut scratch = Scratch::default();
    let everything = Convex::aligned(DVec3::splat(-1e30), DVec3::splat(1e30)).unwrap();
    assert_eq!(near(&model, &everything, &mut scratch).len(), count);
    let upper = everything.clone().between(DVec3::Z * 1e-3, 0.5e-3, f64::INFINITY).unwrap();
    let above = model.mesh().iter().filter(|t| t.iter().any(|p| p.z >= 0.5)).count();
    let found = near(&model, &upper, &mut scratch).len();
    assert!(found >= above && found <= above + count / 8, "{found} {above}");
    let lower = everything.between(DVec3::Z, f64::NEG_INFINITY, -2.0).unwrap();
    assert!(near(&model, &lower, &mut scratch).is_empty());
    let away = Convex::capsule(DVec3::splat(1e29), DVec3::splat(2e29), 1.0).unwrap();
    assert!(near(&model, &away, &mut scratch).len() <= count);
    let beside =
        Convex::capsule(DVec3::new(3.0, 0.0, 0.0), DVec3::new(3.0, 1.0, 0.0), 1.0).unwrap();
    assert!(near(&model, &beside, &mut scratch).is_empty());
}

#[test]
fn what_is_no_body_is_refused() {
    let [p, nan] = [DVec3::ONE, DVec3::new(0.0, f64::NAN, 0.0)];
    assert!(matches!(Convex::capsule(p, nan, 1.0), Err(ConvexError::OutOfRange { .. })));
    assert!(matches!(Convex::capsule(p, p, -1.0), Err(ConvexError::Negative { .. })));
    assert!(matches!(Convex::hull(&[[0.0; 3]; 0], 0.0), Err(ConvexError::NoPoint)));
    assert!(matches!(Convex::aligned(p, -p), Err(ConvexError::Negative { .. })));
    let body = Convex::aligned(-p, p).unwrap();
    assert!(matches!(body.clone().between(DVec3::ZERO, 0.0, 1.0), Err(ConvexError::NoDirection)));
    assert!(matches!(body.between(p, f64::NAN, 1.0), Err(ConvexError::OutOfRange { .. })));
}
