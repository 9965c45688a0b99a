//! Probing and threads: straight moves by feed.
//!
//! A probe goes to its target, or stops at what it meets before: the whole way is checked, and where
//! it stops is not known afterwards, along the axes that it moved. G33.1 taps a thread and comes back.

use super::block::Words;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::way::Way;
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    /// G38.2 to G38.5, G31.
    pub(super) fn probe(&mut self, words: &Words) -> Result<Way, GcodeProblem> {
        let (before, angles) = (self.state.position, self.state.angles);
        let way = Way { is_probing: true, ..self.straight(words, false, false)? };
        self.warn(
            "a probe is checked as a feed move to its target; where it stops is not known, nor what it measures"
                .to_string(),
        );
        for axis in 0..3 {
            if self.state.position[axis] != before[axis] {
                self.state.position[axis] = None;
            }
            if self.state.angles[axis] != angles[axis] {
                self.state.angles[axis] = None;
            }
        }
        Ok(way)
    }

    /// G33.1
    pub(super) fn tap(&mut self, words: &Words) -> Result<Way, GcodeProblem> {
        let (from, angles) = (self.state.position, self.known_angles());
        let mut way = self.straight(words, false, false)?;
        let (to, after) = (self.state.position, self.known_angles());
        self.state.position = from;
        if angles != after {
            let why = "a rotary axis cannot turn while a thread is tapped".to_string();
            return Err(GcodeProblem::Value { word: "G33.1".to_string(), why });
        }
        way.go(to, from, false, [after, angles]);
        Ok(way)
    }
}
