//! `closecall fly DIR`: a flight checked pose by pose, and timed.
//!
//! Times of queries are those of one thread with no memory between calls; those with memory are taken in turns with them, and are
//! reported apart. Answers and counters come from a pass of their
//! own, which is not timed. `--threads` is for that pass and for the build, so no answer and no time of a query depends on
//! it; the time of the build does, and says on how many threads it was.

mod answers;
mod page;
mod plan;
mod report;
mod sheet;
mod warm;

pub use page::Shown;
pub use plan::{Flown, Plan};
pub use report::{both, json, text};
pub use sheet::Sheet;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use closecall_flight::{Flight, Frame};

use crate::engine::EngineFlags;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict};
use crate::question::{Mode, QuestionArgs};
use crate::report::ReportArg;
use crate::threads::MAX_THREADS;

/// The flags of `fly`.
#[derive(clap::Args, Debug)]
pub struct Fly<A: clap::Args> {
    /// Folder with env.obj, obj.obj and poses.csv; env.tree and obj.tree are taken where there is no OBJ.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Take the environment from this mesh or tree file, not from the folder.
    #[arg(long, value_name = "FILE")]
    env: Option<PathBuf>,

    /// Take the object from this mesh or tree file, not from the folder.
    #[arg(long, value_name = "FILE")]
    obj: Option<PathBuf>,

    #[command(flatten)]
    question: QuestionArgs,

    /// Fill in the path, so that no point moves by more than F times the longest edge of the object's box.
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    step: Option<f64>,

    /// Threads of the build, and of the untimed pass that finds the answers. Queries are always timed on one thread.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,

    /// Time every pose N times.
    #[arg(long, value_name = "N", default_value = "3")]
    reps: NonZeroUsize,

    /// Take every N-th row of poses.csv, beginning with the first; --step then fills in between these.
    #[arg(long, value_name = "N", default_value = "1")]
    stride: NonZeroUsize,

    /// Write a line per pose: its row in poses.csv (with --step, the row it follows), the count, the pairs as i:j.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    engine: A,
}

impl<A: EngineFlags> Fly<A> {
    /// Flies.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let read = Flight::read_with(&self.folder, [self.env.as_deref(), self.obj.as_deref()])?;
        let frames = self.frames(&read.flight)?;
        let report = self.report.file()?;
        let plan = Plan {
            question: self.question.question(Mode::First),
            engine: self.engine.engine()?,
            reps: self.reps.get(),
            threads: usize::from(self.threads),
            out: self.out.as_deref(),
            is_shown: report.is_some(),
        };
        let flown = plan.fly(read.bodies(), &frames)?;
        let name = self.folder.to_string_lossy();
        let mut outcome = Outcome {
            verdict: Verdict::colliding(flown.answers.colliding > 0),
            text: text(&name, &flown),
            json: json(&name, &flown),
            warnings: [&read.warnings[..], &self.engine.warnings()].concat(),
        };
        if let Some(report) = report {
            let names = [self.body_name(&self.env, "env"), self.body_name(&self.obj, "obj")];
            let meshes = [&read.flight.env, &read.flight.obj];
            let shown = Shown { flight: &name, names: names.each_ref().map(|name| &**name), meshes, frames: &frames };
            report.write(&shown.page(&[&flown], &outcome.text), &mut outcome)?;
        }
        Ok(outcome)
    }

    fn body_name(&self, file: &Option<PathBuf>, otherwise: &str) -> String {
        let name = file.as_deref().and_then(Path::file_name);
        name.map_or_else(|| otherwise.to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn frames(&self, flight: &Flight) -> Result<Vec<Frame>, Failure> {
        let stride = self.stride.get();
        match self.step {
            None => Ok(flight.frames(stride)),
            Some(step) => flight.stepped_frames(stride, step).map_err(|error| Failure::of_usage("--step", error)),
        }
    }
}
