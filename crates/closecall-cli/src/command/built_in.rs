//! `closecall` alone: the main job on a flight that needs no file, and a page that shows it.

use std::path::Path;

use closecall_flight::cave::cave;
use serde_json::{Value, json};

use super::fly::{self, Plan, ShownFlight};
use crate::engine::Wide;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};
use crate::output::Files;
use crate::question::{Mode, Question};
use crate::report::{ReportArg, ReportFile};

const NAME: &str = "built-in cave";
const REPS: usize = 5;

/// The page, where no other is asked for.
const REPORT: &str = "closecall-report.html";

/// Flies the ring through the cave, asking both questions. A page that was asked for must be
/// written; where it was not, a folder that cannot be written to costs the page and not the answer.
pub fn run(report: &ReportArg) -> Result<CommandAnswer, Failure> {
    let mut files = Files::default();
    let report = match report.file(&mut files)? {
        Some(asked) => Ok(Some(asked)),
        None => files.write("page", Some(Path::new(REPORT))).map(|own| own.map(ReportFile::new)),
    };
    let (report, warnings) = match report {
        Ok(report) => (report, vec![]),
        Err(failure) => (None, vec![format!("no page is written: {failure}")]),
    };
    let flight = cave();
    let frames = flight.frames(1);
    let flown = |mode| {
        let question = Question { mode, max_pairs: None };
        let is_shown = report.is_some() && mode == Mode::All;
        Plan { question, engine: Wide::COLD, reps: REPS, threads: 1, out: None, is_shown }
            .fly([&flight.env, &flight.obj].map(Into::into), &frames)
    };
    let (first, all) = (flown(Mode::First)?, flown(Mode::All)?);
    let json = json!({
        "command": "built-in",
        "flight": NAME,
        "first": Value::Object(fly::json(NAME, &first)),
        "all": Value::Object(fly::json(NAME, &all)),
    });
    let text = fly::both(NAME, &first, &all);
    let mut outcome = CommandAnswer { verdict: Ending::Done, text, json: object(json), warnings };
    if let Some(report) = report {
        let meshes = [&flight.env, &flight.obj];
        let shown = ShownFlight { flight: NAME, names: ["cave", "ring"], meshes, frames: &frames };
        report.write(&shown.page(&[&first, &all], &outcome.text), &mut outcome);
    }
    Ok(outcome)
}
