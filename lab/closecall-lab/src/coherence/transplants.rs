//! Gains of the papers' ideas on the wide engine: fronts with margins (Li and Chen 1998, Tropp et
//! al. 2006, §4.2), kept axes (§4.3) and support planes (Vogiannou et al. 2010), which have the
//! page `vogiannou-wide`.
//!
//! The wide engine's front looks at eight boxes at a time: at what is due by its margin, along the
//! planes that told the eight apart before, and only then on all axes. Here the same front is also
//! flown without those planes.

use std::time::Instant;

use closecall::{Model, Pair, Pose};

use super::course::{Course, poses};
use super::race::same;
use super::tropp_table::PAPER;
use crate::bench::warm::{fly_cold, fly_warm};
use crate::experiment::{Experiment, Fault, Holds, Lab, Noise, Outcome, Verdict};
use crate::klosowski::grid::{Grid, span, typical};
use crate::table::TableQuestion;

/// The page.
pub fn experiment() -> Experiment {
    Experiment::new(
        "wide-transplants",
        "Fronts, margins and kept axes on the wide engine",
        (PAPER, "§4.2, §4.3, with Li and Chen 1998: on another engine"),
        run,
    )
}

/// The motions per frame, in sizes of the flying body.
const MOTIONS: [f64; 4] = [0.001, 0.01, 0.03, 0.1];

/// Cold, with a front, and with a front that tries kept axes: the fastest round of each, in µs a
/// query.
struct Times {
    us: [f64; 3],
    /// By which share rounds differ.
    spread: f64,
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let columns = ["cold µs", "front µs", "with axes µs", "gain of the front", "gain of the axes"];
    let (mut grid, mut noise) = (Grid::new(columns), Noise::default());
    for (scenario, course) in Course::of_tropp(lab)? {
        let models = [&course.env, &course.obj].map(|mesh| Model::new((**mesh).clone()));
        let mixed = scenario.path(&course, poses(lab), lab.settings.seed);
        let stepped =
            MOTIONS.map(|motion| (motion.to_string(), course.stepped(motion, poses(lab))));
        for (name, path) in [("the paper's motions".to_owned(), mixed)].into_iter().chain(stepped) {
            let name = format!("{}, {name}", course.name);
            let Times { us: [cold, front, axes], spread } = fly(lab, &models, &name, &path)?;
            noise.add(spread);
            let figures = [cold, front, axes, cold / front, front / axes];
            grid.push(name, figures.map(Some).to_vec());
        }
    }
    let title = "Time of a query of the wide engine, all pairs, without memory, with its front, and with the axes that told volumes apart before tried first";
    let verdict = judge(&grid).with_noise(noise.typical());
    let table = grid.table(title, "path", "", &Grid::default());
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

/// All three fly the path in turns; all must find the same.
fn fly(lab: &mut Lab, models: &[Model; 2], name: &str, path: &[Pose]) -> Result<Times, Fault> {
    let rounds = lab.settings.reps.clamp(3, 5);
    let mut pairs = [(); 2].map(|()| Pair::new(&models[0], &models[1]).unwrap());
    closecall::lab::ignore_kept_axes(&mut pairs[0]);
    let mut times_us = [const { Vec::new() }; 3];
    lab.progress.start(name, rounds);
    for _ in 0..rounds {
        let mut timed = |which: usize, fly: &mut dyn FnMut() -> u64| {
            let start = Instant::now();
            let found = fly();
            times_us[which].push(start.elapsed().as_secs_f64() * 1e6 / path.len() as f64);
            found
        };
        let cold = timed(0, &mut || fly_cold(models, path, TableQuestion::All));
        for (which, pair) in pairs.iter_mut().enumerate() {
            pair.reset();
            let found = timed(which + 1, &mut || fly_warm(pair, path, TableQuestion::All));
            same(name, "the wide engine's front", &[found], &[cold])?;
        }
        lab.progress.step();
    }
    let spreads = times_us.iter().map(|times| span(times)).map(|(low, high)| high / low - 1.0);
    let spread = spreads.fold(0.0, f64::max);
    Ok(Times { us: times_us.map(|times| span(&times).0), spread })
}

/// An idea wins where it is faster by more than two percent.
fn judge(grid: &Grid) -> Verdict {
    let column = |name: &str| -> Vec<f64> {
        grid.names().iter().filter_map(|row| grid.at(row, name)).collect()
    };
    let (fronts, axes) = (column("gain of the front"), column("gain of the axes"));
    let wins = |gains: &[f64]| gains.iter().filter(|gain| **gain > 1.02).count();
    let said = |gains: &[f64]| {
        let (low, high) = span(gains);
        format!(
            "{low:.2} to {high:.2} times as fast, {:.2} on the mean, more than 1.02 in {} of {}",
            typical(gains),
            wins(gains),
            gains.len()
        )
    };
    let holds = |gains: &[f64]| Holds::by_count(wins(gains), gains.len(), gains.len());
    Verdict::new(
        holds(&fronts).and(holds(&axes)),
        format!(
            "on the wide engine a front with margins makes a query {}; kept axes make such a front {} (both are in use there; support planes: vogiannou-wide)",
            said(&fronts),
            said(&axes)
        ),
    )
}
