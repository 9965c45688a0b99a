//! Which obstacles can be meshed: those whose triangles share corners, edges, or places where a
//! corner of one is.
//!
//! Where two edges cross, or an edge pierces a face, the place they share is in general no multiple
//! of a power of two, and no vertex can be there. Such obstacles intersect, and are refused.

use super::TetraError;
use closecall::engine::geom::{
    DVec3, GlamMesh as _, Triangle,
    exact::{Class, classify, meet},
};
use closecall::{Mesh, Model};

/// Refuses obstacles that intersect; the error names two triangles.
pub(super) fn check(obstacles: &Mesh) -> Result<(), TetraError> {
    let mut pairs = Model::new(obstacles.clone()).self_intersections();
    pairs.retain(|&(a, b)| {
        let [a, b] = [a, b].map(|i| obstacles.triangle_at(i as usize));
        intersect(&a, &b)
    });
    match pairs.first() {
        None => Ok(()),
        Some(&(first, second)) => {
            Err(TetraError::Intersecting { first, second, count: pairs.len() })
        }
    }
}

/// Of two triangles that share more than corners and an edge of both: can no mesh have both?
fn intersect(a: &Triangle, b: &Triangle) -> bool {
    if a.iter().all(|p| b.contains(p)) && b.iter().all(|p| a.contains(p)) {
        return false;
    }
    matches!(classify(a, b), Some(Class::Crossing | Class::CoplanarOverlap)) && has_area_both(a, b)
        || edges(a).iter().any(|e| edges(b).iter().any(|f| cross(*e, *f)))
        || [(a, b), (b, a)].iter().any(|(a, b)| edges(a).iter().any(|e| pierces(*e, b)))
}

fn has_area_both(a: &Triangle, b: &Triangle) -> bool {
    [a, b].iter().all(|t| !closecall::engine::geom::exact::collinear(t[0], t[1], t[2]))
}

fn edges(&[a, b, c]: &Triangle) -> [[DVec3; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

fn on(p: DVec3, [a, b]: [DVec3; 2]) -> bool {
    meet(&[p, p, p], &[a, b, b]).meets
}

/// Do two segments share a point that is an end of neither?
fn cross(e: [DVec3; 2], f: [DVec3; 2]) -> bool {
    let ends_apart = !e.iter().any(|p| on(*p, f)) && !f.iter().any(|p| on(*p, e));
    ends_apart && meet(&[e[0], e[1], e[1]], &[f[0], f[1], f[1]]).meets
}

/// Does a segment pass through the inside of a triangle from one side to the other?
fn pierces(e: [DVec3; 2], t: &Triangle) -> bool {
    let height = |p: DVec3| closecall::engine::geom::exact::orient3d(t[0], t[1], t[2], p);
    let [h, k] = e.map(height);
    h.min(k) < 0.0
        && h.max(k) > 0.0
        && meet(&[e[0], e[1], e[1]], t).meets
        && !t.iter().any(|p| on(*p, e))
}
