//! The joints of a machine that are X, Y, Z, A, B and C, and its two chains. A machine of which
//! that is not clear is refused.

use super::MachineError;
use super::arm::{Arm, Step};
use super::kinematics::Kinematics;
use closecall::engine::geom::GlamPose as _;
use closecall_robot::{Joint, JointKind, Robot};
use glam::{DMat3, DVec3};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The letters of the axes: slides first.
pub const LETTERS: [char; 6] = ['X', 'Y', 'Z', 'A', 'B', 'C'];

/// Axes that are further from where they should be than this are refused: rpy="1.5708 0 0" is too rough.
const ASKEW: f64 = 1e-9;

/// An axis of a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineAxis {
    /// X, Y, Z, A, B or C.
    pub letter: char,
    /// The joint's name.
    pub joint: String,
    /// The joint's place in a vector of positions.
    pub coordinate: usize,
    /// The least and the largest position, if the joint has limits: metres or radians.
    pub limits: Option<[f64; 2]>,
    /// Whether it moves the part; else it moves the tool.
    pub is_of_table: bool,
}

impl MachineAxis {
    /// Whether it turns.
    #[must_use]
    pub fn is_rotary(&self) -> bool {
        "ABC".contains(self.letter)
    }
}

/// A machine's chains, as its file has them.
pub(super) struct Chains<'r> {
    pub(super) file: &'r Path,
    pub(super) robot: &'r Robot,
    /// The limits of joints, by their numbers.
    pub(super) limits: &'r [Option<[f64; 2]>],
    /// The joints of axes that do not have the axis's name.
    pub(super) named: &'r BTreeMap<char, String>,
}

