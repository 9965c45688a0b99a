//! The flights of Tables 3 to 7: every environment with every body, all contenders on the same
//! billiard path.

use std::sync::Arc;

use closecall::{Model, Pose};
use closecall_flight::timing::{Stopwatch, Timed};
use closecall_space::SpaceWork;

use super::super::grid::Grid;
use super::contenders::{Grounds, names};
use crate::experiment::{Fault, Lab, Noise};
use crate::scenes::{Billiard, BspCell, Environment, Flyer, Pace};
use crate::table::{Breadth, Disagreement};

/// The paper's mean displacement, in a unit cube.
pub const PACE: Pace = Pace { step: 0.005, turn: 0.05 };

/// The environments of Table 8, which stand for all where not all are flown.
pub const CHOSEN: [&str; 6] = ["eagle-e", "g_canyon-e", "1000t", "4000t", "s20.40rp", "s23.300rm"];

/// How much is flown.
#[derive(Clone, Copy, Debug)]
pub struct StudyExtent {
    /// Which share of the triangles the environments have; below 1 the bodies are small, too.
    pub share: f64,
    /// The number of steps a path has.
    pub steps: usize,
    /// How often it is flown.
    pub reps: usize,
}

impl StudyExtent {
    /// By the laboratory's settings: 10,000 steps are the paper's.
    #[must_use]
    pub fn of(lab: &Lab) -> Self {
        let reps = lab.settings.reps.min(3);
        match lab.settings.breadth {
            Breadth::Tiny => Self { share: 0.02, steps: 30, reps },
            Breadth::Short => Self { share: 1.0, steps: 500, reps },
            Breadth::Full => Self { share: 1.0, steps: 10_000, reps },
        }
    }

    /// The body, as large as the extent has it.
    #[must_use]
    pub fn body(&self, flyer: Flyer) -> Arc<closecall::Mesh> {
        Arc::new(if self.share < 1.0 { flyer.small() } else { flyer.mesh() })
    }
}

/// The environments that are flown.
#[must_use]
pub fn environments(breadth: Breadth) -> Vec<Environment> {
    let is_flown = |env: &Environment| breadth != Breadth::Short || CHOSEN.contains(&env.name);
    Environment::ALL.into_iter().filter(is_flown).collect()
}

/// The results of all flights: a row for each environment and body, a column for each contender.
#[derive(Clone, Debug)]
pub struct SpaceFlights {
    /// f/s.
    pub rates: Grid,
    /// Full-resolution checks in 10,000 steps. Engines with two trees know no such check: they have
    /// the R-tree's, so that their rates can be normalised, too.
    pub full: Grid,
    /// Steps, full-resolution checks of the R-tree and colliding steps of all flights together.
    pub totals: [u64; 3],
}

impl SpaceFlights {
    /// f_N/s: f/s · N/500, with N full-resolution checks in 10,000 steps. (§2.4.3)
    #[must_use]
    pub fn normalised(&self) -> Grid {
        let mut grid = self.rates.clone();
        for ((_, rates), (_, full)) in grid.rows.iter_mut().zip(&self.full.rows) {
            for (rate, full) in rates.iter_mut().zip(full) {
                *rate = rate.zip(*full).map(|(rate, full)| rate * full / 500.0);
            }
        }
        grid
    }
}

/// The name of a row.
#[must_use]
pub fn row_name(environment: &Environment, flyer: Flyer) -> String {
    format!("{} / {}", environment.name, flyer.name())
}

/// Flies them, or takes them from the shelf.
///
/// # Errors
/// If a scene cannot be made, or two contenders disagree.
pub fn flights(lab: &mut Lab) -> Result<std::rc::Rc<SpaceFlights>, Fault> {
    lab.kept("flights of chapter 2", fly)
}

