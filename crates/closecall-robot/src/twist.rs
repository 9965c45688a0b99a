//! The motion of a link when a coordinate changes: a velocity and a turn, per unit of the
//! coordinate.

use closecall::Pose;
use closecall::engine::geom::{DMat3, DVec3, GlamPose as _};

use crate::joint::{Joint, JointKind};

/// The motion of a rigid body: a point p moves by `velocity + turn × p`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Twist {
    pub(crate) velocity: DVec3,
    pub(crate) turn: DVec3,
}

impl Twist {
    fn along(velocity: DVec3) -> Self {
        Self { velocity, turn: DVec3::ZERO }
    }

    /// A turn about an axis through a point.
    fn about(turn: DVec3, through: DVec3) -> Self {
        Self { velocity: through.cross(turn), turn }
    }

    /// The same, this many times as fast.
    pub(crate) fn times(self, factor: f64) -> Self {
        Self { velocity: self.velocity * factor, turn: self.turn * factor }
    }
}

impl Joint {
    /// The motion of the child in the world with each coordinate of the joint, at this position.
    pub(crate) fn twists(&self, world_from_parent: &Pose, position: &[f64]) -> Vec<Twist> {
        let rotation = world_from_parent.matrix() * self.parent_from_joint.matrix();
        let origin = world_from_parent.carried(self.parent_from_joint.shift());
        let axis = rotation * self.along();
        match (self.kind, position) {
            (JointKind::Prismatic, _) => vec![Twist::along(axis)],
            (JointKind::Planar, &[x, y, _]) => {
                let [along_x, along_y] = self.plane().map(|along| rotation * along);
                let through = origin + along_x * x + along_y * y;
                vec![Twist::along(along_x), Twist::along(along_y), Twist::about(axis, through)]
            }
            (JointKind::Floating, &[tx, ty, tz, qw, qx, qy, qz]) => {
                let through = origin + rotation * DVec3::new(tx, ty, tz);
                let axes = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
                let turns = turns_of([qw, qx, qy, qz]);
                let turns = turns.map(|turn| Twist::about(rotation * turn, through));
                axes.map(Twist::along).into_iter().chain(turns).collect()
            }
            (JointKind::Revolute | JointKind::Continuous, _) => vec![Twist::about(axis, origin)],
            _ => Vec::new(),
        }
    }
}

/// The turns that the components of a unit quaternion q make: twice the vector part of e q*, e being
/// the unit of the component. The part of a change along q, which only makes it longer, turns
/// nothing.
fn turns_of([w, x, y, z]: [f64; 4]) -> [DVec3; 4] {
    let imaginary =
        DMat3::from_cols(DVec3::new(w, z, -y), DVec3::new(-z, w, x), DVec3::new(y, -x, w));
    let [of_x, of_y, of_z] = [imaginary.x_axis, imaginary.y_axis, imaginary.z_axis];
    [DVec3::new(-x, -y, -z), of_x, of_y, of_z].map(|part| part * 2.0)
}
