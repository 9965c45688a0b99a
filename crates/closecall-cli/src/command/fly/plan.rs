//! What a flight is to be asked, and the stages of asking: build, answer, time.

use std::path::Path;

use closecall::Mesh;
use closecall_lab::engine::{Bodies, Body, Built, Price, Setup, build};
use closecall_lab::flight::Frame;
use closecall_lab::timing::{Timing, time_queries};

use super::answers::{Answers, answer};
use crate::console;
use crate::engine::Warm;
use crate::failure::Failure;
use crate::memory::heap_bytes;
use crate::question::Question;
use crate::threads::threads;

/// How to fly.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// What is asked at every pose.
    pub question: Question,
    /// Which engine answers, and how its trees are built.
    pub setup: Setup,
    /// What a query may remember of the one before it.
    pub warm: Warm,
    /// How often every pose is timed.
    pub reps: usize,
    /// The threads of the build and of the untimed pass.
    pub threads: usize,
    /// Where the answers go, pose by pose.
    pub out: Option<&'a Path>,
}

/// What a flight gave.
#[derive(Clone, Debug)]
pub struct Flown<'a> {
    /// How it was flown.
    pub plan: Plan<'a>,
    /// What the environment took to build.
    pub env: Price,
    /// What the object took to build.
    pub obj: Price,
    /// How many threads built them.
    pub build_threads: usize,
    /// How many poses were asked about.
    pub poses: usize,
    /// What they touch.
    pub answers: Answers,
    /// How long a query took.
    pub timing: Timing,
}

impl<'a> Plan<'a> {
    /// Flies `obj` past `env`.
    pub fn fly(&self, [env, obj]: [Body<&Mesh>; 2], frames: &[Frame]) -> Result<Flown<'a>, Failure> {
        let pool = threads(self.threads)?;
        let Built { mut bodies, env, obj, threads } = build(&self.setup, env, obj, &pool, heap_bytes);
        let answers = answer(self, &mut bodies, frames, &pool)?;
        let timing = self.time(&mut bodies, frames, &answers)?;
        Ok(Flown { plan: self.clone(), env, obj, build_threads: threads, poses: frames.len(), answers, timing })
    }

    fn time(&self, bodies: &mut Bodies, frames: &[Frame], answers: &Answers) -> Result<Timing, Failure> {
        let mut pairs = Vec::new();
        let bar = console::progress("timing", self.reps);
        let query = |k: usize| self.question.ask(bodies, &frames[k].pose, None, &mut pairs).count;
        let timed = time_queries(self.reps, frames.len(), query, || bar.inc(1));
        bar.finish_and_clear();
        let contacts: u64 = timed.answers.iter().sum();
        if contacts != answers.contacts {
            let message = format!("{contacts} contacts when timed, {} before", answers.contacts);
            return Err(Failure::of_fault(message));
        }
        Ok(timed.timing)
    }
}
