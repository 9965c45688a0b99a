//! Meshes around all kinds of obstacles: valid, and with the answers of the library.

mod common;

use closecall::engine::geom::{Aabb, DVec3, GlamMesh as _, exact::pierce};
use closecall::geom::Ray;
use closecall::mesh::shapes::{cuboid, icosphere};
use closecall::query::{Collision, Location};
use closecall::{Mesh, Model, Pose};
use closecall_space::{Flying, SpaceIndex, SpaceWork};
use closecall_tetra::mesh::{FlyingSolid, SolidTouch, Where};
use closecall_tetra::{TetraError, TetraMesh};
use common::Rng;
use common::scenes::{all, inverted, joined, moved, scaled, terrain, tetrahedra};
use std::sync::Arc;

fn meshed(mesh: &Mesh) -> TetraMesh {
    TetraMesh::new(Arc::new(mesh.clone())).unwrap()
}

fn around(mesh: &Mesh) -> Aabb {
    Aabb::around(mesh.iter().flatten())
}

/// Random poses about a mesh, mostly near it; the last ones on a grid, not turned.
fn poses(mesh: &Mesh, count: usize, seed: u64) -> Vec<Pose> {
    let mut rng = Rng(seed);
    let bounds = around(mesh);
    let size = bounds.high - bounds.low;
    (0..count)
        .map(|i| {
            let at = bounds.low + size * (rng.point() * 1.4 - DVec3::splat(0.2));
            let q = [(); 4].map(|()| rng.unit() - 0.5);
            let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            let q = if i % 4 == 3 { [1.0, 0.0, 0.0, 0.0] } else { q.map(|x| x / norm) };
            Pose::from_quaternion(at.to_array(), q).unwrap()
        })
        .collect()
}

/// A body of a fraction of the size of the obstacles.
fn flyer(mesh: &Mesh, fraction: f64) -> Mesh {
    let bounds = around(mesh);
    let size = (bounds.high - bounds.low).max_element() * fraction;
    scaled(&icosphere(1.0, 1), DVec3::splat(size))
}

#[test]
fn all_scenes_are_meshed_validly() {
    for (name, scene) in all() {
        let mesh = meshed(&scene);
        assert_eq!(mesh.check(), Ok(()), "{name}");
        eprintln!(
            "{name}: {} triangles, {} tetrahedra, {} Steiner points, {} faces",
            scene.triangle_count(),
            mesh.tetrahedron_count(),
            mesh.steiner_count(),
            mesh.face_count()
        );
    }
}

#[test]
fn contacts_are_the_librarys_in_all_scenes() {
    for (name, scene) in all() {
        let mut search = meshed(&scene).search();
        let model = Model::new(scene.clone());
        let mut answers = [0; 2];
        for fraction in [0.03, 0.2] {
            let body = flyer(&scene, fraction);
            let (body_model, mut flying) = (Model::new(body.clone()), Flying::new(Arc::new(body)));
            for pose in poses(&scene, 60, 11) {
                let found = search.contacts(&mut flying, &pose, &mut SpaceWork::default());
                assert_eq!(found, model.contacts(&body_model, &pose).unwrap(), "{name} {pose:?}");
                let first = search.first_contact(&mut flying, &pose, &mut SpaceWork::default());
                assert_eq!(first.is_some(), !found.is_empty());
                answers[usize::from(first.is_some())] += 1;
            }
        }
        assert!(answers.iter().all(|&count| count > 0), "{name} {answers:?}");
    }
}

#[test]
fn a_body_on_the_same_grid_touches_what_it_should() {
    let (_, lattice) = all().into_iter().find(|(name, _)| *name == "a lattice of cubes").unwrap();
    let mut search = meshed(&lattice).search();
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    let (model, body) = (Model::new(lattice), Model::new(cube.clone()));
    let mut flying = Flying::new(Arc::new(cube));
    for at in common::grid([6, 6, 6]) {
        let pose = Pose::from_translation((at - DVec3::ONE).to_array()).unwrap();
        let found = search.contacts(&mut flying, &pose, &mut SpaceWork::default());
        assert_eq!(found, model.contacts(&body, &pose).unwrap(), "{at}");
    }
}

