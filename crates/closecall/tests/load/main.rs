//! Meshes from files: small files of every format, every error with its place, mutated files, and
//! the shared meshes.

mod any;
mod bounded;
mod collada;
mod gltf;
mod mirrors;
mod mutated;
mod obj;
mod ply;
mod samples;
mod shared;
mod stl;
mod threemf;

use closecall::engine::geom::GlamMesh as _;
use closecall::mesh::{Loaded, Mesh, Place, Problem, load_bytes};

/// Loads bytes that are a mesh.
fn loaded(name: &str, bytes: impl AsRef<[u8]>) -> Loaded {
    load_bytes(name, bytes.as_ref()).unwrap_or_else(|error| panic!("{error}"))
}

/// Loads bytes that are none: the place, the problem, and the line a user reads.
fn refused(name: &str, bytes: impl AsRef<[u8]>) -> (Place, Problem, String) {
    let error = load_bytes(name, bytes.as_ref()).expect_err("these bytes are no mesh");
    assert_eq!(error.file(), name);
    assert!(error.to_string().starts_with(name));
    (error.place(), error.problem().clone(), error.to_string())
}

/// The corners of a mesh's triangles.
fn corners(mesh: &Mesh) -> Vec<[[f64; 3]; 3]> {
    mesh.iter().map(|triangle| triangle.map(|v| v.to_array())).collect()
}
