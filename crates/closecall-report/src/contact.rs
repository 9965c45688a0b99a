//! The places of contact: the two ends of the segment that each pair of triangles shares, which may
//! be one point.
//!
//! The exact test decides what touches; these points are its answer rounded, for the eye.

use closecall::engine::geom::{
    DVec3, GlamMesh as _, GlamPose as _, Triangle,
    exact::{Shared, shared},
};
use serde_json::{Value, json};

use crate::encode::floats;
use crate::scene::{DrawnScene, DrawnTouch};
use crate::touched::most_pairs;

/// The number of contacts that are drawn, of all frames together.
const MOST_CONTACTS: usize = 50_000;

/// A contact: its frame, the two bodies if it is of two, and its ends.
type Found = (usize, Option<[usize; 2]>, [DVec3; 2]);

/// The contacts of every frame that has some, relative to `origin`: the ends one after the other,
/// and how many follow each other of the same two bodies.
pub(crate) fn contacts(scene: &DrawnScene, origin: DVec3) -> Vec<Value> {
    let most = most_pairs(scene.touches.iter().map(|touch| touch.pairs.len()), MOST_CONTACTS);
    let most = most.unwrap_or(usize::MAX).max(1);
    let mut found: Vec<Found> =
        scene.marks.iter().map(|mark| (mark.frame, None, [mark.point.into(); 2])).collect();
    for touch in &scene.touches {
        let own = ends(scene, touch, most).into_iter();
        found.extend(own.map(|ends| (touch.frame, Some(touch.bodies), ends)));
    }
    found.sort_by_key(|(frame, ..)| *frame);
    let of_frame = |run: &[Found]| {
        let points = run.iter().flat_map(|(.., ends)| ends);
        let numbers = points.flat_map(|point| (*point - origin).to_array());
        let of = run.chunk_by(|p, q| p.1 == q.1).map(|own| json!([own[0].1, own.len()]));
        json!({ "frame": run[0].0, "ends": floats(numbers), "of": of.collect::<Vec<_>>() })
    };
    found.chunk_by(|p, q| p.0 == q.0).map(of_frame).collect()
}

/// The segments that `most` of the pairs of two bodies share, evenly chosen.
fn ends(scene: &DrawnScene, touch: &DrawnTouch, most: usize) -> Vec<[DVec3; 2]> {
    let [a, b] = touch.bodies.map(|body| &scene.bodies[body]);
    let [to_a, to_b] = [a, b].map(|body| body.path.at(touch.frame));
    let stride = touch.pairs.len().div_ceil(most).max(1);
    let shared_by = |&(i, j): &(u32, u32)| {
        let of_a = to_a.carried_triangle(&a.mesh.triangle_at(i as usize));
        let of_b = to_b.carried_triangle(&b.mesh.triangle_at(j as usize));
        ends_of(&of_a, &of_b)
    };
    touch.pairs.iter().step_by(stride).filter_map(shared_by).collect()
}

/// The middle of the contacts of two bodies in a frame, of some of them evenly chosen; none if they
/// touch by their clearance only.
pub fn middle(scene: &DrawnScene, touch: &DrawnTouch) -> Option<[f64; 3]> {
    let points: Vec<DVec3> = ends(scene, touch, 100).into_iter().flatten().collect();
    let low = points.iter().copied().reduce(DVec3::min)?;
    let high = points.iter().copied().reduce(DVec3::max)?;
    Some((low * 0.5 + high * 0.5).to_array())
}

/// The ends of what two triangles share: of a polygon, of its longest diagonal. Nothing where they
/// count as touching by their clearance only.
fn ends_of(a: &Triangle, b: &Triangle) -> Option<[DVec3; 2]> {
    match shared(a, b) {
        Shared::None => None,
        Shared::Point(point) => Some([point; 2]),
        Shared::Segment(ends) => Some(ends),
        Shared::Polygon(polygon) => {
            let corners = polygon.corners();
            let pairs = corners.iter().flat_map(|p| corners.iter().map(move |q| [*p, *q]));
            pairs.max_by(|p, q| {
                (p[0].distance_squared(p[1])).total_cmp(&q[0].distance_squared(q[1]))
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_what_is_shared() {
        let flat = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let across = [(0.25, 0.25, -1.0), (0.25, 0.25, 1.0), (-1.0, 0.25, 0.0)]
            .map(|(x, y, z)| DVec3::new(x, y, z));
        let [p, q] = ends_of(&flat, &across).expect("they cross");
        let (low, high) = (p.min(q), p.max(q));
        assert!((low - DVec3::new(0.0, 0.25, 0.0)).length() < 1e-12, "{low}");
        assert!((high - DVec3::new(0.25, 0.25, 0.0)).length() < 1e-12, "{high}");
        let [p, q] = ends_of(&flat, &flat).expect("they are one");
        assert!((p.distance(q) - 2_f64.sqrt()).abs() < 1e-12, "{p} {q}");
        assert_eq!(ends_of(&flat, &flat.map(|corner| corner + DVec3::Z)), None);
        assert_eq!(ends_of(&flat, &flat.map(|corner| corner + DVec3::X)), Some([DVec3::X; 2]));
    }
}
