//! The least translation that parts two bodies, found in other ways than the library does.

use closecall::engine::geom::{DVec3, GlamMesh as _};
use closecall::mesh::Mesh;

/// The depth of two convex meshes, both in one frame: the least overlap of their shadows on a line
/// across a face of either, or an edge of each.
pub fn convex_depth(a: &Mesh, b: &Mesh) -> f64 {
    let normal = |t: [DVec3; 3]| (t[1] - t[0]).cross(t[2] - t[0]);
    let edges = |m: &Mesh| -> Vec<DVec3> {
        unique(m.iter().flat_map(|t| [t[1] - t[0], t[2] - t[1], t[0] - t[2]]))
    };
    let faces = a.iter().chain(b.iter()).map(normal);
    let (of_a, of_b) = (edges(a), edges(b));
    let crosses = of_a.iter().flat_map(|e| of_b.iter().map(|f| e.cross(*f)));
    let lines = unique(faces.chain(crosses).filter(|n| n.length() > 1e-9));
    let overlap = |n: &DVec3| {
        let n = n.normalize();
        let spread = |m: &Mesh| {
            let along = m.points().iter().map(|v| n.dot(*v));
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
        };
        let ((low_a, high_a), (low_b, high_b)) = (spread(a), spread(b));
        (high_a - low_b).min(high_b - low_a)
    };
    lines.iter().map(overlap).fold(f64::INFINITY, f64::min)
}

/// Directions that differ, without regard to their sign.
fn unique(all: impl Iterator<Item = DVec3>) -> Vec<DVec3> {
    let mut found: Vec<DVec3> = Vec::new();
    for n in all.filter(|n| n.length() > 0.0) {
        if !found.iter().any(|m| m.cross(n).length() < 1e-12 * m.length() * n.length()) {
            found.push(n);
        }
    }
    found
}

/// A box, by its lowest and its highest corner.
pub type Block = (DVec3, DVec3);

/// The depth of two unions of boxes: the distance from 0 to the complement of a union of open
/// boxes, each made smaller by `slack` on every side. Every coordinate of the nearest point is 0 or
/// that of a side.
pub fn blocks_depth(a: &[Block], b: &[Block], slack: f64) -> f64 {
    let smaller = |(low, high): Block| (low + slack, high - slack);
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (p.0 - q.1, p.1 - q.0)));
    let pairs: Vec<Block> = pairs.map(smaller).collect();
    let places = |axis: usize| {
        let sides = pairs.iter().flat_map(|(low, high)| [low[axis], high[axis]]);
        let mut sides: Vec<f64> = sides.chain([0.0]).collect();
        sides.sort_by(f64::total_cmp);
        sides.dedup();
        sides
    };
    let [xs, ys, zs] = [0, 1, 2].map(places);
    let mut least = f64::INFINITY;
    for &x in &xs {
        for &y in &ys {
            for &z in &zs {
                let t = DVec3::new(x, y, z);
                let inside = |(low, high): &Block| t.cmpgt(*low).all() && t.cmplt(*high).all();
                if t.length() < least && !pairs.iter().any(inside) {
                    least = t.length();
                }
            }
        }
    }
    least
}
