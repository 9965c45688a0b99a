//! Scenes of real meshes, where the folder with them is there.

use super::Random;
use super::scenes::{Scene, soup};
use super::shared_folder;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::Pose;
use closecall::mesh::{self, Mesh};
use std::path::{Path, PathBuf};

/// At most this many triangle pairs per pose go through brute force.
const PAIRS: usize = 1_000_000;

fn mesh_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            mesh_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|e| ["obj", "stl", "ply"].iter().any(|known| e == *known))
        {
            found.push(path);
        }
    }
}

/// A mesh and some of its own triangles, at poses that leave them in place, move them a little, and
/// take them away.
fn scene(mesh: Mesh, random: &mut Random) -> Scene {
    let count = mesh.triangle_count();
    let step = (count * count).div_ceil(PAIRS).max(1);
    let part = soup(mesh.iter().step_by(step));
    let (low, high) = mesh
        .points()
        .iter()
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), v| (low.min(*v), high.max(*v)));
    let (center, size) = ((low + high) / 2.0, (high - low).length());
    let mut about_center = |reach: f64| {
        let turn = random.pose(0.0);
        let mut rows = turn.to_matrix();
        let step = center - turn.matrix() * center + random.vector().normalize() * size * reach;
        (0..3).for_each(|i| rows[i][3] = step[i]);
        Pose::from_matrix(rows).unwrap()
    };
    let poses = vec![Pose::IDENTITY, about_center(0.0), about_center(0.3), about_center(3.0)];
    Scene::new("a real mesh", mesh, part, poses)
}

/// Every mesh of the folder as a scene, with the name of its file.
pub fn real_scenes(test: &str) -> Option<impl Iterator<Item = (String, Scene)>> {
    let shared = shared_folder(test)?;
    let mut files = Vec::new();
    mesh_files(&shared.join("data"), &mut files);
    assert!(files.len() > 50, "only {} meshes in {}", files.len(), shared.display());
    let mut random = Random(31);
    Some(files.into_iter().map(move |file| {
        let mesh = mesh::load(&file).unwrap_or_else(|error| panic!("{error}")).mesh;
        (file.display().to_string(), scene(mesh, &mut random))
    }))
}
