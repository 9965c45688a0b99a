//! In which coordinates the tool's tip is: of the part, of a tilted plane (G68.2), or of a machine with
//! tip control off; and what changes them: G43.4, G43.5, G49, G68.2, G53.1, G69 and tool changes.

use super::block::Words;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::number::flushed;
use super::options::Rotary;
use super::path::{Move, MoveFrame, ToolPath};
use super::state::{Motion, State, TipControl};
use super::tilt::Tilt;
use super::way::Way;
use crate::machine::AimProblem;
use glam::DVec3;
use std::io::BufRead;

/// Given zeros may be this far from the machine's before it is said.
const SAME_ZERO: f64 = 1e-6;

impl<R: BufRead> Interpreter<R> {
    /// The coordinates of moves from now on.
    pub(super) fn move_frame(&self) -> MoveFrame {
        let is_plain = self.state.tip_control == TipControl::Off;
        match (self.state.tilt, &self.options.machine) {
            (Some(tilt), _) => MoveFrame::Tilted(tilt),
            (None, Some(_)) if is_plain => MoveFrame::Machine { length: self.length_in_spindle() },
            (None, _) => MoveFrame::Part,
        }
    }

    /// The distance of the tip below the spindle's nose; 0 without a machine.
    pub(super) fn length_in_spindle(&self) -> f64 {
        let machine = self.options.machine.as_ref();
        machine.and_then(|_| self.cutters.gauge(self.state.tool)).unwrap_or(0.0)
    }

    /// Changes the state, and keeps the tool where it is, whatever its place is called then.
    pub(super) fn reframe(&mut self, change: impl FnOnce(&mut State)) {
        let before = self.move_frame();
        change(&mut self.state);
        let after = self.move_frame();
        let is_tilted = |frame| matches!(frame, MoveFrame::Tilted(_));
        let stands = self.known_angles() == Some([0.0; 3]);
        if before == after || stands && !is_tilted(before) && !is_tilted(after) {
            return;
        }
        self.state.position = match (self.known(), self.known_angles()) {
            (Some(place), Some(angles)) => {
                let angles = DVec3::from_array(angles);
                let tip = self.tip_of(before, place, angles);
                self.place_of(after, tip, angles).to_array().map(|x| Some(flushed(x)))
            }
            _ => [None; 3],
        };
    }

    fn tip_of(&self, frame: MoveFrame, place: DVec3, angles: DVec3) -> DVec3 {
        match (frame, &self.options.machine) {
            (MoveFrame::Tilted(tilt), _) => tilt.carried(place),
            (MoveFrame::Machine { length }, Some(machine)) => {
                machine.kinematics().tip_of_plain_at(place, angles, length)
            }
            _ => place,
        }
    }

    fn place_of(&self, frame: MoveFrame, tip: DVec3, angles: DVec3) -> DVec3 {
        match (frame, &self.options.machine) {
            (MoveFrame::Tilted(tilt), _) => tilt.carried_back(tip),
            (MoveFrame::Machine { length }, Some(machine)) => {
                machine.kinematics().plain_of_tip_at(tip, angles, length)
            }
            _ => tip,
        }
    }

    /// A motion in the machine's own coordinates (G53, G28), whatever the coordinates in force.
    pub(super) fn plainly(
        &mut self,
        go: impl FnOnce(&mut Self) -> Result<Way, GcodeProblem>,
    ) -> Result<Way, GcodeProblem> {
        let (control, tilt) = (self.state.tip_control, self.state.tilt);
        self.reframe(|state| (state.tip_control, state.tilt) = (TipControl::Off, None));
        let mut way = go(self)?;
        let frame = self.move_frame();
        way.force_frame(frame);
        self.reframe(|state| (state.tip_control, state.tilt) = (control, tilt));
        // Said here, so that it is not said again.
        if frame == MoveFrame::Part && matches!(self.move_frame(), MoveFrame::Tilted(_)) {
            let why =
                "the machine's coordinates while G68.2 is in force: --machine says where they are";
            return Err(GcodeProblem::Value { word: "G53, G28".to_string(), why: why.to_string() });
        }
        Ok(way)
    }

    /// G43, G43.4, G43.5, G49, and G234 of Haas.
    pub(super) fn set_tip_control(&mut self, g: u32, words: &Words) -> Result<(), GcodeProblem> {
        let word = super::code::name(g);
        let control = match g {
            434 | 2340 => TipControl::Angles,
            435 => TipControl::Vectors,
            // Of LinuxCNC the kinematics are on whatever the tool's length.
            _ if !self.options.dialect.is_fanuc() => self.state.tip_control,
            _ => TipControl::Off,
        };
        if matches!(g, 434 | 435 | 2340) {
            self.check_tip_control(&word, control, words)?;
        }
        self.state.has_length = g != 490;
        self.note("Z is the tool's tip: tool lengths (G43, G49) change nothing".to_string());
        if control != self.state.tip_control && self.state.compensation.is_some() {
            return Err(GcodeProblem::Compensation(format!("{word} cannot stand while it is on")));
        }
        self.reframe(|state| state.tip_control = control);
        Ok(())
    }

