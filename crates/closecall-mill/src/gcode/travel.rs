//! Motion by the axis words: straight moves and arcs. Cycles are in [`holes`](super::holes).

use super::arc::{ArcWords, MOST_TURNS};
use super::block::Words;
use super::code::name;
use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::modes::Asked;
use super::number::flushed;
use super::options::{ProgramUnit, RapidPath};
use super::path::{Move, ToolPath};
use super::state::{AXES, Motion, ROTARY};
use super::unused::name_of;
use super::way::{Spot, Way, known, place};
use glam::{DVec2, DVec3};
use std::io::BufRead;

/// More turns of the rotary axes than this in one block are taken as a mistake.
const MOST_TURNS_OF_AXES: f64 = 1000.0;

impl<R: BufRead> Interpreter<R> {
    /// Motion by the axis words.
    pub(super) fn travel(&mut self, words: &Words, asked: Asked) -> Result<Way, GcodeProblem> {
        let is_motion_word = |letter: &char| matches!(letter, 'X' | 'Y' | 'Z' | 'A' | 'B' | 'C');
        let in_cycle = matches!(self.state.motion, Some(Motion::Cycle { .. }));
        let arc_words = |letter: &char| matches!(letter, 'I' | 'J' | 'K' | 'R');
        let is_arc = matches!(self.state.motion, Some(Motion::Arc { .. }));
        let first = words.letters().find(|l| is_motion_word(l) || (is_arc && arc_words(l)));
        let Some(first) = first else {
            if in_cycle && asked.motion.is_some() {
                let code = name(asked.motion.unwrap_or(0));
                return Err(GcodeProblem::Cycle {
                    cycle: code,
                    why: "has no place: no axis is named".to_string(),
                });
            }
            return Ok(Way::default());
        };
        if !matches!(self.state.motion, Some(Motion::Spline { .. })) {
            self.state.spline_end = None;
        }
        match self.state.motion {
            None => {
                let value = words.get(first).unwrap_or(0.0);
                Err(GcodeProblem::NoMotion { word: format!("{first}{value}") })
            }
            Some(motion @ (Motion::Rapid | Motion::Feed)) => {
                self.check_machine(asked.machine)?;
                match asked.machine {
                    true => {
                        self.plainly(|this| this.straight(words, true, motion == Motion::Rapid))
                    }
                    false => self.straight(words, false, motion == Motion::Rapid),
                }
            }
            Some(_) if asked.machine => Err(GcodeProblem::Conflict {
                one: "G53".to_string(),
                other: "an arc or a cycle".to_string(),
            }),
            Some(Motion::Probe) => self.probe(words),
            Some(Motion::Thread) => self.straight(words, false, false),
            Some(Motion::Tap) => self.tap(words),
            Some(Motion::Spline { is_cubic }) => self.spline(words, is_cubic),
            Some(Motion::Arc { clockwise }) => self.arc(words, clockwise),
            Some(Motion::Cycle { code }) => self.holes(words, code),
        }
    }

    /// G53 in G91: grbl's words are those of the machine all the same, LinuxCNC refuses it, Fanuc's
    /// controls pass over G53.
    fn check_machine(&self, machine: bool) -> Result<(), GcodeProblem> {
        if !machine || self.state.absolute || self.options.dialect == Dialect::Grbl {
            return Ok(());
        }
        let why = "in G91 LinuxCNC refuses it, and Fanuc's controls pass over it: G90 comes first";
        Err(GcodeProblem::Unsupported { word: "G53".to_string(), why })
    }

    /// Rotary axes are only known if it is said what they turn.
    pub(super) fn turn_words(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        for letter in ROTARY {
            self.used.turns |= words.get(letter).is_some();
            let turns = words.get(letter).filter(|&v| v != 0.0);
            if let Some(v) = turns
                && let Some(why) = self.options.no_axis(letter)
            {
                return Err(GcodeProblem::Unsupported { word: format!("{letter}{v}"), why });
            }
        }
        Ok(())
    }

