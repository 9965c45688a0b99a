//! A robot's joints as plain numbers, for engines outside of this crate that place its links on other hardware.

use closecall::Pose;
use closecall::geom::DVec3;

use crate::joint::JointKind;
use crate::position::PositionError;
use crate::robot::Robot;

/// How a link moves on its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlainJoint {
    /// It does not.
    Fixed,
    /// It turns about an axis, in the frame of the joint.
    Turns {
        /// Where the joint is on the parent.
        parent_from_joint: Pose,
        /// A unit vector.
        axis: DVec3,
    },
    /// It slides along an axis.
    Slides {
        /// Where the joint is on the parent.
        parent_from_joint: Pose,
        /// A unit vector.
        axis: DVec3,
    },
    /// It moves in more ways: its pose on the parent is given whole.
    Given,
}

impl PlainJoint {
    /// How many numbers of a row it takes: sine and cosine; a length; the rows of a matrix.
    #[must_use]
    pub fn numbers(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Turns { .. } => 2,
            Self::Slides { .. } => 1,
            Self::Given => 12,
        }
    }
}

impl Robot {
    #[doc(hidden)]
    /// How every link moves, in the order of [`Robot::links`].
    #[must_use]
    pub fn plain_joints(&self) -> Vec<PlainJoint> {
        let plain = |link: &crate::RobotLink| {
            let Some(number) = link.joint else { return PlainJoint::Fixed };
            let joint = &self.joints()[number];
            let (parent_from_joint, axis) = (joint.parent_from_joint, joint.axis);
            match joint.kind {
                JointKind::Fixed => PlainJoint::Fixed,
                JointKind::Revolute | JointKind::Continuous => PlainJoint::Turns { parent_from_joint, axis },
                JointKind::Prismatic => PlainJoint::Slides { parent_from_joint, axis },
                JointKind::Planar | JointKind::Floating => PlainJoint::Given,
            }
        };
        self.links().iter().map(plain).collect()
    }

    #[doc(hidden)]
    /// The numbers of all links at these positions, one after the other, into `room`, which has just as much.
    ///
    /// # Errors
    /// If there are too many or too few positions, or one is outside its limits.
    pub fn plain_numbers(&self, positions: &[f64], room: &mut [f64]) -> Result<(), PositionError> {
        let all = self.of_all_joints(positions)?;
        let mut at = 0;
        for link in self.links() {
            let Some(number) = link.joint else { continue };
            let (joint, position) = (&self.joints()[number], &all[number]);
            match (joint.kind, &position[..]) {
                (JointKind::Fixed, _) => {}
                (JointKind::Prismatic, &[length]) => {
                    room[at] = length;
                    at += 1;
                }
                (_, &[angle]) => {
                    (room[at], room[at + 1]) = angle.sin_cos();
                    at += 2;
                }
                _ => {
                    let posed = joint.parent_from_child(position);
                    let pose = posed.map_err(|error| PositionError::Pose { joint: joint.name.clone(), error })?;
                    let (rotation, translation) = (pose.rotation(), pose.translation());
                    for row in 0..3 {
                        let numbers = [rotation.row(row).x, rotation.row(row).y, rotation.row(row).z, translation[row]];
                        room[at + 4 * row..at + 4 * row + 4].copy_from_slice(&numbers);
                    }
                    at += 12;
                }
            }
        }
        Ok(())
    }
}
