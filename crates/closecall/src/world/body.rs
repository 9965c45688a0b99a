//! The description of a body that a world takes.

use super::Handle;
use super::broad::Mobility;
use super::pair::FilledParts;
use crate::geom::shape::Shape;
use crate::geom::{Clearance, Pose};
use crate::query::Model;

/// The groups that a body is in, and those that it meets, a bit each. Two bodies are looked at if
/// each is in a group that the other meets.
///
/// ```
/// use closecall::world::Groups;
/// let (robot, parts) = (Groups { member: 1, meets: 2 }, Groups { member: 2, meets: 3 });
/// assert!(robot.meet(parts) && parts.meet(parts) && !robot.meet(robot));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups it is in.
    pub member: u32,
    /// The groups it meets.
    pub meets: u32,
}

/// In the first group, and meets all.
impl Default for Groups {
    fn default() -> Self {
        Self { member: 1, meets: u32::MAX }
    }
}

impl Groups {
    /// Are two bodies looked at?
    #[must_use]
    pub fn meet(self, other: Self) -> bool {
        self.member & other.meets != 0 && other.member & self.meets != 0
    }
}

/// A body to be: what [`super::World::insert`] takes.
#[derive(Clone, Debug)]
pub struct Body {
    pub(super) name: String,
    pub(super) model: Option<Model>,
    pub(super) filled: FilledParts,
    pub(super) mobility: Mobility,
    pub(super) groups: Groups,
    pub(super) parent: Option<Handle>,
    pub(super) parent_from_body: Pose,
    pub(super) padding: Clearance,
}

impl Body {
    /// A body that moves, at the origin.
    #[must_use]
    pub fn new(name: impl Into<String>, model: &Model) -> Self {
        Self { model: Some(model.clone()), ..Self::frame(name) }
    }

    /// A frame without a mesh, for others to be attached to.
    #[must_use]
    pub fn frame(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            model: None,
            filled: FilledParts::default(),
            mobility: Mobility::Moving,
            groups: Groups::default(),
            parent: None,
            parent_from_body: Pose::IDENTITY,
            padding: Clearance::NONE,
        }
    }

    /// With exact shapes, in its own frame: filled, each to be compared with others by itself. A
    /// half-space makes an infinite floor or wall of it.
    ///
    /// ```
    /// use closecall::geom::{Pose, shape::Shape};
    /// use closecall::world::{Body, World};
    /// let mut world = World::new();
    /// let floor = Body::frame("floor").with_shapes([Shape::half_space([0.0, 0.0, 1.0], 0.0)?]).fixed();
    /// let floor = world.insert(floor)?;
    /// let ball = Body::frame("ball").with_shapes([Shape::ball([0.0; 3], 0.5)?]);
    /// let ball = world.insert(ball.at(Pose::from_translation([0.0, 0.0, 0.5])?))?;
    /// assert_eq!(world.collisions(), [(floor, ball)]);
    /// world.set_pose(ball, Pose::from_translation([0.0, 0.0, 0.5f64.next_up()])?)?;
    /// assert!(!world.collides());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_shapes(mut self, shapes: impl IntoIterator<Item = Shape>) -> Self {
        self.filled.shapes.extend(shapes);
        self
    }

    /// It stays where it is, and two such bodies are never compared with each other. To move it, or
    /// what it is attached to, is an error: [`super::WorldError::Fixed`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Body, Model, Pose, World, WorldError};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// let cart = world.insert(Body::frame("cart"))?;
    /// let part = world.insert(Body::new("part", &cube).on(cart).fixed())?;
    /// let refused = world.set_pose(cart, Pose::from_translation([1.0, 0.0, 0.0])?);
    /// assert_eq!(refused, Err(WorldError::Fixed { name: "part".to_owned() }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { mobility: Mobility::Fixed, ..self }
    }

    /// At a pose in its parent's frame; without a parent, in the world's.
    #[must_use]
    pub fn at(self, parent_from_body: Pose) -> Self {
        Self { parent_from_body, ..self }
    }

    /// Attaches it to another body or frame, with which it moves.
    #[must_use]
    pub fn on(self, parent: Handle) -> Self {
        Self { parent: Some(parent), ..self }
    }

    /// With a layer around it that belongs to it: two bodies whose layers touch count as touching.
    /// See [`super::World::set_padding`].
    #[must_use]
    pub fn padded(self, padding: Clearance) -> Self {
        Self { padding, ..self }
    }

    /// In other groups.
    #[must_use]
    pub fn in_groups(self, groups: Groups) -> Self {
        Self { groups, ..self }
    }
}
