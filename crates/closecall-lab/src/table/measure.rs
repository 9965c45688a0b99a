//! One flight, many engines: they take turns, and every turn builds anew.
//!
//! So a machine that slows down for a while slows all of them, build times have repetitions too, and no more than one
//! engine is in memory.

use std::ops::ControlFlow;

use closecall::{Cost, Pose};
use rayon::ThreadPool;

use super::{Asked, Row, Scene, Sheet};
use crate::engine::{Bodies, Built, Price, Setup, build};
use crate::flight::Frame;
use crate::timing::Stopwatch;

/// Two engines that do not give the same answer: a fault of the library.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{flight}, row {row}: {setup} finds {found} {what}, but {reference} finds {expected}")]
pub struct Disagreement {
    /// The flight.
    pub flight: String,
    /// The row of the pose in the flight.
    pub row: usize,
    /// What is counted.
    pub what: &'static str,
    /// The engine that differs.
    pub setup: String,
    /// What it finds.
    pub found: u64,
    /// The engine it is compared with.
    pub reference: String,
    /// What that one finds.
    pub expected: u64,
}

/// Asks every engine about every pose, `reps` times over. Builds and queries run on one thread, that of `pool`. `turn` is
/// called after every engine's turn.
///
/// # Panics
/// If there is no engine or no repetition.
pub fn measure(
    scene: &Scene,
    setups: &[Setup],
    reps: usize,
    pool: &ThreadPool,
    mut turn: impl FnMut(),
) -> Result<Sheet, Disagreement> {
    let mut runs: Vec<Run> = setups.iter().map(|setup| Run::new(*setup, scene.frames.len())).collect();
    for _ in 0..reps {
        for run in &mut runs {
            run.turn(scene, pool);
            turn();
        }
    }
    let finished: Vec<Finished> = runs.into_iter().map(Run::finish).collect();
    for other in &finished[1..] {
        compare(scene, &finished[0], other)?;
    }
    let [colliding, contacts] = [&finished[0].first, &finished[0].all].map(|answers| answers.iter().sum());
    Ok(Sheet {
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
    prices: Option<[Price; 2]>,
    watches: [Stopwatch; 2],
    costs: [Cost; 2],
}

impl Run {
    fn new(setup: Setup, poses: usize) -> Self {
        Self { setup, prices: None, watches: [Stopwatch::new(poses), Stopwatch::new(poses)], costs: Default::default() }
    }

    fn turn(&mut self, scene: &Scene, pool: &ThreadPool) {
        // The table speaks of the trees alone, which the library weighs itself.
        let Built { mut bodies, env, obj, .. } = build(&self.setup, &scene.env, &scene.obj, pool, || 0);
        let is_first_turn = self.prices.is_none();
        let cheapest = |old: Price, new: Price| Price { ms: old.ms.min(new.ms), ..new };
        let [old_env, old_obj] = self.prices.unwrap_or([env, obj]);
        self.prices = Some([cheapest(old_env, env), cheapest(old_obj, obj)]);
        for ((question, watch), cost) in QUESTIONS.iter().zip(&mut self.watches).zip(&mut self.costs) {
            if is_first_turn {
                for frame in &scene.frames {
                    question(&mut bodies, &frame.pose, Some(cost));
                }
            }
            watch.repetition(|k| question(&mut bodies, &scene.frames[k].pose, None));
        }
    }

    fn finish(self) -> Finished {
        let [first, all] = self.watches.map(Stopwatch::finish);
        let [env, obj] = self.prices.expect("a repetition has prices");
        let asked = |mean_us, cost| Asked { mean_us, cost };
        let row = Row {
            setup: self.setup,
            env,
            obj,
            first: asked(first.timing.mean_best_us, self.costs[0]),
            all: asked(all.timing.mean_best_us, self.costs[1]),
        };
        Finished { row, first: first.answers, all: all.answers }
    }
}

type Question = fn(&mut Bodies, &Pose, Option<&mut Cost>) -> u64;

/// Whether anything touches, and how many pairs do.
const QUESTIONS: [Question; 2] = [
    |bodies, pose, cost| u64::from(bodies.collides(pose, cost)),
    |bodies, pose, cost| {
        let mut count = 0;
        bodies.visit(pose, cost, |_, _| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    },
];

/// A row and its answers, pose by pose.
struct Finished {
    row: Row,
    first: Vec<u64>,
    all: Vec<u64>,
}

fn compare(scene: &Scene, reference: &Finished, other: &Finished) -> Result<(), Disagreement> {
    let colliding: Vec<u64> = reference.all.iter().map(|&pairs| u64::from(pairs > 0)).collect();
    let questions = [
        ("colliding", other, &other.first, &reference.first),
        ("touching pairs", other, &other.all, &reference.all),
        ("colliding", reference, &reference.first, &colliding),
    ];
    for (what, who, found, expected) in questions {
        let mut poses = scene.frames.iter().zip(found).zip(expected);
        if let Some(((Frame { row, .. }, &found), &expected)) = poses.find(|((_, found), expected)| found != expected) {
            let [setup, reference] = [who, reference].map(|engine| engine.row.setup.to_string());
            return Err(Disagreement {
                flight: scene.name.clone(),
                row: *row,
                what,
                setup,
                found,
                reference,
                expected,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Breadth;
    use super::*;
    use crate::scenes::DataSet;

    fn finished(setup: Setup, first: &[u64], all: &[u64]) -> Finished {
        let bodies = DataSet::Swept.fraction(0.001, 1, 1).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let Built { env, obj, .. } = build(&setup, &bodies.env, &bodies.obj, &pool, || 0);
        let asked = Asked { mean_us: 1.0, cost: Cost::default() };
        let row = Row { setup, env, obj, first: asked, all: asked };
        Finished { row, first: first.to_vec(), all: all.to_vec() }
    }

    #[test]
    fn one_different_answer_is_an_error_with_its_row() {
        let scene = Scene::made(DataSet::Swept, Breadth::Short, 1).unwrap();
        let classic = Setup::Classic(Default::default());
        let reference = finished(Setup::Wide, &[0, 1, 1], &[0, 5, 2]);
        assert_eq!(compare(&scene, &reference, &finished(classic, &[0, 1, 1], &[0, 5, 2])), Ok(()));
        for (first, all, pose, found, expected) in
            [([0, 1, 1], [0, 5, 3], 2, 3, 2), ([0, 0, 1], [0, 5, 2], 1, 0, 1), ([1, 1, 1], [9, 5, 2], 0, 1, 0)]
        {
            let error = compare(&scene, &reference, &finished(classic, &first, &all)).unwrap_err();
            assert_eq!((error.row, &error.setup[..]), (scene.frames[pose].row, "classic obb sah"));
            assert_eq!((error.found, error.expected), (found, expected));
        }
        let wrong = finished(Setup::Wide, &[0, 1, 1], &[0, 0, 2]);
        assert_eq!(compare(&scene, &wrong, &wrong).unwrap_err().expected, 0);
    }
}
