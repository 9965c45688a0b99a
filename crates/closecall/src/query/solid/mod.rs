//! Bodies that are more than their surface: what lies inside counts too.

pub(crate) mod boxes;
mod depth;
pub(crate) mod placed;

pub use depth::{DeepestFound, Depth};

use super::Model;
use super::depth::{Inner, Rooms, inner_balls};
use crate::geom::exact::germ::Germ;
use crate::geom::range::{PointError, check_point};
use crate::geom::vectors::vector;
use crate::geom::{Pose, Triangle};
use crate::mesh::closed::Closed;
use crate::mesh::{Mesh, OpenMesh, UnitsDiffer};
use boxes::Boxes;
use placed::Placed;
use std::sync::{Arc, OnceLock};

/// A closed mesh as a solid: its surface and what lies inside, that is, where the winding number is
/// not 0.
///
/// So shells of one body may overlap, and a shell that is turned inside out within another is a
/// cavity. Vertices at equal positions count as one. Cheap to clone, shared by threads.
///
/// ```
/// use closecall::{Model, Pose, Solid, mesh::shapes::cuboid};
/// let [large, small] = [9.0, 1.0].map(|side| Model::new(cuboid([0.0; 3], [side; 3])));
/// let inside = Pose::from_translation([4.0, 4.0, 4.0])?;
/// assert!(!large.collides(&small, &inside)?);
/// assert!(large.solid()?.collides(&small.solid()?, &inside)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solid {
    model: Model,
    enclosed: Arc<Enclosed>,
}

/// The data of a closed mesh that do not depend on the question.
#[derive(Debug)]
pub(crate) struct Enclosed {
    closed: Closed,
    boxes: Boxes,
    /// For every triangle, the triangles of the same mesh that cut it; once they were asked for.
    cutters: OnceLock<Vec<Vec<u32>>>,
    /// Balls inside, and the room that triangles have; once somebody has asked how deep.
    inner_balls: OnceLock<Vec<Inner>>,
    rooms: OnceLock<Rooms>,
}

impl Enclosed {
    pub(super) fn of(mesh: &Mesh) -> Result<Self, OpenMesh> {
        Ok(Self {
            closed: Closed::of(mesh)?,
            boxes: Boxes::of(mesh),
            cutters: OnceLock::new(),
            inner_balls: OnceLock::new(),
            rooms: OnceLock::new(),
        })
    }
}

/// The position of a point: inside, on the surface or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Location {
    /// Neither in the solid nor on its surface.
    Outside,
    /// On this triangle, and maybe others.
    OnSurface(u32),
    /// Not on the surface, and the surface winds about it this often, counterclockwise from
    /// outside; not 0.
    Inside(i64),
}

/// Why two solids collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Collision {
    /// These triangles, of A and of B, share a point.
    Surfaces(u32, u32),
    /// No triangles touch, but the connected part of B that has this triangle lies inside A.
    BInA(u32),
    /// The connected part of A that has this triangle lies inside B.
    AInB(u32),
}

impl Model {
    /// The solid that this model's mesh encloses; an error names edges if the mesh is not closed.
    /// What that takes is done once, and kept with the model.
    pub fn solid(&self) -> Result<Solid, OpenMesh> {
        Ok(Solid { model: self.clone(), enclosed: self.enclosed()? })
    }
}

