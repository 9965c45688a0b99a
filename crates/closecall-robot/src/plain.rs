//! A robot's joints as plain numbers, for engines outside of this crate that place its links on
//! other hardware.

use closecall::Pose;
use closecall::engine::geom::GlamPose as _;

use crate::joint::JointKind;
use crate::position::PositionError;
use crate::robot::Robot;

/// The motion of a link on its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlainJoint {
    /// It does not.
    Fixed,
    /// It turns about an axis, in the frame of the joint.
    Turns {
        /// The pose of the joint on the parent.
        parent_from_joint: Pose,
        /// A unit vector.
        axis: [f64; 3],
    },
    /// It slides along an axis.
    Slides {
        /// The pose of the joint on the parent.
        parent_from_joint: Pose,
        /// A unit vector.
        axis: [f64; 3],
    },
    /// It moves in more ways: its pose on the parent is given whole.
    Given,
}

impl PlainJoint {
    /// The number of numbers of a row it takes: sine and cosine; a length; the rows of a matrix.
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

/// The part of a row of positions that each link takes, found once for many rows.
#[derive(Clone, Debug)]
pub struct PlainRows<'r> {
    robot: &'r Robot,
    links: Vec<PlainLink>,
}

#[derive(Clone, Debug)]
struct PlainLink {
    joint: usize,
    /// The first coordinate of the joint, or of the one that it follows.
    coordinate: usize,
    /// Multipliers and offsets on the way from the one that it follows, one after the other.
    follows: Vec<(f64, f64)>,
}

impl<'r> PlainRows<'r> {
    /// Of a robot.
    #[must_use]
    pub fn new(robot: &'r Robot) -> Self {
        let link = |joint: usize| {
            let (mut at, mut follows) = (joint, Vec::new());
            while let Some(mimic) = robot.joints()[at].mimic {
                follows.push((mimic.multiplier, mimic.offset));
                at = mimic.joint;
            }
            follows.reverse();
            let coordinate =
                robot.coordinates().iter().position(|coordinate| coordinate.joint == at);
            PlainLink { joint, coordinate: coordinate.unwrap_or_default(), follows }
        };
        let moving = robot.links().iter().filter_map(|link| link.joint);
        let links = moving
            .filter(|&joint| robot.joints()[joint].kind != JointKind::Fixed)
            .map(link)
            .collect();
        Self { robot, links }
    }

    /// The motion of every link, in the order of [`Robot::links`].
    #[must_use]
    pub fn joints(&self) -> Vec<PlainJoint> {
        let plain = |link: &crate::RobotLink| {
            let Some(number) = link.joint else { return PlainJoint::Fixed };
            let joint = &self.robot.joints()[number];
            let (parent_from_joint, axis) = (joint.parent_from_joint, joint.axis);
            match joint.kind {
                JointKind::Fixed => PlainJoint::Fixed,
                JointKind::Revolute | JointKind::Continuous => {
                    PlainJoint::Turns { parent_from_joint, axis }
                }
                JointKind::Prismatic => PlainJoint::Slides { parent_from_joint, axis },
                JointKind::Planar | JointKind::Floating => PlainJoint::Given,
            }
        };
        self.robot.links().iter().map(plain).collect()
    }

    /// The numbers of all links at these positions, one after the other, into `room`, which has
    /// just as much.
    ///
    /// # Errors
    /// If there are too many or too few positions, or one is outside its limits.
    pub fn write(&self, positions: &[f64], room: &mut [f64]) -> Result<(), PositionError> {
        // A refusal has the words of the robot.
        self.try_write(positions, room).map_or_else(|| self.slowly(positions, room), Ok)
    }

    /// None if a position is refused, or a joint has more coordinates than one.
    fn try_write(&self, positions: &[f64], room: &mut [f64]) -> Option<()> {
        if positions.len() != self.robot.coordinates().len() {
            return None;
        }
        let mut at = 0;
        for link in &self.links {
            let joint = &self.robot.joints()[link.joint];
            let follow =
                |position: f64, &(multiplier, offset): &(f64, f64)| multiplier * position + offset;
            let position = link.follows.iter().fold(positions[link.coordinate], follow);
            let within = joint.limits.is_none_or(|[low, high]| position >= low && position <= high);
            if !(position.is_finite() && within) {
                return None;
            }
            match joint.kind {
                JointKind::Prismatic => {
                    room[at] = position;
                    at += 1;
                }
                JointKind::Revolute | JointKind::Continuous => {
                    (room[at], room[at + 1]) = position.sin_cos();
                    at += 2;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn slowly(&self, positions: &[f64], room: &mut [f64]) -> Result<(), PositionError> {
        let all = self.robot.of_all_joints(positions)?;
        let mut at = 0;
        for link in &self.links {
            let (joint, position) = (&self.robot.joints()[link.joint], &all[link.joint]);
            match (joint.kind, &position[..]) {
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
                    let pose = posed.map_err(|error| PositionError::Pose {
                        joint: joint.name.clone(),
                        error,
                    })?;
                    let (rotation, translation) = (pose.matrix(), pose.shift());
                    for row in 0..3 {
                        let numbers = [
                            rotation.row(row).x,
                            rotation.row(row).y,
                            rotation.row(row).z,
                            translation[row],
                        ];
                        room[at + 4 * row..at + 4 * row + 4].copy_from_slice(&numbers);
                    }
                    at += 12;
                }
            }
        }
        Ok(())
    }
}
