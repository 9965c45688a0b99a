//! `closecall` alone: the main job on a flight that needs no file.

use closecall_lab::engine::Setup;
use closecall_lab::flight::cave::cave;
use serde_json::{Value, json};

use super::fly::{self, Plan};
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict, object};
use crate::question::{Mode, Question};

const NAME: &str = "built-in cave";
const REPS: usize = 5;

/// Flies the ring through the cave, asking both questions.
pub fn run() -> Result<Outcome, Failure> {
    let flight = cave();
    let frames = flight.frames(1);
    let flown = |mode| {
        let question = Question { mode, max_pairs: None };
        Plan { question, setup: Setup::Wide, memory: None, reps: REPS, threads: 1, out: None }
            .fly([&flight.env, &flight.obj].map(Into::into), &frames)
    };
    let (first, all) = (flown(Mode::First)?, flown(Mode::All)?);
    let json = json!({
        "command": "built-in",
        "flight": NAME,
        "first": Value::Object(fly::json(NAME, &first)),
        "all": Value::Object(fly::json(NAME, &all)),
    });
    Ok(Outcome { verdict: Verdict::Done, text: fly::both(NAME, &first, &all), json: object(json), warnings: vec![] })
}
