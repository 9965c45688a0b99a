//! Letters besides G and M: which of them a block uses.
//!
//! Every code names the letters that it reads. A letter that no code of its block reads means
//! nothing there, and is noted: LinuxCNC refuses such a block, other controls pass over the word.

use super::block::Words;
use super::error::GcodeProblem;
use super::interpreter::Interpreter;
use super::state::{Motion, TipControl};
use std::io::BufRead;

/// Letters that stand in any block: feed, the block's number, speed, tool.
const EVERYWHERE: &str = "FNOST";

/// Axes: a block that names one and has no motion for it is refused elsewhere.
const AXES: &str = "XYZABC";

/// The letters that a G word reads besides axes.
fn of_g(g: u32) -> &'static str {
    match g {
        20 | 30 => "IJKRP",
        40 => "PX",
        50 | 51 => "IJPQ",
        640 => "PQ",
        510 => "PIJK",
        680 => "R",
        330 | 331 => "K",
        650 => "ABCDEHIJKLMPQRUVWXYZ",
        100 => "LPRIJQ",
        410 | 411 | 420 | 421 => "D",
        430 => "H",
        434 | 2340 => "HP",
        435 => "HIJKP",
        531 => "P",
        682 => "PIJK",
        730 | 830 => "RLKPQ",
        740 | 810 | 820 | 840 | 850 | 860 | 880 | 890 => "RLKP",
        870 => "RLPIJKQ",
        960 => "D",
        _ => "",
    }
}

/// The letters that an M word reads. Words that change nothing may have any of them.
fn of_m(m: u32) -> &'static str {
    match m {
        3..=5 => "$",
        19 => "RQP$",
        61 => "Q",
        62..=65 => "P",
        66 => "PELQ",
        67 | 68 => "EQ",
        97 | 98 => "PL",
        99 => "P",
        _ => "",
    }
}

/// The letters that the motion in force reads.
fn of_motion(motion: Option<Motion>) -> &'static str {
    match motion {
        Some(Motion::Arc { .. }) => of_g(20),
        Some(Motion::Cycle { code }) => of_g(code),
        Some(Motion::Thread | Motion::Tap) => "K",
        Some(Motion::Spline { .. }) => of_g(50),
        Some(Motion::Rapid | Motion::Feed | Motion::Probe) | None => "",
    }
}

impl<R: BufRead> Interpreter<R> {
    /// Refuses or notes the letters that nothing in this block reads.
    pub(super) fn check_letters(&mut self, words: &Words) -> Result<(), GcodeProblem> {
        for letter in words.letters() {
            if matches!(letter, 'U' | 'V' | 'W') && !words.g.contains(&650) {
                let word = format!("{letter}{}", words.get(letter).unwrap_or(0.0));
                let why = "secondary axes are not supported";
                return Err(GcodeProblem::Unsupported { word, why });
            }
            if !self.reads(words, letter) {
                self.warn(format!(
                    "the word {letter} means nothing in this block and was left out"
                ));
            }
        }
        if words.get('O').is_some() {
            self.note("an O word alone names the program".to_string());
            if words.letters().any(|letter| !"ON".contains(letter)) {
                let why = "nothing may stand beside a program's number".to_string();
                return Err(GcodeProblem::Value { word: "O".to_string(), why });
            }
        }
        Ok(())
    }

    /// Whether something in the block reads this letter.
    fn reads(&self, words: &Words, letter: char) -> bool {
        // D and H stay in force on Fanuc's controls, wherever they stand.
        let is_modal = self.options.dialect.is_fanuc() && matches!(letter, 'D' | 'H');
        let by_g = words.g.iter().any(|&g| of_g(g).contains(letter));
        let by_m = words.m.iter().any(|&m| of_m(m).contains(letter));
        let has_motion = words.g.iter().any(|g| matches!(g, 0..=30 | 310..=399 | 730..=899));
        let by_motion = !has_motion && of_motion(self.state.motion).contains(letter);
        // The centre along the axis of the plane is none.
        let is_across = letter == ['I', 'J', 'K'][self.plane_after(words)[2]];
        let is_arc = words.g.iter().any(|g| matches!(g, 20 | 30))
            || !has_motion && matches!(self.state.motion, Some(Motion::Arc { .. }));
        let is_vector = self.state.tip_control == TipControl::Vectors && "IJK".contains(letter);
        let is_read = is_modal || is_vector || by_g || by_m || by_motion && !words.g.contains(&40);
        EVERYWHERE.contains(letter) || AXES.contains(letter) || is_read && !(is_arc && is_across)
    }

    /// The plane that a block has in force.
    fn plane_after(&self, words: &Words) -> [usize; 3] {
        let plane = |g: &u32| match g {
            170 => Some([0, 1, 2]),
            180 => Some([2, 0, 1]),
            190 => Some([1, 2, 0]),
            _ => None,
        };
        words.g.iter().find_map(plane).unwrap_or(self.state.plane)
    }
}
