//! What the tests of the generators ask of a mesh.

use closecall::mesh::inspect::inspect;
use closecall::{Mesh, Model, Pose};

/// The body that each triangle belongs to: bodies share no vertex.
fn bodies(mesh: &Mesh) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..mesh.vertices().len()).collect();
    fn root(parent: &mut [usize], mut v: usize) -> usize {
        while parent[v] != v {
            parent[v] = parent[parent[v]];
            v = parent[v];
        }
        v
    }
    for &[a, b, c] in mesh.triangles() {
        for other in [b, c] {
            let (a, other) = (root(&mut parent, a as usize), root(&mut parent, other as usize));
            parent[a.max(other)] = a.min(other);
        }
    }
    mesh.triangles().iter().map(|t| root(&mut parent, t[0] as usize)).collect()
}

/// The volume of every body, in the order of their first vertices, after checking that all are closed.
pub fn volumes_of_closed_parts(mesh: &Mesh) -> Vec<f64> {
    let found = inspect(mesh);
    assert!(found.closed, "{} open and {} crowded edges", found.boundary_edges, found.non_manifold_edges);
    assert_eq!((found.degenerate, found.duplicates), (0, 0));
    let mut volumes = std::collections::BTreeMap::new();
    for (body, [a, b, c]) in bodies(mesh).into_iter().zip(mesh.iter()) {
        *volumes.entry(body).or_insert(0.0) += a.cross(b).dot(c) / 6.0;
    }
    volumes.into_values().collect()
}

/// All bodies are closed and look outward; how many there are.
pub fn closed_parts(mesh: &Mesh) -> usize {
    let volumes = volumes_of_closed_parts(mesh);
    assert!(volumes.iter().all(|&volume| volume > 0.0), "a body is inside out: {volumes:?}");
    volumes.len()
}

/// Do two triangles of different bodies share a point?
pub fn parts_touch(mesh: &Mesh) -> bool {
    let bodies = bodies(mesh);
    let model = Model::new(mesh.clone());
    let pairs = model.contacts(&model, &Pose::IDENTITY);
    pairs.iter().any(|&(a, b)| bodies[a as usize] != bodies[b as usize])
}

/// Do two triangles without a common vertex share a point?
pub fn crosses_itself(mesh: &Mesh) -> bool {
    let model = Model::new(mesh.clone());
    let pairs = model.contacts(&model, &Pose::IDENTITY);
    let [corners, others] = [|pair: (u32, u32)| pair.0, |pair: (u32, u32)| pair.1];
    let triangle = |t: u32| mesh.triangles()[t as usize];
    pairs.iter().any(|&pair| !triangle(corners(pair)).iter().any(|v| triangle(others(pair)).contains(v)))
}
