//! The depth of two solids in each other.

use super::Solid;
use super::placed::Placed;
use crate::geom::exact::TriangleDistance;
use crate::geom::exact::germ::Germ;
use crate::geom::{DVec3, Interval, Pose};
use crate::mesh::UnitsDiffer;
use crate::parallel;
use crate::query::kind::Side;
use crate::query::kind::steps::Steps;
use crate::query::pair::{GO_ON, Watch};

/// The deepest vertex of either solid in the other: how far it is from the other's surface.
///
/// No translation shorter than `lo` brings that vertex out of the other, so none that is shorter
/// parts the two. Where they overlap without a vertex of one in the other, there is no such
/// measure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Depth {
    /// The distance from the vertex to the other's surface: `hi` is at most two ulps above `lo`.
    pub depth: Interval,
    /// The solid whose vertex it is.
    pub of: Side,
    /// The vertex, in A's frame.
    pub vertex: [f64; 3],
    /// The nearest point of the other's surface, rounded.
    pub nearest: [f64; 3],
    /// The triangle of the other that it is on.
    pub triangle: u32,
}

/// The deepest vertex of all that were looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeepestFound {
    /// The deepest; none if no vertex of one is in the other.
    pub depth: Option<Depth>,
    /// Were all looked at? If not, another may be deeper.
    pub is_complete: bool,
}

/// The number of vertices that are looked at before the deepest of them is known to the rest.
const LOT: usize = 1024;

impl Solid {
    /// The deepest vertex of either solid strictly inside the other, `other` being at the pose
    /// `a_from_b`; `None` if no vertex is.
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`](crate::Model::unit).
    pub fn depth(&self, other: &Self, a_from_b: &Pose) -> Result<Option<Depth>, UnitsDiffer> {
        Ok(self.depth_watched(other, a_from_b, &GO_ON)?.depth)
    }

    /// [`Solid::depth`], which `watch` may break off: it hears how many vertices were looked at,
    /// from any thread.
    ///
    /// # Errors
    /// As [`Solid::depth`].
    pub fn depth_watched(
        &self,
        other: &Self,
        a_from_b: &Pose,
        watch: &Watch,
    ) -> Result<DeepestFound, UnitsDiffer> {
        self.model().check_units(other.model())?;
        let steps = Steps::new(watch);
        let (a, b) = (self.placed(&Pose::IDENTITY), other.placed(a_from_b));
        let mut depth = None;
        for (of, inner, outer) in [(Side::A, &a, &b), (Side::B, &b, &a)] {
            depth = deepest(of, inner, outer, depth, &steps);
        }
        Ok(DeepestFound { depth, is_complete: !steps.is_over() })
    }
}

/// The deepest vertex of one in the other, and of what is known.
fn deepest(
    of: Side,
    inner: &Placed,
    outer: &Placed,
    mut known: Option<Depth>,
    steps: &Steps,
) -> Option<Depth> {
    let (low, high) = outer.solid.boxes().extent(outer.pose);
    let is_near = |vertex: &DVec3| vertex.cmpge(low).all() && vertex.cmple(high).all();
    let vertices: Vec<DVec3> = vertices(inner).into_iter().filter(is_near).collect();
    for lot in vertices.chunks(LOT) {
        let least = known.map_or(0.0, |known| known.depth.lo);
        let depth = |(): &mut (), &vertex: &DVec3| {
            steps.step()?;
            // Vertices that are not so deep are found out first.
            let (triangle, TriangleDistance { distance, point_b, .. }) =
                outer.nearest_beyond(vertex, least)?;
            let is_inside = distance.hi > 0.0 && outer.winding(&Germ::beside(vertex)) != 0;
            is_inside.then_some(Depth {
                depth: distance,
                of,
                vertex: vertex.into(),
                nearest: point_b.into(),
                triangle,
            })
        };
        let found = parallel::map(lot, 1, || (), depth);
        known = found.into_iter().flatten().chain(known).reduce(deeper);
        if steps.is_over() {
            break;
        }
    }
    known
}

/// The deeper of two; of two that are alike, the same whichever comes first.
fn deeper(p: Depth, q: Depth) -> Depth {
    let key = |d: &Depth| (d.depth.lo, d.depth.hi, d.vertex);
    if key(&p) >= key(&q) { p } else { q }
}

/// The vertices that triangles have, carried.
fn vertices(body: &Placed) -> Vec<DVec3> {
    let mesh = body.solid.mesh();
    let mut used = vec![false; mesh.points().len()];
    mesh.triangles().iter().flatten().for_each(|&v| used[v as usize] = true);
    let used = mesh.points().iter().zip(used).filter(|(_, used)| *used);
    used.map(|(vertex, _)| body.pose.carried(*vertex)).collect()
}
