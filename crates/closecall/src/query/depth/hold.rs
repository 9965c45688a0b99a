//! The faces that hold B back at a parting, and how the depth changes when B turns.
//!
//! The shortest translation t beyond the faces `n · t ≥ h` has the direction g = Σ λ n, with no λ
//! below 0: the faces with λ > 0 *hold* it. If B turns a little by ω about the origin of A's frame,
//! the point y of B at such a face moves by ω × y, so h falls by n · (ω × y) = ω · (y × n), and the
//! depth by Σ λ of that. Turns of n itself do not count: where a face holds, the two points on it are
//! t apart, so both sides of `n · t ≥ h` change alike. All numbers here are rounded.

use super::prism::Prism;
use super::{Parting, Penetration};
use crate::geom::exact::distance;
use crate::geom::{DMat3, DVec3, Pose, Triangle};
use crate::query::Solid;

/// Faces whose normals are nearer to each other than this are one.
const SAME: f64 = 1e-12;

/// A sum of normals that misses the direction by more than this is not taken.
const MISSED: f64 = 1e-6;

/// The number of faces that are tried together.
const TRIED: usize = 10;

/// A face that may hold B back: its unit normal, and where the two touch there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hold {
    normal: DVec3,
    pub(super) point_a: DVec3,
    /// The point on B at its present pose, not at the parted one.
    pub(super) point_b: DVec3,
}

/// The places that hold two solids in each other, the one that fits the direction best first.
pub(super) fn holds(solids: [&Solid; 2], a_from_b: &Pose, found: &Penetration) -> Vec<Hold> {
    let [a, b] = solids.map(Solid::mesh);
    let Parting { pose, translation, normal, held_by, .. } = &found.parting;
    let (back, way) = (DVec3::from_array(*translation), DVec3::from_array(*normal));
    let mut holds: Vec<Hold> = Vec::new();
    for &(i, j) in held_by {
        let (of_a, of_b) = (a.triangle_at(i as usize), b.triangle_at(j as usize));
        let here: [Triangle; 2] = [of_a, a_from_b.carried_triangle(&of_b)];
        let face = Prism::of(&here).exit(way).1.normal.normalize_or_zero();
        let place = distance(&of_a, &pose.carried_triangle(&of_b));
        holds.push(Hold { normal: face, point_a: place.point_a, point_b: place.point_b - back });
    }
    holds.sort_by(|p, q| q.normal.dot(way).total_cmp(&p.normal.dot(way)));
    holds.dedup_by(|p, q| p.normal.dot(q.normal) > 1.0 - SAME);
    holds.truncate(TRIED);
    holds
}

/// The change of the depth with a small turn of B about the origin of A's frame; none if no faces
/// are found whose normals add up to the direction.
pub(super) fn moment(holds: &[Hold], way: DVec3) -> Option<DVec3> {
    let weighed = |some: &[&Hold], weights: [f64; 3]| {
        let sum: DVec3 = some.iter().zip(weights).map(|(hold, by)| hold.normal * by).sum();
        let no_pull = weights.iter().all(|&by| by >= -MISSED);
        (no_pull && sum.distance(way) < MISSED).then(|| {
            let turned = |(hold, by): (&&Hold, f64)| hold.point_b.cross(hold.normal) * by;
            some.iter().zip(weights).map(turned).sum()
        })
    };
    let one = holds.iter().find_map(|p| weighed(&[p], [1.0, 0.0, 0.0]));
    let two = || {
        pairs(holds).find_map(|[p, q]| {
            let [x, y] = on_two(p.normal, q.normal, way);
            weighed(&[p, q], [x, y, 0.0])
        })
    };
    let three = || {
        pairs(holds).find_map(|[p, q]| {
            holds.iter().find_map(|r| {
                let normals = DMat3::from_cols(p.normal, q.normal, r.normal);
                weighed(&[p, q, r], (normals.inverse() * way).to_array())
            })
        })
    };
    one.or_else(two).or_else(three)
}

fn pairs(holds: &[Hold]) -> impl Iterator<Item = [&Hold; 2]> {
    holds.iter().enumerate().flat_map(|(i, q)| holds[..i].iter().map(move |p| [p, q]))
}

/// The weights with which two unit vectors come nearest to a third.
fn on_two(p: DVec3, q: DVec3, way: DVec3) -> [f64; 2] {
    let cosine = p.dot(q);
    let (x, y, under) = (p.dot(way), q.dot(way), 1.0 - cosine * cosine);
    [(x - cosine * y) / under, (y - cosine * x) / under]
}
