//! Exact shapes against the bodies of a world: floors, walls, keep-out zones.
//!
//! **What an answer means**: the triangles of a body are carried into the world's frame by its pose
//! ([`Pose::carry`]), which is the only rounding; then [`Shape::touches`] decides.

use super::pair::PlacedMesh;
use super::region::Region;
use super::{Handle, World};
use crate::geom::Clearance;
use crate::geom::shape::{Shape, Touch};
use crate::query::{Scratch, Touching};
use std::ops::ControlFlow;

#[cfg(doc)]
use crate::geom::Pose;

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
        let World { scene, poses, space, .. } = self.world;
        let (mut near, region) = (Vec::new(), Region::around_shape(shape));
        space.near(|volume| region.may_meet(volume), |slot| near.push(slot));
        near.sort_unstable();
        let meshes = near.into_iter().filter_map(|slot| {
            let body = scene.node(slot).mesh.as_ref()?;
            Some((scene.handle(slot), PlacedMesh::new(body, poses.world_from(slot))))
        });
        let touching = meshes.map(|(body, mesh)| (body, self.triangles(shape, &mesh)));
        touching.filter(|(_, found)| *found != Touching::default()).collect()
    }

    fn triangles(&mut self, shape: &Shape, mesh: &PlacedMesh) -> Touching {
        let mut found = Touching::default();
        mesh.each_near(shape, Clearance::NONE, &mut self.scratch, |number, touch| {
            match touch {
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
