//! Edges in joint space: every joint goes from one position to another evenly, in one unit of time.
//!
//! A floating joint goes straight, and turns the shorter way. A joint that follows another follows
//! it all along. At a time t a position is a + (b − a)·t, kept between a and b, and the poses are
//! those of [`Robot::parents_from_links`] there.

use closecall::engine::motion::Trusted;
use closecall::path::{Chain, Factor, slerp};
use closecall::world::Handle;
use closecall::world::sweep::Edge;
use closecall::{Pose, PoseError};

use crate::in_world::RobotInWorld;
use crate::joint::{Joint, JointKind};
use crate::position::PositionError;
use crate::robot::Robot;

/// A robot on its way from one vector of positions to another.
#[derive(Clone, Debug)]
pub struct RobotEdge<'r> {
    robot: &'r RobotInWorld,
    from: Vec<f64>,
    to: Vec<f64>,
    moves: Vec<(Handle, Chain)>,
    /// The joint of each move.
    joints: Vec<usize>,
    blur: f64,
}

impl RobotInWorld {
    /// The way from one vector of positions to another.
    ///
    /// # Errors
    /// If there are too many or too few positions, or one is outside its limits.
    pub fn edge(&self, from: &[f64], to: &[f64]) -> Result<RobotEdge<'_>, PositionError> {
        let robot = self.robot();
        let [starts, ends] = [robot.of_all_joints(from)?, robot.of_all_joints(to)?];
        let (mut moves, mut joints, mut blur) = (Vec::new(), Vec::new(), 0.0);
        for (link, &handle) in robot.links().iter().zip(self.handles()) {
            let Some(number) = link.joint.filter(|_| robot.is_jointed(link)) else { continue };
            let joint = &robot.joints()[number];
            let refuse = |error| PositionError::Pose { joint: joint.name.clone(), error };
            let chain = joint.between(&starts[number], &ends[number]).map_err(refuse)?;
            moves.push((handle, chain));
            joints.push(number);
            blur += joint.rounding(&starts[number], &ends[number]);
        }
        Ok(RobotEdge { robot: self, from: from.to_vec(), to: to.to_vec(), moves, joints, blur })
    }

    /// The ways of one coordinate from where it is to its lower and to its upper limit, all others
    /// staying: what stops it on either side, and where.
    ///
    /// # Errors
    /// If the coordinate is not known or has no limits, or positions are refused.
    pub fn range_of(&self, name: &str, at: &[f64]) -> Result<[RobotEdge<'_>; 2], PositionError> {
        let robot = self.robot();
        let place = robot.places(&[name])?[0];
        let joint = &robot.joints()[robot.coordinates()[place].joint];
        let Some([lower, upper]) = joint.limits else {
            let why = "has no limits".to_owned();
            return Err(PositionError::NotFree { joint: joint.name.clone(), why });
        };
        robot.of_all_joints(at)?;
        let to = |limit: f64| {
            let mut positions = at.to_vec();
            positions[place] = limit;
            self.edge(at, &positions)
        };
        Ok([to(lower)?, to(upper)?])
    }
}

impl RobotEdge<'_> {
    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Robot {
        self.robot.robot()
    }

    /// The positions at a time from 0 to 1.
    #[must_use]
    pub fn positions(&self, time: f64) -> Vec<f64> {
        let mixed = |(a, b): (&f64, &f64)| (a + (b - a) * time).clamp(a.min(*b), a.max(*b));
        let mut positions: Vec<f64> = self.from.iter().zip(&self.to).map(mixed).collect();
        let coordinates = self.robot.robot().coordinates();
        for (place, _) in coordinates.iter().enumerate().filter(|(_, c)| c.name.ends_with("/qw")) {
            let four = |all: &[f64]| [all[place], all[place + 1], all[place + 2], all[place + 3]];
            let turned = slerp(four(&self.from), four(&self.to), time);
            positions[place..place + 4].copy_from_slice(&turned);
        }
        positions
    }
}

impl Trusted for RobotEdge<'_> {}

impl Edge for RobotEdge<'_> {
    fn moves(&self) -> &[(Handle, Chain)] {
        &self.moves
    }

    fn poses(&self, time: f64) -> Vec<(Handle, Pose)> {
        let positions = self.positions(time);
        self.robot.poses_within(&positions).expect("what lies between two positions is one")
    }

    fn pose(&self, place: usize, time: f64) -> Pose {
        let (robot, number) = (self.robot.robot(), self.joints[place]);
        let position = robot.unchecked_joint(number, &self.positions(time));
        let pose = robot.joints()[number].parent_from_child(&position);
        pose.expect("what lies between two positions is one")
    }

    fn blur(&self) -> f64 {
        self.blur
    }
}

impl Joint {
    /// The motion from one position to another, on the parent.
    fn between(&self, from: &[f64], to: &[f64]) -> Result<Chain, PoseError> {
        let turn = |from: f64, to: f64| Factor::Turn { axis: self.axis, from, to };
        let motion = match (self.kind, from, to) {
            (JointKind::Prismatic, &[a], &[b]) => {
                vec![Factor::Slide {
                    from: (self.along() * a).into(),
                    to: (self.along() * b).into(),
                }]
            }
            (_, &[a], &[b]) => vec![turn(a, b)],
            (_, &[ax, ay, a], &[bx, by, b]) => {
                let [x, y] = self.plane();
                let slide =
                    Factor::Slide { from: (x * ax + y * ay).into(), to: (x * bx + y * by).into() };
                vec![slide, turn(a, b)]
            }
            (_, &[ax, ay, az, aw, ai, aj, ak], &[bx, by, bz, bw, bi, bj, bk]) => {
                let a = Pose::from_quaternion([ax, ay, az], [aw, ai, aj, ak])?;
                let b = Pose::from_quaternion([bx, by, bz], [bw, bi, bj, bk])?;
                Chain::between(&a, &b)?.factors().to_vec()
            }
            _ => Vec::new(),
        };
        let fixed = Factor::Fixed(self.parent_from_joint);
        Chain::new([vec![fixed], motion].concat())
    }

    /// By how many radians, or shares of its way, rounding may move this joint: a joint that
    /// follows another is rounded by its offset too, and a quaternion is worked out from a matrix.
    fn rounding(&self, from: &[f64], to: &[f64]) -> f64 {
        let largest = from.iter().chain(to).fold(1.0f64, |most, x| most.max(x.abs()));
        let offset = self.mimic.map_or(0.0, |mimic| mimic.offset.abs());
        1e-15 * (4.0 * largest + 8.0 * offset)
    }
}
