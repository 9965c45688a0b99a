//! Drilling cycles: their words, and the moves of their holes.

use super::block::Words;
use super::code::name;
use super::cycle::{HoleStep, Holes, MOST_REPEATS, PECK_CLEARANCE};
use super::dialect::Dialect;
use super::error::GcodeProblem;
use super::function::radians;
use super::interpreter::Interpreter;
use super::options::ProgramUnit;
use super::way::{Way, known, place};
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    /// A block of a cycle.
    pub(super) fn holes(&mut self, words: &Words, code: u32) -> Result<Way, GcodeProblem> {
        let fail = |why: &str| GcodeProblem::Cycle { cycle: name(code), why: why.to_string() };
        if self.state.plane != [0, 1, 2] {
            return Err(fail("needs the plane G17"));
        }
        self.first_motion();
        self.note_plane();
        if !self.state.is_return_given {
            let how = match self.state.to_initial {
                true => "G98, as controls begin",
                false => "G99, back to R, as LinuxCNC begins",
            };
            self.note(format!("neither G98 nor G99 before the first hole: {how}"));
        }
        let is_back = self.keep_words(words, code)?;
        let repeats = repeats(words, code)?;
        let cycle = self.state.cycle;
        let bottom = cycle.bottom.ok_or_else(|| fail("has no depth: Z is missing"))?;
        let retract = cycle.retract.ok_or_else(|| fail("has no retract level: R is missing"))?;
        let [before, after] = self.turn_to_hole(words)?;
        if before != after && repeats != 1 {
            let why = "turns a rotary axis: that can be checked only if it is not repeated";
            return Err(fail(why));
        }
        let from = self.state.position;
        let absolute = self.state.absolute;
        let step = self.hole_step(words, repeats)?;
        let target = self.target(words, false)?;
        // Z and R are words of the program, and the zero in force is theirs. So is the level at
        // which the series began.
        let origin = self.state.offsets.total(2);
        let minus_origin = |z: f64| origin.map(|origin| z - origin);
        if !cycle.begun {
            self.state.cycle.initial = from[2].and_then(minus_origin);
            self.state.cycle.begun = true;
            self.state.cycle.changes = self.state.offsets.changes();
        }
        let plus_origin = |z: f64| origin.map(|origin| z + origin);
        let initial = self.state.cycle.initial.and_then(plus_origin);
        let zero = if absolute { origin } else { initial };
        let retract = zero.map(|zero| zero + retract);
        let bottom = if absolute { zero } else { retract }.map(|from| from + bottom);
        let holes = Holes {
            code: name(code),
            dialect: self.options.dialect,
            at: [target[0], target[1]],
            step,
            retract,
            bottom,
            initial,
            to_initial: self.state.to_initial,
            peck: self.pecks(code),
            repeats,
            is_zero_new: self.state.cycle.changes != self.state.offsets.changes(),
        };
        self.state.cycle.changes = self.state.offsets.changes();
        let levels = known([retract, bottom, zero]).filter(|_| is_back);
        let back = levels.zip(place(from)).and_then(|([retract, bottom, zero], from)| {
            Some((from, self.state.cycle.back(retract, bottom, absolute.then_some(zero))?))
        });
        let (legs, across) = match &back {
            Some((from, back)) => (holes.back_bored(*from, back)?, 0),
            // From a place that is not known nothing is known of it.
            None if is_back => (vec![([None; 3], true)], 0),
            None => (holes.drilled(from)?, holes.first_across(from)),
        };
        let mut way = Way::default();
        let mut here = from;
        for (number, &(to, rapid)) in legs.iter().enumerate() {
            // Rotary axes turn on the way to the hole, as on Fanuc controls.
            let angles = [number > across, number >= across];
            let angles = angles.map(|is_turned| if is_turned { after } else { before });
            way.go(std::mem::replace(&mut here, to), to, rapid, angles);
        }
        self.state.position = here;
        self.note_unchecked(&way);
        Ok(way)
    }

    /// The step from one hole of the block to the next: None where places are absolute.
    fn hole_step(&self, words: &Words, repeats: u32) -> Result<Option<HoleStep>, GcodeProblem> {
        let coordinates = &self.state.coordinates;
        if !coordinates.keeps(2) {
            return Err(GcodeProblem::Cycle {
                cycle: "of holes".to_string(),
                why: "cannot be scaled or mirrored along Z".to_string(),
            });
        }
        if self.state.absolute {
            return Ok(None);
        }
        if self.state.polar.is_some() {
            return match repeats {
                1 => Ok(None),
                _ => Err(GcodeProblem::Cycle {
                    cycle: "of holes".to_string(),
                    why: "cannot be repeated in polar coordinates (G16)".to_string(),
                }),
            };
        }
        if let [radius, angle] = words.polar
            && (radius.is_some() || angle.is_some())
        {
            let radius = radius.unwrap_or(0.0) * self.factor();
            let zero = [self.state.offsets.total(0), self.state.offsets.total(1)];
            return Ok(Some(HoleStep::Polar {
                radius,
                angle: radians(angle.unwrap_or(0.0)),
                zero,
            }));
        }
        let step = ['X', 'Y'].map(|letter| self.length(words, letter).unwrap_or(0.0));
        Ok(Some(HoleStep::Straight(coordinates.way([0, 1], step.into()).to_array())))
    }

    /// Keeps the Z, R and other words of a cycle; whether it bores from behind.
    fn keep_words(&mut self, words: &Words, code: u32) -> Result<bool, GcodeProblem> {
        let [z, r] = ['Z', 'R'].map(|letter| self.length(words, letter));
        self.state.cycle.bottom = z.or(self.state.cycle.bottom);
        self.state.cycle.retract = r.or(self.state.cycle.retract);
        self.state.cycle.peck = self.length(words, 'Q').or(self.state.cycle.peck);
        if code == 870 { self.back_boring(words) } else { Ok(false) }
    }

    /// The depth of the pecks of a cycle, and the height above one at which the next begins, where
    /// the control says so.
    fn pecks(&self, code: u32) -> Option<[f64; 2]> {
        let is_pecked = matches!(code, 730 | 830) && self.options.dialect == Dialect::LinuxCnc;
        let millimetre = if self.unit() == ProgramUnit::Inch { 1.0 / 25.4 } else { 1.0 };
        let depth = self.state.cycle.peck.filter(|_| is_pecked)?;
        Some([depth.abs(), PECK_CLEARANCE * millimetre])
    }

    /// The angles before a hole and at it, where they are known.
    fn turn_to_hole(&mut self, words: &Words) -> Result<[Option<[f64; 3]>; 2], GcodeProblem> {
        let before = self.known_angles();
        self.state.angles = self.turned(words, false)?;
        let after = self.known_angles();
        if let (Some(before), Some(after)) = (before, after) {
            self.check_turn(before, after)?;
        }
        Ok([before, after])
    }

    /// Whether a G87 bores from behind: it then names how far the tool is moved aside to pass the
    /// hole. What it names is kept.
    fn back_boring(&mut self, words: &Words) -> Result<bool, GcodeProblem> {
        let [i, j, k, q] = ['I', 'J', 'K', 'Q'].map(|letter| self.length(words, letter));
        let cycle = &mut self.state.cycle;
        if i.is_some() || j.is_some() {
            cycle.aside = Some([i.unwrap_or(0.0), j.unwrap_or(0.0)]);
        } else if let Some(q) = q {
            cycle.aside = Some([q.abs(), 0.0]);
        }
        cycle.top = k.or(cycle.top);
        if cycle.aside.is_none() {
            self.note("G87 without Q, I or J: bored from above, drawn back by hand".to_string());
            return Ok(false);
        }
        self.note(
            "G87 bores from behind; Q moves the tool aside along +X; it is checked as if it turned all the time"
                .to_string(),
        );
        Ok(true)
    }
}

/// The number of times that the cycle is repeated: the L word, or K.
fn repeats(words: &Words, code: u32) -> Result<u32, GcodeProblem> {
    let repeats = words.get('L').or(words.get('K').filter(|_| code != 870)).unwrap_or(1.0);
    if (0.0..=MOST_REPEATS).contains(&repeats) && repeats.fract() == 0.0 {
        return Ok(repeats as u32);
    }
    let why = format!("a cycle is repeated at most {MOST_REPEATS} times");
    Err(GcodeProblem::Value { word: format!("L{repeats}"), why })
}
