//! Trees equal brute force, pair for pair, on real meshes, where the folder with them is there.

mod common;

use closecall::geom::{DVec3, Pose};
use closecall::mesh::{self, Mesh};
use closecall::query::configure::{Options, VolumeKind, checker};
use closecall::Uncounted;
use closecall::wide::{self, Asked, BuildOptions, Level, Scratch, Tree};
use common::scenes::{Scene, soup};
use common::{Random, shared_folder};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// At most so many triangle pairs per pose go through brute force.
const PAIRS: usize = 1_000_000;

fn mesh_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            mesh_files(&path, found);
        } else if path.extension().is_some_and(|e| ["obj", "stl", "ply"].iter().any(|known| e == *known)) {
            found.push(path);
        }
    }
}

/// A mesh and some of its own triangles, at poses that leave them in place, move them a little, and take them away.
fn scene(mesh: Mesh, random: &mut Random) -> Scene {
    let count = mesh.triangle_count();
    let step = (count * count).div_ceil(PAIRS).max(1);
    let part = soup(mesh.iter().step_by(step));
    let (low, high) = mesh
        .vertices()
        .iter()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
    let (center, size) = ((low + high) / 2.0, (high - low).length());
    let mut about_center = |reach: f64| {
        let turn = random.pose(0.0);
        let mut rows = turn.to_matrix().transpose().to_cols_array_2d();
        let step = center - turn.rotation() * center + random.vector().normalize() * size * reach;
        (0..3).for_each(|i| rows[i][3] = step[i]);
        Pose::from_matrix(rows).unwrap()
    };
    let poses = vec![Pose::IDENTITY, about_center(0.0), about_center(0.3), about_center(3.0)];
    Scene::new("a real mesh", mesh, part, poses)
}

/// The wide engine, at every level of hardware this machine has.
fn check_wide(scene: &Scene, name: &str) {
    let [a, b] = [&scene.a, &scene.b].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate() {
            let mut found = Vec::new();
            let bodies = ((&a, &*scene.a), (&b, &*scene.b));
            let asked = Asked { level, ..Asked::default() };
            wide::contacts_asked(bodies.0, bodies.1, pose, &asked, &mut Scratch::default(), &mut Uncounted, &mut |i, j| {
                found.push((i, j));
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            assert_eq!(&found, expected, "{name}, pose {i}, {level:?}");
        }
    }
}

#[test]
fn trees_answer_like_brute_force_on_real_meshes() {
    let Some(shared) = shared_folder("real meshes") else { return };
    let mut files = Vec::new();
    mesh_files(&shared.join("data"), &mut files);
    assert!(files.len() > 50, "only {} meshes in {}", files.len(), shared.display());
    let random = &mut Random(31);
    let mut pairs = 0;
    for file in &files {
        let mesh = mesh::load(file).unwrap_or_else(|error| panic!("{error}")).mesh;
        let scene = scene(mesh, random);
        for volume in ["aabb", "obb", "sphere", "kdop18"].map(|name| name.parse::<VolumeKind>().unwrap()) {
            let mut engine = checker(scene.a.clone(), scene.b.clone(), &Options { volume, ..Options::default() });
            for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate() {
                assert_eq!(&engine.contacts(pose), expected, "{}, pose {i}, {volume:?}", file.display());
                assert_eq!(engine.collides(pose), !expected.is_empty(), "{}, pose {i}, {volume:?}", file.display());
                pairs += expected.len();
            }
        }
        check_wide(&scene, &file.display().to_string());
    }
    println!("{} meshes, {pairs} touching pairs", files.len());
}