impl Chains<'_> {
    pub(super) fn refuse<T>(&self, why: String) -> Result<T, MachineError> {
        Err(MachineError::Unclear { file: PathBuf::from(self.file), why })
    }

    /// The link of a role, by its name.
    pub(super) fn link(&self, role: &str, name: &str) -> Result<usize, MachineError> {
        let links = self.robot.links();
        if let Some(link) = links.iter().position(|link| link.name == name) {
            return Ok(link);
        }
        let known: Vec<&str> = links.iter().map(|link| &*link.name).collect();
        let known = known.join(", ");
        self.refuse(format!(
            "no link is named '{name}': say with --machine-link {role}=LINK which one has the {role}; there are {known}"
        ))
    }

    /// The number of an axis's joint; None of a rotary axis that the machine does not have.
    fn joint(&self, letter: char) -> Result<Option<usize>, MachineError> {
        let joints = self.robot.joints();
        let told = self.named.get(&letter);
        let is_it = |joint: &Joint| match told {
            Some(name) => joint.name == *name,
            None => joint.name.eq_ignore_ascii_case(&letter.to_string()),
        };
        let known = || joints.iter().map(|joint| &*joint.name).collect::<Vec<_>>().join(", ");
        match (joints.iter().position(is_it), told) {
            (Some(number), _) => Ok(Some(number)),
            (None, Some(name)) => {
                self.refuse(format!("no joint is named '{name}'; there are {}", known()))
            }
            (None, None) if "XYZ".contains(letter) => self.refuse(format!(
                "no joint is named {letter}: say with --machine-axis {letter}=JOINT which one it is; there are {}",
                known()
            )),
            (None, None) => Ok(None),
        }
    }

    /// The joints of all axes.
    fn joints(&self) -> Result<[Option<usize>; 6], MachineError> {
        let mut found = [None; 6];
        for (place, letter) in LETTERS.into_iter().enumerate() {
            let Some(number) = self.joint(letter)? else { continue };
            let joint = &self.robot.joints()[number];
            let fits = match joint.kind {
                JointKind::Prismatic => place < 3,
                JointKind::Revolute | JointKind::Continuous => place >= 3,
                JointKind::Fixed | JointKind::Planar | JointKind::Floating => false,
            };
            let name = &joint.name;
            if !fits || joint.mimic.is_some() {
                let wanted = if place < 3 { "slides" } else { "turns" };
                return self.refuse(format!(
                    "the joint '{name}' cannot be {letter}: that is a joint that {wanted}, and follows no other"
                ));
            }
            if let Some(other) = found.iter().position(|other| *other == Some(number)) {
                let other = LETTERS[other];
                return self.refuse(format!("the joint '{name}' cannot be {other} and {letter}"));
            }
            found[place] = Some(number);
        }
        Ok(found)
    }

    /// The joints from the root out to a link.
    fn way_to(&self, mut link: usize) -> Vec<usize> {
        let mut joints = Vec::new();
        while let (Some(joint), Some(parent)) =
            (self.robot.links()[link].joint, self.robot.links()[link].parent)
        {
            joints.push(joint);
            link = parent;
        }
        joints.reverse();
        joints
    }

    /// The chain out to a link, and how its slides move its end, each with its axis.
    fn arm(
        &self,
        link: usize,
        axes: &[Option<usize>; 6],
        what: &str,
    ) -> Result<(Arm, Vec<(usize, DVec3)>), MachineError> {
        let (mut arm, mut slides, mut rotation) = (Arm::default(), Vec::new(), DMat3::IDENTITY);
        for number in self.way_to(link) {
            let joint = &self.robot.joints()[number];
            let (at, name) = (&joint.parent_from_joint, &joint.name);
            arm.steps.push(Step::Fixed(at.matrix(), at.shift()));
            rotation *= at.matrix();
            let axis = axes.iter().position(|axis| *axis == Some(number));
            match (axis, joint.kind) {
                (None, JointKind::Fixed) => {}
                (None, _) => {
                    return self.refuse(format!(
                        "the joint '{name}' moves the {what}, and is none of X, Y, Z, A, B and C: --machine-axis says which joint is which axis"
                    ));
                }
                (Some(axis @ 0..3), _) if arm.axes().next().is_some() => {
                    let letter = LETTERS[axis];
                    return self.refuse(format!(
                        "the slide {letter} is further out than an axis that turns: slides must be nearer to the base"
                    ));
                }
                (Some(axis @ 0..3), _) => {
                    slides.push((axis, rotation * DVec3::from_array(joint.axis)))
                }
                (Some(axis), _) => {
                    arm.steps.push(Step::Turn(axis - 3, DVec3::from_array(joint.axis)))
                }
            }
        }
        Ok((arm, slides))
    }

    /// The axes, and how they move tool and part. `part_at` is the part's zero on its link, in metres.
    pub(super) fn read(
        &self,
        [part, tool]: [usize; 2],
        part_at: DVec3,
        metres: f64,
    ) -> Result<(Vec<MachineAxis>, Kinematics), MachineError> {
        let axes = self.joints()?;
        let (mut table, of_table) = self.arm(part, &axes, "part")?;
        let (head, of_head) = self.arm(tool, &axes, "tool")?;
        table.steps.push(Step::Fixed(DMat3::IDENTITY, part_at));
        let mut ways = [None; 3];
        let seen = of_head.iter().copied().chain(of_table.iter().map(|&(axis, way)| (axis, -way)));
        for (axis, way) in seen {
            if ways[axis].replace(way).is_some() {
                let letter = LETTERS[axis];
                return self.refuse(format!("the slide {letter} moves both part and tool"));
            }
        }
        let turns: Vec<usize> = table.axes().chain(head.axes()).collect();
        for (place, letter) in LETTERS.into_iter().enumerate() {
            let count = match place {
                0..3 => usize::from(ways[place].is_some()),
                _ => turns.iter().filter(|&&axis| axis + 3 == place).count(),
            };
            if axes[place].is_some() && count != 1 {
                let how = if count == 0 { "neither part nor tool" } else { "both part and tool" };
                return self.refuse(format!("the axis {letter} moves {how}"));
            }
        }
        let [Some(x), Some(y), Some(z)] = ways else {
            return self.refuse("it has not three slides".to_owned());
        };
        let ways = DMat3::from_cols(x, y, z);
        let kinematics = Kinematics { table, head, ways, ways_back: ways.inverse(), metres };
        self.check_square(&kinematics)?;
        let of_table: Vec<usize> = of_table
            .iter()
            .map(|(axis, _)| *axis)
            .chain(kinematics.table.axes().map(|a| a + 3))
            .collect();
        Ok((self.axes(&axes, &of_table), kinematics))
    }

    fn axes(&self, joints: &[Option<usize>; 6], of_table: &[usize]) -> Vec<MachineAxis> {
        let axis = |(place, letter): (usize, char)| {
            let number = joints[place]?;
            let joint = self.robot.joints()[number].name.clone();
            let coordinate = self.robot.coordinates().iter().position(|c| c.joint == number)?;
            let is_of_table = of_table.contains(&place);
            Some(MachineAxis {
                letter,
                joint,
                coordinate,
                limits: self.limits[number],
                is_of_table,
            })
        };
        LETTERS.into_iter().enumerate().filter_map(axis).collect()
    }

    /// With A, B and C at 0 every slide moves the tool along its own axis of the part, and the tool
    /// stands upright.
    fn check_square(&self, kinematics: &Kinematics) -> Result<(), MachineError> {
        let part_from_base = kinematics.table.rotation(DVec3::ZERO).transpose();
        let ways = part_from_base * kinematics.ways;
        for (axis, wanted) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            let way = ways.col(axis);
            if !(way.distance(wanted) <= ASKEW) {
                let letter = LETTERS[axis];
                return self.refuse(format!(
                    "with A, B and C at 0 the slide {letter} moves the tool along {way} of the part, and not along {wanted}: of a slide that moves the part the axis points the other way; numbers need 10 digits"
                ));
            }
        }
        let axis = part_from_base * kinematics.head.rotation(DVec3::ZERO) * DVec3::Z;
        match axis.distance(DVec3::Z) <= ASKEW {
            true => Ok(()),
            false => self.refuse(format!(
                "with A, B and C at 0 the z of the tool's link points along {axis} of the part, and not along its z: it is the tool's axis, from the tip to the spindle"
            )),
        }
    }
}
