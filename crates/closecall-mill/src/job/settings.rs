//! Settings of a job: the bodies, and how strictly they are checked.

use super::error::JobError;
use crate::gcode::{Cutters, GcodeOptions, Rotary, is_in_range};
use crate::lift::ToolFrame;
use crate::machine::{MachineBody, MachineError, MachineScene};
use crate::part::Target;
use crate::stock::StockTool;
use crate::tool::table::TableError;
use crate::tool::{Piece, PieceRole, Tool, ToolError, Undersides};
use glam::DVec3;
use std::collections::BTreeMap;

/// The largest length of a setting.
const LARGEST_LENGTH: f64 = 1e9;

/// The settings of a check.
#[derive(Clone, Debug, Default)]
pub struct JobSettings {
    /// Gouges of the part up to this deep are let pass.
    pub allow: f64,
    /// Whether touching counts.
    pub touch: bool,
    /// The tool that comes nearer to the part than this is reported.
    pub margin: f64,
    /// The options of reading the program.
    pub program: GcodeOptions,
    /// The tool's axis, if it does not stand upright.
    pub axis: Option<[f64; 3]>,
    /// Whether a program may be called clean although some of its moves were not checked.
    pub allow_unchecked: bool,
}

/// The meshes, all in the part's frame.
pub struct JobBodies {
    /// The part, which must not be cut.
    pub part: Target,
    /// The stock, if it is not cut; rapids must not go through it. [`crate::stock::Stock`] is cut.
    pub stock: Option<Target>,
    /// The fixtures that hold the part.
    pub fixtures: Vec<Target>,
}

impl JobBodies {
    /// A body by its number: the part, the stock, then the fixtures.
    pub(super) fn body(&self, number: usize) -> &Target {
        match (number, &self.stock) {
            (0, _) => &self.part,
            (1, Some(stock)) => stock,
            _ => &self.fixtures[number - 2],
        }
    }
}

/// The tools by number.
pub struct Tools {
    by_number: BTreeMap<u32, Prepared>,
    single: Option<Prepared>,
    /// Whether the single tool is used for every number.
    is_for_all: bool,
    cutters: Cutters,
}

/// A tool as it is checked.
pub(super) struct Prepared {
    pub(super) pieces: Vec<Piece>,
    pub(super) undersides: Undersides,
    pub(super) stick_out: Option<f64>,
    /// The heights above the tip of the middles of cutter and shank, if these end.
    pub(super) middles: [Option<f64>; 2],
    /// The tool as it cuts stock, nothing taken off; none of a polyhedral one.
    pub(super) whole: Option<StockTool>,
    /// From its tip to the spindle's nose.
    pub(super) gauge: Option<f64>,
}

/// The pieces of one role.
#[derive(Clone, Copy)]
pub(super) struct RolePieces<'t> {
    pub(super) role: PieceRole,
    pub(super) pieces: &'t [Piece],
}

impl Prepared {
    /// Does a piece of it end above?
    pub(super) fn ends(&self) -> bool {
        self.pieces.iter().any(|piece| piece.upper.is_some())
    }

    /// The pieces, role by role: they come in that order.
    pub(super) fn roles(&self) -> impl Iterator<Item = RolePieces<'_>> {
        self.pieces
            .chunk_by(|a, b| a.role == b.role)
            .map(|pieces| RolePieces { role: pieces[0].role, pieces })
    }

    fn new(tool: &Tool, side: f64) -> Result<Self, ToolError> {
        tool.check()?;
        let whole = StockTool::new(tool.pieces(), tool.dead.as_ref());
        let tool = if side == 0.0 { tool.clone() } else { tool.thinner(side)? };
        let pieces = tool.pieces();
        let undersides = Undersides::of(pieces.iter());
        let stick_out =
            tool.stick_out.filter(|_| pieces.iter().any(|p| p.role == PieceRole::Holder));
        let cutter = tool.length.or(stick_out).map(|height| 0.5 * height);
        let has_shank = pieces.iter().any(|piece| piece.role == PieceRole::Shank);
        let shank = tool.length.zip(stick_out).filter(|_| has_shank);
        let middles = [cutter, shank.map(|(from, to)| 0.5 * (from + to))];
        let gauge = tool.gauge_length();
        Ok(Self { pieces, undersides, stick_out, middles, whole, gauge })
    }
}

impl Tools {
    /// One tool: that of the program's first T word. Moves with another tool are not checked.
    /// `side` is taken off the cutter's radius.
    pub fn single(tool: &Tool, side: f64) -> Result<Self, ToolError> {
        let single = Some(Prepared::new(tool, side)?);
        let cutters = Cutters {
            single: Some(0.5 * tool.shape.diameter()),
            single_gauge: tool.gauge_length(),
            ..Cutters::default()
        };
        Ok(Self { by_number: BTreeMap::new(), single, is_for_all: false, cutters })
    }

    /// Uses the single tool for every move, whatever the T words say.
    #[must_use]
    pub fn for_all(self) -> Self {
        Self { is_for_all: true, ..self }
    }

