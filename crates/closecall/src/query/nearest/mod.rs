//! Points against models: what is nearest, the nearest few, all within a distance, and on which
//! side the point is.
//!
//! The walk prunes with certain bounds ([`near`]); what is left is measured to the last digit
//! ([`distance`](crate::geom::exact::distance)).

mod found;
mod gradient;

use super::model::{Model, Scratch};
use super::ray::Winding;
use crate::geom::exact::{distance, near, within};
use crate::geom::range::{PointError, check_point};
use crate::geom::vectors::{vector, vectors};
use crate::geom::{Clearance, ClearanceError, DVec3, Interval};
use crate::mesh::OpenMesh;
use crate::parallel;
use crate::wide::PointWalk;
use found::NearestFound;
use std::ops::ControlFlow;

/// How many points a thread takes at a time, at least.
const STRIDE: usize = 64;

/// A triangle near a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Its number.
    pub triangle: u32,
    /// Its distance from the point: an interval of at most two ulps.
    pub distance: Interval,
    /// The point of the triangle that is nearest: every coordinate is off by at most 2⁻⁵² of the
    /// largest of the point's and the corners', and 2⁻²⁰⁰.
    pub point: [f64; 3],
}

/// A model that is asked about many points.
///
/// ```
/// use closecall::{Model, mesh::shapes};
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut points = cube.points();
/// let near = points.nearest([0.25, 0.5, 3.0])?;
/// assert!(near.distance.lo <= 2.0 && 2.0 <= near.distance.hi);
/// assert_eq!(near.point, [0.25, 0.5, 1.0]);
/// let signed = points.signed([0.5; 3])?.distance;
/// assert!(signed.lo <= -0.5 && -0.5 <= signed.hi);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Points<'m> {
    model: &'m Model,
    scratch: Scratch,
}

