//! The questions to a flight, and the stages of asking: build, answer, time.

use closecall::Mesh;
use closecall_flight::timing::{Stopwatch, Timed, Timing};
use closecall_flight::{FlightFrame, MeshOrModel};
use closecall_lab::engine::{Asked, Built, EngineBodies, Price, Remembers};
use closecall_report::DrawnFront;
use rayon::ThreadPool;
use serde_json::Map;

use super::super::flown_engine::{AnyEngine, Remembered};
use super::answers::{Answers, PoseAnswer, answer};
use super::asking::ask;
use super::warm::{self, WarmFlown};
use closecall_cli::console;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending};
use closecall_cli::pose_sheet::PoseSheet;
use closecall_cli::question::{Keep, Mode, Question, TrianglePair};
use closecall_cli::threads::threads;
use closecall_lab::memory::heap_bytes;

/// How to fly.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The question at every pose.
    pub question: Question,
    /// Which engine answers, how its trees are built, and what it remembers.
    pub engine: AnyEngine,
    /// How often every pose is timed.
    pub reps: usize,
    /// The threads of the build and of the untimed pass.
    pub threads: usize,
    /// The sheet for the answers, pose by pose.
    pub out: Option<&'a PoseSheet>,
    /// Is there to be a page, for which every pose's answer is kept?
    pub is_shown: bool,
}

/// The results of a flight.
#[derive(Clone, Debug)]
pub struct Flown<'a> {
    /// How it was flown.
    pub plan: Plan<'a>,
    /// The cost of building the environment.
    pub env: Price,
    /// The cost of building the object.
    pub obj: Price,
    /// The number of threads that built them.
    pub build_threads: usize,
    /// The number of poses that were asked about.
    pub poses: usize,
    /// The answers.
    pub answers: Answers,
    /// Every pose's answer with all its pairs, if there is to be a page.
    pub shown: Vec<PoseAnswer>,
    /// How long a query took.
    pub timing: Timing,
    /// How long the query about each pose took, in microseconds.
    pub best_us: Vec<f64>,
    /// How the same queries went with memory, if there is one.
    pub warm: Option<WarmFlown>,
    /// The memory at some frames of the page, if there is to be one.
    pub fronts: Vec<DrawnFront>,
}

impl<'a> Plan<'a> {
    /// Flies `obj` past `env`.
    pub fn fly(
        &self,
        [env, obj]: [MeshOrModel<&Mesh>; 2],
        frames: &[FlightFrame],
    ) -> Result<Flown<'a>, Failure> {
        let pool = threads(self.threads)?;
        let built = pool.install(|| self.engine.build(env, obj, heap_bytes));
        let Built { mut bodies, env, obj, threads } = built;
        let (answers, mut shown) = answer(self, &mut bodies, frames, &pool);
        let (Timed { timing, best_us, .. }, warm) = self.time(&mut bodies, frames, &answers)?;
        if self.is_shown && self.question.mode == Mode::First {
            self.find_pairs(&mut bodies, frames, &pool, &mut shown);
        }
        let fronts = match &warm {
            Some(warm) if self.is_shown => {
                let contacts: Vec<u64> =
                    shown.iter().map(|answer| answer.pairs.len() as u64).collect();
                let (question, entries) = (self.question, &warm.entries[..]);
                self.engine
                    .fronts(&bodies, &Remembered { question, frames, contacts: &contacts, entries })
            }
            _ => Vec::new(),
        };
        let (plan, poses) = (self.clone(), frames.len());
        Ok(Flown {
            plan,
            env,
            obj,
            build_threads: threads,
            poses,
            answers,
            shown,
            timing,
            best_us,
            warm,
            fronts,
        })
    }

    /// Does anything touch anywhere? Asked until it does, and not timed: for those who want the
    /// exit code only.
    pub fn glance(
        &self,
        [env, obj]: [MeshOrModel<&Mesh>; 2],
        frames: &[FlightFrame],
    ) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads)?;
        let mut bodies = pool.install(|| self.engine.build(env, obj, heap_bytes)).bodies;
        let colliding = frames.iter().any(|frame| bodies.collides(&frame.pose, None));
        let verdict = Ending::colliding(colliding);
        Ok(CommandAnswer { verdict, text: String::new(), json: Map::new(), warnings: Vec::new() })
    }

    /// Finds the touching pairs, for a page about a flight that was only asked whether anything
    /// touches.
    fn find_pairs(
        &self,
        bodies: &mut EngineBodies,
        frames: &[FlightFrame],
        pool: &ThreadPool,
        shown: &mut [PoseAnswer],
    ) {
        let question = Question { mode: Mode::All, max_pairs: None };
        let (_, all) = answer(&Self { question, out: None, ..self.clone() }, bodies, frames, pool);
        for (shown, all) in shown.iter_mut().zip(all) {
            shown.pairs = all.pairs;
        }
    }

    /// The number of pairs that touch. None of them is kept for long: memory does not grow with
    /// what touches.
    fn passing(
        &self,
        bodies: &mut impl Asked,
        frame: &FlightFrame,
        pairs: &mut Vec<TrianglePair>,
    ) -> u64 {
        ask(&self.question, Keep::Passing, bodies, &frame.pose, None, pairs).count
    }

    /// Times every pose; with a memory, repetitions with and without it take turns.
    fn time(
        &self,
        bodies: &mut EngineBodies,
        frames: &[FlightFrame],
        answers: &Answers,
    ) -> Result<(Timed, Option<WarmFlown>), Failure> {
        let mut warm = self.engine.memory().zip(self.engine.remembering(bodies));
        let (mut cold_watch, mut warm_watch) =
            (Stopwatch::new(frames.len()), Stopwatch::new(frames.len()));
        let mut pairs = Vec::new();
        let bar = console::progress("timing", self.reps);
        for _ in 0..self.reps {
            cold_watch.repetition(|k| self.passing(bodies, &frames[k], &mut pairs));
            if let Some((_, warm)) = &mut warm {
                warm.reset();
                warm_watch.repetition(|k| self.passing(warm, &frames[k], &mut pairs));
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let cold = cold_watch.finish();
        let contacts: u64 = cold.answers.iter().sum();
        if contacts != answers.contacts {
            let message = format!("{contacts} contacts when timed, {} before", answers.contacts);
            return Err(Failure::of_fault(message));
        }
        let Some((memory, mut warm)) = warm else { return Ok((cold, None)) };
        warm.reset();
        let (cost, footprint, entries) =
            warm::answer(&self.question, &mut warm, frames, &cold.answers)?;
        let Timed { timing, best_us, .. } = warm_watch.finish();
        Ok((cold, Some(WarmFlown { memory, timing, cost, footprint, best_us, entries })))
    }
}
