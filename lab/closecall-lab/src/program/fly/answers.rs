//! The untimed pass: every pose's answer and its cost, on any number of threads, summed and written
//! in the order of the poses.

use std::time::Instant;

use closecall::Cost;
use closecall_flight::FlightFrame;
use closecall_lab::engine::{Asked, EngineBodies};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::asking::ask;
use super::plan::Plan;
use closecall_cli::console;
use closecall_cli::question::{Found, Keep, Question, TrianglePair};

/// The number of poses that are answered before their answers are written and forgotten.
const POSES_AT_ONCE: usize = 256;

/// The answers of all poses together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Answers {
    /// Poses at which something touches.
    pub colliding: u64,
    /// Pairs of touching triangles over all poses; with `--first`, the colliding poses.
    pub contacts: u64,
    /// Poses with more pairs than were asked for.
    pub truncated: u64,
    /// The cost of all queries together.
    pub cost: Cost,
    /// How long the pass took on its threads, in milliseconds.
    pub ms: f64,
}

impl Answers {
    fn add(&mut self, answer: &PoseAnswer) {
        self.colliding += u64::from(answer.found.count > 0);
        self.contacts += answer.found.count;
        self.truncated += u64::from(answer.found.truncated);
        self.cost += answer.cost;
    }
}

/// One pose's answer.
#[derive(Clone, Debug)]
pub struct PoseAnswer {
    /// How much touches.
    pub found: Found,
    /// The touching pairs, sorted; empty if pairs are not kept.
    pub pairs: Vec<TrianglePair>,
    /// The cost of the query.
    pub cost: Cost,
}

/// Answers every pose. Each answer is given too, if there is to be a page.
pub fn answer(
    plan: &Plan,
    bodies: &mut EngineBodies,
    frames: &[FlightFrame],
    pool: &ThreadPool,
) -> (Answers, Vec<PoseAnswer>) {
    let mut forks: Vec<EngineBodies> = (1..plan.threads).map(|_| bodies.fork()).collect();
    let mut crew: Vec<&mut EngineBodies> = forks.iter_mut().chain([bodies]).collect();
    let keep = if plan.out.is_some() || plan.is_shown { Keep::All } else { Keep::None };
    let question = plan.question;
    let bar = console::progress("answering", frames.len());
    let start = Instant::now();
    let (mut sum, mut shown) = (Answers::default(), Vec::new());
    for some in frames.chunks(POSES_AT_ONCE) {
        let answers = answer_together(pool, &mut crew, some, |bodies, frame| {
            one(question, keep, bodies, frame)
        });
        for (frame, answer) in some.iter().zip(answers) {
            sum.add(&answer);
            if let Some(sheet) = plan.out {
                sheet.write(frame.row, answer.found.count, &answer.pairs);
            }
            shown.extend(plan.is_shown.then_some(answer));
        }
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    (Answers { ms: start.elapsed().as_secs_f64() * 1e3, ..sum }, shown)
}

/// Every member of the crew takes an equal share of the frames; the answers are in the order of the
/// frames.
fn answer_together<B: Send>(
    pool: &ThreadPool,
    crew: &mut [&mut B],
    frames: &[FlightFrame],
    one: impl Fn(&mut B, &FlightFrame) -> PoseAnswer + Sync,
) -> Vec<PoseAnswer> {
    let share = frames.len().div_ceil(crew.len());
    let shares = crew.par_iter_mut().zip(frames.par_chunks(share));
    let answered = |(bodies, frames): (&mut &mut B, &[FlightFrame])| -> Vec<PoseAnswer> {
        frames.iter().map(|frame| one(bodies, frame)).collect()
    };
    pool.install(|| shares.flat_map_iter(answered).collect())
}

fn one(question: Question, keep: Keep, bodies: &mut impl Asked, frame: &FlightFrame) -> PoseAnswer {
    let (mut pairs, mut cost) = (Vec::new(), Cost::default());
    let found = ask(&question, keep, bodies, &frame.pose, Some(&mut cost), &mut pairs);
    pairs.sort_unstable();
    PoseAnswer { found, pairs, cost }
}
