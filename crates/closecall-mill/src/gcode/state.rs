//! The state of the control: modes, position, offsets.

use super::compensation::Compensation;
use super::coordinates::Coordinates;
use super::cycle::Cycle;
use super::dialect::Dialect;
use super::feed::FeedState;
use super::offsets::Offsets;
use super::options::{GcodeOptions, ProgramUnit};
use super::tilt::Tilt;
use super::way::Spot;
use glam::DVec2;

/// The letters of the straight axes.
pub(super) const AXES: [char; 3] = ['X', 'Y', 'Z'];

/// The letters of the axes that turn: about X, Y and Z.
pub(super) const ROTARY: [char; 3] = ['A', 'B', 'C'];

/// The state that one block leaves for the next.
pub(super) struct State {
    /// The part's frame, in the base unit.
    pub(super) position: Spot,
    /// Of A, B and C, in degrees.
    pub(super) angles: [Option<f64>; 3],
    pub(super) offsets: Offsets,
    pub(super) unit: ProgramUnit,
    /// The unit at the first motion.
    pub(super) base_unit: Option<ProgramUnit>,
    pub(super) unit_given: bool,
    /// Whether there was G90 or G91, and G17, G18 or G19, or the caller stated that there was none.
    pub(super) is_distance_given: bool,
    pub(super) is_plane_given: bool,
    pub(super) motion: Option<Motion>,
    /// The motion before the cycle in force, for Fanuc's G80.
    pub(super) before_cycle: Option<Motion>,
    pub(super) plane: [usize; 3],
    pub(super) absolute: bool,
    pub(super) center_absolute: bool,
    pub(super) to_initial: bool,
    /// Whether there was G98 or G99.
    pub(super) is_return_given: bool,
    pub(super) cycle: Cycle,
    /// F, G93, G94 and G95.
    pub(super) feed: FeedState,
    /// Where G28 and G30 lead to, in the part's frame.
    pub(super) homes: [Spot; 2],
    /// Whether a tool's length is in force (G43): machine coordinates of Z are then not the tip's.
    pub(super) has_length: bool,
    pub(super) next_tool: u32,
    pub(super) tool: u32,
    /// The last D word.
    pub(super) diameter: Option<f64>,
    /// G51, G51.1 and G68.
    pub(super) coordinates: Coordinates,
    /// G68.2
    pub(super) tilt: Option<Tilt>,
    /// G43.4 and G43.5
    pub(super) tip_control: TipControl,
    /// G16: the radius and the angle that were named last.
    pub(super) polar: Option<[Option<f64>; 2]>,
    /// The direction in which a cubic spline ended, if one was the last move.
    pub(super) spline_end: Option<DVec2>,
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
    Arc {
        clockwise: bool,
    },
    Cycle {
        code: u32,
    },
    /// G38.2 to G38.5 and G31: straight to a place, or to what is met before it.
    Probe,
    /// G33: straight, in step with the spindle.
    Thread,
    /// G33.1: to a place and back.
    Tap,
    /// G5, or G5.1.
    Spline {
        is_cubic: bool,
    },
}

/// An action of a block besides modes.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Action {
    Dwell,
    SetData,
    Home,
    SetHome,
    SetPosition,
    SetLocal,
    /// G51, G50.1, G51.1 or G68, by its number.
    SetCoordinates(u32),
    /// G53.1
    TurnToPlane,
}

/// The meaning of X, Y and Z while rotary axes turn, on a machine that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TipControl {
    /// Places of the slides.
    Off,
    /// The tip in the part's frame; the angles are words (G43.4).
    Angles,
    /// The same; I, J and K are the tool's axis (G43.5).
    Vectors,
}

impl State {
    /// As at the beginning of a program.
    pub(super) fn new(options: &GcodeOptions) -> Self {
        let is_grbl = options.dialect == Dialect::Grbl;
        let places = options.places.flushed();
        let spot = |place: Option<[f64; 3]>| place.map_or([None; 3], |p| p.map(Some));
        let start = places.start.or(is_grbl.then_some([0.0; 3]));
        Self {
            position: spot(start),
            angles: [Some(0.0); 3],
            offsets: Offsets::new(options.dialect, places.systems, places.shift)
                .with_machine(options.machine.as_ref().map(|machine| machine.zero())),
            unit: ProgramUnit::Millimetre,
            base_unit: None,
            unit_given: false,
            is_distance_given: false,
            is_plane_given: false,
            motion: is_grbl.then_some(Motion::Rapid),
            before_cycle: None,
            plane: [0, 1, 2],
            absolute: true,
            center_absolute: false,
            // LinuxCNC's interpreter begins with G99, others with G98.
            to_initial: options.dialect != Dialect::LinuxCnc,
            is_return_given: false,
            cycle: Cycle::default(),
            feed: FeedState::default(),
            homes: places.homes.map(spot),
            has_length: false,
            next_tool: 0,
            tool: 0,
            diameter: None,
            coordinates: Coordinates::default(),
            tilt: None,
            tip_control: match &options.machine {
                Some(machine) if machine.starts_with_tip_control() => TipControl::Angles,
                _ => TipControl::Off,
            },
            polar: None,
            spline_end: None,
            compensation: None,
            aside: DVec2::ZERO,
        }
    }
}
