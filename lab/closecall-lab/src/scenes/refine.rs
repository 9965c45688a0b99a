//! Exact triangle counts: the papers' numbers are odd ones, and no grid hits them.
//!
//! A closed mesh grows by two triangles when an edge is cut at its middle, and its surface stays
//! where it is. Cutting the longest edges first evens out the sizes of triangles and keeps their
//! shapes.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, GlamMesh as _};

/// Edges shorter than this share of the longest wait for the next round, when the longest are gone.
const LONG: f64 = 0.7;

/// The finest mesh of a family (a finer one has a higher level) with no more than `count`
/// triangles, refined to exactly as many.
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
    assert!(
        have <= count && count.is_multiple_of(2),
        "{have} triangles cannot be refined to {count}"
    );
    let (mut vertices, mut triangles) = (mesh.points().to_vec(), mesh.triangles().to_vec());
    while triangles.len() < count {
        refine_once(&mut vertices, &mut triangles, count);
    }
    Mesh::new(vertices, triangles).expect("middles of edges lie between their ends")
}

/// Cuts the long edges that are the longest of both their triangles, up to the count. Others would
/// leave slivers.
fn refine_once(vertices: &mut Vec<DVec3>, triangles: &mut Vec<[u32; 3]>, count: usize) {
    let mut edges = inner_edges(vertices, triangles);
    edges.sort_by(|a, b| b.length.total_cmp(&a.length));
    let least = edges[0].length * LONG;
    let mut seen = vec![false; triangles.len()];
    for edge in edges.iter().take_while(|edge| edge.length >= least) {
        if triangles.len() == count {
            return;
        }
        let is_longest = edge.triangles.iter().all(|&t| !seen[t]);
        edge.triangles.iter().for_each(|&t| seen[t] = true);
        if is_longest {
            cut(edge, vertices, triangles);
        }
    }
}

/// Two triangles become four.
fn cut(edge: &Edge, vertices: &mut Vec<DVec3>, triangles: &mut Vec<[u32; 3]>) {
    let middle = vertices.len() as u32;
    vertices.push((vertices[edge.ends[0] as usize] + vertices[edge.ends[1] as usize]) * 0.5);
    for t in edge.triangles {
        let [near, far] =
            edge.ends.map(|end| triangles[t].map(|v| if v == end { middle } else { v }));
        triangles[t] = near;
        triangles.push(far);
    }
}

struct Edge {
    ends: [u32; 2],
    triangles: [usize; 2],
    length: f64,
}

/// The edges with a triangle on either side.
fn inner_edges(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Vec<Edge> {
    let sides = triangles.iter().enumerate().flat_map(|(t, &[a, b, c])| {
        [[a, b], [b, c], [c, a]].map(|[a, b]| ([a.min(b), a.max(b)], t))
    });
    let mut sides: Vec<([u32; 2], usize)> = sides.collect();
    sides.sort_unstable();
    let pairs = sides.chunk_by(|a, b| a.0 == b.0).filter(|uses| uses.len() == 2);
    let length = |[a, b]: [u32; 2]| vertices[a as usize].distance(vertices[b as usize]);
    pairs
        .map(|uses| Edge {
            ends: uses[0].0,
            triangles: [uses[0].1, uses[1].1],
            length: length(uses[0].0),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::super::parts::Parts;
    use super::*;
    use closecall::engine::geom::Triangle;
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
    fn sizes_even_out_and_shapes_stay() {
        let mut parts = Parts::default();
        parts.add(&cuboid(DVec3::ZERO, DVec3::ONE), |v| v);
        parts.add(&cuboid(DVec3::splat(10.0), DVec3::splat(20.0)), |v| v);
        let refined = refined_to(parts.mesh(), 5000);
        let edges = inner_edges(refined.points(), refined.triangles());
        let lengths = || edges.iter().map(|edge| edge.length);
        let (shortest, longest) =
            (lengths().fold(f64::INFINITY, f64::min), lengths().fold(0.0, f64::max));
        assert!(longest < 4.0 * shortest, "from {shortest} to {longest}");
        let narrow =
            |[a, b, c]: Triangle| (b - a).angle_between(c - a).min((a - b).angle_between(c - b));
        assert!(
            refined.iter().map(narrow).all(|angle| angle > 0.78),
            "halves of squares stay halves of squares"
        );
    }

    #[test]
    fn the_finest_that_fits_is_taken() {
        let sphere = finest(1000, 3, |level| uv_sphere(1.0, level, level));
        // 2·22·21 = 924 triangles with their vertices on the sphere fit, 2·23·22 = 1012 do not.
        assert_eq!(sphere.triangle_count(), 1000);
        assert_eq!(
            sphere.points().iter().filter(|v| (v.length() - 1.0).abs() < 1e-12).count(),
            22 * 21 + 2
        );
    }

    #[test]
    #[should_panic(expected = "12 triangles cannot be refined to 101")]
    fn an_odd_count_is_refused() {
        let _ = refined_to(cuboid(DVec3::ZERO, DVec3::ONE), 101);
    }
}
