//! Bodies that are attached to others and let go: a part that a gripper takes.

use super::{Handle, World, WorldError};
use crate::geom::Pose;

impl World {
    /// Attaches a body to another body or frame, or to nothing, at a pose in that one's frame. What is
    /// attached to it stays so and moves along. Clearances, groups and what may touch stay as they are.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Body, Model, Pose, World};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).unwrap();
    /// let mut world = World::new();
    /// let hand = world.insert(Body::frame("hand").at(at(5.0)))?;
    /// let part = world.insert(Body::new("part", &cube).at(at(7.0)))?;
    /// world.attach(part, Some(hand), at(2.0))?;
    /// world.set_pose(hand, at(1.0))?;
    /// assert_eq!(world.world_from_body(part)?, at(3.0));
    /// assert!(world.attach(hand, Some(part), at(0.0)).is_err());
    /// # Ok::<(), closecall::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If one is not here, the parent is the body or attached to it, something that is fixed would move,
    /// or something would be out of range; then nothing changes.
    pub fn attach(
        &mut self,
        handle: Handle,
        parent: Option<Handle>,
        parent_from_body: Pose,
    ) -> Result<(), WorldError> {
        let slot = self.scene.slot(handle)?;
        let parent = parent.map(|parent| self.scene.slot(parent)).transpose()?;
        if let Some(parent) = parent.filter(|parent| self.scene.below(slot).contains(parent)) {
            let [name, parent] = [slot, parent].map(|slot| self.scene.node(slot).name.clone());
            return Err(WorldError::Circle { name, parent });
        }
        let before = self.scene.node(slot).parent;
        self.scene.set_parent(slot, parent);
        self.set_pose(handle, parent_from_body).inspect_err(|_| self.scene.set_parent(slot, before))
    }
}
