//! A mesh that tools are moved against: a model, asked which triangles a tool may meet that moves
//! along a line (`Target::near`). The answer may name too many, never too few.

pub(crate) mod sweep;

use crate::gcode::{flushed, is_in_range, vector};
use crate::lift::ToolFrame;
use closecall::engine::{
    geom::{GlamMesh as _, Triangle},
    milling::{RevolvedSweep, triangles_met},
    rounding::factor::UP_MANY,
};
use closecall::mesh::shapes;
use closecall::query::Location;
use closecall::{Ask, Mesh, Model, Pose, Scratch};
use glam::{DMat3, DVec3};
use sweep::PartSweep;

/// See the [module](self).
pub struct Target {
    model: Model,
    low: DVec3,
    high: DVec3,
}

/// The mesh of a box between two opposite corners. Coordinates next to 0 become 0.
///
/// # Errors
/// If a coordinate is not a number of at most 1e9.
pub fn box_between(one: impl Into<[f64; 3]>, other: impl Into<[f64; 3]>) -> Result<Mesh, String> {
    let (one, other) = (vector(one), vector(other));
    match is_in_range(one) && is_in_range(other) {
        true => Ok(shapes::cuboid(one.min(other).map(flushed), one.max(other).map(flushed))),
        false => Err("a box is six numbers of at most 1e9: two opposite corners".to_string()),
    }
}

impl Target {
    /// A mesh, and the tree over it.
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        Self::of(Model::new(mesh.clone()))
    }

    /// A model that is there already.
    #[must_use]
    pub fn of(model: Model) -> Self {
        let corners = model.mesh().iter().flatten();
        let (low, high) =
            corners.fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(p), high.max(p)));
        Self { model, low, high }
    }

    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        self.model.mesh()
    }

    /// The number of triangles.
    #[must_use]
    pub fn triangle_count(&self) -> usize {
        self.model.mesh().triangle_count()
    }

    /// A triangle by its number.
    #[must_use]
    pub fn triangle(&self, number: u32) -> [[f64; 3]; 3] {
        self.corners(number).map(|corner| corner.to_array())
    }

    /// The same as vectors.
    pub(crate) fn corners(&self, number: u32) -> Triangle {
        self.model.mesh().triangle_at(number as usize)
    }

    /// Whether a point is inside; never, if the mesh is not closed.
    #[must_use]
    pub fn holds(&self, point: impl Into<[f64; 3]>) -> bool {
        // Coordinates next to 0 become 0; what cannot be located is not known to be outside.
        let located = self.model.solid().map(|solid| solid.locate(Pose::IDENTITY.carry(point)));
        !matches!(located, Err(_) | Ok(Ok(Location::Outside | Location::OnSurface(_))))
    }

    /// The corners of the box around it.
    #[must_use]
    pub fn bounds(&self) -> [[f64; 3]; 2] {
        self.corners_of_box().map(|corner| corner.to_array())
    }

    /// The same as vectors.
    pub(crate) fn corners_of_box(&self) -> [DVec3; 2] {
        [self.low, self.high]
    }

    /// The distance of any of its points from `point`, at most.
    #[must_use]
    pub fn furthest(&self, point: impl Into<[f64; 3]>) -> f64 {
        let point = vector(point);
        (point - self.low).abs().max((point - self.high).abs()).length() * UP_MANY
    }

    /// Whether its surface comes nearer to a box than this; also if it lies wholly inside.
    #[must_use]
    pub fn is_within(&self, corners: [impl Into<[f64; 3]>; 2], distance: f64) -> bool {
        let [low, high] = corners.map(vector);
        if low.cmple(self.low).all() && high.cmpge(self.high).all() {
            return true;
        }
        let cuboid = Model::new(shapes::cuboid(low.map(flushed), high.map(flushed)));
        let pair = self.model.ask(&cuboid, Ask::new().limit(distance));
        pair.expect("a cuboid states no unit").distance(&Pose::IDENTITY).is_some()
    }

    /// Calls `visit` with the triangles, and their numbers, that the tool of the sweep may meet;
    /// those first that it may have to be lifted off furthest. `visit` says from which lift on the
    /// others are of interest still.
    pub(crate) fn near(
        &self,
        sweep: &PartSweep,
        scratch: &mut Scratch,
        mut visit: impl FnMut(u32, &Triangle) -> f64,
    ) {
        let tool_from_mesh = match sweep.frame {
            ToolFrame::Upright => DMat3::IDENTITY,
            ToolFrame::Inclined(tool_from_part) => *tool_from_part,
        };
        let PartSweep { ends, undersides, beside, above, .. } = *sweep;
        let sweep =
            RevolvedSweep { solids: undersides.solids(), tool_from_mesh, ends, beside, above };
        triangles_met(&self.model, &sweep, scratch, &mut visit);
    }
}
