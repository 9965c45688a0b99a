//! One flight, many engines: they take turns, so that a machine that slows down for a while slows
//! all of them.

use std::ops::ControlFlow;

use closecall::{Cost, Pose};
use rayon::ThreadPool;
use rayon::prelude::*;

use super::{AskedTimes, EngineRow, FlightSheet, TableScene};
use crate::engine::{Asked as _, Price};
use crate::engine::{BuiltEngine, EngineBodies, Setup, build, build_here};
use closecall_flight::FlightFrame;
use closecall_flight::timing::Stopwatch;

/// Two engines that do not give the same answer: a fault of the library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{flight}, row {row}: {setup} finds {found} {what}, but {reference} finds {expected}")]
pub struct Disagreement {
    /// The flight.
    pub flight: String,
    /// The row of the pose in the flight.
    pub row: usize,
    /// The counted thing.
    pub what: &'static str,
    /// The engine that differs.
    pub setup: String,
    /// The number it finds.
    pub found: u64,
    /// The engine it is compared with.
    pub reference: String,
    /// The number that one finds.
    pub expected: u64,
}

/// The question about a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableQuestion {
    /// Does anything touch?
    First,
    /// Which pairs touch?
    All,
}

impl TableQuestion {
    /// Both of them.
    pub const BOTH: [Self; 2] = [Self::First, Self::All];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::All => "all",
        }
    }
}

/// The questions, in this order. At least one. At least one.
pub type Questions = &'static [TableQuestion];

/// How often an engine is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builds {
    /// Once: all engines are in memory together.
    Once,
    /// Once, on all cores at the same time: build times mean nothing then.
    AllAtOnce,
    /// For every turn: build times have repetitions too, and no more than one engine is in memory.
    EveryTurn,
}

/// The plan of a measurement: its parts, and the repetitions.
#[derive(Clone, Copy, Debug)]
pub struct TablePlan<'a> {
    /// The engines. At least one; the first is the one that the others are compared with.
    pub setups: &'a [Setup],
    /// The questions.
    pub questions: Questions,
    /// How often everything is repeated. At least once.
    pub reps: usize,
    /// How often they are built.
    pub builds: Builds,
}

/// Asks every engine about every pose, `reps` times over. Queries that are timed run one at a time,
/// and so do builds, unless all are built at once: on one thread, that of `pool`. `turn` is called
/// after every engine's turn.
///
/// # Panics
/// If there is no engine, no question or no repetition.
pub fn measure(
    scene: &TableScene,
    plan: &TablePlan,
    pool: &ThreadPool,
    mut turn: impl FnMut(),
) -> Result<FlightSheet, Disagreement> {
    let run = |setup: &Setup| Run::new(*setup, plan.questions, scene.frames.len());
    let mut runs: Vec<Run> = plan.setups.iter().map(run).collect();
    if plan.builds == Builds::AllAtOnce {
        runs.par_iter_mut().for_each(|run| run.prepare(scene, None));
    }
    for _ in 0..plan.reps {
        for run in &mut runs {
            run.turn(scene, plan.builds, pool);
            turn();
        }
    }
    let finished: Vec<Finished> = runs.into_iter().map(Run::finish).collect();
    for other in &finished[1..] {
        compare(scene, &finished[0], other)?;
    }
    let answers = &finished[0].answers[0];
    let colliding = answers.iter().filter(|count| **count > 0).count() as u64;
    let all = finished[0].answers_to(TableQuestion::All);
    let contacts = all.map(|answers| answers.iter().sum());
    Ok(FlightSheet {
        flight: scene.name.clone(),
        env_triangles: scene.env.triangle_count(),
        obj_triangles: scene.obj.triangle_count(),
        poses: scene.frames.len(),
        colliding,
        contacts,
        rows: finished.into_iter().map(|finished| finished.row).collect(),
    })
}

/// An engine between its turns.
struct Run {
    setup: Setup,
    bodies: Option<EngineBodies>,
    prices: Option<[Price; 2]>,
    askings: Vec<Asking>,
}

/// A question to an engine, between its repetitions.
struct Asking {
    question: TableQuestion,
    watch: Stopwatch,
    cost: Cost,
}

impl Run {
    fn new(setup: Setup, questions: Questions, poses: usize) -> Self {
        let asking = |&question: &TableQuestion| Asking {
            question,
            watch: Stopwatch::new(poses),
            cost: Cost::default(),
        };
        Self { setup, bodies: None, prices: None, askings: questions.iter().map(asking).collect() }
    }

    fn turn(&mut self, scene: &TableScene, builds: Builds, pool: &ThreadPool) {
        if self.bodies.is_none() {
            self.prepare(scene, Some(pool));
        }
        let mut bodies = self.bodies.take().expect("it was built");
        for Asking { question, watch, .. } in &mut self.askings {
            watch.repetition(|k| question.ask(&mut bodies, &scene.frames[k].pose, None));
        }
        self.bodies = (builds != Builds::EveryTurn).then_some(bodies);
    }