    fn check_tip_control(
        &self,
        word: &str,
        control: TipControl,
        words: &Words,
    ) -> Result<(), GcodeProblem> {
        let refuse =
            |why: &str| Err(GcodeProblem::Value { word: word.to_string(), why: why.to_string() });
        if words.get('P').is_some_and(|p| p != 0.0) {
            return refuse(
                "with P the control leads the tool's axis in a way that is not known here",
            );
        }
        match (&self.options.machine, self.options.rotary) {
            (Some(_), _) => Ok(()),
            (None, _) if control == TipControl::Vectors => refuse(
                "which angles point the tool along I, J and K depends on the machine: --machine",
            ),
            (None, Some(Rotary::Table { .. })) => refuse(
                "--rotary table has no tip control: tcp:table, tcp:head or --machine have it",
            ),
            (None, _) => Ok(()),
        }
    }

    /// M6, M61: the spindle stays where it is, so that the tip moves by the difference of the lengths.
    pub(super) fn change_tool(&mut self, number: u32) {
        let [before, after] = [self.state.tool, number].map(|tool| self.cutters.gauge(tool));
        let lengths = before.zip(after).filter(|_| self.options.machine.is_some());
        let Some((before, after)) = lengths else {
            self.state.tool = number;
            self.note("a tool change (M6) leaves the tip where it was".to_string());
            return;
        };
        let (control, tilt) = (self.state.tip_control, self.state.tilt);
        self.reframe(|state| (state.tip_control, state.tilt) = (TipControl::Off, None));
        self.state.tool = number;
        self.state.position[2] = self.state.position[2].map(|z| flushed(z + before - after));
        self.reframe(|state| (state.tip_control, state.tilt) = (control, tilt));
        self.note("a tool change (M6) leaves the spindle where it was".to_string());
    }

    /// G68.2 X Y Z I J K: a plane through a point, turned by three angles.
    pub(super) fn tilt(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        let refuse = |why: &str| {
            Err(GcodeProblem::Value { word: "G68.2".to_string(), why: why.to_string() })
        };
        if words.get('P').is_some_and(|p| p != 0.0) {
            return refuse("only planes by three angles I, J and K are known: P0, or no P");
        }
        if self.state.tilt.is_some() {
            return refuse("a tilted plane is in force already: G69 comes first");
        }
        if !self.state.coordinates.is_plain() || self.state.polar.is_some() {
            return refuse("coordinates are mirrored, scaled, turned or polar: that comes later");
        }
        let zero = std::array::from_fn(|axis| self.state.offsets.total(axis));
        let Some(zero) = super::way::place(zero) else {
            return Err(GcodeProblem::Measured { what: "the zero of G68.2".to_string() });
        };
        let length = |letter| self.length(words, letter).unwrap_or(0.0);
        let origin = DVec3::new(length('X'), length('Y'), length('Z'));
        let angles = ['I', 'J', 'K'].map(|letter| words.get(letter).unwrap_or(0.0));
        // Coordinates have the zero of the work system in them.
        let tilt = Tilt::euler(angles, zero + origin).counted_from(zero);
        self.reframe(|state| state.tilt = Some(tilt));
        self.note(
            "G68.2: I, J and K turn the plane about Z, X and Z, each as turned before".to_string(),
        );
        Ok(())
    }

    /// G53.1: turns the rotary axes until the tool is square to the tilted plane. The slides stay.
    pub(super) fn turn_to_plane(&mut self) -> Result<Way, GcodeProblem> {
        let refuse = |why: &str| {
            Err(GcodeProblem::Value { word: "G53.1".to_string(), why: why.to_string() })
        };
        let Some(tilt) = self.state.tilt else {
            return refuse("there is no tilted plane: G68.2 comes first");
        };
        if self.options.machine.is_none() {
            return refuse("which axes turn depends on the machine: --machine");
        }
        if self.state.compensation.is_some() {
            return Err(GcodeProblem::Compensation(
                "G53.1 cannot stand while it is on".to_string(),
            ));
        }
        self.first_motion();
        let Some(now) = self.known_angles() else {
            return Err(GcodeProblem::Measured { what: "the turn of G53.1".to_string() });
        };
        let to = self.aimed("G53.1", tilt.normal().into(), now)?;
        self.check_turn(now, to)?;
        let [a, b, c] = to;
        self.note(format!("G53.1 turns to A{a} B{b} C{c}, the nearest of the angles that fit"));
        let rapid = !matches!(self.state.motion, Some(Motion::Feed | Motion::Arc { .. }));
        self.plainly(|this| {
            let here = this.state.position;
            this.state.angles = to.map(Some);
            let mut way = Way::default();
            match this.known() {
                Some(place) => {
                    let path = ToolPath::line([place; 2]);
                    way.moves.push(Move::new(path, rapid, [now, to]));
                }
                None => way.go(here, here, rapid, [Some(now), Some(to)]),
            }
            this.note_unchecked(&way);
            Ok(way)
        })
    }

