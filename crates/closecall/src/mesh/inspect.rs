//! Facts about a mesh before it is queried: none of it matters for an answer, all of it for
//! trust in the file.
//!
//! Vertices at equal positions count as one, bit for bit (0.0 and -0.0 are the same position).

use super::Mesh;
use super::weld::Welder;
use crate::geom::exact::collinear;

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
    pub min: [f64; 3],
    /// The highest coordinates of a triangle's corner.
    pub max: [f64; 3],
    /// Triangles that are a segment or a point, decided exactly.
    pub degenerate: usize,
    /// Triangles with the same three corners, in any order, as one before them.
    pub duplicates: usize,
    /// Edges of just one non-degenerate triangle.
    pub boundary_edges: usize,
    /// Edges of more than two non-degenerate triangles.
    pub non_manifold_edges: usize,
    /// Are there non-degenerate triangles, and is each of their edges an edge of exactly two of
    /// them?
    pub closed: bool,
    /// Parts that share no position; degenerate triangles belong to a part, too.
    pub components: usize,
    /// Positions − edges + triangles over the non-degenerate triangles: 2 for a sphere, 0 for a
    /// torus.
    pub euler_characteristic: i64,
}

/// Inspects a mesh.
#[must_use]
pub fn inspect(mesh: &Mesh) -> Inspection {
    let (triangles, positions) = welded(mesh);
    let proper: Vec<[u32; 3]> = triangles
        .iter()
        .zip(mesh.iter())
        .filter(|(_, corners)| !collinear(corners[0], corners[1], corners[2]))
        .map(|(&t, _)| t)
        .collect();
    let edges = edge_uses(&proper);
    let with =
        |uses: std::ops::RangeInclusive<usize>| edges.iter().filter(|n| uses.contains(n)).count();
    let (boundary_edges, non_manifold_edges) = (with(1..=1), with(3..=usize::MAX));
    let [min, max] = mesh.bounds();
    Inspection {
        vertices: mesh.points().len(),
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
        euler_characteristic: used(&proper, positions) as i64 - edges.len() as i64
            + proper.len() as i64,
    }
}

/// The triangles over position numbers, and how many positions there are.
pub(super) fn welded(mesh: &Mesh) -> (Vec<[u32; 3]>, usize) {
    let mut welder = Welder::with_capacity(mesh.points().len());
    let mut number =
        |v| welder.number(v).expect("every corner is a vertex, and those are numbered");
    let triangles = mesh.iter().map(|corners| corners.map(&mut number)).collect();
    (triangles, welder.count())
}

/// The number of triangles that use each edge.
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

/// The number of positions that these triangles use.
fn used(triangles: &[[u32; 3]], positions: usize) -> usize {
    let mut used = vec![false; positions];
    triangles.iter().flatten().for_each(|&v| used[v as usize] = true);
    used.into_iter().filter(|&used| used).count()
}

/// The number of sets of positions that are left when each triangle joins its three (union–find,
/// paths halved).
fn components(triangles: &[[u32; 3]], positions: usize) -> usize {
    let mut parent: Vec<u32> = (0..positions as u32).collect();
    let mut components = positions;
    for &[a, b, c] in triangles {
        for (a, b) in [(a, b), (b, c)] {
            let (a, b) = (root(&mut parent, a), root(&mut parent, b));
            if a != b {
                parent[a.max(b) as usize] = a.min(b);
                components -= 1;
            }
        }
    }
    components
}

