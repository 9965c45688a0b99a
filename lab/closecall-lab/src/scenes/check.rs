//! Checks of a mesh for the tests of the generators.

use closecall::engine::geom::GlamMesh as _;
use std::collections::BTreeMap;

use closecall::mesh::inspect;
use closecall::{Mesh, Model, Pose};

/// Sets that grow together: union–find, each set named by its lowest member.
struct Groups(Vec<usize>);

impl Groups {
    fn new(members: usize) -> Self {
        Self((0..members).collect())
    }

    fn of(&self, mut member: usize) -> usize {
        while self.0[member] != member {
            member = self.0[member];
        }
        member
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
    }

    fn count(&self) -> usize {
        (0..self.0.len()).filter(|&member| self.0[member] == member).count()
    }
}

/// The body that each triangle belongs to, numbered from 0: bodies share no vertex.
fn bodies(mesh: &Mesh) -> Vec<usize> {
    let mut groups = Groups::new(mesh.points().len());
    for [a, b, c] in mesh.triangles().iter().map(|t| t.map(|v| v as usize)) {
        groups.join(a, b);
        groups.join(b, c);
    }
    let mut numbers = BTreeMap::new();
    let mut number = |group| {
        let next = numbers.len();
        *numbers.entry(group).or_insert(next)
    };
    mesh.triangles().iter().map(|t| number(groups.of(t[0] as usize))).collect()
}

/// The volume of every body, after checking that all are closed and without degenerate triangles.
pub fn volumes_of_closed_parts(mesh: &Mesh) -> Vec<f64> {
    let found = inspect(mesh);
    assert!(
        found.closed,
        "{} open and {} crowded edges",
        found.boundary_edges, found.non_manifold_edges
    );
    assert_eq!((found.degenerate, found.duplicates), (0, 0));
    let mut volumes = Vec::new();
    for (body, [a, b, c]) in bodies(mesh).into_iter().zip(mesh.iter()) {
        volumes.resize(volumes.len().max(body + 1), 0.0);
        volumes[body] += a.cross(b).dot(c) / 6.0;
    }
    volumes
}

/// All bodies are closed and look outward; how many there are.
pub fn closed_parts(mesh: &Mesh) -> usize {
    let volumes = volumes_of_closed_parts(mesh);
    assert!(volumes.iter().all(|&volume| volume > 0.0), "a body is inside out: {volumes:?}");
    volumes.len()
}

/// The number of groups that the bodies form when touching ones go together.
pub fn touching_groups(mesh: &Mesh) -> usize {
    let bodies = bodies(mesh);
    let mut groups = Groups::new(bodies.iter().max().map_or(0, |last| last + 1));
    for (a, b) in self_contacts(mesh) {
        groups.join(bodies[a as usize], bodies[b as usize]);
    }
    groups.count()
}

/// Does no body touch another?
pub fn parts_are_disjoint(mesh: &Mesh) -> bool {
    touching_groups(mesh) == closed_parts(mesh)
}

/// Do two triangles without a common vertex share a point?
pub fn crosses_itself(mesh: &Mesh) -> bool {
    let apart = |(a, b): (u32, u32)| {
        let [a, b] = [a, b].map(|t| mesh.triangles()[t as usize]);
        !a.iter().any(|v| b.contains(v))
    };
    self_contacts(mesh).into_iter().any(apart)
}

fn self_contacts(mesh: &Mesh) -> Vec<(u32, u32)> {
    let model = Model::new(mesh.clone());
    model.contacts(&model, &Pose::IDENTITY).unwrap()
}
