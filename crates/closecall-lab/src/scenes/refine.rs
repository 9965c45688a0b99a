//! Exact triangle counts: the papers' numbers are odd ones, and no grid hits them.
//!
//! A closed mesh grows by two triangles when an edge is cut at its middle, and its surface stays where it is. Cutting long
//! edges first also evens out the triangles.

use closecall::Mesh;
use closecall::geom::DVec3;

/// Edges shorter than this share of the longest wait for the next round, when the longest are gone.
const LONG: f64 = 0.7;

/// The finest mesh of a family (a finer one has a higher level) with no more than `count` triangles, refined to exactly
/// as many.
///
/// # Panics
/// If even the coarsest has too many, or if `count` is odd.
pub(super) fn finest(count: usize, coarsest: u32, family: impl Fn(u32) -> Mesh) -> Mesh {
    let finer = (coarsest + 1..).map(&family).take_while(|mesh| mesh.triangle_count() <= count);
    let best = finer.last().unwrap_or_else(|| family(coarsest));
    refined_to(best, count)
}

/// Cuts edges of a closed mesh, long ones first, until it has `count` triangles.
///
/// # Panics
/// If it has more already, or if `count` is odd, which no closed mesh can have.
pub(super) fn refined_to(mesh: Mesh, count: usize) -> Mesh {
    let have = mesh.triangle_count();
    assert!(have <= count && count.is_multiple_of(2), "{have} triangles cannot be refined to {count}");
    let (mut vertices, mut triangles) = (mesh.vertices().to_vec(), mesh.triangles().to_vec());
    while triangles.len() < count {
        refine_once(&mut vertices, &mut triangles, count);
    }
    Mesh::new(vertices, triangles).expect("middles of edges lie between their ends")
}

/// Cuts the long edges of which no two share a triangle, up to the count.
fn refine_once(vertices: &mut Vec<DVec3>, triangles: &mut Vec<[u32; 3]>, count: usize) {
    let mut edges = inner_edges(vertices, triangles);
    edges.sort_by(|a, b| b.length.total_cmp(&a.length));
    let least = edges[0].length * LONG;
    let mut cut = vec![false; triangles.len()];
    for edge in edges.iter().take_while(|edge| edge.length >= least) {
        if triangles.len() == count {
            return;
        }
        if edge.triangles.iter().any(|&t| cut[t]) {
            continue;
        }
        let middle = vertices.len() as u32;
        vertices.push((vertices[edge.ends[0] as usize] + vertices[edge.ends[1] as usize]) * 0.5);
        for t in edge.triangles {
            cut[t] = true;
            let [near, far] = edge.ends.map(|end| triangles[t].map(|v| if v == end { middle } else { v }));
            triangles[t] = near;
            triangles.push(far);
        }
    }
}

struct Edge {
    ends: [u32; 2],
    triangles: [usize; 2],
    length: f64,
}

/// The edges with a triangle on either side.
fn inner_edges(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<Edge> {
    let sides = triangles
        .iter()
        .enumerate()
        .flat_map(|(t, &[a, b, c])| [[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], t)));
    let mut sides: Vec<([u32; 2], usize)> = sides.collect();
    sides.sort_unstable();
    let pairs = sides.chunk_by(|a, b| a.0 == b.0).filter(|uses| uses.len() == 2);
    let length = |[a, b]: [u32; 2]| vertices[a as usize].distance(vertices[b as usize]);
    pairs.map(|uses| Edge { ends: uses[0].0, triangles: [uses[0].1, uses[1].1], length: length(uses[0].0) }).collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use closecall::mesh::shapes::{cuboid, uv_sphere};

    #[test]
    fn any_even_count_is_hit_and_the_body_stays() {
        let body = cuboid(DVec3::ZERO, DVec3::new(1.0, 2.0, 4.0));
        for count in [12, 14, 100, 1234] {
            let refined = refined_to(body.clone(), count);
            assert_eq!(refined.triangle_count(), count);
            let volumes = check::volumes_of_closed_parts(&refined);
            assert_eq!(volumes.len(), 1);
            assert!((volumes[0] - 8.0).abs() < 1e-12, "{volumes:?}");
        }
    }

    #[test]
    fn edges_even_out() {
        let refined = refined_to(cuboid(DVec3::ZERO, DVec3::new(1.0, 1.0, 100.0)), 4000);
        let edges = inner_edges(refined.vertices(), refined.triangles());
        let longest = edges.iter().map(|edge| edge.length).fold(0.0, f64::max);
        assert!(longest < 1.0, "{longest}");
    }

    #[test]
    fn the_finest_that_fits_is_taken() {
        let sphere = finest(1000, 3, |level| uv_sphere(1.0, level, level));
        // 2·22·21 = 924 triangles with their vertices on the sphere fit, 2·23·22 = 1012 do not.
        assert_eq!(sphere.triangle_count(), 1000);
        assert_eq!(sphere.vertices().iter().filter(|v| (v.length() - 1.0).abs() < 1e-12).count(), 22 * 21 + 2);
    }

    #[test]
    #[should_panic(expected = "12 triangles cannot be refined to 101")]
    fn an_odd_count_is_refused() {
        let _ = refined_to(cuboid(DVec3::ZERO, DVec3::ONE), 101);
    }
}
