//! Is a mesh closed, and what is connected in it?
//!
//! Vertices at equal positions count as one. A mesh is closed if every edge is used equally often
//! in both directions: then its boundary is zero as a sum, and it has a winding number about every
//! point beside it, however its shells overlap.

use super::Mesh;
use super::inspect::{root, welded};

/// The connected parts of a closed mesh.
#[derive(Clone, Debug)]
pub(crate) struct Closed {
    /// A triangle of each connected part.
    pub(crate) parts: Vec<u32>,
    /// Pairs of triangles across an edge that only they have.
    pub(crate) neighbours: Vec<[u32; 2]>,
}

/// An edge that a closed mesh would not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenEdge {
    /// Its start.
    pub from: [f64; 3],
    /// Its end.
    pub to: [f64; 3],
    /// A triangle that has it, 0-based.
    pub triangle: u32,
    /// The number of triangles that use it in this direction.
    pub forward: usize,
    /// The number of triangles that use it in the other direction.
    pub backward: usize,
}

impl std::fmt::Display for OpenEdge {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let [p, q] = [self.from, self.to].map(|[x, y, z]| format!("({x}, {y}, {z})"));
        let (triangle, forward, backward) = (self.triangle, self.forward, self.backward);
        write!(f, "{p} to {q} of triangle {triangle} ({forward} one way, {backward} the other)")
    }
}

/// A mesh that is not closed has no inside.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the mesh is not closed: {count} edges are not used equally often in both directions, among them {}",
    named.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
)]
pub struct OpenMesh {
    /// The number of edges that are to blame.
    pub count: usize,
    /// The first of them.
    pub named: Vec<OpenEdge>,
}

/// The number of edges an error names.
const NAMED: usize = 3;

/// One use of an edge; the lower position comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Use {
    ends: [u32; 2],
    triangle: u32,
    backward: bool,
}

impl Closed {
    /// Welds a mesh and looks at all its edges.
    pub(crate) fn of(mesh: &Mesh) -> Result<Self, OpenMesh> {
        let (triangles, positions) = welded(mesh);
        let mut uses: Vec<Use> = (0..).zip(&triangles).flat_map(|(i, t)| uses_of(i, t)).collect();
        uses.sort_unstable();
        let edges = || uses.chunk_by(|a, b| a.ends == b.ends);
        let mut open = edges().filter(|uses| backward(uses) * 2 != uses.len()).peekable();
        if open.peek().is_some() {
            let named =
                open.clone().take(NAMED).map(|uses| named(uses, mesh, &triangles)).collect();
            return Err(OpenMesh { count: open.count(), named });
        }
        let pairs = edges().filter(|uses| uses.len() == 2 && uses[0].triangle != uses[1].triangle);
        let neighbours = pairs.map(|uses| [uses[0].triangle, uses[1].triangle]).collect();
        let parts = parts(&triangles, positions);
        Ok(Self { parts, neighbours })
    }
}

/// A triangle of each connected part of any mesh.
pub(crate) fn parts_of(mesh: &Mesh) -> Vec<u32> {
    let (triangles, positions) = welded(mesh);
    parts(&triangles, positions)
}

impl Mesh {
    /// Is every edge used equally often in both directions, vertices at equal positions being one?
    /// If not, the error names edges.
    pub fn check_closed(&self) -> Result<(), OpenMesh> {
        Closed::of(self).map(|_| ())
    }
}

/// The edges of a triangle that have two ends.
fn uses_of(triangle: u32, &[a, b, c]: &[u32; 3]) -> impl Iterator<Item = Use> + use<> {
    let edges = [(a, b), (b, c), (c, a)].into_iter().filter(|(from, to)| from != to);
    edges.map(move |(from, to)| Use {
        ends: [from.min(to), from.max(to)],
        triangle,
        backward: from > to,
    })
}

fn backward(uses: &[Use]) -> usize {
    uses.iter().filter(|use_| use_.backward).count()
}

fn named(uses: &[Use], mesh: &Mesh, triangles: &[[u32; 3]]) -> OpenEdge {
    let triangle = uses[0].triangle;
    let corners = triangles[triangle as usize];
    let place = |position: u32| {
        let corner =
            corners.iter().position(|&p| p == position).expect("an edge has ends of its triangle");
        mesh.triangle(triangle as usize)[corner]
    };
    let [from, to] = uses[0].ends.map(place);
    let backward = backward(uses);
    OpenEdge { from, to, triangle, forward: uses.len() - backward, backward }
}

/// The first triangle of each part that shares no position with the others.
fn parts(triangles: &[[u32; 3]], positions: usize) -> Vec<u32> {
    let mut parent: Vec<u32> = (0..positions as u32).collect();
    for &[a, b, c] in triangles {
        for (a, b) in [(a, b), (b, c)] {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    let mut seen = vec![false; positions];
    let mut is_first = |t: &[u32; 3]| {
        let part = root(&mut parent, t[0]) as usize;
        !std::mem::replace(&mut seen[part], true)
    };
    (0..).zip(triangles).filter(|(_, t)| is_first(t)).map(|(i, _)| i).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;
    use crate::mesh::shapes::{cuboid, grid, icosphere, tetrahedron};

    #[test]
    fn closed_meshes_have_parts_and_neighbours() {
        let cube = Closed::of(&cuboid(DVec3::ZERO, DVec3::ONE)).unwrap();
        assert_eq!((cube.parts.as_slice(), cube.neighbours.len()), ([0].as_slice(), 18));
        let sphere = Closed::of(&icosphere(1.0, 2)).unwrap();
        assert_eq!((sphere.parts.len(), sphere.neighbours.len()), (1, 480));
    }

    #[test]
    fn an_open_mesh_is_refused_with_its_edges() {
        let error = Closed::of(&grid(3, 2, 1.0)).unwrap_err();
        assert_eq!((error.count, error.named.len()), (10, 3));
        let mut triangles = tetrahedron(1.0).triangles().to_vec();
        triangles[1].swap(0, 1);
        let error = Closed::of(&Mesh::new(tetrahedron(1.0).points().to_vec(), triangles).unwrap())
            .unwrap_err();
        assert_eq!(error.count, 3);
        assert!(error.named.iter().all(|edge| edge.forward + edge.backward == 2), "{error}");
        assert!(error.to_string().contains("3 edges are not used equally often"), "{error}");
    }

    #[test]
    fn triangles_that_fold_to_nothing_do_not_open_a_mesh() {
        let sphere = icosphere(1.0, 0);
        let mut triangles = sphere.triangles().to_vec();
        let [a, b, _] = triangles[0];
        triangles.push([a, a, b]);
        triangles.push([a, a, a]);
        assert!(Closed::of(&Mesh::new(sphere.points().to_vec(), triangles).unwrap()).is_ok());
    }
}
