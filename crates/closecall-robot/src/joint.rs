//! Joints: how they move, how far, and where that puts the child.

use closecall::engine::geom::{DMat3, DVec3};
use closecall::geom::range::MIN_COORDINATE;
use closecall::{Pose, PoseError};

/// The kind of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// It turns about its axis, within limits; in radians.
    Revolute,
    /// It turns about its axis without limits; in radians.
    Continuous,
    /// It slides along its axis, within limits.
    Prismatic,
    /// It slides in the plane across its axis and turns about the axis: x, y, θ. The plane's x and
    /// y are the frame's, turned as little as possible so that z becomes the axis; for the axis −z,
    /// turned about x.
    Planar,
    /// It moves freely: a translation and a unit quaternion.
    Floating,
}

impl JointKind {
    /// The suffixes to the joint's name that name its coordinates.
    #[must_use]
    pub fn coordinates(self) -> &'static [&'static str] {
        match self {
            Self::Fixed => &[],
            Self::Revolute | Self::Continuous | Self::Prismatic => &[""],
            Self::Planar => &["/x", "/y", "/theta"],
            Self::Floating => &["/tx", "/ty", "/tz", "/qw", "/qx", "/qy", "/qz"],
        }
    }
}

/// A joint follows another: its position is `multiplier` times that of the other, plus `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The other joint's number.
    pub joint: usize,
    /// The factor of its position.
    pub multiplier: f64,
    /// The number that is added.
    pub offset: f64,
}

/// A joint between two links.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name.
    pub name: String,
    /// The kind of its motion.
    pub kind: JointKind,
    /// The number of the link it is attached to.
    pub parent: usize,
    /// The number of the link that it moves.
    pub child: usize,
    /// The pose of the joint on its parent.
    pub parent_from_joint: Pose,
    /// The unit vector that it turns about or slides along, in its own frame.
    pub axis: [f64; 3],
    /// The least and the largest position, where there are limits.
    pub limits: Option<[f64; 2]>,
    /// The joint that it follows, if it does.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// The pose of the child on the parent at this position, which has as many numbers as the joint
    /// has coordinates: the pose of the joint, composed with its motion.
    pub(crate) fn parent_from_child(&self, position: &[f64]) -> Result<Pose, PoseError> {
        match *position {
            [] => Ok(self.parent_from_joint),
            [position] => self.parent_from_joint.compose(&self.moved(position)?),
            [x, y, theta] => {
                let [along_x, along_y] = across(self.along());
                let (rotation, translation) =
                    (about(self.along(), theta), along_x * x + along_y * y);
                self.parent_from_joint.compose(&pose(&rotation, translation)?)
            }
            [tx, ty, tz, qw, qx, qy, qz] => self
                .parent_from_joint
                .compose(&Pose::from_quaternion([tx, ty, tz], [qw, qx, qy, qz])?),
            _ => unreachable!("a joint has 0, 1, 3 or 7 coordinates"),
        }
    }

    /// The axis as a vector.
    pub(crate) fn along(&self) -> DVec3 {
        DVec3::from_array(self.axis)
    }

    /// The axes x and y of the plane that a planar joint slides in.
    pub(crate) fn plane(&self) -> [DVec3; 2] {
        across(self.along())
    }

    fn moved(&self, position: f64) -> Result<Pose, PoseError> {
        match self.kind {
            JointKind::Prismatic => pose(&DMat3::IDENTITY, self.along() * position),
            _ => pose(&about(self.along(), position), DVec3::ZERO),
        }
    }
}

/// The rotation that URDF means by roll, pitch and yaw: about the fixed axes x, y and z, in this
/// order.
pub(crate) fn from_roll_pitch_yaw([roll, pitch, yaw]: [f64; 3]) -> DMat3 {
    about(DVec3::Z, yaw) * about(DVec3::Y, pitch) * about(DVec3::X, roll)
}

/// A pose from a rotation and a translation; components of the translation under the range become
/// 0.
pub(crate) fn pose(rotation: &DMat3, translation: DVec3) -> Result<Pose, PoseError> {
    let t = translation.to_array().map(|x| if x.abs() < MIN_COORDINATE { 0.0 } else { x });
    let row = |i: usize| {
        let row = rotation.row(i);
        [row.x, row.y, row.z, t[i]]
    };
    Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]])
}

