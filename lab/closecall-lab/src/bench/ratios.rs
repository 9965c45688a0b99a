//! Instructions with memory over instructions without, per flight, step and question. They say
//! whether memory costs anything where it cannot help, and no neighbour on the machine changes
//! them.

use std::hint::black_box;

use closecall::{Model, Pair};

use super::warm::{STEPS, fly_cold, fly_warm};
use super::{BenchPage, BenchSheet, stepped_path};
use crate::table::TableQuestion;
use closecall_callgrind::{Unwatched, total, watch};
use closecall_flight::numbers::{figures, grouped};
use closecall_flight::{Flight, StepError};

/// With memory, this many times the instructions without are allowed.
pub const ALLOWED: f64 = 1.05;

/// The number of frames a stretch has: valgrind is slow.
const FRAMES: usize = 300;

/// A flight, its name, and the arguments with which this program calls [`fly`] with it.
pub type Watchable = (String, Flight, Vec<String>);

/// Why there is no page.
#[derive(Debug, thiserror::Error)]
pub enum RatiosError {
    /// Nothing was counted.
    #[error(transparent)]
    Unwatched(#[from] Unwatched),
    /// A flight does not know its steps.
    #[error(transparent)]
    Step(#[from] StepError),
    /// Callgrind did not see what it should have.
    #[error("callgrind counted {found} legs, not {expected}")]
    Miscounted {
        /// The number it saw.
        found: usize,
        /// The number there is, cold and warm.
        expected: usize,
    },
}

/// The page, and the largest ratio on it.
pub fn page(flights: &[Watchable]) -> Result<(BenchPage, f64), RatiosError> {
    let (mut sheets, mut largest) = (Vec::new(), 0.0_f64);
    for (name, flight, arguments) in flights {
        let legs = legs(flight, arguments)?;
        largest = legs.iter().map(Leg::ratio).fold(largest, f64::max);
        let header = vec!["step, question", "frames", "cold", "warm", "warm over cold"];
        sheets.push(BenchSheet {
            title: name.clone(),
            header,
            rows: legs.iter().map(Leg::row).collect(),
        });
    }
    let preface = format!(
        "Instructions per frame, counted by callgrind, which knows AVX2 and no AVX-512. 3 stretches of {FRAMES} frames from all over a flight, at steps given as shares of the \
         object's longest side, begun with nothing remembered and not even a stack that has grown. The largest ratio is {}; {ALLOWED} is the goal.",
        figures(largest)
    );
    Ok((
        BenchPage {
            name: "ratios",
            title: "Instructions with memory over instructions without",
            preface,
            sheets,
        },
        largest,
    ))
}

/// The legs in the order in which they are flown.
fn plan() -> impl Iterator<Item = (f64, TableQuestion)> {
    STEPS.into_iter().flat_map(|step| TableQuestion::BOTH.map(|question| (step, question)))
}

/// Flies all legs, for callgrind to watch.
///
/// # Panics
/// If warm and cold differ.
pub fn fly(flight: &Flight) -> Result<(), StepError> {
    let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
    for (step, question) in plan() {
        let path = stepped_path(flight, FRAMES, step)?;
        let mut pair = Pair::new(&models[0], &models[1]).unwrap();
        let cold = watched(&mut || fly_cold(&models, &path, question));
        let warm = watched(&mut || fly_warm(&mut pair, &path, question));
        assert_eq!(cold, warm, "warm and cold differ at step {step}");
    }
    Ok(())
}

/// The part that is counted: callgrind begins when it is entered, and dumps when it is left. One
/// function for both, because it heeds only one that is both begun and dumped at.
#[inline(never)]
fn watched(fly: &mut dyn FnMut() -> u64) -> u64 {
    // The work done after it keeps the call from becoming a jump.
    black_box(fly())
}

/// The cost of a leg.
struct Leg {
    step: f64,
    question: TableQuestion,
    frames: usize,
    cold: u64,
    warm: u64,
}

fn legs(flight: &Flight, arguments: &[String]) -> Result<Vec<Leg>, RatiosError> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let texts =
        watch(&["--toggle-collect=*ratios::watched", "--dump-after=*ratios::watched"], &arguments)?;
    // After the last leg there is nothing to count.
    let counts: Vec<u64> =
        texts.iter().filter_map(|text| total(text)).filter(|count| *count > 0).collect();
    let expected = 2 * plan().count();
    if counts.len() != expected {
        return Err(RatiosError::Miscounted { found: counts.len(), expected });
    }
    let leg = |((step, question), counts): ((f64, TableQuestion), &[u64])| {
        let frames = stepped_path(flight, FRAMES, step)?.len();
        Ok(Leg { step, question, frames, cold: counts[0], warm: counts[1] })
    };
    plan().zip(counts.chunks(2)).map(leg).collect()
}

impl Leg {
    fn ratio(&self) -> f64 {
        self.warm as f64 / self.cold as f64
    }

    fn row(&self) -> Vec<String> {
        let per_frame = |count: u64| grouped((count as f64 / self.frames as f64).round() as u64);
        let name = format!("{} {}", self.step, self.question.name());
        vec![
            name,
            grouped(self.frames as u64),
            per_frame(self.cold),
            per_frame(self.warm),
            figures(self.ratio()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MOVING, made};
    use super::*;

    #[test]
    fn a_row_tells_instructions_per_frame_and_their_ratio() {
        let leg = Leg {
            step: 0.01,
            question: TableQuestion::All,
            frames: 900,
            cold: 9_000_000,
            warm: 4_500_000,
        };
        assert_eq!(leg.row(), ["0.01 all", "900", "10,000", "5,000", "0.500"]);
    }

    #[test]
    fn warm_and_cold_agree_on_what_is_watched() {
        fly(&made(MOVING[3]).unwrap().1).unwrap();
    }
}