    /// The angles that point the tool along a direction of the part.
    fn aimed(&self, word: &str, direction: DVec3, now: [f64; 3]) -> Result<[f64; 3], GcodeProblem> {
        let refuse = |why: String| GcodeProblem::Value { word: word.to_string(), why };
        let Some(machine) = &self.options.machine else {
            return Err(refuse("it needs a machine: --machine".to_string()));
        };
        machine.aim(direction, now).map_err(|problem| {
            refuse(match problem {
                AimProblem::Axes(count) => {
                    format!("the machine has {count} rotary axes, and this needs two")
                }
                AimProblem::OutOfReach => {
                    format!("the machine cannot point the tool along {direction}")
                }
                AimProblem::Limits => format!(
                    "the angles that point the tool along {direction} are beyond the machine's limits"
                ),
            })
        })
    }

    /// The angles that I, J and K of a block with G43.5 mean.
    pub(super) fn pointed(&self, words: &Words) -> Result<Option<[f64; 3]>, GcodeProblem> {
        if self.state.tip_control != TipControl::Vectors {
            return Ok(None);
        }
        if matches!(self.state.motion, Some(Motion::Arc { .. })) {
            let why = "I, J and K are the tool's axis while G43.5 is in force".to_string();
            return Err(GcodeProblem::Arc(why));
        }
        let vector = ['I', 'J', 'K'].map(|letter| words.get(letter));
        let is_line = matches!(self.state.motion, Some(Motion::Rapid | Motion::Feed));
        if vector == [None; 3] || !is_line {
            return Ok(None);
        }
        let direction = DVec3::from_array(vector.map(|x| x.unwrap_or(0.0)));
        if !(direction.length() > 0.0) {
            let why = "I0 J0 K0 is no direction".to_string();
            return Err(GcodeProblem::Value { word: "G43.5".to_string(), why });
        }
        let Some(now) = self.known_angles() else {
            return Err(GcodeProblem::Measured { what: "the tool's axis".to_string() });
        };
        // In a tilted plane the vector is of its coordinates.
        let direction = match self.state.tilt {
            Some(tilt) => tilt.carried(direction) - tilt.carried(DVec3::ZERO),
            None => direction,
        };
        self.aimed("G43.5", direction, now).map(Some)
    }

    /// While a tilted plane is in force on a machine without tip control, slides do not follow.
    pub(super) fn check_turn_in_plane(&self) -> Result<(), GcodeProblem> {
        let is_plain = self.state.tip_control == TipControl::Off && self.options.machine.is_some();
        if self.state.tilt.is_none() || !is_plain {
            return Ok(());
        }
        let why = "A, B and C while G68.2 is in force: G53.1 turns them".to_string();
        Err(GcodeProblem::Value { word: "A, B, C".to_string(), why })
    }

    /// At the first motion: says if the given zero is not where the machine has it.
    pub(super) fn compare_zero(&mut self) {
        let Some(machine) = self.options.machine.clone().filter(|_| self.state.base_unit.is_none())
        else {
            return;
        };
        let (said, has) = (self.state.offsets.said_zero(), machine.zero());
        let zero: [f64; 3] = std::array::from_fn(|axis| said[axis].unwrap_or(has[axis]));
        if zero.iter().zip(has).any(|(a, b)| (a - b).abs() > SAME_ZERO) {
            let [x, y, z] = machine.part_at_zero(zero);
            self.warn(format!(
                "the zero of the first motion is said to be at {zero:?}, and on the machine it is at {has:?}: --part-at {x},{y},{z} would put the part there"
            ));
        }
    }

    /// Refuses a program whose unit is another than the one that the machine was read for.
    pub(super) fn check_machine_unit(&self) -> Result<(), GcodeProblem> {
        let machine = self.options.machine.as_ref();
        match (machine.map(|machine| machine.unit()), self.state.base_unit) {
            (Some(unit), Some(base)) if unit != base => Err(GcodeProblem::Flow(
                "the machine was read for a program in another unit".to_string(),
            )),
            _ => Ok(()),
        }
    }
}
