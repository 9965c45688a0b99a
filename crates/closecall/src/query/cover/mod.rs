//! Does a simple model hold a mesh, and if not, how far does the mesh stick out of it?
//!
//! A *cover* is a union of convex shapes and of solids: the balls that a planner puts in place of a
//! link, say. The amount by which a mesh sticks out is the largest distance from a point of its
//! surface to the cover, and 0 if and only if the cover holds the surface.
//!
//! The search (`search`) divides triangles, the worst first. Of each piece it knows a lower bound,
//! the distance of a corner, and an upper bound: the least, over the parts of the cover, of the
//! largest distance from the piece to that part (`part`). The distance to a convex set is a convex
//! function, so that on a triangle it is largest at a corner; and a convex part holds a triangle if
//! it holds its corners, which exact predicates decide. Midpoints are rounded, and each corner knows
//! by how much (`patch`).

mod convex;
mod part;
mod patch;
mod search;

use super::{Ask, Solid};
use crate::Answer;
use crate::geom::Interval;
use crate::geom::shape::{Shape, ShapeKind};
use crate::mesh::Mesh;
use part::CoverPart;

/// Convex shapes and solids that together are to hold a mesh.
///
/// ```
/// use closecall::geom::shape::Shape;
/// use closecall::mesh::shapes::cuboid;
/// use closecall::query::Cover;
/// use closecall::{Answer, Ask};
/// let cube = cuboid([-1.0; 3], [1.0; 3]);
/// let mut cover = Cover::new();
/// cover.add_shape(&Shape::ball([0.0; 3], 1.75)?)?;
/// assert_eq!(cover.holds(&cube, &Ask::new()).answer(), Answer::Clear);
/// let mut small = Cover::new();
/// small.add_shape(&Shape::ball([0.0; 3], 1.5)?)?;
/// let found = small.holds(&cube, &Ask::new());
/// assert!(found.distance.contains(3.0f64.sqrt() - 1.5) && found.distance.width() < 1e-15);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cover {
    parts: Vec<CoverPart>,
}

/// A shape that cannot be part of a cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {0} cannot be part of a cover: balls, capsules, cylinders, cones, boxes and solids can")]
pub struct CoverError(&'static str);

/// The distance by which a mesh sticks out of a cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    /// The largest distance from a point of the mesh to the cover; 0 if the cover holds the mesh,
    /// and infinite if it has no parts.
    pub distance: Interval,
    /// A point of the mesh that is at least as far out as the lower bound; where that is 0 though
    /// the upper one is not, a point of the piece that is still open. Rounded. None if the mesh is
    /// held.
    pub point: Option<[f64; 3]>,
    /// The triangle with this point.
    pub triangle: u32,
    /// The part of the cover that is nearest to it, by its number; none of a cover without parts.
    pub part: Option<u32>,
    /// The distance that was allowed.
    pub allowed: f64,
}

impl Covered {
    /// Clear if no more sticks out than is allowed, touching if more does, undecided if the question
    /// ended before that was known.
    #[must_use]
    pub fn answer(&self) -> Answer {
        match self.distance {
            Interval { hi, .. } if hi <= self.allowed => Answer::Clear,
            Interval { lo, .. } if lo > self.allowed => Answer::Touching(()),
            _ => Answer::Undecided(()),
        }
    }
}

impl Cover {
    /// A cover without parts, which holds nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of its parts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parts.len()
    }

    /// Has it no parts?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a shape, in the frame of the mesh to be held.
    ///
    /// # Errors
    /// If it is a torus, which is not convex, or a half-space, which has no end.
    pub fn add_shape(&mut self, shape: &Shape) -> Result<(), CoverError> {
        match shape.0 {
            ShapeKind::Torus { .. } => return Err(CoverError("torus")),
            ShapeKind::HalfSpace { .. } => return Err(CoverError("half-space")),
            _ => self.parts.push(CoverPart::shape(shape)),
        }
        Ok(())
    }

    /// Adds a solid, in the frame of the mesh to be held.
    pub fn add_solid(&mut self, solid: &Solid) {
        self.parts.push(CoverPart::solid(solid));
    }

    /// How far does a mesh stick out of it? Of the options these count: what is no further out than
    /// `clearance` is held; `accuracy` is how much of itself the distance may be wrong by; `budget`
    /// ends the question, which then tells what is known; and what is known to stick out by at most
    /// `tolerance` is not divided further, 10⁻⁹ of the mesh's diagonal unless said.
    #[must_use]
    pub fn holds(&self, mesh: &Mesh, ask: &Ask) -> Covered {
        search::search(&self.parts, mesh, ask)
    }
}