    pub(super) fn first_motion(&mut self) {
        self.state.offsets.settle();
        self.compare_zero();
        self.used.systems[self.state.offsets.active()].set(true);
        if self.state.base_unit.is_some() {
            return;
        }
        self.state.base_unit = Some(self.state.unit);
        if !self.state.unit_given {
            self.note("neither G20 nor G21 before the first motion: millimetres".to_string());
        }
        if !self.state.is_distance_given {
            self.note("neither G90 nor G91 before the first motion: G90".to_string());
        }
        let unit = if self.state.unit == ProgramUnit::Inch { "inches" } else { "millimetres" };
        self.note(format!(
            "part, tool and all answers are in {unit}, the unit at the first motion"
        ));
        self.note("Z is the tool's tip".to_string());
        let system = name_of(self.state.offsets.active());
        self.note(format!("the part lies in the coordinate system of the first motion, {system}"));
        if self.state.offsets.takes_base_as_zero() {
            self.note(format!("--work does not say where {system} is: it is taken as 0,0,0"));
        }
        if self.options.dialect == Dialect::Grbl && self.options.places.start.is_none() {
            self.note("grbl: the tool is taken to be at X0 Y0 Z0 at first".to_string());
        }
    }

    /// The place that the axis words lead to.
    pub(super) fn target(&mut self, words: &Words, machine: bool) -> Result<Spot, GcodeProblem> {
        if words.letters().any(|letter| "ABC".contains(letter)) {
            self.check_turn_in_plane()?;
        }
        let is_plain = self.state.coordinates.is_plain() && self.state.polar.is_none();
        if !machine && !is_plain {
            return self.changed_target(words);
        }
        let mut target = self.state.position;
        for (axis, letter) in AXES.into_iter().enumerate() {
            if words.is_unknown(letter) {
                self.warn(format!(
                    "{letter} has a value that is not known here: moves there are not checked"
                ));
                target[axis] = None;
                continue;
            }
            let Some(value) = self.length(words, letter) else { continue };
            if machine && axis == 2 && self.state.has_length && self.options.machine.is_none() {
                self.warn("G53 Z while a tool's length is in force (G43): the tip is lower by that length, which is not known".to_string());
                target[axis] = None;
                continue;
            }
            target[axis] = match (machine, self.state.absolute) {
                // The nose of the spindle goes there, and the tip is below it.
                (true, _) => {
                    let drop = if axis == 2 { self.length_in_spindle() } else { 0.0 };
                    self.state.offsets.machine_to_part(axis).map(|o| value + o - drop)
                }
                (false, true) => self.state.offsets.total(axis).map(|o| value + o),
                (false, false) => target[axis].map(|p| p + value),
            };
            if target[axis].is_none() {
                self.warn(format!(
                    "{letter} leads to a place that is not known: moves there are not checked; --work and --start say where things are"
                ));
            }
            target[axis] = target[axis].map(flushed);
        }
        Ok(target)
    }

    /// The place that the axis words lead to while coordinates are mirrored, scaled, turned or
    /// polar.
    fn changed_target(&mut self, words: &Words) -> Result<Spot, GcodeProblem> {
        let (mut programmed, mut target) = (self.programmed(), self.state.position);
        let coordinates = self.state.coordinates;
        let mut is_changed = [false; 3];
        for (axis, letter) in AXES.into_iter().enumerate().filter(|(_, letter)| words.has(*letter))
        {
            let value = self.length(words, letter);
            programmed[axis] = match self.state.absolute {
                true => value,
                false => value.zip(programmed[axis]).map(|(step, here)| here + step),
            };
            let is_polar = self.state.polar.is_some() && axis != self.state.plane[2];
            for (other, is_mixed) in coordinates.mixes(axis).into_iter().enumerate() {
                is_changed[other] |= is_mixed || is_polar && other != self.state.plane[2];
            }
        }
        self.polar_target(words, &mut programmed)?;
        let places = coordinates.place(programmed);
        for axis in (0..3).filter(|&axis| is_changed[axis]) {
            let place = places[axis].zip(self.state.offsets.total(axis)).map(|(x, zero)| x + zero);
            target[axis] = place.map(flushed);
        }
        Ok(target)
    }

