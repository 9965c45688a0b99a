//! How deep do two solids overlap?

use super::Solid;
use super::placed::Placed;
use crate::geom::exact::TriangleDistance;
use crate::geom::exact::germ::Germ;
use crate::geom::{DVec3, Pose};
use crate::parallel;
use crate::query::kind::Side;

/// The deepest vertex of either solid in the other: how far it is from the other's surface.
///
/// No translation shorter than `lo` brings that vertex out of the other, so none that is shorter
/// parts the two. Where they overlap without a vertex of one in the other, there is no such
/// measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// Not above the distance from the vertex to the other's surface.
    pub lo: f64,
    /// Not below it, and at most two ulps above `lo`.
    pub hi: f64,
    /// The solid whose vertex it is.
    pub of: Side,
    /// The vertex, in A's frame.
    pub vertex: DVec3,
    /// The nearest point of the other's surface, rounded.
    pub nearest: DVec3,
    /// The triangle of the other that it is on.
    pub triangle: u32,
}

impl Solid {
    /// The deepest vertex of either solid strictly inside the other, `other` being at the pose
    /// `a_from_b`; `None` if no vertex is.
    #[must_use]
    pub fn depth(&self, other: &Self, a_from_b: &Pose) -> Option<Depth> {
        self.model().tell_units(other.model());
        let (a, b) = (self.placed(&Pose::IDENTITY), other.placed(a_from_b));
        let [of_a, of_b] = [(Side::A, &a, &b), (Side::B, &b, &a)]
            .map(|(of, inner, outer)| deepest(of, inner, outer));
        [of_a, of_b].into_iter().flatten().reduce(deeper)
    }
}

/// The deepest vertex of one in the other.
fn deepest(of: Side, inner: &Placed, outer: &Placed) -> Option<Depth> {
    let (low, high) = outer.solid.boxes().extent(outer.pose);
    let vertices = vertices(inner);
    let depth = |&vertex: &DVec3| {
        let near = vertex.cmpge(low).all() && vertex.cmple(high).all();
        let inside = near
            && outer.triangle_at(vertex).is_none()
            && outer.winding(&Germ::beside(vertex)) != 0;
        inside.then(|| {
            let (triangle, TriangleDistance { lo, hi, point_b, .. }) = outer.nearest(vertex);
            Depth { lo, hi, of, vertex, nearest: point_b, triangle }
        })
    };
    parallel::filter_map(vertices.len(), 1, |i| depth(&vertices[i])).into_iter().reduce(deeper)
}

/// The deeper of two; of two that are alike, the same whichever comes first.
fn deeper(p: Depth, q: Depth) -> Depth {
    let key = |d: &Depth| (d.lo, d.hi, d.vertex.x, d.vertex.y, d.vertex.z);
    if key(&p) >= key(&q) { p } else { q }
}

/// The vertices that triangles have, carried.
fn vertices(body: &Placed) -> Vec<DVec3> {
    let mesh = body.solid.mesh();
    let mut used = vec![false; mesh.vertices().len()];
    mesh.triangles().iter().flatten().for_each(|&v| used[v as usize] = true);
    let used = mesh.vertices().iter().zip(used).filter(|(_, used)| *used);
    used.map(|(vertex, _)| body.pose.carry(*vertex)).collect()
}
