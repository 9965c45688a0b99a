//! G4, which waits for P. Fanuc's controls take X, too, as how long to wait; LinuxCNC moves the
//! axes that are named beside P. So axis words beside P are refused.

use super::block::Words;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use std::io::BufRead;

impl<R: BufRead> Interpreter<R> {
    pub(super) fn dwell(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        for letter in words.letters() {
            match letter {
                'X' if words.get('P').is_none() => {
                    self.note("X beside G4 is how long to wait, not a place".to_string());
                }
                'X' | 'Y' | 'Z' | 'A' | 'B' | 'C' => {
                    let word = format!("{letter}{}", words.get(letter).unwrap_or(0.0));
                    let why = "beside G4 it does on some controls, and does not on others";
                    return Err(GcodeProblem::Unsupported { word, why });
                }
                _ => {}
            }
        }
        Ok(())
    }
}
