//! What can be said of a mesh before it is queried: none of it matters for an answer, all of it for trust in the file.
//!
//! Vertices at equal positions count as one, bit for bit (0.0 and -0.0 are the same position).

use robust::{Coord, orient2d};

use super::Mesh;
use super::weld::Welder;
use crate::geom::{DVec3, Triangle};

/// Counts and shape of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Vertices as the mesh lists them.
    pub vertices: usize,
    /// Different positions among the corners of the triangles.
    pub positions: usize,
    /// Triangles, degenerate ones included.
    pub triangles: usize,
    /// The lowest coordinates of a triangle's corner.
    pub min: DVec3,
    /// The highest coordinates of a triangle's corner.
    pub max: DVec3,
    /// Triangles that are a segment or a point, decided exactly.
    pub degenerate: usize,
    /// Triangles with the same three corners, in any order, as one before them.
    pub duplicates: usize,
    /// Edges of just one non-degenerate triangle.
    pub boundary_edges: usize,
    /// Edges of more than two non-degenerate triangles.
    pub non_manifold_edges: usize,
    /// Are there non-degenerate triangles, and is each of their edges an edge of exactly two of them?
    pub closed: bool,
    /// Parts that share no position; degenerate triangles belong to a part, too.
    pub components: usize,
    /// Positions − edges + triangles over the non-degenerate triangles: 2 for a sphere, 0 for a torus.
    pub euler_characteristic: i64,
}

/// Inspects a mesh.
#[must_use]
pub fn inspect(mesh: &Mesh) -> Inspection {
    let (triangles, positions) = welded(mesh);
    let proper: Vec<[u32; 3]> =
        triangles.iter().zip(mesh.iter()).filter(|(_, corners)| !is_degenerate(corners)).map(|(&t, _)| t).collect();
    let edges = edge_uses(&proper);
    let with = |uses: std::ops::RangeInclusive<usize>| edges.iter().filter(|n| uses.contains(n)).count();
    let (boundary_edges, non_manifold_edges) = (with(1..=1), with(3..=usize::MAX));
    let (min, max) = extent(mesh);
    Inspection {
        vertices: mesh.vertices().len(),
        positions,
        triangles: triangles.len(),
        min,
        max,
        degenerate: triangles.len() - proper.len(),
        duplicates: duplicates(&triangles),
        boundary_edges,
        non_manifold_edges,
        closed: !proper.is_empty() && boundary_edges + non_manifold_edges == 0,
        components: components(&triangles, positions),
        euler_characteristic: used(&proper, positions) as i64 - edges.len() as i64 + proper.len() as i64,
    }
}

/// Is the triangle a segment or a point? Its corners are on a line iff they are in the shadows it throws along the axes.
#[must_use]
pub fn is_degenerate(&[a, b, c]: &Triangle) -> bool {
    let shadows: [fn(DVec3) -> Coord<f64>; 3] =
        [|v| Coord { x: v.x, y: v.y }, |v| Coord { x: v.y, y: v.z }, |v| Coord { x: v.z, y: v.x }];
    shadows.iter().all(|shadow| orient2d(shadow(a), shadow(b), shadow(c)) == 0.0)
}

/// The triangles over position numbers, and how many positions there are.
fn welded(mesh: &Mesh) -> (Vec<[u32; 3]>, usize) {
    let mut welder = Welder::with_capacity(mesh.vertices().len());
    let mut number = |v| welder.number(v);
    let triangles = mesh.iter().map(|corners| corners.map(&mut number)).collect();
    (triangles, welder.count())
}

/// How many triangles use each edge.
fn edge_uses(triangles: &[[u32; 3]]) -> Vec<usize> {
    let edges = triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let mut edges: Vec<(u32, u32)> = edges.map(|(a, b)| (a.min(b), a.max(b))).collect();
    edges.sort_unstable();
    edges.chunk_by(|a, b| a == b).map(<[_]>::len).collect()
}

fn duplicates(triangles: &[[u32; 3]]) -> usize {
    let mut sorted = triangles.to_vec();
    sorted.iter_mut().for_each(|triangle| triangle.sort_unstable());
    sorted.sort_unstable();
    sorted.len() - sorted.chunk_by(|a, b| a == b).count()
}

fn extent(mesh: &Mesh) -> (DVec3, DVec3) {
    let mut corners = mesh.iter().flatten();
    let first = corners.next().expect("a mesh has a triangle");
    corners.fold((first, first), |(min, max), v| (min.min(v), max.max(v)))
}

/// How many of the positions these triangles use.
fn used(triangles: &[[u32; 3]], positions: usize) -> usize {
    let mut used = vec![false; positions];
    triangles.iter().flatten().for_each(|&v| used[v as usize] = true);
    used.into_iter().filter(|&used| used).count()
}

/// How many sets of positions the triangles leave when each joins its three (union–find, paths halved).
fn components(triangles: &[[u32; 3]], positions: usize) -> usize {
    let mut parent: Vec<u32> = (0..positions as u32).collect();
    let mut root = |mut v: u32| {
        while parent[v as usize] != v {
            parent[v as usize] = parent[parent[v as usize] as usize];
            v = parent[v as usize];
        }
        v
    };
    let mut components = positions;
    for &[a, b, c] in triangles {
        for (a, b) in [(a, b), (b, c)] {
            let (a, b) = (root(a), root(b));
            if a != b {
                parent[a.max(b) as usize] = a.min(b);
                components -= 1;
            }
        }
    }
    components
}
