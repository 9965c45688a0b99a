//! The room of the triangles of a mesh: which of them are sound evidence.
//!
//! Where a triangle has no other of its own mesh in its inside, the winding number differs by 1
//! between its sides, so that one side is inside the solid. Two such triangles, of A and of B, that
//! cross in their insides prove that the solids overlap: of the four quarters around a point that
//! they share, one is inside both. Folds, slits and triangles that cut through others would spoil
//! the proof. So a triangle counts if none of this happens in any copy of its mesh whose corners are
//! moved by less than its *room*.
//!
//! Another triangle of A that cuts through the one of A does no harm if the three planes have one
//! point in common: then the cut is on another line than the crossing, and almost all points of the
//! crossing are not on it.

use super::scene::Scene;
use crate::geom::exact::distance;
use crate::geom::{DVec3, Pose, Triangle};
use crate::query::Solid;
use std::sync::atomic::{AtomicU64, Ordering};

/// Corners may move by this share of a distance, and what was apart still is.
const SHARE: f64 = 1.0 / 16.0;

/// A triangle whose height is this often the room keeps its direction, more or less.
const HEIGHT_SHARE: f64 = 1.0 / 64.0;

/// Three unit normals whose determinant is larger than this, and than what corners may do to it,
/// are of planes with one common point.
const ONE_POINT: f64 = 1e-9;

/// Not known yet.
const UNKNOWN: u64 = u64::MAX;

/// The room of every triangle of a mesh, worked out when it is asked for.
#[derive(Debug)]
pub(crate) struct Rooms(Box<[AtomicU64]>);

impl Rooms {
    pub(crate) fn of(triangles: usize) -> Self {
        Self((0..triangles).map(|_| AtomicU64::new(UNKNOWN)).collect())
    }

    /// The distance that corners may move, about, without a fold, a slit or a cut in this triangle.
    fn room(&self, solid: &Solid, triangle: u32) -> f64 {
        let known = &self.0[triangle as usize];
        let bits = known.load(Ordering::Relaxed);
        if bits != UNKNOWN {
            return f64::from_bits(bits);
        }
        let room = room(solid, triangle);
        known.store(room.to_bits(), Ordering::Relaxed);
        room
    }
}

impl Scene<'_> {
    /// Does a crossing of these two triangles prove that the solids overlap, whatever rounding does
    /// to their corners?
    pub(super) fn is_evidence(&self, (i, j): (u32, u32)) -> bool {
        let noise = self.noise();
        let turn = |t: &Triangle| t.map(|corner| self.pose.matrix() * corner);
        let own = self.a.mesh().triangle_at(i as usize);
        let other = turn(&self.b.mesh().triangle_at(j as usize));
        let [slack_a, slack_b] = [&own, &other].map(|t| noise / height(t));
        let (normal_a, normal_b) = (unit_normal(&own), unit_normal(&other));
        // A cut of A by a third plane must not be along the crossing.
        let crosses = |turned: Triangle| {
            let slack = 8.0 * (slack_a + slack_b + noise / height(&turned)) + ONE_POINT;
            normal_a.dot(unit_normal(&turned).cross(normal_b)).abs() > slack
        };
        is_sound(self.a, i, noise, crosses) && is_sound(self.b, j, noise, |t| crosses(turn(&t)))
    }
}

/// Has a triangle room for the noise, but for cuts that do no harm?
fn is_sound(solid: &Solid, triangle: u32, noise: f64, harmless: impl Fn(Triangle) -> bool) -> bool {
    if solid.rooms().room(solid, triangle) > noise {
        return true;
    }
    let own = solid.mesh().triangle_at(triangle as usize);
    let mut sound = height(&own) * HEIGHT_SHARE > noise;
    around(solid, triangle, noise / SHARE, |other| {
        if sound && height(&other) * HEIGHT_SHARE <= noise {
            sound = false;
        } else if sound && beside(&own, &other) * SHARE <= noise {
            sound = harmless(other);
        }
    });
    sound
}

fn room(solid: &Solid, triangle: u32) -> f64 {
    let own = solid.mesh().triangle_at(triangle as usize);
    let mut room = height(&own) * HEIGHT_SHARE;
    // Whatever is further away than this does not make the room smaller.
    around(solid, triangle, room / SHARE, |other| {
        if room > 0.0 {
            room = room.min(height(&other) * HEIGHT_SHARE).min(beside(&own, &other) * SHARE);
        }
    });
    room
}

/// Tells of all other triangles of a mesh that may be this near to one.
fn around(solid: &Solid, triangle: u32, reach: f64, mut visitor: impl FnMut(Triangle)) {
    let mesh = solid.mesh();
    let own = mesh.triangle_at(triangle as usize);
    let reach = DVec3::splat(reach);
    let low = own[0].min(own[1]).min(own[2]) - reach;
    let high = own[0].max(own[1]).max(own[2]) + reach;
    solid.boxes().visit(&Pose::IDENTITY, low, high, |other| {
        if other != triangle {
            visitor(mesh.triangle_at(other as usize));
        }
    });
}

/// The distance that corners may move, up to the shares, before two triangles of a mesh meet
/// elsewhere than in the corners that they share.
fn beside(own: &Triangle, other: &Triangle) -> f64 {
    let free = |t: &Triangle, u: &Triangle| -> Vec<DVec3> {
        t.iter().copied().filter(|corner| !u.contains(corner)).collect()
    };
    match (&free(own, other)[..], &free(other, own)[..]) {
        ([_, _, _], [_, _, _]) => distance(own, other).distance.lo,
        // Two triangles that share one corner, and meet elsewhere, meet on an opposite side.
        (&[p, q], &[r, s]) => {
            distance(&[p, q, q], other).distance.lo.min(distance(&[r, s, s], own).distance.lo)
        }
        (&[p], &[q]) => unfolded(own, p, q),
        _ => 0.0,
    }
}

/// The distance of the lower of two triangles on a common side from the plane of the other; without
/// end if they are on different sides of it.
fn unfolded(own: &Triangle, p: DVec3, q: DVec3) -> f64 {
    let side: Vec<DVec3> = own.iter().copied().filter(|corner| *corner != p).collect();
    let along = (side[1] - side[0]).normalize_or_zero();
    let across = |corner: DVec3| {
        let from = corner - side[0];
        from - along * along.dot(from)
    };
    let (p, q) = (across(p), across(q));
    if p.dot(q) <= 0.0 {
        return f64::INFINITY;
    }
    p.cross(q).length() / p.length().max(q.length())
}

/// The least height of a triangle.
fn height(&[p, q, r]: &Triangle) -> f64 {
    let longest = (q - p).length().max((r - q).length()).max((p - r).length());
    let height = (q - p).cross(r - p).length() / longest;
    if height > 0.0 { height } else { 0.0 }
}

fn unit_normal(&[p, q, r]: &Triangle) -> DVec3 {
    (q - p).cross(r - p).normalize_or_zero()
}
