//! Rays and segments against models: what they meet first, whether they meet anything, all they
//! meet, and how often they go through the surface.
//!
//! Every answer is exact: triangles are closed, and [`pierce`](crate::geom::exact::pierce) and
//! [`cross`](crate::geom::exact::cross) decide. So nothing slips through an edge or a corner.

mod batch;
mod cast;
mod winding;

pub(crate) use cast::{Cast, Triangles};
pub use winding::Winding;
pub(super) use winding::{winding_about, winding_between};

use super::model::{Model, Scratch};
use crate::geom::{Interval, Ray};
use crate::mesh::Corners;
use crate::wide::RayWalk;

/// A triangle that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Its number.
    pub triangle: u32,
    /// The least parameter at which the ray meets it: the point is origin + t·direction.
    pub t: Interval,
}

/// The number of times that a ray or segment goes through a surface.
///
/// The ray is moved by an infinitely small way, the same for all triangles, so that it meets no
/// edge and no corner ([`cross`](crate::geom::exact::cross)). At every parameter, passages along
/// the triangles' normals and passages against them cancel each other: where the ray only touches
/// the surface, or goes from one part of it into another that begins there, it does not pass. What
/// is left is counted. So an edge or corner that the ray passes counts once, and one that it grazes
/// not at all, if neighbouring triangles are oriented alike.
///
/// Of a closed mesh, in which every edge belongs to an even number of triangles, `count` is even if
/// and only if both ends of the ray are inside or both are outside (the end of a ray that has none
/// is outside). That holds for ends that are not in the surface; one that is counts as moved with
/// the ray, by (ε, ε², ε³). Of other soups it is what it says, and no more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crossings {
    /// The number of passages.
    pub count: u64,
    /// Passages along the normals less those against them. Of a closed mesh with normals outward:
    /// how often the surface winds around the origin less how often around the end; around the end
    /// of a ray that has none, 0 times.
    pub winding: i64,
}

/// A model that is asked about many rays.
///
/// ```
/// use closecall::geom::Ray;
/// use closecall::{Model, mesh::shapes};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut rays = cube.rays();
/// let through_a_corner = Ray::new([-1.0; 3], [1.0; 3])?;
/// let t = rays.first(&through_a_corner).unwrap().t;
/// assert!(t.lo <= 1.0 && 1.0 <= t.hi && t.hi - t.lo < 1e-14);
/// assert_eq!(rays.crossings(&through_a_corner).count, 2);
/// let along_an_edge = Ray::new([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0])?;
/// assert!(rays.any(&along_an_edge));
/// assert_eq!(rays.crossings(&along_an_edge).count % 2, 0);
/// let beside = Ray::new([-1.0, -1e-9, 0.0], [1.0, 0.0, 0.0])?;
/// assert!(rays.all(&beside).is_empty());
/// # Ok::<(), closecall::geom::RayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rays<'m> {
    model: &'m Model,
    scratch: Scratch,
}

impl Model {
    /// Asks this model about rays.
    #[must_use]
    pub fn rays(&self) -> Rays<'_> {
        Rays { model: self, scratch: Scratch::default() }
    }
}

impl Rays<'_> {
    /// The triangle that the ray meets first; of several at the same parameter, the one with the
    /// lowest number.
    pub fn first(&mut self, ray: &Ray) -> Option<RayHit> {
        let Self { model, scratch } = self;
        cast(model, ray)?.first_hit(scratch)
    }

    /// Does the ray meet anything?
    pub fn any(&mut self, ray: &Ray) -> bool {
        let Self { model, scratch } = self;
        cast(model, ray).is_some_and(|cast| cast.any(scratch))
    }

    /// Every triangle that the ray meets, sorted by parameter and, where those are equal, by
    /// number.
    pub fn all(&mut self, ray: &Ray) -> Vec<RayHit> {
        let Self { model, scratch } = self;
        cast(model, ray).map_or_else(Vec::new, |cast| cast.all(scratch))
    }

    /// The number of times that the ray goes through the surface.
    pub fn crossings(&mut self, ray: &Ray) -> Crossings {
        let Self { model, scratch } = self;
        cast(model, ray).map_or_else(Crossings::default, |cast| cast.crossings(scratch))
    }
}

/// A ray in the frame of a model; none if it misses the ball around it.
#[inline(always)]
fn cast<'q>(model: &'q Model, ray: &'q Ray) -> Option<Cast<'q, Corners<'q>>> {
    Some(Cast { walk: RayWalk::new(model.tree(), ray)?, ray, triangles: model.mesh().indexed() })
}
