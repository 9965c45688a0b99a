//! Two bodies placed at random, 60 % of the poses colliding: Figure 10.

use std::time::Instant;

use closecall::{Cost, Pose};
use closecall_classic::query::Checker;
use closecall_classic::query::configure::SupportPlanes;

use super::couples::{COLLIDING, Couple, couples};
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

/// The work of a contender.
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
    let (mut work, mut noise, mut reasons) = (Vec::new(), Noise::default(), Vec::new());
    let mut long = Grid::new(["without", "with", "gain", "levels"]);
    for stable in volumes(&meshes) {
        for (name, recipe) in [DVSPM, DFSPM] {
            let contenders = levels.iter().map(|&levels| {
                Contender::new(stable.with_planes(SupportPlanes { levels, recipe }), &queries)
            });
            let runs = race(lab, contenders.collect(), &queries, &answers)?;
            noise.extend(runs.iter().map(|run| run.spread));
            let row = format!("{} {name}", stable.name());
            times.push(&row, runs.iter().map(|run| Some(run.mean_us)).collect());
            reasons.push(reason(&row, &runs, queries.len()));
            work.extend(levels.iter().zip(&runs).map(|(levels, run)| {
                work_row(format!("{row} on {levels}"), &run.cost, queries.len())
            }));
        }
        if stable.name() != "18-DOP" {
            let name = stable.name();
            let best = |mapping: &str| best_gain(&times, &format!("{name} {mapping}"));
            let (vertices, faces) = (best(DVSPM.0), best(DFSPM.0));
            let ((mapping, recipe), (_, on)) =
                if vertices.0 > faces.0 { (DVSPM, vertices) } else { (DFSPM, faces) };
            let planes = SupportPlanes { levels: on.parse().unwrap_or(1), recipe };
            let [without, with] = long_race(lab, &*stable, planes, &couples)?;
            let figures = [without, with, without / with, planes.levels as f64];
            long.push(format!("{name} {mapping}"), figures.map(Some).to_vec());
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
        long.table(&long_title(lab), "volume, mapping", "", &Grid::default()),
        work_table("Work of a query".to_owned(), work),
    ];
    let verdict =
        judge(&times, &long).because(reasons.join("; ") + ".").with_noise(noise.typical());
    Ok(Outcome { tables, plots: vec![plot(&times)], verdict })
}

/// The number of poses the best number of levels is flown at against none: the paper's number, at
/// full size.
fn long_poses(lab: &Lab) -> usize {
    match lab.settings.breadth {
        Breadth::Tiny => 120,
        Breadth::Short => 4_000,
        Breadth::Full => 2_000_000,
    }
}

fn long_title(lab: &Lab) -> String {
    format!(
        "Time of a query in µs at {} other poses, without planes and on the best number of levels above",
        long_poses(lab)
    )
}

/// Poses that the two take turns at.
const TURN: usize = 1_000;

/// The mean time of a query without planes and with these, in µs.
fn long_race(
    lab: &mut Lab,
    stable: &dyn Stable,
    planes: SupportPlanes,
    couples: &[Couple],
) -> Result<[f64; 2], Fault> {
    let both = [SupportPlanes { levels: 0, ..planes }, planes];
    let both = both.map(|planes| stable.with_planes(planes));
    let turns = long_poses(lab).div_ceil(TURN * couples.len());
    lab.progress.start(stable.name(), turns);
    let mut spent_us = [0.0; 2];
    for turn in 0..turns {
        for couple in couples {
            let poses = couple.more(TURN, lab.settings.seed + 10 + turn as u64);
            let mut checkers =
                both.each_ref().map(|stable| stable.checker(couple.pair.0, couple.pair.1));
            let mut found = [Vec::new(), Vec::new()];
            // Who goes first finds the bodies in no cache: they change places.
            for side in [turn % 2, 1 - turn % 2] {
                let start = Instant::now();
                found[side] = poses.iter().map(|pose| checkers[side].collides(pose)).collect();
                spent_us[side] += start.elapsed().as_secs_f64() * 1e6;
            }
            if let Some(row) = (0..poses.len()).find(|&row| found[0][row] != found[1][row]) {
                return Err(differ(stable.name(), row, u64::from(found[1][row]), found[0][row]));
            }
        }
        lab.progress.step();
    }
    Ok(spent_us.map(|us| us / (turns * couples.len() * TURN) as f64))
}

fn differ(volume: &str, row: usize, found: u64, expected: bool) -> Fault {
    Fault::from(Disagreement {
        flight: "two bodies".to_owned(),
        row,
        what: "collisions",
        setup: format!("{volume} with support planes"),
        found,
        reference: "another engine".to_owned(),
        expected: u64::from(expected),
    })
}

/// The saving of planes on the best number of levels, and the number of their questions.
fn reason(row: &str, runs: &[Run], queries: usize) -> String {
    let best = (1..runs.len()).min_by(|a, b| runs[*a].mean_us.total_cmp(&runs[*b].mean_us));
    let (bare, with) = (&runs[0].cost, &runs[best.unwrap_or(0)].cost);
    let saved = |bare: u64, with: u64| 100.0 * (1.0 - with as f64 / bare.max(1) as f64);
    format!(
        "{row} saves {:.0} % of {:.0} volume tests and {:.0} % of {:.0} triangle tests with {:.1} plane tests a query, of which {:.0} % part their pair",
        saved(bare.volume_tests, with.volume_tests),
        bare.volume_tests as f64 / queries as f64,
        saved(bare.triangle_tests, with.triangle_tests),
        bare.triangle_tests as f64 / queries as f64,
        with.plane_tests as f64 / queries as f64,
        100.0 * with.plane_rejections as f64 / with.plane_tests.max(1) as f64
    )
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
            Some(row) => {
                Err(differ(contender.stable.name(), row, timed.answers[row], expected[row]))
            }
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
fn judge(times: &Grid, long: &Grid) -> Verdict {
    let rows: Vec<&str> =
        times.names().into_iter().filter(|name| !name.starts_with("18")).collect();
    let gains: Vec<(f64, String)> = rows.iter().map(|row| best_gain(times, row)).collect();
    let faster = gains.iter().filter(|(gain, _)| *gain > 1.02).count();
    let said =
        |(row, (gain, levels)): (&&str, &(f64, String))| format!("{row} {gain:.2} on {levels}");
    let parts: Vec<String> = rows.iter().zip(&gains).map(said).collect();
    let again = |row: &&str| Some(format!("{row} {:.2}", long.at(row, "gain")?));
    let again: Vec<String> = long.names().iter().filter_map(again).collect();
    Verdict::new(
        Holds::by_count(faster, gains.len(), gains.len()),
        format!(
            "with planes on the best number of levels a query is so many times as fast (paper: a significant gain for all): {}; at the paper's number of poses {}",
            parts.join(", "),
            again.join(", ")
        ),
    )
}