    /// Builds, on the pool's thread or on this one, and the first time counts what the questions
    /// cost.
    fn prepare(&mut self, scene: &TableScene, pool: Option<&ThreadPool>) {
        // The table speaks of the trees alone, which the library weighs itself.
        let BuiltEngine { mut bodies, env, obj, .. } = match pool {
            Some(pool) => build(&self.setup, &scene.env, &scene.obj, pool, || 0),
            None => build_here(&self.setup, &scene.env, &scene.obj, || 0),
        };
        if self.prices.is_none() {
            for Asking { question, cost, .. } in &mut self.askings {
                scene
                    .frames
                    .iter()
                    .for_each(|frame| _ = question.ask(&mut bodies, &frame.pose, Some(cost)));
            }
        }
        let cheapest = |old: Price, new: Price| Price { ms: old.ms.min(new.ms), ..new };
        let [old_env, old_obj] = self.prices.unwrap_or([env, obj]);
        self.prices = Some([cheapest(old_env, env), cheapest(old_obj, obj)]);
        self.bodies = Some(bodies);
    }

    fn finish(self) -> Finished {
        let [env, obj] = self.prices.expect("a repetition has prices");
        let (mut asked, mut answers) = (Vec::new(), Vec::new());
        for Asking { question, watch, cost } in self.askings {
            let timed = watch.finish();
            asked.push((
                question,
                AskedTimes {
                    mean_us: timed.timing.mean_best_us,
                    spread: timed.timing.spread,
                    cost,
                },
            ));
            answers.push(timed.answers);
        }
        Finished { row: EngineRow { setup: self.setup, env, obj, asked }, answers }
    }
}

impl TableQuestion {
    /// The number of contacts; 0 and 1 for the first.
    fn ask(self, bodies: &mut EngineBodies, pose: &Pose, cost: Option<&mut Cost>) -> u64 {
        match self {
            Self::First => u64::from(bodies.collides(pose, cost)),
            Self::All => {
                let mut count = 0;
                bodies.visit(pose, cost, |_, _| {
                    count += 1;
                    ControlFlow::Continue(())
                });
                count
            }
        }
    }

    fn finds(self) -> &'static str {
        match self {
            Self::First => "colliding",
            Self::All => "touching pairs",
        }
    }
}

/// A row and its answers, question by question and pose by pose.
struct Finished {
    row: EngineRow,
    answers: Vec<Vec<u64>>,
}

impl Finished {
    fn answers_to(&self, question: TableQuestion) -> Option<&[u64]> {
        let place = self.row.asked.iter().position(|(asked, _)| *asked == question)?;
        Some(&self.answers[place])
    }
}

fn compare(scene: &TableScene, reference: &Finished, other: &Finished) -> Result<(), Disagreement> {
    for (place, (question, _)) in reference.row.asked.iter().enumerate() {
        same(
            scene,
            question.finds(),
            (other, &other.answers[place]),
            (reference, &reference.answers[place]),
        )?;
    }
    if let (Some(first), Some(all)) =
        (reference.answers_to(TableQuestion::First), reference.answers_to(TableQuestion::All))
    {
        let colliding: Vec<u64> = all.iter().map(|&pairs| u64::from(pairs > 0)).collect();
        same(scene, TableQuestion::First.finds(), (reference, first), (reference, &colliding))?;
    }
    Ok(())
}

fn same(
    scene: &TableScene,
    what: &'static str,
    (who, found): (&Finished, &[u64]),
    (reference, expected): (&Finished, &[u64]),
) -> Result<(), Disagreement> {
    let mut poses = scene.frames.iter().zip(found).zip(expected);
    let Some(((FlightFrame { row, .. }, &found), &expected)) =
        poses.find(|((_, found), expected)| found != expected)
    else {
        return Ok(());
    };
    let [setup, reference] = [who, reference].map(|engine| engine.row.setup.to_string());
    Err(Disagreement {
        flight: scene.name.clone(),
        row: *row,
        what,
        setup,
        found,
        reference,
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::super::Breadth;
    use super::*;
    use crate::scenes::DataSet;

    fn finished(setup: Setup, first: &[u64], all: &[u64]) -> Finished {
        let bodies = DataSet::Swept.fraction(0.001, 1, 1).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let BuiltEngine { env, obj, .. } = build(&setup, &bodies.env, &bodies.obj, &pool, || 0);
        let asked = AskedTimes { mean_us: 1.0, spread: 0.0, cost: Cost::default() };
        let row = EngineRow {
            setup,
            env,
            obj,
            asked: vec![(TableQuestion::First, asked), (TableQuestion::All, asked)],
        };
        Finished { row, answers: vec![first.to_vec(), all.to_vec()] }
    }

    #[test]
    fn one_different_answer_is_an_error_with_its_row() {
        let scene = TableScene::made(DataSet::Swept, Breadth::Short, 1).unwrap();
        let classic = Setup::Classic(Default::default());
        let reference = finished(Setup::Wide, &[0, 1, 1], &[0, 5, 2]);
        assert_eq!(compare(&scene, &reference, &finished(classic, &[0, 1, 1], &[0, 5, 2])), Ok(()));
        for (first, all, pose, found, expected) in [
            ([0, 1, 1], [0, 5, 3], 2, 3, 2),
            ([0, 0, 1], [0, 5, 2], 1, 0, 1),
            ([1, 1, 1], [9, 5, 2], 0, 1, 0),
        ] {
            let error = compare(&scene, &reference, &finished(classic, &first, &all)).unwrap_err();
            assert_eq!((error.row, &error.setup[..]), (scene.frames[pose].row, "classic obb sah"));
            assert_eq!((error.found, error.expected), (found, expected));
        }
        let wrong = finished(Setup::Wide, &[0, 1, 1], &[0, 0, 2]);
        assert_eq!(compare(&scene, &wrong, &wrong).unwrap_err().expected, 0);
    }
}
