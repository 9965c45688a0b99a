//! Exact shapes against the bodies of a world: floors, walls, keep-out zones.
//!
//! **What an answer means**: the triangles of a body are carried into the world's frame by its pose
//! ([`Pose::carry`]), which is the only rounding; then [`Shape::touches`] decides. For the walk the
//! shape's convex body is brought into the body's frame: it is larger by [`CARRIED_BACK`] of all lengths,
//! which pays for that and for the carried corners as in `rays`.

use super::{Handle, World};
use crate::geom::Pose;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::shape::{Shape, Touch};
use crate::query::{Scratch, Touching, around_shape};
use crate::rounding::shape::CARRIED_BACK;
use crate::wide;
use std::ops::ControlFlow;

/// A world that is asked about shapes in its frame.
///
/// ```
/// use closecall::geom::{DVec3, Pose, shape::Shape};
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::Model;
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let mut world = World::new();
/// world.insert(Body::new("above", &cube).at(Pose::from_translation([0.0, 0.0, 0.25])?))?;
/// let low = world.insert(Body::new("low", &cube).at(Pose::from_translation([3.0, 0.0, -0.5])?))?;
/// let floor = Shape::half_space(DVec3::Z, 0.0)?;
/// assert_eq!(world.shapes().touching(&floor)[0].0, low);
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
    /// The bodies that touch the shape, or may, in the order of their handles, and their triangles
    /// that do.
    pub fn touching(&mut self, shape: &Shape) -> Vec<(Handle, Touching)> {
        let World { scene, poses, .. } = self.world;
        let mut answer = Vec::new();
        for slot in scene.slots() {
            let Some(geometry) = &scene.node(slot).mesh else { continue };
            let found = self.triangles(shape, &geometry.model, poses.world_from(slot));
            if found != Touching::default() {
                answer.push((scene.handle(slot), found));
            }
        }
        answer
    }

    fn triangles(
        &mut self,
        shape: &Shape,
        model: &crate::query::Model,
        world_from_body: &Pose,
    ) -> Touching {
        let (mesh, ball) = (model.mesh(), model.tree().ball());
        let lengths = world_from_body.translation().abs() + ball.center.abs();
        let off = CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE;
        let body = around_shape(shape).carried_back(world_from_body, off);
        let mut found = Touching::default();
        wide::triangles_near(model.tree(), &body, &mut self.scratch, &mut |number| {
            match shape.touches(&world_from_body.carry_triangle(&mesh.triangle(number as usize))) {
                Touch::Apart => {}
                Touch::Undecided => found.undecided.push(number),
                Touch::Touching => found.certain.push(number),
            }
            ControlFlow::Continue(())
        });
        found.certain.sort_unstable();
        found.undecided.sort_unstable();
        found
    }
}