/// Why the triangles within a distance of a point cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WithinError {
    /// The point is out of range.
    #[error(transparent)]
    Point(#[from] PointError),
    /// The distance is.
    #[error(transparent)]
    Distance(#[from] ClearanceError),
}

/// Why a point has no signed distance.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SignedError {
    /// The point is out of range.
    #[error(transparent)]
    Point(#[from] PointError),
    /// The mesh has no inside.
    #[error(transparent)]
    Open(#[from] OpenMesh),
}

impl Model {
    /// Asks this model about points.
    #[must_use]
    pub fn points(&self) -> Points<'_> {
        Points { model: self, scratch: Scratch::default() }
    }
}

impl Points<'_> {
    /// The nearest triangle. Of several whose distances are the same up to the width of the
    /// intervals, the one with the lowest number; the interval holds the distance of the point from
    /// the mesh.
    ///
    /// # Errors
    /// If the point is out of range.
    pub fn nearest(&mut self, point: impl Into<[f64; 3]>) -> Result<Near, PointError> {
        let point = vector(point);
        let found = self.sorted(point, 1)?;
        let least = found.iter().map(|near| near.distance.hi).fold(f64::INFINITY, f64::min);
        let as_near = found.iter().filter(|near| near.distance.lo <= least);
        let chosen = *as_near.min_by_key(|near| near.triangle).expect("a mesh has a triangle");
        Ok(Near { distance: Interval { lo: found[0].distance.lo, hi: least }, ..chosen })
    }

    /// The nearest `count` triangles, or all if there are fewer, the nearest first: by the lower
    /// ends of their intervals, then by number.
    ///
    /// # Errors
    /// If the point is out of range.
    pub fn nearest_few(
        &mut self,
        point: impl Into<[f64; 3]>,
        count: usize,
    ) -> Result<Vec<Near>, PointError> {
        let point = vector(point);
        let mut found = self.sorted(point, count)?;
        found.truncate(count);
        Ok(found)
    }

    /// Every triangle whose distance is at most `radius`, decided exactly, the nearest first.
    ///
    /// # Errors
    /// If the point or the radius is out of range.
    pub fn within(
        &mut self,
        point: impl Into<[f64; 3]>,
        radius: f64,
    ) -> Result<Vec<Near>, WithinError> {
        let point = vector(point);
        check_point(point)?;
        let limit = Clearance::new(radius)?;
        let (model, mesh) = (self.model, self.model.mesh());
        let mut found = Vec::new();
        PointWalk::new(model.tree(), point).within(radius, &mut self.scratch, &mut |number| {
            let corners = mesh.triangle_at(number as usize);
            let bounds = near(point, &corners);
            let unsure = bounds.lo <= radius && bounds.hi > radius;
            if bounds.hi <= radius || unsure && within(&[point; 3], &corners, limit).meets {
                found.push(measured(model, point, number));
            }
            ControlFlow::Continue(())
        });
        sort(&mut found);
        Ok(found)
    }

    /// [`Points::nearest`] with the distance negative inside a closed mesh: where its surface winds
    /// around the point. Whether the mesh is closed is found out once for the model.
    ///
    /// # Errors
    /// If the mesh is not closed, with edges that say so, or if the point is out of range.
    pub fn signed(&mut self, point: impl Into<[f64; 3]>) -> Result<Near, SignedError> {
        let point = vector(point);
        self.model.check_closed()?;
        let found = self.nearest(point)?;
        Ok(match self.model.rays().winding(point)? {
            Winding::OnSurface { triangle } => {
                Near { triangle, distance: Interval::exactly(0.0), point: point.into() }
            }
            Winding::Around(0) => found,
            Winding::Around(_) => Near { distance: -found.distance, ..found },
        })
    }

    /// [`Points::nearest`] of every point, on all cores, in their order.
    ///
    /// # Errors
    /// At the first point that is out of range.
    pub fn nearest_batch(
        &self,
        points: &[impl Into<[f64; 3]> + Copy + Sync],
    ) -> Result<Vec<Near>, PointError> {
        let points = &vectors(points.iter().copied());
        let nearest = |own: &mut Self, &point: &DVec3| own.nearest(point);
        parallel::map(points, STRIDE, || self.clone(), nearest).into_iter().collect()
    }

    /// [`Points::signed`] of every point, on all cores, in their order.
    ///
    /// # Errors
    /// If the mesh is not closed, or at the first point that is out of range.
    pub fn signed_batch(
        &self,
        points: &[impl Into<[f64; 3]> + Copy + Sync],
    ) -> Result<Vec<Near>, SignedError> {
        let points = &vectors(points.iter().copied());
        self.model.check_closed()?;
        let signed = |own: &mut Self, &point: &DVec3| own.signed(point);
        parallel::map(points, STRIDE, || self.clone(), signed).into_iter().collect()
    }

    /// All triangles that may be among the nearest `count`, measured and sorted.
    fn sorted(&mut self, point: DVec3, count: usize) -> Result<Vec<Near>, PointError> {
        check_point(point)?;
        let (model, mesh) = (self.model, self.model.mesh());
        let mut found = NearestFound::new(count);
        PointWalk::new(model.tree(), point).nearest_first(&mut self.scratch, &mut |number| {
            found.offer(number, near(point, &mesh.triangle_at(number as usize)))
        });
        let mut measured: Vec<Near> =
            found.left().map(|number| measured(model, point, number)).collect();
        sort(&mut measured);
        Ok(measured)
    }
}

/// The nearest first.
fn sort(found: &mut [Near]) {
    found.sort_unstable_by(|a, b| {
        a.distance.lo.total_cmp(&b.distance.lo).then(a.triangle.cmp(&b.triangle))
    });
}

fn measured(model: &Model, point: DVec3, triangle: u32) -> Near {
    let found = distance(&[point; 3], &model.mesh().triangle_at(triangle as usize));
    Near {
        triangle,
        distance: Interval { lo: found.distance.lo, hi: found.distance.hi },
        point: found.point_b.into(),
    }
}
