//! Splines of LinuxCNC: G5, a cubic one, and G5.1, a quadratic one, in the plane of X and Y.

use super::block::Words;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::path::{Move, Spline, ToolPath};
use super::way::{Way, place};
use glam::{DVec2, DVec3};
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    /// G5 X Y I J P Q: I and J lead from the beginning to the second point, P and Q from the end to
    /// the third; without I and J it goes on smoothly from the spline before. G5.1 X Y I J has one
    /// point between.
    pub(super) fn spline(&mut self, words: &Words, is_cubic: bool) -> Result<Way, GcodeProblem> {
        let name = if is_cubic { "G5" } else { "G5.1" };
        let fail = |why: &str| GcodeProblem::Value { word: name.to_string(), why: why.to_string() };
        if self.state.plane != [0, 1, 2] {
            return Err(fail("a spline needs the plane G17"));
        }
        if "ZABC".chars().any(|letter| words.has(letter)) {
            return Err(fail("a spline moves only X and Y"));
        }
        if self.state.compensation.is_some() {
            return Err(GcodeProblem::Compensation(
                "a spline cannot stand while it is on".to_string(),
            ));
        }
        let before = self.state.spline_end.take();
        let pair =
            |a: char, b: char| Some(DVec2::new(self.length(words, a)?, self.length(words, b)?));
        let first = match (pair('I', 'J'), words.has('I') || words.has('J')) {
            (Some(way), _) => way,
            (None, false) if is_cubic => {
                before.ok_or_else(|| fail("the first spline needs I and J"))?
            }
            (None, _) => return Err(fail("it needs both I and J")),
        };
        let last = match is_cubic {
            true => pair('P', 'Q').ok_or_else(|| fail("it needs both P and Q"))?,
            false => DVec2::ZERO,
        };
        self.first_motion();
        let (from, target) = (self.state.position, self.target(words, false)?);
        self.state.position = target;
        self.state.spline_end = is_cubic.then_some(-last);
        let angles = self.known_angles();
        let (Some(from), Some(to), Some(angles)) = (place(from), place(target), angles) else {
            let mut way = Way::default();
            way.go([None; 3], target, false, [angles; 2]);
            self.note_unchecked(&way);
            return Ok(way);
        };
        let flat = |way: DVec2| DVec3::new(way.x, way.y, 0.0);
        let spline = match is_cubic {
            true => Spline::cubic([from, from + flat(first), to + flat(last), to]),
            false => Spline::quadratic([from, from + flat(first), to]),
        };
        Ok(Way::of(Move::new(ToolPath::Spline(spline), false, [angles; 2])))
    }
}
