//! One engine without memory and the same with memories of several kinds, in turns on one path.

use std::ops::ControlFlow;
use std::sync::Arc;

use closecall::{Cost, Mesh, Pose};
use closecall_classic::query::{Checker, Options, Strategy, checker};

use crate::experiment::{Fault, Lab, Noise};
use crate::table::{Disagreement, TableQuestion};
use closecall_flight::timing::{Stopwatch, Timed};

/// More repetitions than these teach little: of every pose the fastest counts.
const MOST_REPS: usize = 5;

/// The work of a contender.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// The mean over the poses of each pose's fastest repetition, in µs.
    pub mean_us: f64,
    /// The slowest pose, likewise.
    pub max_us: f64,
    /// The cost of all queries together.
    pub cost: Cost,
    /// The most pairs that were remembered.
    pub entries: usize,
    /// By which share its repetitions differ.
    pub spread: f64,
}

/// The work of all contenders on one path.
#[derive(Clone, Debug)]
pub struct Race {
    /// The number of poses.
    pub poses: usize,
    /// At how many the bodies touch.
    pub colliding: usize,
    /// Without memory.
    pub cold: Run,
    /// With each of the memories.
    pub warm: Vec<Run>,
}

impl Race {
    /// The factor by which the `place`-th memory is faster than none.
    pub fn gain(&self, place: usize) -> f64 {
        self.cold.mean_us / self.warm[place].mean_us
    }

    /// By which share repetitions typically differ.
    pub fn noise(&self) -> f64 {
        self.warm.iter().chain([&self.cold]).map(|run| run.spread).collect::<Noise>().typical()
    }

    /// The share of the volume tests that it does.
    pub fn share_of_tests(&self, place: usize) -> f64 {
        self.warm[place].cost.volume_tests as f64 / self.cold.cost.volume_tests as f64
    }
}

/// Asks about every pose, with and without memory.
pub fn race(
    lab: &mut Lab,
    (name, env, obj): (&str, &Arc<Mesh>, &Arc<Mesh>),
    options: &Options,
    strategies: &[Strategy],
    poses: &[Pose],
    question: TableQuestion,
) -> Result<Race, Fault> {
    let mut cold = Contender::new(checker(env.clone(), obj.clone(), options), poses.len());
    let mut warm: Vec<_> = strategies
        .iter()
        .map(|strategy| Contender::new(cold.checker.remembering(*strategy), poses.len()))
        .collect();
    // The first query makes room for the moved volumes, tens of MB for the largest bodies: that is
    // no part of any pose's time.
    ask(&mut *cold.checker, &poses[0], question, None);
    for Contender { checker, .. } in &mut warm {
        ask(&mut **checker, &poses[0], question, None);
    }
    let reps = lab.settings.reps.min(MOST_REPS);
    lab.progress.start(name, reps);
    for _ in 0..reps {
        cold.watch.repetition(|k| ask(&mut *cold.checker, &poses[k], question, None));
        for Contender { checker, watch, .. } in &mut warm {
            checker.reset();
            watch.repetition(|k| ask(&mut **checker, &poses[k], question, None));
        }
        lab.progress.step();
    }
    for pose in poses {
        ask(&mut *cold.checker, pose, question, Some(&mut cold.cost));
    }
    for Contender { checker, cost, entries, .. } in &mut warm {
        checker.reset();
        for pose in poses {
            ask(&mut **checker, pose, question, Some(cost));
            *entries = checker.footprint().entries.max(*entries);
        }
    }
    let (cold, answers) = cold.finish();
    let warm = warm.into_iter().zip(strategies).map(|(contender, strategy)| {
        let (run, found) = contender.finish();
        same(name, &format!("{strategy:?}"), &found, &answers).map(|()| run)
    });
    let colliding = answers.iter().filter(|count| **count > 0).count();
    Ok(Race { poses: poses.len(), colliding, cold, warm: warm.collect::<Result<_, _>>()? })
}

struct Contender<C> {
    checker: C,
    watch: Stopwatch,
    cost: Cost,
    entries: usize,
}

impl<C> Contender<C> {
    fn new(checker: C, poses: usize) -> Self {
        Self { checker, watch: Stopwatch::new(poses), cost: Cost::default(), entries: 0 }
    }

    fn finish(self) -> (Run, Vec<u64>) {
        let Self { watch, cost, entries, .. } = self;
        let Timed { timing, answers, .. } = watch.finish();
        let (mean_us, max_us, spread) = (timing.mean_best_us, timing.max_us, timing.spread);
        (Run { mean_us, max_us, cost, entries, spread }, answers)
    }
}

/// How many contacts there are, or whether there is one.
pub fn ask(
    checker: &mut (impl Checker + ?Sized),
    pose: &Pose,
    question: TableQuestion,
    cost: Option<&mut Cost>,
) -> u64 {
    let mut count = 0;
    let mut visitor = |_, _| {
        count += 1;
        ControlFlow::Continue(())
    };
    match (question, cost) {
        (TableQuestion::First, None) => return u64::from(checker.first(pose).is_some()),
        (TableQuestion::First, Some(cost)) => {
            return u64::from(checker.first_counted(pose, cost).is_some());
        }
        (TableQuestion::All, None) => checker.visit_contacts(pose, &mut visitor),
        (TableQuestion::All, Some(cost)) => {
            checker.visit_contacts_counted(pose, cost, &mut visitor)
        }
    }
    count
}

/// All answers must be those without memory.
pub fn same(
    name: &str,
    contender: &str,
    found: &[u64],
    expected: &[u64],
) -> Result<(), Disagreement> {
    let Some(row) = found.iter().zip(expected).position(|(found, expected)| found != expected)
    else {
        return Ok(());
    };
    Err(Disagreement {
        flight: name.to_owned(),
        row,
        what: "contacts",
        setup: contender.to_owned(),
        found: found[row],
        reference: "the same without memory".to_owned(),
        expected: expected[row],
    })
}