/// The rotation about a unit axis (Rodrigues).
fn about(axis: DVec3, angle: f64) -> DMat3 {
    let (sin, cos) = angle.sin_cos();
    let (DVec3 { x, y, z }, rest) = (axis, 1.0 - cos);
    DMat3::from_cols(
        DVec3::new(rest * x * x + cos, rest * x * y + sin * z, rest * x * z - sin * y),
        DVec3::new(rest * x * y - sin * z, rest * y * y + cos, rest * y * z + sin * x),
        DVec3::new(rest * x * z + sin * y, rest * y * z - sin * x, rest * z * z + cos),
    )
}

/// The axes x and y, turned as little as possible so that z becomes this unit vector.
fn across(DVec3 { x, y, z }: DVec3) -> [DVec3; 2] {
    let aside = x * x + y * y;
    if z < 0.0 && aside == 0.0 {
        return [DVec3::X, -DVec3::Y];
    }
    // 1/(1 + z), and near −z without the digits that the sum would lose.
    let part = if z < 0.0 { (1.0 - z) / aside } else { 1.0 / (1.0 + z) };
    [
        DVec3::new(1.0 - x * x * part, -x * y * part, -x),
        DVec3::new(-x * y * part, 1.0 - y * y * part, -y),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::engine::geom::GlamPose as _;
    use closecall::engine::geom::Rng;
    use std::f64::consts::{FRAC_PI_2, PI};

    fn joint(kind: JointKind, axis: DVec3) -> Joint {
        let parent_from_joint = Pose::from_translation([1.0, 2.0, 3.0]).unwrap();
        let name = "j".to_owned();
        Joint {
            name,
            kind,
            parent: 0,
            child: 1,
            parent_from_joint,
            axis: axis.to_array(),
            limits: None,
            mimic: None,
        }
    }

    fn near(a: DVec3, b: DVec3) {
        assert!(a.distance(b) < 1e-14, "{a} is not {b}");
    }

    #[test]
    fn every_kind_moves_as_urdf_says() {
        let carried = |kind, axis, position: &[f64], point: DVec3| {
            joint(kind, axis).parent_from_child(position).unwrap().carried(point)
        };
        let at = DVec3::new(1.0, 2.0, 3.0);
        near(carried(JointKind::Fixed, DVec3::X, &[], DVec3::X), at + DVec3::X);
        near(carried(JointKind::Revolute, DVec3::Z, &[FRAC_PI_2], DVec3::X), at + DVec3::Y);
        near(carried(JointKind::Continuous, -DVec3::X, &[FRAC_PI_2], DVec3::Y), at - DVec3::Z);
        near(
            carried(JointKind::Prismatic, DVec3::Y, &[-0.25], DVec3::X),
            at + DVec3::new(1.0, -0.25, 0.0),
        );
        near(
            carried(JointKind::Planar, DVec3::Z, &[5.0, 6.0, FRAC_PI_2], DVec3::X),
            at + DVec3::new(5.0, 7.0, 0.0),
        );
        let half = 0.5f64.sqrt();
        let floating = [5.0, 6.0, 7.0, half, 0.0, 0.0, half];
        near(
            carried(JointKind::Floating, DVec3::X, &floating, DVec3::X),
            at + DVec3::new(5.0, 7.0, 7.0),
        );
    }

    #[test]
    fn roll_pitch_and_yaw_turn_about_fixed_axes_in_this_order() {
        let turned = from_roll_pitch_yaw([FRAC_PI_2, 0.0, FRAC_PI_2]) * DVec3::Y;
        // Roll takes y to z, which yaw leaves alone; in the other order it would become −x.
        near(turned, DVec3::Z);
        near(from_roll_pitch_yaw([0.0, FRAC_PI_2, 0.0]) * DVec3::Z, DVec3::X);
        near(from_roll_pitch_yaw([0.0, FRAC_PI_2, FRAC_PI_2]) * DVec3::Z, DVec3::Y);
        near(from_roll_pitch_yaw([PI, 0.0, 0.0]) * DVec3::Y, -DVec3::Y);
    }

    #[test]
    fn a_plane_has_right_angles_and_its_axis_is_up() {
        let mut rng = Rng::new(86);
        for _ in 0..1000 {
            let axis = rng.in_ball().normalize();
            let [x, y] = across(axis);
            near(x.cross(y), axis);
            assert!((x.length() - 1.0).abs() < 1e-13 && x.dot(y).abs() < 1e-13);
        }
        assert_eq!(across(DVec3::Z), [DVec3::X, DVec3::Y]);
        for axis in [-DVec3::Z, DVec3::new(1e-9, 0.0, -1.0), DVec3::new(1e-200, 0.0, -1.0)] {
            let [x, y] = across(axis);
            near(x.cross(y), axis);
        }
    }
}
