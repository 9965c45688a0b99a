//! The tool on the command line: its shape, shank and holder, or a table of tools.

use std::path::{Path, PathBuf};

use closecall::mesh::{self, LoadOptions};
use closecall_mill::gcode::ProgramUnit;
use closecall_mill::job::Tools;
use closecall_mill::tool::table::{self, TableError};
use closecall_mill::tool::{DeadCentre, Facets, Stage, Tool, ToolError, ToolShape};

use super::mesh_unit;
use crate::failure::Failure;

/// The flags.
#[derive(clap::Args, Debug)]
pub struct ToolArgs {
    /// The cutter; D is its diameter: ball:D, flat:D, bull:D:CORNER, cone:D:HALF_ANGLE, v:D:ANGLE,
    /// drill:D[:POINT_ANGLE], taper:D:BALL:HALF_ANGLE, lollipop:D:NECK, apt:D:R:E:F:ALPHA:BETA:H,
    /// profile:R,Z;R,Z;…; or mesh:FILE, a convex mesh with its tip at the origin and its axis along
    /// z
    #[arg(long, value_name = "SHAPE", conflicts_with = "tools")]
    tool: Option<String>,

    /// Check every move with the tool of --tool. Without this it is the tool of the first T word,
    /// and moves with another are not checked.
    #[arg(long, requires = "tool")]
    one_tool: bool,

    /// A table of tools for the program's T words: FreeCAD's (.fctl), LinuxCNC's (.tbl), Fusion's
    /// (.json, .tools), or JSON,
    /// {"tools": {"1": {"shape": "ball:6", "length": 20, "shank": 6, "stick_out": 40, "holder":
    /// "30:20"}}}, by number, each with a shape as for --tool, and what else there is, as for the
    /// flags of these names.
    #[arg(long, value_name = "FILE")]
    tools: Option<PathBuf>,

    /// The cutter's length. Without it the cutter goes up without end, or to its holder.
    #[arg(long, value_name = "L", requires = "tool", allow_negative_numbers = true, value_parser = positive)]
    length: Option<f64>,

    /// The shank's diameter, above the cutter's length.
    #[arg(long, value_name = "D", requires = "tool", allow_negative_numbers = true, value_parser = positive)]
    shank: Option<f64>,

    /// From the tip to the holder's lower end.
    #[arg(long, value_name = "L", requires_all = ["tool", "holder"], allow_negative_numbers = true, value_parser = positive)]
    stick_out: Option<f64>,

    /// The holder from below, stage by stage: D:LENGTH for a cylinder, D:D2:LENGTH for a cone,
    /// commas between. The last goes up without end.
    #[arg(long, value_name = "STAGES", requires = "tool")]
    holder: Option<String>,

    /// From the tip to the spindle's nose, for --machine. Without it, up to the end of the holder.
    #[arg(long, value_name = "L", requires = "tool", allow_negative_numbers = true, value_parser = positive)]
    gauge: Option<f64>,

    /// The diameter within which the cutter's level end has no edge: with --cut, moves that go down
    /// into stock with it are reported. With an angle in degrees, D:ANGLE, it may go down as steeply as that.
    #[arg(long, value_name = "D[:ANGLE]", requires_all = ["tool", "cut"], allow_negative_numbers = true)]
    dead: Option<DeadCentre>,
}

fn positive(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_string())?;
    match value > 0.0 && value <= 1e9 {
        true => Ok(value),
        false => Err("it must be more than 0 and at most 1e9".to_string()),
    }
}

/// The error names its file.
fn of_mesh(error: impl std::fmt::Display) -> Failure {
    Failure::of_message(error)
}

impl ToolArgs {
    /// The first of these flags that is given; the others need one of the two.
    pub fn first_given(&self) -> Option<&'static str> {
        self.tool.as_ref().map(|_| "--tool").or(self.tools.as_ref().map(|_| "--tools"))
    }

    /// The file of a polyhedral tool.
    pub fn mesh_file(&self) -> Option<&Path> {
        self.tool.as_deref()?.strip_prefix("mesh:").map(Path::new)
    }

    /// All files that tools are read from.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        self.mesh_file().into_iter().chain(self.tools.as_deref())
    }

    /// The tools to check with, for a program whose first motion is in `unit`.
    pub fn tools(
        &self,
        side: f64,
        unit: ProgramUnit,
        warnings: &mut Vec<String>,
    ) -> Result<Tools, Failure> {
        if let Some(file) = &self.tools {
            let (tools, notes) = table::load(file, unit).map_err(|error| match error {
                TableError::Io { file: at, source } if Path::new(&at) == file.as_path() => {
                    Failure::of_file(file, &source)
                }
                error => Failure::of_file(file, &error),
            })?;
            warnings.extend(notes);
            return Tools::table(&tools, side).map_err(|error| Failure::of_file(file, &error));
        }
        let tool = self.single(unit)?;
        let tools = Tools::single(&tool, side).map_err(|error| {
            let flag = if matches!(error, ToolError::Side { .. }) { "--side" } else { "--tool" };
            Failure::of_usage(flag, error)
        })?;
        Ok(if self.one_tool { tools.for_all() } else { tools })
    }

    /// The one tool; a mesh that states a unit is converted to the program's.
    fn single(&self, unit: ProgramUnit) -> Result<Tool, Failure> {
        let text = self
            .tool
            .as_deref()
            .ok_or_else(|| Failure::of_usage("--tool", "which tool? such as --tool ball:6"))?;
        let shape = match self.mesh_file() {
            Some(file) => {
                let options = LoadOptions::new().unit(mesh_unit(unit));
                let mesh = mesh::load_with(file, &options).map_err(of_mesh)?.mesh;
                ToolShape::Mesh(Facets::new(&mesh).map_err(|error| Failure::of_file(file, &error))?)
            }
            None => {
                text.parse::<ToolShape>().map_err(|error| Failure::of_usage("--tool", error))?
            }
        };
        let holder = match &self.holder {
            Some(text) => {
                Stage::list(text).map_err(|error| Failure::of_usage("--holder", error))?
            }
            None => Vec::new(),
        };
        let tool = Tool {
            length: self.length,
            shank: self.shank,
            stick_out: self.stick_out,
            holder,
            gauge: self.gauge,
            dead: self.dead,
            ..Tool::of(shape)
        };
        tool.check().map_err(|error| Failure::of_usage("--tool", error))?;
        Ok(tool)
    }

    /// The tools to draw, in the program's unit: those of a table by their numbers.
    pub fn shown(&self, unit: ProgramUnit) -> Vec<(Option<u32>, Tool)> {
        let all = |file: &PathBuf| Some(table::load(file, unit).ok()?.0);
        if let Some(all) = self.tools.as_ref().and_then(all) {
            return all.into_iter().map(|(number, tool)| (Some(number), tool)).collect();
        }
        let tool = self.single(unit).unwrap_or_else(|_| Tool::of(ToolShape::Ball { d: 1.0 }));
        vec![(None, tool)]
    }
}