impl Solid {
    /// Its surface, ready to be asked.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The mesh of its surface.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        self.model.mesh()
    }

    /// The number of connected parts its surface has.
    #[must_use]
    pub fn parts(&self) -> usize {
        self.enclosed.closed.parts.len()
    }

    /// The position of a point of its own frame, exactly.
    ///
    /// # Errors
    /// If a coordinate is not in the range of [`crate::geom::range`].
    pub fn locate(&self, point: impl Into<[f64; 3]>) -> Result<Location, PointError> {
        let point = vector(point);
        check_point(point)?;
        let placed = self.placed(&Pose::IDENTITY);
        if let Some(triangle) = placed.triangle_at(point) {
            return Ok(Location::OnSurface(triangle));
        }
        Ok(match placed.winding(&Germ::beside(point)) {
            0 => Location::Outside,
            winding => Location::Inside(winding),
        })
    }

    /// Do the two share a point, `other` being at the pose `a_from_b` in this solid's frame?
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn collides(&self, other: &Self, a_from_b: &Pose) -> Result<bool, UnitsDiffer> {
        Ok(self.collision(other, a_from_b)?.is_some())
    }

    /// Why the two collide, if they do. Exact: B is its carried vertices, and A the same seen from
    /// them.
    ///
    /// Where no triangles touch, the winding number of either does not change along a connected
    /// part of the other's surface. And if a point is in both, then on the way from it to infinity
    /// one of the two is left first, on a piece of its surface that is inside the other. So one
    /// corner of each part is enough.
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn collision(
        &self,
        other: &Self,
        a_from_b: &Pose,
    ) -> Result<Option<Collision>, UnitsDiffer> {
        let mut surfaces = self.model().ask(other.model(), super::Ask::new())?;
        let touching = surfaces.first_contact(a_from_b).map(|(a, b)| Collision::Surfaces(a, b));
        Ok(touching.or_else(|| self.contained(other, a_from_b)))
    }

    /// Of two solids whose surfaces share no point: does part of one lie inside the other? See
    /// [`Solid::collision`].
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn containment(
        &self,
        other: &Self,
        a_from_b: &Pose,
    ) -> Result<Option<Collision>, UnitsDiffer> {
        self.model().check_units(other.model())?;
        Ok(self.contained(other, a_from_b))
    }

    /// [`Solid::containment`] of solids whose units agree.
    pub(in crate::query) fn contained(&self, other: &Self, a_from_b: &Pose) -> Option<Collision> {
        let (a, b) = (self.placed(&Pose::IDENTITY), other.placed(a_from_b));
        let b_in_a = part_inside(&other.closed().parts, |t| b.triangle(t), &a).map(Collision::BInA);
        b_in_a.or_else(|| {
            part_inside(&self.closed().parts, |t| a.triangle(t), &b).map(Collision::AInB)
        })
    }

    /// Does one of these connected parts of another body lie inside, given a triangle of each, of
    /// which `triangle` tells the corners? This solid is at a pose in their frame, and its surface
    /// shares no point with them.
    pub(crate) fn holds(
        &self,
        pose: &Pose,
        parts: &[u32],
        triangle: impl Fn(u32) -> Triangle,
    ) -> bool {
        part_inside(parts, triangle, &self.placed(pose)).is_some()
    }

    pub(crate) fn placed<'s>(&'s self, pose: &'s Pose) -> Placed<'s> {
        Placed { solid: self, pose }
    }

    pub(crate) fn closed(&self) -> &Closed {
        &self.enclosed.closed
    }

    /// The triangles of the mesh that cut its triangles: worked out by `find` the first time, or by
    /// several at the same time. (None waits for another: `find` runs on all cores, and would wait
    /// for itself.) None if `find` found nothing.
    pub(crate) fn cutters(
        &self,
        find: impl FnOnce() -> Option<Vec<Vec<u32>>>,
    ) -> Option<&[Vec<u32>]> {
        let kept = &self.enclosed.cutters;
        if kept.get().is_none() {
            _ = kept.set(find()?);
        }
        kept.get().map(Vec::as_slice)
    }

    /// Balls inside of it.
    pub(crate) fn inner_balls(&self) -> &[Inner] {
        self.enclosed.inner_balls.get_or_init(|| inner_balls(self))
    }

    /// The room that its triangles have.
    pub(crate) fn rooms(&self) -> &Rooms {
        self.enclosed.rooms.get_or_init(|| Rooms::of(self.mesh().triangle_count()))
    }

    pub(crate) fn boxes(&self) -> &Boxes {
        &self.enclosed.boxes
    }
}

/// Of two bodies whose surfaces share no point: does a part of one lie inside the other, if that is
/// a solid? Each is a surface, and the solid that it bounds if what lies inside counts.
pub(crate) fn one_is_inside([a, b]: [Filled; 2], a_from_b: &Pose) -> bool {
    let holds = |outer: Filled, outer_pose: &Pose, inner: &Model, inner_pose: &Pose| {
        let corners = |t| inner_pose.carried_triangle(&inner.mesh().triangle_at(t as usize));
        outer.1.is_some_and(|solid| solid.holds(outer_pose, inner.parts(), corners))
    };
    holds(a, &Pose::IDENTITY, b.0, a_from_b) || holds(b, a_from_b, a.0, &Pose::IDENTITY)
}

/// A surface, and the solid that it bounds if what lies inside counts.
pub(crate) type Filled<'m> = (&'m Model, Option<&'m Solid>);

/// The first of these parts, given by a triangle each, that lies inside `outer`; they share no
/// point with its surface.
fn part_inside(parts: &[u32], triangle: impl Fn(u32) -> Triangle, outer: &Placed) -> Option<u32> {
    let (low, high) = outer.solid.boxes().extent(outer.pose);
    parts.iter().copied().find(|&t| {
        let [corner, ..] = triangle(t);
        let near = corner.cmpge(low).all() && corner.cmple(high).all();
        near && outer.winding(&Germ::beside(corner)) != 0
    })
}