pub(super) fn root(parent: &mut [u32], mut v: u32) -> u32 {
    while parent[v as usize] != v {
        parent[v as usize] = parent[parent[v as usize] as usize];
        v = parent[v as usize];
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;
    use crate::mesh::shapes::{cuboid, grid, icosphere, tetrahedron};

    fn soup(corners: &[[[f64; 3]; 3]]) -> Mesh {
        let vertices: Vec<_> = corners.iter().flatten().copied().map(DVec3::from_array).collect();
        let triangles = (0..corners.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        Mesh::new(vertices, triangles).unwrap()
    }

    fn joined(parts: &[&Mesh]) -> Mesh {
        soup(
            &parts
                .iter()
                .flat_map(|mesh| mesh.iter())
                .map(|t| t.map(|v| v.to_array()))
                .collect::<Vec<_>>(),
        )
    }

    const CORNER: [[f64; 3]; 3] = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]];

    #[test]
    fn a_closed_soup_is_welded() {
        let found = inspect(&joined(&[&cuboid(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0))]));
        let expected = Inspection {
            vertices: 36,
            positions: 8,
            triangles: 12,
            min: [0.0; 3],
            max: [1.0, 2.0, 3.0],
            degenerate: 0,
            duplicates: 0,
            boundary_edges: 0,
            non_manifold_edges: 0,
            closed: true,
            components: 1,
            euler_characteristic: 2,
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn components_share_no_position() {
        let far = cuboid(DVec3::splat(9.0), DVec3::splat(10.0));
        let touching = cuboid(DVec3::splat(10.0), DVec3::splat(11.0));
        let near = tetrahedron(1.0);
        assert_eq!(inspect(&joined(&[&near, &far])).components, 2);
        assert_eq!(inspect(&joined(&[&near, &far, &touching])).components, 2);
        assert!(inspect(&joined(&[&near, &far, &touching])).closed);
    }

    #[test]
    fn an_open_mesh_has_a_boundary() {
        let found = inspect(&grid(3, 2, 1.0));
        assert!(!found.closed);
        assert_eq!(
            (found.boundary_edges, found.non_manifold_edges, found.euler_characteristic),
            (10, 0, 1)
        );
    }

    #[test]
    fn a_face_given_twice_is_a_duplicate_in_any_order() {
        let sphere = icosphere(1.0, 1);
        let mut triangles = sphere.triangles().to_vec();
        let [a, b, c] = triangles[7];
        triangles.extend([[b, a, c], [c, a, b]]);
        let found = inspect(&Mesh::new(sphere.points().to_vec(), triangles).unwrap());
        assert_eq!((found.duplicates, found.non_manifold_edges, found.closed), (2, 3, false));
    }

    #[test]
    fn degenerate_triangles_are_found_exactly() {
        let segment = [[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.4, 0.8, 1.2]];
        let next_to_it = [[0.1, 0.2, 0.3], [0.2, 0.4, 0.6], [0.4, 0.8, 1.2f64.next_up()]];
        let (point, twice) = ([[5.0; 3]; 3], [[5.0; 3], [5.0; 3], [6.0; 3]]);
        let tiny = CORNER.map(|v| v.map(|x| x * 2f64.powi(-200)));
        let huge = CORNER.map(|v| v.map(|x| x * 2f64.powi(100)));
        assert_eq!(inspect(&soup(&[segment, point, twice])).degenerate, 3);
        assert_eq!(inspect(&soup(&[next_to_it, tiny, huge])).degenerate, 0);
        let all_degenerate = inspect(&soup(&[point, twice, point]));
        assert_eq!(
            (all_degenerate.closed, all_degenerate.components, all_degenerate.duplicates),
            (false, 1, 1)
        );
    }

    #[test]
    fn the_two_zeros_are_one_position_and_the_smallest_difference_is_two() {
        let negative = CORNER.map(|v| v.map(|x| if x == 0.0 { -0.0 } else { x }));
        assert_eq!(inspect(&soup(&[CORNER, negative])).duplicates, 1);
        let mut moved = CORNER;
        moved[1][0] = 1f64.next_up();
        assert_eq!(inspect(&soup(&[CORNER, moved])).positions, 4);
    }

    #[test]
    fn unused_vertices_do_not_stretch_the_extent() {
        let mut vertices = CORNER.map(DVec3::from_array).to_vec();
        vertices.push(DVec3::splat(100.0));
        let found = inspect(&Mesh::new(vertices, vec![[0, 1, 2]]).unwrap());
        assert_eq!((found.vertices, found.positions, found.max), (4, 3, [1.0, 1.0, 0.0]));
    }
}
