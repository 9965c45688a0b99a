//! Two bodies placed at random, 60 % of the poses colliding: Figure 10.

use closecall::{Cost, Pose};
use closecall_classic::query::Checker;
use closecall_classic::query::configure::SupportPlanes;

use super::couples::{COLLIDING, couples};
use super::models::models;
use super::sheet::{best_gain, curves, work_row, work_table};
use super::stable::{Stable, volumes};
use super::{DFSPM, DVSPM, PAPER};
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Noise, Outcome, Plot, Scale, Verdict,
};
use crate::klosowski::grid::Grid;
use crate::table::{Breadth, Disagreement};
use closecall_flight::timing::{Stopwatch, Timing};

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f10",
        "Two bodies placed at random: time against the levels that have support planes",
        (PAPER, "Figure 10, §5.2"),
        run,
    )
}

/// More repetitions than these teach little: of every pose the fastest counts.
const MOST_REPS: usize = 5;

fn levels(breadth: Breadth) -> &'static [usize] {
    if breadth == Breadth::Tiny { &[0, 2] } else { &[0, 1, 2, 3, 4, 5, 6] }
}

/// One volume with planes of one kind on some levels, on all couples.
struct Contender {
    stable: Box<dyn Stable>,
    checkers: Vec<Box<dyn Checker>>,
    watch: Stopwatch,
    cost: Cost,
}

impl Contender {
    fn new(stable: Box<dyn Stable>, queries: &[(usize, (usize, usize), Pose)]) -> Self {
        let mut checkers = Vec::new();
        for (couple, pair, _) in queries {
            if *couple == checkers.len() {
                checkers.push(stable.checker(pair.0, pair.1));
            }
        }
        Self { stable, checkers, watch: Stopwatch::new(queries.len()), cost: Cost::default() }
    }
}

/// What a contender did.
struct Run {
    mean_us: f64,
    cost: Cost,
    /// By which share its repetitions differ.
    spread: f64,
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let levels = levels(lab.settings.breadth);
    let meshes: Vec<_> = models(lab)?.iter().map(|model| model.mesh.clone()).collect();
    let couples = couples(lab)?;
    let queries: Vec<(usize, (usize, usize), Pose)> = couples
        .iter()
        .enumerate()
        .flat_map(|(number, couple)| {
            couple.poses.iter().map(move |pose| (number, couple.pair, *pose))
        })
        .collect();
    let answers: Vec<bool> = couples.iter().flat_map(|couple| couple.touches.clone()).collect();
    let mut times = Grid::new(levels.iter().map(usize::to_string));
    let (mut work, mut noise) = (Vec::new(), Noise::default());
    for stable in volumes(&meshes) {
        for (name, recipe) in [DVSPM, DFSPM] {
            let contenders = levels.iter().map(|&levels| {
                Contender::new(stable.with_planes(SupportPlanes { levels, recipe }), &queries)
            });
            let runs = race(lab, contenders.collect(), &queries, &answers)?;
            noise.extend(runs.iter().map(|run| run.spread));
            let row = format!("{} {name}", stable.name());
            times.push(&row, runs.iter().map(|run| Some(run.mean_us)).collect());
            work.extend(levels.iter().zip(&runs).map(|(levels, run)| {
                work_row(format!("{row} on {levels}"), &run.cost, queries.len())
            }));
        }
    }
    let colliding: usize = couples.iter().map(|couple| couple.colliding()).sum();
    let title = format!(
        "Time of a query by levels with planes; {} poses, {:.0} % of them colliding (paper: 2,000,000 and {:.0} %)",
        queries.len(),
        100.0 * colliding as f64 / queries.len() as f64,
        100.0 * COLLIDING
    );
    let tables = vec![
        times.table(&title, "volume, mapping", "µs", &Grid::default()),
        work_table("Work of a query".to_owned(), work),
    ];
    let verdict = judge(&times).with_noise(noise.typical());
    Ok(Outcome { tables, plots: vec![plot(&times)], verdict })
}

/// All contenders in turns.
fn race(
    lab: &mut Lab,
    mut contenders: Vec<Contender>,
    queries: &[(usize, (usize, usize), Pose)],
    expected: &[bool],
) -> Result<Vec<Run>, Fault> {
    let reps = lab.settings.reps.min(MOST_REPS);
    lab.progress.start(contenders[0].stable.name(), reps);
    for _ in 0..reps {
        for Contender { checkers, watch, .. } in &mut contenders {
            watch.repetition(|k| u64::from(checkers[queries[k].0].first(&queries[k].2).is_some()));
        }
        lab.progress.step();
    }
    let finished = contenders.into_iter().map(|mut contender| {
        for (couple, _, pose) in queries {
            contender.checkers[*couple].first_counted(pose, &mut contender.cost);
        }
        let timed = contender.watch.finish();
        let differs = timed
            .answers
            .iter()
            .zip(expected)
            .position(|(found, expected)| (*found > 0) != *expected);
        match differs {
            None => {
                let Timing { mean_best_us, spread, .. } = timed.timing;
                Ok(Run { mean_us: mean_best_us, cost: contender.cost, spread })
            }
            Some(row) => Err(Fault::from(Disagreement {
                flight: "two bodies".to_owned(),
                row,
                what: "collisions",
                setup: format!("{} with support planes", contender.stable.name()),
                found: timed.answers[row],
                reference: "the wide engine".to_owned(),
                expected: u64::from(expected[row]),
            })),
        }
    });
    finished.collect()
}

fn plot(times: &Grid) -> Plot {
    Plot {
        name: "time".to_owned(),
        title: "Two bodies placed at random".to_owned(),
        x: Axis::new("levels with planes", "", Scale::Linear),
        y: Axis::new("time of a query", "µs", Scale::Linear),
        series: curves(times),
    }
}

/// Planes on the best number of levels must be faster than none, for all volumes of the paper.
fn judge(times: &Grid) -> Verdict {
    let rows: Vec<&str> =
        times.names().into_iter().filter(|name| !name.starts_with("18")).collect();
    let gains: Vec<(f64, String)> = rows.iter().map(|row| best_gain(times, row)).collect();
    let faster = gains.iter().filter(|(gain, _)| *gain > 1.02).count();
    let said =
        |(row, (gain, levels)): (&&str, &(f64, String))| format!("{row} {gain:.2} on {levels}");
    let parts: Vec<String> = rows.iter().zip(&gains).map(said).collect();
    Verdict::new(
        Holds::by_count(faster, gains.len(), gains.len()),
        format!(
            "with planes on the best number of levels a query is so many times as fast (paper: a significant gain for all): {}",
            parts.join(", ")
        ),
    )
}
