//! Meshes with fewer triangles, for display only: vertices in one cell of a grid become one, and
//! triangles of which less than a triangle is left are left out. (Rossignac and Borrel 1993)

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::collections::HashMap;

use closecall::Mesh;

/// A mesh to draw.
#[derive(Clone, Debug, PartialEq)]
pub struct Thinned {
    /// Its vertices.
    pub vertices: Vec<[f64; 3]>,
    /// The vertices of its triangles.
    pub triangles: Vec<[u32; 3]>,
}

/// The finest grid: cells along its longest side.
const FINEST: u32 = 4096;

/// With fewer triangles hardly anything can be seen of a mesh; then the first of some coarse grids
/// that leaves this number is taken.
const LEAST: usize = 8;
const COARSE: [u32; 4] = [2, 3, 4, 6];

/// The mesh as it is if it has no more than `most` triangles, and otherwise on the finest grid that
/// leaves no more, unless hardly anything would be left.
#[must_use]
pub fn thin(mesh: &Mesh, most: usize) -> Thinned {
    if mesh.triangle_count() <= most {
        return Thinned {
            vertices: mesh.vertices().to_vec(),
            triangles: mesh.triangles().to_vec(),
        };
    }
    // Invariant: `good` cells leave few enough triangles, `bad` cells too many or are too fine to
    // be tried.
    let (mut good, mut bad, mut best) = (1, FINEST, clustered(mesh, 1));
    while bad - good > 1 + good / 16 {
        let middle = good.midpoint(bad);
        let tried = clustered(mesh, middle);
        if tried.triangles.len() <= most {
            (good, best) = (middle, tried);
        } else {
            bad = middle;
        }
    }
    if best.triangles.len() >= LEAST {
        return best;
    }
    COARSE
        .map(|cells| clustered(mesh, cells))
        .into_iter()
        .find(|tried| tried.triangles.len() >= LEAST)
        .unwrap_or(best)
}

fn clustered(mesh: &Mesh, cells: u32) -> Thinned {
    let grid = Grid::over(mesh.points(), cells);
    let mut clusters = HashMap::new();
    let mut vertices = Vec::new();
    let cluster_of: Vec<u32> = mesh
        .points()
        .iter()
        .map(|&v| {
            *clusters.entry(grid.cell(v)).or_insert_with(|| {
                // The first vertex of a cell stands for all: it lies on the surface, as their mean
                // would not.
                vertices.push(v.to_array());
                vertices.len() as u32 - 1
            })
        })
        .collect();
    let mut seen = std::collections::HashSet::new();
    let carried = mesh.triangles().iter().map(|triangle| triangle.map(|v| cluster_of[v as usize]));
    let triangles =
        carried.filter(|&[a, b, c]| a != b && b != c && c != a && seen.insert(rotated([a, b, c])));
    Thinned { triangles: triangles.collect(), vertices }
}

/// The same triangle with its lowest number first.
fn rotated([a, b, c]: [u32; 3]) -> [u32; 3] {
    match a.min(b).min(c) {
        low if low == a => [a, b, c],
        low if low == b => [b, c, a],
        _ => [c, a, b],
    }
}

struct Grid {
    low: DVec3,
    side: f64,
}

impl Grid {
    fn over(vertices: &[DVec3], cells: u32) -> Self {
        let (low, high) =
            vertices.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), &v| {
                (low.min(v), high.max(v))
            });
        Self { low, side: ((high - low).max_element() / f64::from(cells)).max(f64::MIN_POSITIVE) }
    }

    fn cell(&self, v: DVec3) -> [u32; 3] {
        ((v - self.low) / self.side).to_array().map(|place| place as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::shapes::icosphere;

    #[test]
    fn small_meshes_stay_as_they_are() {
        let ball = icosphere(1.0, 2);
        let thinned = thin(&ball, ball.triangle_count());
        assert_eq!(
            (&thinned.vertices[..], &thinned.triangles[..]),
            (ball.vertices(), ball.triangles())
        );
    }

    #[test]
    fn large_ones_come_close_to_what_is_allowed_and_lie_where_they_lay() {
        let ball = icosphere(1.0, 6);
        for most in [100, 1000, 10_000] {
            let Thinned { vertices, triangles } = thin(&ball, most);
            assert!(
                triangles.len() <= most && triangles.len() * 4 > most,
                "{} of {most}",
                triangles.len()
            );
            assert!(
                triangles.iter().flatten().all(|&v| (DVec3::from_array(vertices[v as usize])
                    .length()
                    - 1.0)
                    .abs()
                    < 1e-9)
            );
        }
    }

    #[test]
    fn something_is_left_of_everything() {
        let left = thin(&icosphere(1.0, 3), 1).triangles.len();
        assert!((LEAST..200).contains(&left), "{left}");
    }

    #[test]
    fn a_mesh_without_extent_can_be_thinned_too() {
        let point = Mesh::new(vec![DVec3::ONE; 3], vec![[0, 1, 2]; 8]).unwrap();
        assert_eq!(thin(&point, 4).triangles.len(), 0);
    }
}