#[test]
fn solids_collide_as_the_librarys() {
    let mut cases = [0; 4];
    for (name, scene) in all() {
        let Ok(solid) = Model::new(scene.clone()).solid() else { continue };
        let mut search = meshed(&scene).search();
        for fraction in [0.004, 0.05, 0.8] {
            let shell = flyer(&scene, fraction);
            let hollow = joined(&[shell.clone(), inverted(&scaled(&shell, DVec3::splat(0.75)))]);
            for body in [shell, hollow] {
                let body_solid = Model::new(body.clone()).solid().unwrap();
                let mut body = FlyingSolid::new(Arc::new(body)).unwrap();
                for pose in poses(&scene, 40, 12) {
                    let found = search.collision(&mut body, &pose).unwrap();
                    match (found, solid.collision(&body_solid, &pose).unwrap()) {
                        (None, None) => cases[0] += 1,
                        (Some(SolidTouch::Surfaces(..)), Some(Collision::Surfaces(..))) => {
                            cases[1] += 1
                        }
                        (Some(SolidTouch::BodyInside(_)), Some(Collision::BInA(_))) => {
                            cases[2] += 1
                        }
                        (Some(SolidTouch::ObstacleInside(_)), Some(Collision::AInB(_))) => {
                            cases[3] += 1
                        }
                        other => panic!("{name} {pose:?} {other:?}"),
                    }
                }
            }
        }
    }
    assert!(cases.iter().all(|&count| count > 10), "{cases:?}");
}

#[test]
fn points_are_where_the_library_has_them() {
    let mut cases = [0; 3];
    for (name, scene) in all() {
        let Ok(solid) = Model::new(scene.clone()).solid() else { continue };
        let mesh = meshed(&scene);
        let bounds = around(&scene);
        let mut rng = Rng(13);
        let random = (0..200).map(|_| {
            bounds.low + (bounds.high - bounds.low) * (rng.point() * 1.2 - DVec3::splat(0.1))
        });
        let middles = scene.iter().map(|[a, b, _]| (a + b) * 0.5);
        for p in random.chain(scene.points().iter().copied()).chain(middles) {
            match (mesh.locate(p), solid.locate(p).unwrap()) {
                (Where::Free, Location::Outside) => cases[0] += 1,
                (Where::OnSurface(_), Location::OnSurface(_)) => cases[1] += 1,
                (Where::Inside(a), Location::Inside(b)) if i64::from(a) == b => cases[2] += 1,
                other => panic!("{name} {p} {other:?}"),
            }
        }
    }
    assert!(cases.iter().all(|&count| count > 100), "{cases:?}");
}

#[test]
fn rays_meet_what_brute_force_meets() {
    let mut cases = [0; 2];
    for (name, scene) in all() {
        let mesh = meshed(&scene);
        let bounds = around(&scene);
        let size = bounds.high - bounds.low;
        let mut rng = Rng(14);
        let mut point = |i: usize| match i % 3 {
            0 => scene.points()[rng.below(scene.points().len())],
            _ => bounds.low + size * (rng.point() * 1.6 - DVec3::splat(0.3)),
        };
        for i in 0..120 {
            let (from, to) = (point(i), point(i / 3));
            let ray = match i % 2 {
                0 => Ray::segment(from, to).unwrap(),
                _ if from == to => continue,
                _ => Ray::new(from, to - from).unwrap(),
            };
            let found = mesh.shoot(&ray);
            let hits = (0..).zip(scene.iter()).filter_map(|(i, t)| Some((i, pierce(&ray, &t)?, t)));
            let best = hits.min_by(|a, b| {
                let sooner = closecall::engine::geom::exact::Sooner(&ray);
                sooner.compare((a.1, &a.2), (b.1, &b.2)).then(a.0.cmp(&b.0))
            });
            assert_eq!(
                found.map(|f: (u32, _)| f.0),
                best.map(|b: (u32, _, _)| b.0),
                "{name} {ray:?}"
            );
            cases[usize::from(found.is_some())] += 1;
        }
    }
    assert!(cases.iter().all(|&count| count > 100), "{cases:?}");
}

