//! A mesh with fewer triangles: its shortest edges collapse to their middles, one after the other.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use closecall::Mesh;

/// The mesh with no more than this many triangles, and as few less as it takes.
///
/// # Panics
/// If nothing is left, which only happens for fewer triangles than a closed surface needs.
#[must_use]
pub fn decimated(mesh: &Mesh, triangles: usize) -> Mesh {
    let mut work = Work::new(mesh);
    while work.alive > triangles {
        let Some(Reverse((_, edge))) = work.edges.pop() else { break };
        work.collapse(edge);
    }
    work.mesh()
}

/// Positive lengths sort as their bits do.
type Edge = Reverse<(u64, [u32; 2])>;

struct Work {
    vertices: Vec<DVec3>,
    /// How often a vertex was moved: edges of before are not valid.
    triangles: Vec<Option<[u32; 3]>>,
    /// The triangles around every vertex.
    around: Vec<Vec<u32>>,
    edges: BinaryHeap<Edge>,
    alive: usize,
}

impl Work {
    fn new(mesh: &Mesh) -> Self {
        let vertices = mesh.points().to_vec();
        let mut around = vec![Vec::new(); vertices.len()];
        for (number, triangle) in (0..).zip(mesh.triangles()) {
            triangle.iter().for_each(|v| around[*v as usize].push(number));
        }
        let triangles = mesh.triangles().iter().copied().map(Some).collect();
        let alive = mesh.triangle_count();
        let mut work = Self { vertices, triangles, around, edges: BinaryHeap::new(), alive };
        (0..work.vertices.len() as u32).for_each(|v| work.push_edges(v));
        work
    }

    fn push_edges(&mut self, v: u32) {
        for other in self.neighbours(v) {
            let key = self.key([v, other]);
            self.edges.push(Reverse((key, [v, other])));
        }
    }

    fn key(&self, [v, w]: [u32; 2]) -> u64 {
        self.vertices[v as usize].distance(self.vertices[w as usize]).to_bits()
    }

    fn neighbours(&self, v: u32) -> Vec<u32> {
        let corners = |number: &u32| self.triangles[*number as usize].into_iter().flatten();
        let mut all: Vec<u32> = self.around[v as usize].iter().flat_map(corners).collect();
        all.retain(|other| *other != v);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Joins the ends of an edge in its middle, unless it is gone, or was longer, or two sheets
    /// would be glued together.
    fn collapse(&mut self, [v, w]: [u32; 2]) {
        let (of_v, of_w) = (self.neighbours(v), self.neighbours(w));
        if !of_v.contains(&w) {
            return;
        }
        let shared = of_v.iter().filter(|other| of_w.contains(other)).count();
        if shared > 2 {
            return;
        }
        self.vertices[v as usize] = 0.5 * (self.vertices[v as usize] + self.vertices[w as usize]);
        for number in std::mem::take(&mut self.around[w as usize]) {
            let Some(corners) = &mut self.triangles[number as usize] else { continue };
            if corners.contains(&v) {
                self.triangles[number as usize] = None;
                self.alive -= 1;
            } else {
                corners.iter_mut().filter(|corner| **corner == w).for_each(|corner| *corner = v);
                self.around[v as usize].push(number);
            }
        }
        self.push_edges(v);
    }

    fn mesh(self) -> Mesh {
        let mut numbers = vec![u32::MAX; self.vertices.len()];
        let mut vertices = Vec::new();
        let triangles = self.triangles.iter().flatten().map(|triangle| {
            triangle.map(|v| {
                if numbers[v as usize] == u32::MAX {
                    numbers[v as usize] = vertices.len() as u32;
                    vertices.push(self.vertices[v as usize]);
                }
                numbers[v as usize]
            })
        });
        let triangles = triangles.collect();
        Mesh::new(vertices, triangles).expect("some triangles are left")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::shapes::icosphere;

    #[test]
    fn a_ball_stays_a_ball() {
        let ball = icosphere(1.0, 4);
        let few = decimated(&ball, 500);
        assert_eq!((ball.triangle_count(), few.triangle_count()), (5120, 500));
        let radii = few.points().iter().map(|v| v.length());
        assert!(radii.clone().fold(f64::INFINITY, f64::min) > 0.85);
        assert!(radii.fold(0.0, f64::max) < 1.01);
    }
}