    /// The angles after a block. Of the machine's own zeros (G53) nothing is known, unless there is a
    /// machine.
    pub(super) fn turned(
        &self,
        words: &Words,
        machine: bool,
    ) -> Result<[Option<f64>; 3], GcodeProblem> {
        if let Some(angles) = self.pointed(words)? {
            return Ok(angles.map(Some));
        }
        let mut angles = self.state.angles;
        for (axis, letter) in ROTARY.into_iter().enumerate() {
            if words.is_unknown(letter) {
                angles[axis] = None;
                continue;
            }
            let Some(value) = words.get(letter) else { continue };
            angles[axis] = match (machine, self.state.absolute) {
                (true, _) => self.options.machine.is_some().then_some(value),
                (false, true) => Some(value),
                (false, false) => angles[axis].map(|angle| angle + value),
            };
        }
        Ok(angles)
    }

    pub(super) fn straight(
        &mut self,
        words: &Words,
        machine: bool,
        rapid: bool,
    ) -> Result<Way, GcodeProblem> {
        self.first_motion();
        let (target, angles) = (self.target(words, machine)?, self.turned(words, machine)?);
        let (from, before) = (self.state.position, self.known_angles());
        self.state.position = target;
        self.state.angles = angles;
        let after = self.known_angles();
        if let (Some(before), Some(after)) = (before, after) {
            self.check_turn(before, after)?;
        }
        let is_dogleg = rapid && self.options.rapid == RapidPath::Dogleg;
        let mut way = Way::default();
        let beside = self.state.compensation.is_some() || self.state.aside != DVec2::ZERO;
        if is_dogleg && beside {
            self.note("rapids beside a contour (G41, G42) are taken as straight".to_string());
        } else if is_dogleg
            && before == after
            && let (Some(from), Some(to), Some(after)) = (place(from), place(target), after)
        {
            let one = |ends| Move::new(ToolPath::line(ends), rapid, [after; 2]);
            way.moves.extend(dogleg(from, to).into_iter().map(one));
            return Ok(way);
        } else if is_dogleg && before != after {
            self.note("rapids on which A, B or C turn are taken as straight".to_string());
        }
        way.go(from, target, rapid, [before, after]);
        self.note_unchecked(&way);
        Ok(way)
    }

    /// Says why moves of a block are not checked.
    pub(super) fn note_unchecked(&mut self, way: &Way) {
        if way.unchecked == 0 {
            return;
        }
        let text = match self.known_angles() {
            None => "moves while A, B or C is not known are not checked",
            Some(_) => "moves from or to a place that is not known are not checked",
        };
        self.warn(text.to_string());
    }

    /// Checks a number of turns: it is noted, or refused because there are too many.
    pub(super) fn check_turn(
        &mut self,
        before: [f64; 3],
        after: [f64; 3],
    ) -> Result<(), GcodeProblem> {
        if before == after {
            return Ok(());
        }
        self.note(
            "A, B and C are taken to be at 0 before they are set, and to have one zero in all work systems"
                .to_string(),
        );
        if let Some(rotary) = self.options.rotary.filter(|_| self.options.machine.is_none()) {
            self.note(rotary.convention().to_string());
        }
        let turn = |axis: usize| (after[axis] - before[axis]).abs() / 360.0;
        let turns: f64 = (0..3).map(turn).sum();
        if turns <= MOST_TURNS_OF_AXES {
            return Ok(());
        }
        let why =
            format!("{turns:.0} turns in one block: at most {MOST_TURNS_OF_AXES} are checked");
        Err(GcodeProblem::Value { word: "A, B, C".to_string(), why })
    }

    pub(super) fn known(&self) -> Option<DVec3> {
        place(self.state.position)
    }

    pub(super) fn known_angles(&self) -> Option<[f64; 3]> {
        known(self.state.angles)
    }

    /// Notes that no plane was chosen, once.
    pub(super) fn note_plane(&mut self) {
        if !std::mem::replace(&mut self.state.is_plane_given, true) {
            self.note("neither G17, G18 nor G19 before the first arc or hole: G17".to_string());
        }
    }

