//! The boundary of a k-DOP as triangles, to draw it.

use super::Kdop;
use closecall::engine::geom::Triangle;

/// The faces as triangles, counterclockwise from outside.
pub(super) fn fanned<const S: usize>(dop: &Kdop<S>) -> Vec<Triangle> {
    let mut triangles = Vec::new();
    dop.for_each_face(|face, polygon| {
        for edge in polygon.windows(2).skip(1) {
            let [p, q, r] = [polygon[0], edge[0], edge[1]];
            let outward = (q - p).cross(r - p).dot(face.normal) >= 0.0;
            triangles.push(if outward { [p, q, r] } else { [p, r, q] });
        }
    });
    triangles
}
