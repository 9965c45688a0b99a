//! `closecall-lab fly DIR`: a flight checked pose by pose, and timed.
//!
//! Times of queries are those of one thread with no memory between calls; those with memory are
//! taken in turns with them, and are reported apart. Answers and counters come from a pass of their
//! own, which is not timed. `--threads` is for that pass and for the build, so no answer and no
//! time of a query depends on it; the time of the build does, and says on how many threads it was.

mod answers;
mod asking;
mod dist;
mod page;
mod plan;
mod report;
mod timed;
mod warm;

pub use asking::ask;

use self::page::ShownFlight;
use self::plan::Plan;
use self::report::{json, text};

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use closecall::Budget;
use closecall_flight::{Flight, FlightFiles, FlightFrame, FlightOptions, STANDARD_INPUT};

use closecall_cli::console::{self, Form};
use closecall_cli::distance_page::Shown as Clearances;
use closecall_cli::pose_sheet::PoseSheet;

use super::engine_flags::EngineArgs;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending};
use closecall_cli::output::Files;
use closecall_cli::question::{Mode, QuestionArgs};
use closecall_cli::reading::{ReadingArgs, doubt_meshes};
use closecall_cli::report::ReportArg;
use closecall_cli::threads::MAX_THREADS;

/// The flags of `fly`.
#[derive(clap::Args, Debug)]
pub struct Fly {
    /// Folder with env.obj, obj.obj and poses.csv; env.tree and obj.tree are taken where there is
    /// no OBJ. It may be left out where --env, --obj and --path say all.
    #[arg(value_name = "DIR", required_unless_present_all = ["env", "obj", "path"])]
    folder: Option<PathBuf>,

    /// Take the environment from this mesh or tree file, not from the folder.
    #[arg(long, value_name = "FILE")]
    env: Option<PathBuf>,

    /// Take the object from this mesh or tree file, not from the folder.
    #[arg(long, value_name = "FILE")]
    obj: Option<PathBuf>,

    /// Take the poses from this file, not from the folder; - is standard input.
    #[arg(long, value_name = "FILE")]
    path: Option<PathBuf>,

    /// Make quaternions unit quaternions where their digits were rounded, and say by how much they
    /// were changed.
    #[arg(long)]
    normalize: bool,

    #[command(flatten)]
    question: QuestionArgs,

    /// Ask how far apart the two are; `contacts` is then the sum of the distances, and --out has
    /// the distance in place of the count.
    #[arg(long, conflicts_with_all = ["first", "all", "max_pairs"])]
    dist: bool,

    /// Stop every query after this much time or this many tests, as in 50us or 200tests. --out then
    /// has `?` and the depth that is possible for poses that are undecided; if nothing touches but
    /// something is undecided, the exit code is 3. Whether they touch is all that is asked: not with
    /// --all, --max-pairs, --dist, --solid, --report or --gltf.
    #[arg(long, allow_hyphen_values = true, value_name = "BUDGET", conflicts_with_all = ["all", "max_pairs", "dist", "report", "gltf"])]
    budget: Option<Budget>,

    /// Fill in the path, so that no point moves by more than F times the longest edge of the
    /// object's box.
    #[arg(long, value_name = "F", allow_negative_numbers = true)]
    step: Option<f64>,

    /// Threads of the build, and of the untimed pass that finds the answers. Queries are always
    /// timed on one thread.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: u16,

    /// Time every pose N times.
    #[arg(long, value_name = "N", default_value = "3", value_parser = clap::value_parser!(u32).range(1..=MAX_REPS))]
    reps: u32,

    /// Take every N-th row of poses.csv, beginning with the first; --step then fills in between
    /// these.
    #[arg(long, value_name = "N", default_value = "1")]
    stride: NonZeroUsize,

    /// Write a line per pose: its row in poses.csv (with --step, the row it follows), the count,
    /// the pairs as i:j.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,

    #[command(flatten)]
    engine: EngineArgs,
}

/// More repetitions would only take time.
pub const MAX_REPS: i64 = 100_000;

