//! Rays and segments against an oracle in rational numbers and against brute force: first, any,
//! all, crossings, winding; models and worlds.

#[path = "../common/mod.rs"]
mod common;

mod aim;
mod closed;
mod oracle;
mod worlds;

use closecall::Model;
use closecall::engine::geom::{GlamMesh as _, exact};
use closecall::geom::{Interval, Ray};
use closecall::mesh::Mesh;
use closecall::query::RayHit;
use common::{Random, scenes};
use dashu::rational::RBig;
use std::cmp::Ordering;

/// Every triangle by the oracle, in order.
fn expected(ray: &Ray, mesh: &Mesh) -> Vec<(RBig, u32)> {
    let mut found: Vec<_> =
        (0..).zip(mesh.iter()).filter_map(|(i, t)| Some((oracle::first(ray, &t)?, i))).collect();
    found.sort();
    found
}

fn holds(t: Interval, exact: &RBig) -> bool {
    let [low, high] = [t.lo, t.hi].map(|x| RBig::try_from(x).unwrap());
    low <= *exact && *exact <= high
}

fn check_one(name: &str, model: &Model, ray: &Ray, seen: &mut [usize; 2]) {
    let expected = expected(ray, model.mesh());
    let mut rays = model.rays();
    let all = rays.all(ray);
    let numbers: Vec<u32> = all.iter().map(|hit| hit.triangle).collect();
    assert_eq!(numbers, expected.iter().map(|(_, i)| *i).collect::<Vec<_>>(), "{name}: {ray:?}");
    for (hit, (t, _)) in all.iter().zip(&expected) {
        assert!(holds(hit.t, t), "{name}: {ray:?} {hit:?}");
        assert!(
            hit.t.lo >= 0.0 && (ray.end().is_none() || hit.t.hi <= 1.0),
            "{name}: {ray:?} {hit:?}"
        );
        assert!(hit.t.width() <= 1e-8 * hit.t.hi, "{name}: {ray:?} {hit:?}");
    }
    assert_eq!(rays.any(ray), !all.is_empty(), "{name}: {ray:?}");
    assert_eq!(rays.first(ray), all.first().copied(), "{name}: {ray:?}");
    seen[usize::from(!all.is_empty())] += 1;
}

#[test]
fn first_any_and_all_are_those_of_the_oracle_on_hostile_scenes() {
    let mut random = Random(1818);
    for scene in scenes::hostile() {
        let mut seen = [0, 0];
        for mesh in [&scene.a, &scene.b] {
            let model = Model::new((**mesh).clone());
            let ball = mesh
                .iter()
                .flatten()
                .fold(0.0, |far: f64, p| far.max((p - mesh.points()[0]).length()));
            let size = if ball > 0.0 { ball } else { 1.0 };
            for _ in 0..60 {
                if let Some(ray) = aim::ray(&mut random, mesh, size) {
                    check_one(scene.name, &model, &ray, &mut seen);
                }
            }
        }
        assert!(seen[0] + seen[1] > 40 && seen[1] > 5, "{}: {seen:?}", scene.name);
    }
}

#[test]
fn one_triangle_and_a_ray_in_every_position_on_a_small_lattice() {
    let mut random = Random(7);
    let mut seen = [0, 0];
    for _ in 0..20_000 {
        let triangle = [(); 3].map(|()| random.lattice(3));
        let (from, to) = (random.lattice(3), random.lattice(3));
        let rays = [
            Ray::segment(from, to).ok(),
            Ray::new(from, to - from).ok(),
            Ray::new(from, (to - from) * 0.3).ok(),
        ];
        for ray in rays.into_iter().flatten() {
            let found = exact::pierce(&ray, &triangle);
            let expected = oracle::first(&ray, &triangle);
            assert_eq!(found.is_some(), expected.is_some(), "{ray:?} {triangle:?}");
            seen[usize::from(found.is_some())] += 1;
            if let (Some(found), Some(expected)) = (found, expected) {
                assert!(holds(found, &expected), "{ray:?} {triangle:?}: {found:?}");
            }
        }
    }
    assert!(seen[0] > 1000 && seen[1] > 1000, "{seen:?}");
}

#[test]
fn parameters_compare_exactly() {
    let mut random = Random(77);
    let mut ties = 0;
    for _ in 0..3000 {
        let (from, to) = (random.lattice(2), random.lattice(2));
        let Ok(ray) = Ray::new(from, to - from) else { continue };
        let [a, b] = [(); 2].map(|()| [(); 3].map(|()| random.lattice(2)));
        let (Some(a_at), Some(b_at)) = (exact::pierce(&ray, &a), exact::pierce(&ray, &b)) else {
            continue;
        };
        let order = exact::Sooner(&ray).compare((a_at, &a), (b_at, &b));
        assert_eq!(
            order,
            oracle::first(&ray, &a).cmp(&oracle::first(&ray, &b)),
            "{ray:?} {a:?} {b:?}"
        );
        ties += usize::from(order == Ordering::Equal);
    }
    assert!(ties > 20, "{ties}");
}

#[test]
fn batches_answer_like_single_questions() {
    let mut random = Random(5);
    let model = Model::new(scenes::soup(scenes::scattered(&mut random, 300, 0.2)));
    let rays: Vec<Ray> =
        (0..3000).filter_map(|_| aim::ray(&mut random, model.mesh(), 1.0)).collect();
    let mut one = model.rays();
    let firsts: Vec<Option<RayHit>> = rays.iter().map(|ray| one.first(ray)).collect();
    assert_eq!(one.first_batch(&rays), firsts);
    assert_eq!(one.any_batch(&rays), firsts.iter().map(Option::is_some).collect::<Vec<_>>());
    assert_eq!(
        one.all_batch(&rays),
        rays.iter().map(|ray| model.rays().all(ray)).collect::<Vec<_>>()
    );
    assert_eq!(
        one.crossings_batch(&rays),
        rays.iter().map(|ray| model.rays().crossings(ray)).collect::<Vec<_>>()
    );
}

#[test]
fn batches_against_a_large_tree_are_as_one_by_one() {
    let model = Model::new(closecall::mesh::shapes::uv_sphere(1.0, 320, 160));
    let mut random = Random(55);
    let rays: Vec<Ray> =
        (0..2000).filter_map(|_| aim::ray(&mut random, model.mesh(), 1.0)).collect();
    let batch = model.rays().first_batch(&rays);
    assert!(batch.iter().flatten().count() > 500);
    assert_eq!(batch, rays.iter().map(|ray| model.rays().first(ray)).collect::<Vec<_>>());
}