    pub(super) fn arc(&mut self, words: &Words, clockwise: bool) -> Result<Way, GcodeProblem> {
        self.first_motion();
        self.note_plane();
        let (target, angles) = (self.target(words, false)?, self.turned(words, false)?);
        if angles != self.state.angles {
            return Err(GcodeProblem::Arc("a rotary axis turns on the way".to_string()));
        }
        let from = self.state.position;
        self.state.position = target;
        let turns = words.get('P').unwrap_or(1.0);
        if !(1.0..=MOST_TURNS).contains(&turns) || turns.fract() != 0.0 {
            let why = format!("an arc has from 1 to {MOST_TURNS} turns");
            return Err(GcodeProblem::Value { word: format!("P{turns}"), why });
        }
        let angles = self.known_angles();
        let (Some(angles), Some(from), Some(to)) = (angles, place(from), self.known()) else {
            let mut way = Way::default();
            way.go([None; 3], target, false, [angles; 2]);
            self.note_unchecked(&way);
            return Ok(way);
        };
        let axes = self.state.plane;
        let letters = ['I', 'J', 'K'];
        let center_absolute = self.state.center_absolute;
        let center = [axes[0], axes[1]].map(|axis| {
            let value = self.length(words, letters[axis])?;
            Some(if center_absolute { value + self.state.offsets.total(axis)? } else { value })
        });
        let millimetre = if self.unit() == ProgramUnit::Inch { 1.0 / 25.4 } else { 1.0 };
        let radius = self.length(words, 'R');
        let Bend { center, radius, clockwise } =
            self.changed_arc(Bend { center, radius, clockwise })?;
        let turns = turns as u32;
        let dialect = self.options.dialect;
        let words = ArcWords {
            axes,
            clockwise,
            center,
            center_absolute,
            radius,
            turns,
            millimetre,
            dialect,
        };
        let arc = words.arc([from, to])?;
        Ok(Way::of(Move::new(ToolPath::Arc(arc), false, [angles; 2])))
    }

    /// The bend of an arc while coordinates are mirrored, scaled or turned.
    fn changed_arc(&self, bend: Bend) -> Result<Bend, GcodeProblem> {
        let coordinates = &self.state.coordinates;
        if coordinates.is_plain() {
            return Ok(bend);
        }
        let axes = [self.state.plane[0], self.state.plane[1]];
        let fail = |why: &str| GcodeProblem::Arc(why.to_string());
        if self.state.center_absolute {
            return Err(fail("its centre is absolute (G90.1) while coordinates are changed"));
        }
        let scale = coordinates.scale_in(axes);
        let scale = scale.ok_or_else(|| fail("scaled or turned in this way, it is none"))?;
        let [x, y] = bend.center.map(|way| way.unwrap_or(0.0));
        let way = coordinates.way(axes, DVec2::new(x, y));
        let center = match bend.center {
            [None, None] => [None, None],
            _ => [Some(way.x), Some(way.y)],
        };
        let radius = bend.radius.map(|radius| radius * scale.abs());
        Ok(Bend { center, radius, clockwise: bend.clockwise ^ (scale < 0.0) })
    }
}

/// The bend of an arc, by its words.
struct Bend {
    center: [Option<f64>; 2],
    radius: Option<f64>,
    clockwise: bool,
}

/// The legs of a rapid whose axes all run at the same speed, each until it has arrived.
fn dogleg(from: DVec3, to: DVec3) -> Vec<[DVec3; 2]> {
    let way = to - from;
    let mut lengths = way.abs().to_array();
    lengths.sort_by(f64::total_cmp);
    let mut legs = Vec::new();
    let mut here = from;
    for length in lengths {
        let part = |axis: usize| match way[axis].abs() <= length {
            true => to[axis],
            false => from[axis] + length * way[axis].signum(),
        };
        let next = DVec3::new(part(0), part(1), part(2));
        if next != here {
            legs.push([here, next]);
            here = next;
        }
    }
    if legs.is_empty() { vec![[from, to]] } else { legs }
}