    /// The tools of a table. `side` is taken off the cutters' radii.
    pub fn table(tools: &BTreeMap<u32, Tool>, side: f64) -> Result<Self, TableError> {
        let prepared = tools.iter().map(|(&number, tool)| match Prepared::new(tool, side) {
            Ok(prepared) => Ok((number, prepared)),
            Err(source) => Err(TableError::Tool { number, source }),
        });
        let by_number = prepared.collect::<Result<_, _>>()?;
        let radii = tools.iter().map(|(&number, tool)| (number, 0.5 * tool.shape.diameter()));
        let gauges = tools.iter().filter_map(|(&n, tool)| Some((n, tool.gauge_length()?)));
        let cutters =
            Cutters { by_number: radii.collect(), gauges: gauges.collect(), ..Cutters::default() };
        Ok(Self { by_number, single: None, is_for_all: false, cutters })
    }

    /// The radii that G41 and G42 go by: those of the tools as they are, nothing taken off.
    #[must_use]
    pub fn cutters(&self) -> &Cutters {
        &self.cutters
    }

    /// The radius of the widest, holders included.
    pub(super) fn widest(&self) -> f64 {
        let all = self.single.iter().chain(self.by_number.values());
        all.map(|tool| tool.undersides.radius()).fold(0.0, f64::max)
    }

    /// The machine of the settings with the tools in its spindle and the bodies on its table, if there
    /// is one. Of a stock that is cut the corners are given.
    pub(super) fn on_machine(
        &self,
        settings: &JobSettings,
        bodies: &JobBodies,
        cut: Option<[DVec3; 2]>,
    ) -> Result<Option<MachineScene>, MachineError> {
        let Some(machine) = &settings.program.machine else { return Ok(None) };
        let single = self.single.iter().map(|tool| (0, tool));
        let table = self.by_number.iter().map(|(&number, tool)| (number, tool));
        let tools = single.chain(table).map(|(number, tool)| (number, &*tool.pieces, tool.gauge));
        let stock = cut.and_then(|[low, high]| crate::part::box_between(low, high).ok());
        let body = |name, number, mesh, is_certain| MachineBody { name, number, mesh, is_certain };
        let mut on_table = vec![body("part", None, bodies.part.mesh(), true)];
        on_table.extend(bodies.stock.iter().map(|stock| body("stock", None, stock.mesh(), true)));
        on_table.extend(stock.iter().map(|stock| body("stock", None, stock, false)));
        let fixtures = bodies.fixtures.iter().enumerate();
        on_table.extend(fixtures.map(|(i, mesh)| body("fixture", Some(i + 1), mesh.mesh(), true)));
        let tools = tools.collect();
        MachineScene::new(machine, &tools, self.single.is_some(), &on_table).map(Some)
    }

    pub(super) fn get(&self, number: u32) -> Option<&Prepared> {
        self.single.as_ref().or_else(|| self.by_number.get(&number))
    }

    /// Whether a move with tool `number` is made with another tool than the single one, which is
    /// that of the first T word. Before that word the number is 0, and the tool is not named.
    pub(super) fn is_other(&self, number: u32, first: Option<u32>) -> bool {
        let is_named = number != 0 && self.single.is_some() && !self.is_for_all;
        is_named && first.is_some_and(|first| first != number)
    }
}

impl JobSettings {
    /// The settings with an axis of length 1.
    ///
    /// # Errors
    /// [`JobError::Setting`] if a number is out of range, or the axis has no direction.
    pub(super) fn checked(&self) -> Result<Self, JobError> {
        for (name, value) in [("allow", self.allow), ("margin", self.margin)] {
            if !(0.0..=LARGEST_LENGTH).contains(&value) {
                let why = format!("{name} must be from 0 to {LARGEST_LENGTH:e}, not {value}");
                return Err(JobError::Setting(why));
            }
        }
        if let Some(Rotary::Table { pivot }) = self.program.rotary
            && !is_in_range(pivot.into())
        {
            let why = format!(
                "the table's point must be at most {LARGEST_LENGTH:e}, not {}",
                DVec3::from(pivot)
            );
            return Err(JobError::Setting(why));
        }
        let is_turned = self.program.rotary.is_some() || self.axis.is_some();
        if self.program.machine.is_some() && is_turned {
            let why = "a machine says what turns: there is no --rotary and no --axis beside it";
            return Err(JobError::Setting(why.to_string()));
        }
        self.program.check_variables().map_err(JobError::Setting)?;
        let axis = self.axis.map(|axis| direction(axis.into())).transpose()?;
        Ok(Self { axis: axis.map(|axis| axis.to_array()), ..self.clone() })
    }

    pub(super) fn frame(&self) -> ToolFrame {
        self.axis.map_or(ToolFrame::Upright, |axis| ToolFrame::of_axis(axis.into()))
    }
}

/// The unit vector of an axis. It may have any length but 0, the smallest included.
fn direction(axis: DVec3) -> Result<DVec3, JobError> {
    let largest = axis.abs().max_element();
    let unit = (axis / largest).normalize();
    match axis.is_finite() && unit.is_finite() {
        true => Ok(unit),
        false => Err(JobError::Setting(format!("{axis} is no direction of the tool's axis"))),
    }
}
