//! Machines with five axes: where their joints are on every move of a program, whether these stay
//! within their limits, and whether bodies of the machine meet part, fixtures, the tool or each other.
//!
//! A machine is a URDF file. One of its links carries the part, another the spindle. X, Y and Z are
//! joints that slide, A, B and C joints that turn; a joint's position is the machine's coordinate.
//!
//! Read in this order: `arm` and [`kinematics`] (places of joints and tips), `axes` (what a file
//! must have), `aim` (angles for a direction), `solid` and `scene` (the bodies), `travel` (limits)
//! and `look` (collisions).

mod aim;
mod arm;
mod axes;
pub mod kinematics;
mod look;
mod scene;
mod solid;
mod travel;

pub use aim::AimProblem;
pub use axes::{LETTERS, MachineAxis};
pub use kinematics::Kinematics;
pub use look::{Clash, Look};
pub use scene::{MachineBody, MachineScene};
pub use travel::{Overtravel, Reached};

use crate::gcode::{ProgramUnit, vector};
use axes::Chains;
use closecall::engine::files::bytes_of;
use closecall::world::WorldError;
use closecall_robot::{Description, FileError, JointKind, Packages, Robot, RobotError, RobotFiles};
use glam::DVec3;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The options of reading a machine's file.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    /// The program's unit; the file is in metres.
    pub unit: ProgramUnit,
    /// The joints of axes, by letter; others have the axis's letter as their name.
    pub axes: BTreeMap<char, String>,
    /// The link that carries the part.
    pub part_link: String,
    /// The link of the spindle: its origin is the nose, its z points from the tool's tip to it.
    pub tool_link: String,
    /// The place of the part's zero on its link, in the program's unit.
    pub part_at: [f64; 3],
    /// Whether tip control is on from the beginning, as with LinuxCNC's five-axis kinematics.
    pub tip_control: bool,
    /// An SRDF file that says which links may touch.
    pub srdf: Option<PathBuf>,
}

impl MachineOptions {
    /// The usual names, a part that lies at its link's origin, and no tip control at first.
    #[must_use]
    pub fn new(unit: ProgramUnit) -> Self {
        Self {
            unit,
            axes: BTreeMap::new(),
            part_link: "table".to_owned(),
            tool_link: "spindle".to_owned(),
            part_at: [0.0; 3],
            tip_control: false,
            srdf: None,
        }
    }
}