#[test]
fn intersecting_obstacles_are_refused_by_name() {
    let cube = cuboid(DVec3::ZERO, DVec3::ONE);
    let refused = |other: Mesh| {
        let scene = joined(&[cube.clone(), other]);
        match TetraMesh::new(Arc::new(scene.clone())) {
            Err(TetraError::Intersecting { first, second, .. }) => {
                assert!(first < 12 && second >= 12);
                let [a, b] = [first, second].map(|i| scene.triangle_at(i as usize));
                assert!(closecall::engine::geom::exact::meet(&a, &b).meets);
            }
            other => panic!("{other:?}"),
        }
    };
    refused(moved(&cube, DVec3::splat(0.5)));
    // Faces that overlap in part, edges that cross.
    refused(moved(&cube, DVec3::new(1.0, 0.5, 0.5)));
    let corners = [[0.75, 0.25, 1.5], [1.25, 0.25, 0.5], [1.5, 0.25, 1.5]].map(DVec3::from);
    refused(Mesh::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap());
    let error = TetraMesh::new(Arc::new(joined(&[cube.clone(), moved(&cube, DVec3::ONE * 0.5)])));
    assert!(error.unwrap_err().to_string().starts_with("triangles "));
}

#[test]
fn four_thousand_tetrahedra() {
    let scene = tetrahedra(16, 1.0, 21);
    assert!(scene.triangle_count() >= 16_000, "{}", scene.triangle_count());
    large(&scene, 0.02);
}

#[test]
fn a_terrain_of_28322_triangles() {
    let scene = terrain(120, 22);
    assert_eq!(scene.triangle_count(), 28_322);
    large(&scene, 0.02);
}

fn large(scene: &Mesh, fraction: f64) {
    let start = std::time::Instant::now();
    let mesh = meshed(scene);
    eprintln!(
        "{} triangles, {} tetrahedra, {} Steiner points, {:?}",
        scene.triangle_count(),
        mesh.tetrahedron_count(),
        mesh.steiner_count(),
        start.elapsed()
    );
    assert_eq!(mesh.check(), Ok(()));
    let mut search = mesh.search();
    let body = flyer(scene, fraction);
    let (model, body_model) = (Model::new(scene.clone()), Model::new(body.clone()));
    let mut flying = Flying::new(Arc::new(body));
    for pose in poses(scene, 100, 23) {
        let found = search.contacts(&mut flying, &pose, &mut SpaceWork::default());
        assert_eq!(found, model.contacts(&body_model, &pose).unwrap());
    }
}

/// Few integer points make triangles that touch, overlap and cross in all ways: what is refused
/// does intersect, and all else is meshed validly.
#[test]
fn random_integer_triangles() {
    let mut rng = Rng(31);
    let mut cases = [0; 2];
    for round in 0..600 {
        let side = 3 + round % 3;
        let mut corner = || DVec3::from([0, 1, 2].map(|_| rng.below(side) as f64));
        let vertices: Vec<DVec3> = (0..3 * (1 + round % 5)).map(|_| corner()).collect();
        let triangles = (0..vertices.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]);
        let scene = Mesh::new(vertices.clone(), triangles.collect()).unwrap();
        match TetraMesh::new(Arc::new(scene.clone())) {
            Ok(mesh) => {
                assert_eq!(mesh.check(), Ok(()), "{vertices:?}");
                let (model, mut search) = (Model::new(scene.clone()), mesh.search());
                let body = flyer(&scene, 0.2);
                let body_model = Model::new(body.clone());
                let mut flying = Flying::new(Arc::new(body));
                for pose in poses(&scene, 5, 32 + round as u64) {
                    let found = search.contacts(&mut flying, &pose, &mut SpaceWork::default());
                    assert_eq!(found, model.contacts(&body_model, &pose).unwrap(), "{vertices:?}");
                }
                cases[0] += 1;
            }
            Err(TetraError::Intersecting { first, second, .. }) => {
                assert!(Model::new(scene).self_intersections().contains(&(first, second)));
                cases[1] += 1;
            }
            Err(other) => panic!("{other} {vertices:?}"),
        }
    }
    assert!(cases.iter().all(|&count| count > 50), "{cases:?}");
}
