//! Table 8: how many full-resolution checks a second, at placements that collide.

use std::time::Instant;

use closecall::Pose;
use closecall_space::SpaceWork;

use super::super::grid::Grid;
use super::super::study::PAPER;
use super::contenders::{Grounds, SpaceContender, names};
use super::flights::{CHOSEN, StudyExtent, path, row_name};
use super::printed;
use super::tables::fastest;
use crate::experiment::{Experiment, Fault, Lab, Outcome};
use crate::scenes::{Environment, Flyer};
use crate::table::Breadth;

/// The number of placements that are timed.
const PLACEMENTS: usize = 20;

/// They are looked for on a path of this many steps.
const STEPS: usize = 20_000;

/// The experiment.
#[must_use]
pub fn experiment() -> Experiment {
    Experiment::new(
        "klosowski-t8",
        "Full-resolution checks per second where bodies collide",
        (PAPER, "Table 8, §2.4.3"),
        run,
    )
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let extent = StudyExtent::of(lab);
    let steps = if lab.settings.breadth == Breadth::Tiny { 200 } else { STEPS };
    let mut rates = Grid::new(names());
    for environment in Environment::ALL.iter().filter(|env| CHOSEN.contains(&env.name)) {
        lab.progress.start(environment.name, Flyer::ALL.len());
        let grounds = Grounds::new(environment.mesh(extent.share, lab.settings.seed)?)?;
        for flyer in Flyer::ALL {
            let obj = extent.body(flyer);
            let path = path(lab, &grounds, &obj, steps)?;
            let mut contenders = grounds.contenders(&obj);
            let placements = colliding(contenders.last_mut().and_then(Option::as_mut), &path);
            let times = time(&mut contenders, &placements, extent.reps);
            rates.push(row_name(environment, flyer), times);
            lab.progress.step();
        }
    }
    let paper = printed::full_checks();
    let title =
        "checks per second at up to 20 placements that collide, the first contact ends a check";
    let table = rates.table(title, "environment / body", "1/s", &paper);
    Ok(Outcome { tables: vec![table], plots: vec![], verdict: fastest(&rates, &paper) })
}

/// The first poses of the path that collide.
fn colliding(wide: Option<&mut SpaceContender>, path: &[Pose]) -> Vec<Pose> {
    let Some(wide) = wide else { return vec![] };
    let collides = |pose: &&Pose| wide.ask(pose, &mut SpaceWork::default());
    path.iter().filter(collides).take(PLACEMENTS).copied().collect()
}

/// Checks per second of each contender: the fastest of some rounds over all placements, in turns.
fn time(
    contenders: &mut [Option<SpaceContender>],
    placements: &[Pose],
    reps: usize,
) -> Vec<Option<f64>> {
    let mut best = vec![f64::INFINITY; contenders.len()];
    for _ in 0..reps.max(2) {
        for (contender, best) in contenders.iter_mut().zip(&mut best) {
            let Some(contender) = contender else { continue };
            let start = Instant::now();
            for pose in placements {
                std::hint::black_box(contender.ask(pose, &mut SpaceWork::default()));
            }
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let is_timed = |seconds: f64| seconds.is_finite() && !placements.is_empty();
    let rate = |seconds: f64| is_timed(seconds).then(|| placements.len() as f64 / seconds);
    best.into_iter().map(rate).collect()
}
