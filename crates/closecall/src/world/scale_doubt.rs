//! Bodies of a world that look as if they were not in one unit.

use super::{Handle, World};
use crate::geom::Ball;
use crate::query::scale_doubt::{is_certain, scale_doubt, size_doubt};
use crate::query::{Model, ScaleDoubt};

impl World {
    /// Do the sizes of its bodies, or their places, make it unlikely that they are in one unit?
    /// Bodies that all state the same unit are not doubted; exact shapes are left out.
    ///
    /// ```
    /// use closecall::mesh::shapes::cuboid;
    /// use closecall::{Body, Model, World};
    /// let mut world = World::new();
    /// for (name, size) in [("cell", 1.0), ("part", 1000.0)] {
    ///     world.insert(Body::new(name, &Model::new(cuboid([0.0; 3], [size; 3]))))?;
    /// }
    /// let doubt = world.scale_doubt().unwrap();
    /// let said = doubt.words(|body| world.name(body).unwrap().to_owned());
    /// assert_eq!(said, "part is 1,000 times as large as cell: is one of them in another unit?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn scale_doubt(&self) -> Option<ScaleDoubt<Handle>> {
        scale_doubt(&self.doubtful_balls()?)
    }

    /// [`World::scale_doubt`] by sizes alone: for bodies that are still to move.
    #[must_use]
    pub fn size_doubt(&self) -> Option<ScaleDoubt<Handle>> {
        size_doubt(&self.doubtful_balls()?)
    }

    /// The balls around all bodies with a mesh; none if all state one unit.
    fn doubtful_balls(&self) -> Option<Vec<(Handle, Ball)>> {
        let bodies = || self.scene.slots().filter_map(|slot| Some((slot, self.model_at(slot)?)));
        let placed = |(slot, model): (u32, &Model)| {
            let ball = model.ball();
            let center = self.poses.world_from(slot).carried(ball.center);
            (self.scene.handle(slot), Ball { center, ..ball })
        };
        let certain = is_certain(bodies().map(|(_, model)| model.unit()));
        (!certain).then(|| bodies().map(placed).collect())
    }

    fn model_at(&self, slot: u32) -> Option<&Model> {
        self.scene.node(slot).mesh.as_ref().map(|mesh| &mesh.model)
    }
}
