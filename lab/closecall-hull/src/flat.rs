//! The hull of points in a plane: Andrew's monotone chain (1979) with exact turns.

use closecall::engine::geom::{DVec3, exact::orient3d};

use crate::beside;

/// The corners of the convex polygon around points in one plane, in order; `triangle` are three not
/// on a line.
pub(super) fn corners_of_polygon(points: &[DVec3], triangle: [usize; 3]) -> Vec<DVec3> {
    let [a, b, c] = triangle.map(|i| points[i]);
    let aside = beside(a, b)
        .into_iter()
        .find(|&q| orient3d(a, b, c, q) != 0.0)
        .expect("the three are on no line");
    // Lexicographic order is that of a direction that is nearly x, with a little y and less z: as
    // good as any other.
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p.to_array().partial_cmp(&q.to_array()).expect("no NaN"));
    sorted.dedup();
    let mut border = half_border(sorted.iter().copied(), aside);
    border.extend(half_border(sorted.iter().rev().copied(), aside));
    border
}

/// The chain that turns left all the way, seen from `aside`, without its last point.
fn half_border(sorted: impl Iterator<Item = DVec3>, aside: DVec3) -> Vec<DVec3> {
    let mut chain: Vec<DVec3> = Vec::new();
    for p in sorted {
        while let [.., q, r] = chain[..]
            && orient3d(q, r, p, aside) <= 0.0
        {
            chain.pop();
        }
        chain.push(p);
    }
    chain.pop();
    chain
}
