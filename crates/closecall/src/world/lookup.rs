//! Bodies of a world by name and handle, and their places.

use super::{Handle, Region, World, WorldError};
use crate::geom::Pose;
use crate::geom::shape::Shape;
use crate::query::Model;

impl World {
    /// The body or frame of this name.
    #[must_use]
    pub fn handle(&self, name: &str) -> Option<Handle> {
        self.scene.named(name)
    }

    /// The name of a body or frame.
    ///
    /// # Errors
    /// If it is not here.
    pub fn name(&self, handle: Handle) -> Result<&str, WorldError> {
        Ok(&self.scene.node(self.scene.slot(handle)?).name)
    }

    /// The model of a body; none of a frame.
    ///
    /// # Errors
    /// If it is not here.
    pub fn model(&self, handle: Handle) -> Result<Option<&Model>, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).mesh.as_ref().map(|mesh| &mesh.model))
    }

    /// The exact shapes of a body, in its own frame.
    ///
    /// # Errors
    /// If it is not here.
    pub fn exact_shapes(&self, handle: Handle) -> Result<&[Shape], WorldError> {
        let shapes = &self.scene.node(self.scene.slot(handle)?).shapes;
        Ok(shapes.as_ref().map_or(&[], |shapes| &shapes.parts.shapes))
    }

    /// The body or frame that a body is attached to, if any.
    ///
    /// # Errors
    /// If it is not here.
    pub fn parent(&self, handle: Handle) -> Result<Option<Handle>, WorldError> {
        Ok(self.scene.node(self.scene.slot(handle)?).parent.map(|parent| self.scene.handle(parent)))
    }

    /// The pose of a body in the world.
    ///
    /// # Errors
    /// If it is not here.
    pub fn world_from_body(&self, handle: Handle) -> Result<Pose, WorldError> {
        Ok(*self.poses.world_from(self.scene.slot(handle)?))
    }

    /// The pose of a body in its parent's frame, or in the world if it has no parent: as it was
    /// given.
    ///
    /// # Errors
    /// If it is not here.
    pub fn parent_from_body(&self, handle: Handle) -> Result<Pose, WorldError> {
        Ok(*self.poses.parent_from(self.scene.slot(handle)?))
    }

    /// All bodies and frames, by rising numbers.
    pub fn handles(&self) -> impl Iterator<Item = Handle> {
        self.scene.slots().map(|slot| self.scene.handle(slot))
    }

    /// The number of bodies and frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.scene.slots().count()
    }

    /// Are there no bodies and frames?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bodies whose volumes reach into a region, by rising numbers; see [`Region`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::world::{Body, Region, World};
    /// use closecall::Model;
    /// let mut world = World::new();
    /// let cube = world.insert(Body::new("cube", &Model::new(shapes::cuboid([0.0; 3], [1.0; 3]))))?;
    /// assert_eq!(world.bodies_in(&Region::Sphere { center: [2.0; 3], radius: 1.8 }), [cube]);
    /// assert_eq!(world.bodies_in(&Region::HalfSpace { normal: [1.0, 0.0, 0.0], offset: -0.1 }), []);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn bodies_in(&self, region: &Region) -> Vec<Handle> {
        let mut found = Vec::new();
        let visit = |slot| found.push(self.scene.handle(slot));
        self.space.near(|volume| region.may_meet(volume), visit);
        found.sort_unstable();
        found
    }
}