fn fly(lab: &mut Lab) -> Result<SpaceFlights, Fault> {
    let extent = StudyExtent::of(lab);
    let (mut rates, mut full) = (Grid::new(names()), Grid::new(names()));
    let (mut noise, mut totals) = (Noise::default(), [0; 3]);
    for environment in environments(lab.settings.breadth) {
        lab.progress.start(environment.name, Flyer::ALL.len());
        let grounds = Grounds::new(environment.mesh(extent.share, lab.settings.seed)?)?;
        for flyer in Flyer::ALL {
            let name = row_name(&environment, flyer);
            let path = path(lab, &grounds, &extent.body(flyer), extent.steps)?;
            let flown = Flown::new(&grounds, &extent.body(flyer), &path, extent.reps);
            flown.check(&name)?;
            let per_10k = |full: u64| Some(full as f64 * 1e4 / path.len() as f64);
            rates.push(&name, flown.mean_us.iter().map(|us| Some(1e6 / (*us)?)).collect());
            full.push(&name, flown.full.iter().map(|&full| per_10k(full)).collect());
            noise.extend(flown.spreads.iter().copied());
            let sums = [path.len() as u64, flown.full[1], flown.colliding()];
            totals.iter_mut().zip(sums).for_each(|(total, sum)| *total += sum);
            lab.progress.step();
        }
    }
    let rates = rates.of_times(noise.typical());
    Ok(SpaceFlights { rates, full, totals })
}

/// A billiard path of the body through an environment.
///
/// # Errors
/// If there is no room for it.
pub fn path(
    lab: &Lab,
    grounds: &Grounds,
    obj: &Arc<closecall::Mesh>,
    steps: usize,
) -> Result<Vec<Pose>, Fault> {
    let billiard = Billiard { bounds: BspCell::UNIT, pace: PACE, steps, seed: lab.settings.seed };
    let [env, obj] = [grounds.mesh().clone(), (**obj).clone()].map(Model::new);
    Ok(billiard.path(&env, &obj)?.iter().map(|waypoint| waypoint.pose()).collect())
}

/// The work of the contenders on one path.
struct Flown {
    /// Nothing of who is not there.
    mean_us: Vec<Option<f64>>,
    spreads: Vec<f64>,
    full: Vec<u64>,
    answers: Vec<Option<Vec<u64>>>,
}

impl Flown {
    /// They take turns, repetition by repetition.
    fn new(grounds: &Grounds, obj: &Arc<closecall::Mesh>, path: &[Pose], reps: usize) -> Self {
        let mut contenders = grounds.contenders(obj);
        let mut watches = vec![Stopwatch::new(path.len()); contenders.len()];
        let mut works = vec![SpaceWork::default(); contenders.len()];
        for _ in 0..reps {
            let turns = contenders.iter_mut().zip(&mut watches).zip(&mut works);
            for ((contender, watch), work) in turns {
                let Some(contender) = contender else { continue };
                *work = SpaceWork::default();
                watch.repetition(|k| u64::from(contender.ask(&path[k], work)));
            }
        }
        let there = contenders.iter().zip(watches);
        let timed: Vec<Option<Timed>> =
            there.map(|(contender, watch)| contender.as_ref().map(|_| watch.finish())).collect();
        let indexes = grounds.indexes().len() + 1;
        Self {
            mean_us: timed.iter().map(|timed| Some(timed.as_ref()?.timing.mean_best_us)).collect(),
            spreads: timed.iter().flatten().map(|timed| timed.timing.spread).collect(),
            full: (0..works.len())
                .map(|k| works[if k < indexes { k } else { 1 }].full_checks)
                .collect(),
            answers: timed.into_iter().map(|timed| Some(timed?.answers)).collect(),
        }
    }

    fn colliding(&self) -> u64 {
        self.answers[0].iter().flatten().sum()
    }

    /// All must give the same answers as the wide engine, which is the last.
    fn check(&self, name: &str) -> Result<(), Fault> {
        let Some(Some(reference)) = self.answers.last() else { return Ok(()) };
        for (who, answers) in names().into_iter().zip(&self.answers) {
            let Some(answers) = answers else { continue };
            let differs = answers.iter().zip(reference).position(|(own, other)| own != other);
            if let Some(row) = differs {
                return Err(Fault::Disagreement(Disagreement {
                    flight: name.to_owned(),
                    row,
                    what: "colliding",
                    setup: who.to_owned(),
                    found: answers[row],
                    reference: "wide engine".to_owned(),
                    expected: reference[row],
                }));
            }
        }
        Ok(())
    }
}
