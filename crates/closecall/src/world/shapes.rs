//! Exact shapes against the bodies of a world: floors, walls, keep-out zones.
//!
//! **What an answer means**: the triangles of a body are carried into the world's frame by its pose
//! ([`Pose::carry`]), which is the only rounding; then [`Shape::touches`] decides. Its exact shapes
//! are carried so, too ([`Shape::carried`]); then [`Shape::touches_shape`] decides.

use super::pair::{Part, PlacedMesh};
use super::region::Region;
use super::{Handle, World};
use crate::Answer;
use crate::geom::Clearance;
use crate::geom::shape::Shape;
use crate::query::{Scratch, Touching};
use std::ops::ControlFlow;

#[cfg(doc)]
use crate::geom::Pose;

/// A body that touches a shape or may touch it, and its part that does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TouchingBody {
    /// The body.
    pub body: Handle,
    /// Its triangles, by their numbers.
    pub triangles: Touching,
    /// Its exact shapes, by their numbers.
    pub shapes: Touching,
    /// Does the shape lie inside the body, which is a solid, and touch no triangle of it?
    pub is_inside: bool,
}

impl TouchingBody {
    fn new(body: Handle) -> Self {
        let [triangles, shapes] = [Touching::default(), Touching::default()];
        Self { body, triangles, shapes, is_inside: false }
    }

    /// Does the body touch the shape for certain?
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.is_inside || !self.triangles.certain.is_empty() || !self.shapes.certain.is_empty()
    }

    fn is_apart(&self) -> bool {
        let is_none = |found: &Touching| found.certain.is_empty() && found.undecided.is_empty();
        !self.is_inside && is_none(&self.triangles) && is_none(&self.shapes)
    }
}

/// A world that is asked about shapes in its frame.
///
/// ```
/// use closecall::geom::{Pose, shape::Shape};
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::Model;
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut world = World::new();
/// world.insert(Body::new("above", &cube).at(Pose::from_translation([0.0, 0.0, 0.25])?))?;
/// let low = world.insert(Body::new("low", &cube).at(Pose::from_translation([3.0, 0.0, -0.5])?))?;
/// let floor = Shape::half_space([0.0, 0.0, 1.0], 0.0)?;
/// assert_eq!(world.shapes().touching(&floor)[0].body, low);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldShapes<'w> {
    world: &'w World,
    scratch: Scratch,
}

impl World {
    /// Asks this world about shapes.
    #[must_use]
    pub fn shapes(&self) -> WorldShapes<'_> {
        WorldShapes { world: self, scratch: Scratch::default() }
    }
}

impl WorldShapes<'_> {
    /// The bodies that touch the shape, or may, in the order of their handles, and what of them
    /// does.
    pub fn touching(&mut self, shape: &Shape) -> Vec<TouchingBody> {
        let World { scene, poses, space, .. } = self.world;
        let (mut near, region) = (Vec::new(), Region::around_shape(shape));
        space.near(|volume| region.may_meet(volume), |slot| near.push(slot));
        near.sort_unstable();
        let touching = near.into_iter().map(|slot| {
            let parts = Part::of(scene.node(slot), poses.world_from(slot));
            self.parts(shape, scene.handle(slot), parts)
        });
        touching.filter(|found| !found.is_apart()).collect()
    }

    /// Compares the shape with all parts of a body.
    fn parts<'p>(
        &mut self,
        shape: &Shape,
        body: Handle,
        parts: impl Iterator<Item = Part<'p>>,
    ) -> TouchingBody {
        let mut found = TouchingBody::new(body);
        for part in parts {
            match part {
                Part::Mesh(mesh) => {
                    found.triangles = self.triangles(shape, &mesh);
                    found.is_inside = found.is_apart() && mesh.holds(shape);
                }
                Part::Shape(number, other) => match shape.touches_shape(&other, Clearance::NONE) {
                    Answer::Clear => {}
                    Answer::Undecided(()) => found.shapes.undecided.push(number),
                    Answer::Touching(()) => found.shapes.certain.push(number),
                },
            }
        }
        found
    }

    fn triangles(&mut self, shape: &Shape, mesh: &PlacedMesh) -> Touching {
        let mut found = Touching::default();
        mesh.each_near(shape, Clearance::NONE, &mut self.scratch, |number, touch| {
            match touch {
                Answer::Clear => {}
                Answer::Undecided(()) => found.undecided.push(number),
                Answer::Touching(()) => found.certain.push(number),
            }
            ControlFlow::Continue(())
        });
        found.certain.sort_unstable();
        found.undecided.sort_unstable();
        found
    }
}