impl Fly {
    /// Flies.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut files = Files::default();
        let mut warnings = Vec::new();
        let of_flight = self.files(&mut files, &mut warnings)?;
        let sheet = files.write("--out", self.out.as_deref())?.map(PoseSheet::new);
        let report = self.report.file(&mut files)?;
        let options =
            FlightOptions::default().meshes(self.reading.options()).normalize(self.normalize);
        let read = of_flight.read(&options)?;
        files.read_all(read.companions.iter().map(PathBuf::as_path))?;
        warnings.extend(read.warnings.iter().cloned());
        let [env_unit, obj_unit] = read.units;
        self.reading
            .judge([(&*of_flight.env, env_unit), (&of_flight.obj, obj_unit)], &mut warnings)?;
        let frames = self.frames(&read.flight)?;
        doubt_meshes(
            [(&of_flight.env, &read.flight.env), (&of_flight.obj, &read.flight.obj)],
            frames.iter().map(|frame| &frame.pose),
            &mut warnings,
        );
        let names = [self.body_name(&self.env, "env"), self.body_name(&self.obj, "obj")];
        self.engine.check([(&names[0], &read.flight.env), (&names[1], &read.flight.obj)])?;
        let plan = Plan {
            question: self.question.question(Mode::First),
            engine: self.engine.engine()?,
            reps: self.reps as usize,
            threads: usize::from(self.threads),
            out: sheet.as_ref(),
            is_shown: report.is_some(),
        };
        let name = self.folder.as_deref().unwrap_or(&of_flight.poses).to_string_lossy();
        if self.dist && (console::form() != Form::Nothing || sheet.is_some() || report.is_some()) {
            if plan.engine.named().iter().any(|(flag, _)| *flag == "clearance") {
                return Err(Failure::of_usage("--dist", "a distance has no clearance"));
            }
            let (mut outcome, found) = dist::fly(&name, &plan, read.bodies(), &frames)?;
            outcome.warnings = [warnings, self.engine.warnings()].concat();
            outcome.settle(sheet.as_ref().map_or(Ok(None), PoseSheet::finish));
            if let Some(report) = report {
                let poses: Vec<_> = frames.iter().map(|frame| (frame.row, frame.pose)).collect();
                let found: Vec<_> = found.into_iter().map(Some).collect();
                let meshes = [&read.flight.env, &read.flight.obj];
                let names = names.each_ref().map(|name| &**name);
                let shown =
                    Clearances { title: &name, names, meshes, poses: &poses, found: &found };
                report.write(&shown.page(&outcome.text, 8), &mut outcome);
            }
            return Ok(outcome);
        }
        if let Some(budget) = &self.budget {
            let mut outcome = timed::fly(&name, &plan, budget, read.bodies(), &frames)?;
            outcome.warnings = [warnings, self.engine.warnings()].concat();
            outcome.settle(sheet.as_ref().map_or(Ok(None), PoseSheet::finish));
            return Ok(outcome);
        }
        if console::form() == Form::Nothing && sheet.is_none() && report.is_none() {
            return plan.glance(read.bodies(), &frames);
        }
        let flown = plan.fly(read.bodies(), &frames)?;
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(flown.answers.colliding > 0),
            text: text(&name, &flown),
            json: json(&name, &flown),
            warnings: [warnings, self.engine.warnings()].concat(),
        };
        outcome.settle(sheet.as_ref().map_or(Ok(None), PoseSheet::finish));
        if let Some(report) = report {
            let poses: Vec<_> = frames.iter().map(|frame| (frame.row, frame.pose)).collect();
            let pairs: Vec<_> = flown.shown.iter().map(|answer| answer.pairs.clone()).collect();
            let shown = ShownFlight {
                flight: &name,
                names: names.each_ref().map(|name| &**name),
                meshes: [&read.flight.env, &read.flight.obj],
                poses: &poses,
            };
            report.write(&shown.page(&flown, &pairs, &outcome.text), &mut outcome);
        }
        Ok(outcome)
    }

    /// The files of the flight, each of them declared.
    fn files(&self, files: &mut Files, warnings: &mut Vec<String>) -> Result<FlightFiles, Failure> {
        let folder = self.folder.as_deref().unwrap_or(Path::new(""));
        let others = [&self.env, &self.obj, &self.path].map(Option::as_deref);
        let of_flight = FlightFiles::of_folder(folder, others, warnings);
        files.read_all([&*of_flight.env, &*of_flight.obj])?;
        if of_flight.poses != Path::new(STANDARD_INPUT) {
            files.read(&of_flight.poses)?;
        }
        if self.folder.is_some() {
            // Not read where others are taken in their place, but no place for an output either.
            let own = ["env.obj", "env.tree", "obj.obj", "obj.tree", "poses.csv"]
                .map(|name| folder.join(name));
            files.read_all(own.iter().map(PathBuf::as_path))?;
        }
        Ok(of_flight)
    }

    fn body_name(&self, file: &Option<PathBuf>, otherwise: &str) -> String {
        let name = file.as_deref().and_then(Path::file_name);
        name.map_or_else(|| otherwise.to_owned(), |name| name.to_string_lossy().into_owned())
    }

    fn frames(&self, flight: &Flight) -> Result<Vec<FlightFrame>, Failure> {
        let stride = self.stride.get();
        match self.step {
            None => Ok(flight.frames(stride)),
            Some(step) => flight
                .stepped_frames(stride, step)
                .map_err(|error| Failure::of_usage("--step", error)),
        }
    }
}
