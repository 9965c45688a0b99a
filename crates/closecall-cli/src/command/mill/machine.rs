//! `--machine`: the machine that the program runs on, and what is said of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use closecall_mill::gcode::ProgramUnit;
use closecall_mill::job::{Event, MachineFact, Summary};
use closecall_mill::machine::{LETTERS, Machine, MachineOptions};

use super::frame::Point;
use crate::answer::{MachineAnswer, MachineAxisAnswer, MachineFactAnswer};
use crate::escaped::escaped;
use crate::failure::Failure;

/// The flags.
#[derive(clap::Args, Debug)]
pub struct MachineArgs {
    /// The machine that the program runs on, as URDF: its travel limits, and whether its bodies meet
    /// part, stock, fixtures, tool or each other. Joints named X, Y, Z, A, B and C are the axes; the
    /// part lies on the link `table`, the tool hangs on the link `spindle` (docs/milling.md).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rotary", "axis"])]
    machine: Option<PathBuf>,

    /// The joint of an axis that does not have the axis's name. May be given several times.
    #[arg(long, value_name = "A=JOINT", requires = "machine")]
    machine_axis: Vec<String>,

    /// The link that carries the part, or the one whose origin is the spindle's nose.
    #[arg(long, value_name = "part=LINK|tool=LINK", requires = "machine")]
    machine_link: Vec<String>,

    /// An SRDF file that says which links of the machine may touch.
    #[arg(long, value_name = "FILE", requires = "machine")]
    machine_srdf: Option<PathBuf>,

    /// The place of the part's zero on its link, in the program's unit. Without it, at the link's
    /// origin.
    #[arg(long, value_name = "X,Y,Z", requires = "machine", allow_hyphen_values = true)]
    part_at: Option<Point>,

    /// Tip control is on from the beginning, as with the five-axis kinematics of LinuxCNC.
    #[arg(long, requires = "machine")]
    tcp: bool,
}

impl MachineArgs {
    /// The first of these flags that is given.
    pub fn first_given(&self) -> Option<&'static str> {
        self.machine.as_ref().map(|_| "--machine")
    }

    /// All files that it is read from.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.machine.iter().chain(&self.machine_srdf).map(PathBuf::as_path)
    }

    /// The machine, for a program whose first motion is in `unit`.
    pub fn machine(
        &self,
        unit: ProgramUnit,
        warnings: &mut Vec<String>,
    ) -> Result<Option<Arc<Machine>>, Failure> {
        let Some(file) = &self.machine else { return Ok(None) };
        let mut options = MachineOptions {
            part_at: self.part_at.map_or([0.0; 3], |point| point.0),
            tip_control: self.tcp,
            srdf: self.machine_srdf.clone(),
            ..MachineOptions::new(unit)
        };
        for text in &self.machine_axis {
            let (letter, joint) = axis(text).map_err(|e| Failure::of_usage("--machine-axis", e))?;
            if options.axes.insert(letter, joint).is_some() {
                return Err(Failure::of_usage("--machine-axis", format!("{letter} is told twice")));
            }
        }
        for text in &self.machine_link {
            match text.split_once('=') {
                Some(("part", link)) => options.part_link = link.to_owned(),
                Some(("tool", link)) => options.tool_link = link.to_owned(),
                _ => {
                    let why = format!("`{text}`: it is part=LINK or tool=LINK");
                    return Err(Failure::of_usage("--machine-link", why));
                }
            }
        }
        let machine = Machine::load(file, &options).map_err(Failure::of_message)?;
        warnings.extend(machine.warnings().iter().cloned());
        Ok(Some(Arc::new(machine)))
    }
}

/// An axis and its joint, as in `A=tilt`.
fn axis(text: &str) -> Result<(char, String), String> {
    let (letter, joint) =
        text.split_once('=').ok_or_else(|| format!("`{text}`: it is A=JOINT, as A=tilt"))?;
    let letter = LETTERS.into_iter().find(|known| letter.eq_ignore_ascii_case(&known.to_string()));
    let letter = letter.ok_or_else(|| format!("`{text}`: an axis is X, Y, Z, A, B or C"))?;
    Ok((letter, joint.to_owned()))
}

/// The fact about the machine in an event, for people.
pub fn words(event: &Event, unit: &str, number: impl Fn(f64) -> String) -> Option<String> {
    Some(match event.machine.as_ref()? {
        MachineFact::Clash { bodies: [one, other] } => {
            format!("{} and {} meet", escaped(one), escaped(other))
        }
        MachineFact::Limit { letter, joint } => {
            let unit = if "ABC".contains(*letter) { "°" } else { unit };
            let [lo, hi] = [event.depth.lo, event.depth.hi].map(number);
            let depth = if lo == hi { lo } else { format!("{lo} to {hi}") };
            format!("{letter} is {depth} {unit} beyond the limit of joint '{}'", escaped(joint))
        }
    })
}

/// The same for programs.
pub fn fact(event: &Event) -> Option<MachineFactAnswer<'_>> {
    Some(match event.machine.as_ref()? {
        MachineFact::Clash { bodies: [one, other] } => {
            MachineFactAnswer { bodies: Some([one, other]), axis: None, joint: None }
        }
        MachineFact::Limit { letter, joint } => {
            MachineFactAnswer { bodies: None, axis: Some(*letter), joint: Some(joint) }
        }
    })
}

/// The machine, for programs: its axes with their limits, and how far they go.
pub fn answer<'a>(machine: &'a Machine, summary: &Summary) -> MachineAnswer<'a> {
    let metres = match machine.unit() {
        ProgramUnit::Millimetre => 1e-3,
        ProgramUnit::Inch => 25.4e-3,
    };
    let axis = |(place, axis): (usize, &'a closecall_mill::machine::MachineAxis)| {
        let scale = if axis.is_rotary() { 1f64.to_radians() } else { metres };
        let shown = |ends: [f64; 2]| ends.map(|x| x / scale);
        MachineAxisAnswer {
            axis: axis.letter,
            joint: &axis.joint,
            moves: if axis.is_of_table { "part" } else { "tool" },
            limits: axis.limits.map(shown),
            reaches: summary.reached.0.get(place).copied().map(shown),
        }
    };
    MachineAnswer {
        file: machine.file().to_string_lossy().into_owned(),
        name: machine.name(),
        zero: machine.zero(),
        bodies: machine.bodies().collect(),
        axes: machine.axes().iter().enumerate().map(axis).collect(),
    }
}
