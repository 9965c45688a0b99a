//! The state of the control: modes, position, offsets.

use super::compensation::Compensation;
use super::cycle::Cycle;
use super::offsets::Offsets;
use super::options::ProgramUnit;
use glam::DVec2;

/// The letters of the straight axes.
pub(super) const AXES: [char; 3] = ['X', 'Y', 'Z'];

/// The letters of the axes that turn: about X, Y and Z.
pub(super) const ROTARY: [char; 3] = ['A', 'B', 'C'];

/// What one block leaves for the next.
pub(super) struct State {
    /// The part's frame, in the base unit.
    pub(super) position: [Option<f64>; 3],
    /// Of A, B and C, in degrees.
    pub(super) angles: [Option<f64>; 3],
    pub(super) offsets: Offsets,
    pub(super) unit: ProgramUnit,
    /// The unit at the first motion.
    pub(super) base_unit: Option<ProgramUnit>,
    pub(super) unit_given: bool,
    pub(super) motion: Option<Motion>,
    pub(super) plane: [usize; 3],
    pub(super) absolute: bool,
    pub(super) center_absolute: bool,
    pub(super) to_initial: bool,
    pub(super) cycle: Cycle,
    pub(super) next_tool: u32,
    pub(super) tool: u32,
    /// The last D word.
    pub(super) diameter: Option<f64>,
    /// G41 and G42.
    pub(super) compensation: Option<Compensation>,
    /// After G40: how far the tool is beside the programmed place, until it moves across.
    pub(super) aside: DVec2,
}

/// The motion in force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Motion {
    Rapid,
    Feed,
    Arc { clockwise: bool },
    Cycle { code: u32 },
}

/// What a block does besides modes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Action {
    Dwell,
    SetData,
    Home,
    SetPosition,
    SetLocal,
}

impl State {
    /// As at the beginning of a program.
    pub(super) fn new() -> Self {
        Self {
            position: [None; 3],
            angles: [Some(0.0); 3],
            offsets: Offsets::new(),
            unit: ProgramUnit::Millimetre,
            base_unit: None,
            unit_given: false,
            motion: None,
            plane: [0, 1, 2],
            absolute: true,
            center_absolute: false,
            to_initial: true,
            cycle: Cycle::default(),
            next_tool: 0,
            tool: 0,
            diameter: None,
            compensation: None,
            aside: DVec2::ZERO,
        }
    }
}
