//! Shapes of a body: a model, or an exact ball, box, cylinder, …

use crate::error::Failure;
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use crate::world::bodies::refused;
use closecall::engine::geom::GlamPose as _;
use closecall::geom::shape::Shape;
use closecall::{Body, Handle, Model, Pose, World};

/// The kind of a shape. All but models are filled, exact, and about the origin of their pose.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_shape_kind {
    /// A model.
    Model = 0,
    /// A ball: size[0] is its radius.
    Ball = 1,
    /// A box: size is half of its length along each axis.
    Box = 2,
    /// A cylinder along z: size[0] is its radius, size[1] its length.
    Cylinder = 3,
    /// A cylinder with a half ball at either end: size[0] is the radius, size[1] the length of the
    /// cylinder without them.
    Capsule = 4,
    /// A cone along z, its apex up: size[0] is its radius, size[1] its length.
    Cone = 5,
    /// All points with z up to 0: a floor without end.
    HalfSpace = 6,
}

/// A shape of a body.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_shape {
    /// A closecall_shape_kind.
    pub kind: i32,
    /// The number that results give.
    pub id: u32,
    /// The model, of a model.
    pub model: *const closecall_model,
    /// A closecall_taken_as, of a model.
    pub taken_as: i32,
    /// The sizes of what is no model.
    pub size: [f64; 3],
    /// The pose on its body.
    pub body_from_shape: [f64; 7],
}

/// A shape that was checked.
pub(crate) struct NodeShape {
    pub id: u32,
    is_solid: bool,
    body_from_node: Pose,
    part: NodePart,
}

enum NodePart {
    Model(Model),
    Exact(Shape),
}

impl closecall_shape {
    /// Checks the shape.
    pub(crate) fn node(&self) -> Result<NodeShape, Failure> {
        let pose = input::to_pose(&self.body_from_shape)?;
        if self.kind == closecall_shape_kind::Model as i32 {
            let model = handle::read::<Model>(self.model)?.clone();
            let is_solid = match self.taken_as {
                0 => false,
                1 => true,
                other => {
                    return Err(Failure::value(format_args!("{other} is no closecall_taken_as")));
                }
            };
            let part = NodePart::Model(model);
            return Ok(NodeShape { id: self.id, is_solid, body_from_node: pose, part });
        }
        let part = NodePart::Exact(self.exact(&pose)?);
        Ok(NodeShape { id: self.id, is_solid: false, body_from_node: Pose::IDENTITY, part })
    }

    /// The exact shape in the frame of its body; its corners are carried there, rounded.
    fn exact(&self, pose: &Pose) -> Result<Shape, Failure> {
        let [radius, length, _] = self.size;
        let on_axis = |z: f64| pose.carry([0.0, 0.0, z]);
        let (down, up) = (on_axis(-0.5 * length), on_axis(0.5 * length));
        let shape = match self.kind {
            1 => Shape::ball(on_axis(0.0), radius),
            2 => Shape::cuboid(pose, self.size),
            3 => Shape::cylinder(down, up, radius),
            4 => Shape::capsule(down, up, radius),
            5 => Shape::cone(up, down, radius),
            6 => {
                let normal = pose.matrix().z_axis;
                Shape::half_space(normal, normal.dot(pose.shift()))
            }
            other => {
                return Err(Failure::value(format_args!("{other} is no closecall_shape_kind")));
            }
        };
        shape.map_err(Failure::value)
    }
}

impl NodeShape {
    /// Is it where its body is?
    pub(crate) fn is_at_origin(&self) -> bool {
        self.body_from_node == Pose::IDENTITY
    }

    pub(crate) fn body_from_node(&self) -> Pose {
        self.body_from_node
    }

    /// A body of this shape, at its origin.
    pub(crate) fn body(&self, name: &str) -> Body {
        match &self.part {
            NodePart::Model(model) => Body::new(name, model),
            NodePart::Exact(shape) => Body::frame(name).with_shapes([*shape]),
        }
    }

    /// Lets what lies inside count, if it is a solid.
    pub(crate) fn make_solid(&self, world: &mut World, node: Handle) -> Result<(), Failure> {
        if self.is_solid { world.set_solid(node, true).map_err(refused) } else { Ok(()) }
    }
}

/// Checks a list of shapes.
///
/// # Safety
/// The pointer is NULL or points at as many shapes.
pub(crate) unsafe fn nodes(
    shapes: *const closecall_shape,
    count: usize,
) -> Result<Vec<NodeShape>, Failure> {
    // SAFETY: as the caller says.
    let shapes = unsafe { input::array(shapes, count, "shapes") }?.iter().enumerate();
    shapes.map(|(n, shape)| shape.node().map_err(|why| why.at("shape", n))).collect()
}
