//! Points against models: what is nearest, the nearest few, all within a distance, and on which
//! side the point is.
//!
//! The walk prunes with certain bounds ([`near`]); what is left is measured to the last digit
//! ([`distance`](crate::geom::exact::distance)).

mod batch;
mod found;
mod gradient;
mod memory;

use super::model::{Model, Scratch};
use super::ray::Winding;
use crate::geom::exact::distance::FromPoint;
use crate::geom::exact::{near, within};
use crate::geom::range::{PointError, check_point};
use crate::geom::vectors::vector;
use crate::geom::{Clearance, ClearanceError, DVec3, Interval};
use crate::mesh::OpenMesh;
use crate::wide::PointWalk;
use found::{NearestFound, NearestOne};
use memory::Memory;
use std::ops::ControlFlow;

/// Up to so many triangles are measured at once; of more, bounds rule most out first.
const FEW: usize = 8;

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
    candidates: NearestOne,
    measured: Vec<Near>,
    memory: Memory,
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
        let (scratch, candidates) = (Scratch::default(), NearestOne::default());
        Points { model: self, scratch, candidates, measured: Vec::new(), memory: Memory::default() }
    }
}

impl Points<'_> {
    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// The nearest triangle. Of several whose distances are the same up to the width of the
    /// intervals, the one with the lowest number; the interval holds the distance of the point from
    /// the mesh.
    ///
    /// # Errors
    /// If the point is out of range.
    pub fn nearest(&mut self, point: impl Into<[f64; 3]>) -> Result<Near, PointError> {
        let point = vector(point);
        check_point(point)?;
        Ok(self.nearest_in_range(point))
    }

    fn nearest_in_range(&mut self, point: DVec3) -> Near {
        let Self { model, scratch, candidates, measured, memory } = self;
        let (mesh, most) = (model.mesh(), memory.most(model, point));
        candidates.clear();
        let mut offer =
            |number: u32| candidates.offer(number, near(point, &mesh.triangle_at(number as usize)));
        let walk = PointWalk::new(model.tree(), point);
        let mut from = FromPoint::new(point);
        let mut measure = |number: u32| self::measured(model, &mut from, number);
        measured.clear();
        let many = if let Some(numbers) = walk.nearest(most, scratch) {
            let many = numbers.clone().nth(FEW).is_some();
            if many {
                numbers.for_each(|number| _ = offer(number));
            } else {
                measured.extend(numbers.map(&mut measure));
            }
            many
        } else {
            walk.nearest_first(scratch, &mut offer);
            true
        };
        if many {
            measured.extend(candidates.left().map(measure));
        }
        let (mut lo, mut hi) = (f64::INFINITY, f64::INFINITY);
        for near in measured.iter() {
            (lo, hi) = (lo.min(near.distance.lo), hi.min(near.distance.hi));
        }
        let as_near = measured.iter().filter(|near| near.distance.lo <= hi);
        let chosen = *as_near.min_by_key(|near| near.triangle).expect("a mesh has a triangle");
        memory.keep(&chosen);
        Near { distance: Interval { lo, hi }, ..chosen }
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
        let (mut found, mut from) = (Vec::new(), FromPoint::new(point));
        PointWalk::new(model.tree(), point).within(radius, &mut self.scratch, &mut |number| {
            let corners = mesh.triangle_at(number as usize);
            let bounds = near(point, &corners);
            let unsure = bounds.lo <= radius && bounds.hi > radius;
            if bounds.hi <= radius || unsure && within(&[point; 3], &corners, limit).meets {
                found.push(measured(model, &mut from, number));
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
        check_point(point)?;
        Ok(self.signed_in_range(point))
    }

    fn signed_in_range(&mut self, point: DVec3) -> Near {
        let near = self.nearest_in_range(point);
        let Self { model, scratch, memory, .. } = self;
        match memory.winding(model, scratch, point, &near) {
            Winding::OnSurface { triangle } => {
                Near { triangle, distance: Interval::exactly(0.0), point: point.into() }
            }
            Winding::Around(0) => near,
            Winding::Around(_) => Near { distance: -near.distance, ..near },
        }
    }

    /// All triangles that may be among the nearest `count`, measured and sorted.
    fn sorted(&mut self, point: DVec3, count: usize) -> Result<Vec<Near>, PointError> {
        check_point(point)?;
        let (model, mesh) = (self.model, self.model.mesh());
        let mut found = NearestFound::new(count);
        PointWalk::new(model.tree(), point).nearest_first(&mut self.scratch, &mut |number| {
            found.offer(number, near(point, &mesh.triangle_at(number as usize)))
        });
        let mut from = FromPoint::new(point);
        let mut measured: Vec<Near> =
            found.left().map(|number| measured(model, &mut from, number)).collect();
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

fn measured(model: &Model, from: &mut FromPoint, triangle: u32) -> Near {
    let found = from.distance(&model.mesh().triangle_at(triangle as usize));
    Near {
        triangle,
        distance: Interval { lo: found.distance.lo, hi: found.distance.hi },
        point: found.point_b.into(),
    }
}
