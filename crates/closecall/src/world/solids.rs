//! Bodies that are taken as solids: what lies inside one of them touches it.

use super::scene::Geometry;
use crate::geom::Pose;
use crate::mesh::closed::parts_of;

/// Of two bodies whose surfaces share no point: does a part of one lie inside the other, if that is
/// a solid?
pub(super) fn one_is_inside([a, b]: [&Geometry; 2], a_from_b: &Pose) -> bool {
    holds(a, &Pose::IDENTITY, b, a_from_b) || holds(b, a_from_b, a, &Pose::IDENTITY)
}

/// Does the outer body, at a pose, hold a part of the inner one, at another?
fn holds(outer: &Geometry, outer_pose: &Pose, inner: &Geometry, inner_pose: &Pose) -> bool {
    let Some(solid) = &outer.solid else { return false };
    let mesh = inner.model.mesh();
    let parts = inner.parts.get_or_init(|| parts_of(mesh));
    solid.holds(outer_pose, parts, |t| inner_pose.carry_triangle(&mesh.triangle(t as usize)))
}