/// Why a machine was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MachineError {
    /// A file cannot be read, or is no robot.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is not clear how the machine moves part and tool.
    #[error("{}: {why}", file.display())]
    Unclear {
        /// The machine's file.
        file: PathBuf,
        /// Why not.
        why: String,
    },
    /// A tool whose length is not known.
    #[error(
        "{}: how far its tip is from the spindle's nose is not known: --gauge, or `gauge` in the table of tools, says it",
        named_tool(*number)
    )]
    NoGauge {
        /// Its number; 0 of the only one.
        number: u32,
    },
    /// A body that the world refuses.
    #[error(transparent)]
    World(#[from] WorldError),
    /// A mesh that is out of range in metres.
    #[error("{what}: {why}")]
    Mesh {
        /// Of what.
        what: String,
        /// Why.
        why: String,
    },
    /// A question that the machine's world refuses.
    #[error(transparent)]
    Robot(#[from] RobotError),
}

fn named_tool(number: u32) -> String {
    if number == 0 { "the tool".to_owned() } else { format!("tool {number}") }
}

/// A machine, ready to be asked.
#[derive(Clone, Debug)]
pub struct Machine {
    file: PathBuf,
    /// Its joints have no limits here: a move beyond them is looked at, too. Its shapes are exact.
    robot: Robot,
    /// The same with meshes that hold its shapes: these are asked faster.
    hulls: Robot,
    axes: Vec<MachineAxis>,
    kinematics: Kinematics,
    links: [usize; 2],
    part_at: DVec3,
    unit: ProgramUnit,
    tip_control: bool,
    warnings: Vec<String>,
}

impl Machine {
    /// Reads a machine.
    ///
    /// # Errors
    /// If a file cannot be read, or it is not clear which joints are the axes.
    pub fn load(file: &Path, options: &MachineOptions) -> Result<Self, MachineError> {
        let bytes = bytes_of(file).map_err(|error| FileError::whole(file, error))?;
        Self::parse(file, &bytes, options)
    }

    /// The same of a file's bytes.
    ///
    /// # Errors
    /// As [`Machine::load`].
    pub fn parse(
        file: &Path,
        bytes: &[u8],
        options: &MachineOptions,
    ) -> Result<Self, MachineError> {
        let mut description = Description::parse(file, bytes)?;
        let limits: Vec<_> = description.joints.iter().map(|joint| joint.limits).collect();
        description.joints.iter_mut().for_each(|joint| joint.limits = None);
        let read = |is_exact| {
            let packages = Packages::default().with_exact_shapes(is_exact);
            let files =
                RobotFiles { srdf: options.srdf.clone(), packages, ..RobotFiles::default() };
            Robot::of(description.clone(), &files)
        };
        let [robot, hulls] = [read(true)?, read(false)?];
        let chains = Chains { file, robot: &robot, limits: &limits, named: &options.axes };
        if let Some(odd) = options.axes.keys().find(|letter| !LETTERS.contains(letter)) {
            return chains.refuse(format!("{odd} is no axis: X, Y, Z, A, B and C are"));
        }
        let links =
            [chains.link("part", &options.part_link)?, chains.link("tool", &options.tool_link)?];
        let metres = match options.unit {
            ProgramUnit::Millimetre => 1e-3,
            ProgramUnit::Inch => 25.4e-3,
        };
        let (axes, kinematics) =
            chains.read(links, DVec3::from_array(options.part_at) * metres, metres)?;
        let mut warnings = robot.warnings().to_vec();
        warnings.extend(at_rest(&robot, &axes));
        let (file, part_at, unit) =
            (file.to_owned(), DVec3::from_array(options.part_at), options.unit);
        let tip_control = options.tip_control;
        Ok(Self {
            file,
            robot,
            hulls,
            axes,
            kinematics,
            links,
            part_at,
            unit,
            tip_control,
            warnings,
        })
    }

    /// Its file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Its name, as its file has it.
    #[must_use]
    pub fn name(&self) -> &str {
        self.robot.name()
    }

    /// Its axes, in the order of [`LETTERS`].
    #[must_use]
    pub fn axes(&self) -> &[MachineAxis] {
        &self.axes
    }

    /// An axis by its place in [`LETTERS`], if the machine has it.
    pub(crate) fn axis(&self, place: usize) -> Option<&MachineAxis> {
        self.axes.iter().find(|axis| axis.letter == LETTERS[place])
    }

    /// The positions of its joints and of the tool's tip.
    #[must_use]
    pub fn kinematics(&self) -> &Kinematics {
        &self.kinematics
    }

    /// The unit of the program that it was read for.
    #[must_use]
    pub fn unit(&self) -> ProgramUnit {
        self.unit
    }

    /// The values of the machine's X, Y and Z when the spindle's nose is at the part's zero and A,
    /// B and C are at 0: the part's zero as a control's table of offsets has it, in the program's
    /// unit.
    #[must_use]
    pub fn zero(&self) -> [f64; 3] {
        self.kinematics.slides([0.0; 3], [0.0; 3], 0.0)
    }

    /// The place of the part's zero on its link if the control's table has it here.
    #[must_use]
    pub fn part_at_zero(&self, zero: impl Into<[f64; 3]>) -> [f64; 3] {
        (self.part_at + self.kinematics.tip_on(vector(zero), DVec3::ZERO, 0.0)).to_array()
    }

    /// Whether tip control is on at first.
    #[must_use]
    pub fn starts_with_tip_control(&self) -> bool {
        self.tip_control
    }

    /// The names of its links that have a shape.
    pub fn bodies(&self) -> impl Iterator<Item = &str> {
        self.robot.links().iter().filter(|link| link.is_body()).map(|link| &*link.name)
    }

    /// The oddities of its files that are no errors.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// Says which joints are no axes: they stay as they are.
fn at_rest(robot: &Robot, axes: &[MachineAxis]) -> Option<String> {
    let moves = |joint: &&closecall_robot::Joint| {
        joint.kind != JointKind::Fixed
            && joint.mimic.is_none()
            && axes.iter().all(|axis| axis.joint != joint.name)
    };
    let names: Vec<&str> = robot.joints().iter().filter(moves).map(|joint| &*joint.name).collect();
    (!names.is_empty())
        .then(|| format!("joints that are no axes stay at rest: {}", names.join(", ")))
}
