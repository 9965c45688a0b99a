//! Separation lists against walks from the roots: Li and Chen 1998, Table 1.

use std::sync::Arc;

use closecall::{Cost, Mesh};
use closecall_classic::coherence::Updating;
use closecall_classic::query::building::build;
use closecall_classic::query::configure::{Options, Rule, VolumeKind};
use closecall_classic::query::{Checker, Strategy, checker};
use closecall_classic::volume::Sphere;
use closecall_classic::volume::sphere::Small;

use super::crowd::{Increment, LISTS, NineBodies, bunny};
use super::race::same;
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Row, Table, Verdict,
};
use crate::klosowski::grid::{Grid, span, typical};
use crate::klosowski::setup::rapid;
use crate::table::Breadth;
use closecall_flight::timing::Stopwatch;

const PAPER: &str = "Li and Chen 1998";

/// The contenders: from the roots, and the lists by how they are updated. The paper's first column
/// of lists is the predicted one.
const NAMES: [&str; 4] = ["top-down", "plain", "predicted", "deferred"];
const UPDATING: [Updating; 3] = [Updating::Plain, Updating::Predicted, Updating::DEFERRED];

/// With so many percent more pieces 500 triangles take 1,875 spheres in the leaves: 3,749 in all,
/// as there are 3,747 in the paper's trees (Quinlan 1994).
const TILES: u32 = 275;

/// Trees of spheres that tile the triangles.
fn spheres() -> Options {
    Options {
        volume: VolumeKind::Sphere,
        rule: Rule::Longest,
        tile_percent: TILES,
        ..Options::default()
    }
}

/// Table 1: seconds without, with lists, and with deferred lists, run by run.
const PRINTED: [[f64; 3]; 10] = [
    [1507.9, 1075.7, 759.2],
    [1744.0, 1252.2, 1021.7],
    [1552.8, 1077.7, 781.5],
    [1713.0, 1177.3, 980.1],
    [1548.4, 1080.5, 808.2],
    [1653.4, 1168.3, 969.5],
    [1403.0, 1021.2, 687.5],
    [1570.5, 1120.2, 831.4],
    [1564.9, 1163.1, 900.4],
    [1580.5, 1139.2, 865.7],
];

/// The table, and what the text says beside it.
pub fn experiments() -> Vec<Experiment> {
    let new = |name, title, place, run: fn(&mut Lab) -> Result<Outcome, Fault>| {
        Experiment::new(name, title, (PAPER, place), run)
    };
    vec![
        new(
            "li-chen-t1",
            "Nine bunnies of 500 triangles in trees of 3,749 spheres, moving at random, with and without separation lists",
            "Table 1, §5.2",
            run,
        ),
        new("li-chen-deferrals", "How often to defer", "§5.2", deferrals),
        new(
            "li-chen-moves",
            "Where the nodes of a list go, and what that saves",
            "Figure 3, §4.2, §4.3",
            moves,
        ),
        new(
            "li-chen-coherence",
            "Lists by the size of the moves, in spheres and in OBBs",
            "§6",
            by_increment,
        ),
    ]
}

/// The radius of the smallest sphere of the trees.
fn smallest(body: &Arc<Mesh>) -> f64 {
    let tree = build::<Sphere>(body, &Small, 1, &spheres());
    tree.nodes().iter().map(|node| node.volume.radius).fold(f64::INFINITY, f64::min)
}

/// The queries of one run.
fn crowd(lab: &Lab, increment: Increment, rounds: usize, run: u64) -> Result<NineBodies, Fault> {
    let body = Arc::new(bunny(lab.settings.seed)?);
    Ok(NineBodies::new(&body, smallest(&body), increment, rounds, lab.settings.seed + run))
}

/// What the contenders did in one run.
struct Outrun {
    /// The mean time of a query in µs.
    mean_us: Vec<f64>,
    /// The volume tests of a query.
    tests: Vec<f64>,
    /// By which share repetitions of each differ.
    spreads: Vec<f64>,
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (seeds, rounds) = match lab.settings.breadth {
        Breadth::Tiny => (2, 20),
        Breadth::Short => (10, 200),
        Breadth::Full => (10, 1000),
    };
    let runs: Vec<Outrun> = (0..seeds)
        .map(|run| {
            let crowd = crowd(lab, Increment::PAPER, rounds, run)?;
            one(lab, &crowd, &spheres(), &UPDATING)
        })
        .collect::<Result<_, _>>()?;
    let columns = NAMES.iter().map(|name| Column::new(*name, "µs"));
    let gains = [("plain", 1), ("predicted", 2), ("deferred", 3)];
    let columns =
        columns.chain(gains.iter().map(|(name, _)| Column::new(format!("{name} gain"), "")));
    let tests = NAMES.iter().map(|name| Column::new(format!("{name} N_v"), ""));
    let row = |(at, run): (usize, &Outrun)| {
        let paper = |place: usize| (place >= 2).then(|| PRINTED[at][0] / PRINTED[at][place - 1]);
        let mut cells: Vec<Cell> = run.mean_us.iter().map(|us| Cell::ours(*us)).collect();
        cells.extend(gains.iter().map(|(_, place)| Cell::beside(run.gain(*place), paper(*place))));
        cells.extend(run.tests.iter().map(|tests| Cell::ours(*tests)));
        Row::new(format!("run {}", at + 1), cells)
    };
    let table = Table {
        title: format!(
            "Time and volume tests of a query (one pair of bodies); {rounds} moves of each body, {LISTS} lists"
        ),
        rows_are: "run",
        columns: columns.chain(tests).collect(),
        rows: runs.iter().enumerate().map(row).collect(),
    };
    let noise: Noise = runs.iter().flat_map(|run| run.spreads.clone()).collect();
    let verdict = judge(&runs).with_noise(noise.typical());
    Ok(Outcome { tables: vec![table], plots: Vec::new(), verdict })
}

impl Outrun {
    fn gain(&self, place: usize) -> f64 {
        self.mean_us[0] / self.mean_us[place]
    }
}

/// The deferred list must be faster than walks from the roots, and than the predicted one, on the
/// mean.
fn judge(runs: &[Outrun]) -> Verdict {
    let mean = |place: usize| typical(&runs.iter().map(|run| run.gain(place)).collect::<Vec<_>>());
    let [plain, predicted, deferred] = [1, 2, 3].map(mean);
    let sum = |place: usize| PRINTED.iter().map(|run| run[place]).sum::<f64>();
    let [paper_predicted, paper_deferred] = [1, 2].map(|place| sum(0) / sum(place));
    let share = |place: usize| {
        100.0 * typical(&runs.iter().map(|run| run.tests[place] / run.tests[0]).collect::<Vec<_>>())
    };
    let nanoseconds = |place: usize| {
        1e3 * typical(
            &runs.iter().map(|run| run.mean_us[place] / run.tests[place]).collect::<Vec<_>>(),
        )
    };
    // Faster than the roots, faster than the other list, and as much faster as the paper says.
    let held = [deferred > 1.0, deferred > predicted, deferred >= 1.7]
        .into_iter()
        .filter(|held| *held)
        .count();
    Verdict::new(
        Holds::by_count(held, 3, 3),
        format!(
            "over {} runs deferred lists are {deferred:.2} times as fast as walks from the roots (paper: {paper_deferred:.2}), predicted ones {predicted:.2} \
             times (paper: {paper_predicted:.2}) and plain ones {plain:.2} times, with {:.0}, {:.0} and {:.0} % of the volume tests (at best 50, and 67 for a deferred list that never grows); all in all a test from the roots takes \
             {:.0} ns, one of a deferred list {:.0} ns",
            runs.len(),
            share(3),
            share(2),
            share(1),
            nanoseconds(0),
            nanoseconds(3)
        ),
    )
}

/// Asks all queries of a run, from the roots and with each kind of list, in turns.
fn one(
    lab: &mut Lab,
    crowd: &NineBodies,
    options: &Options,
    updating: &[Updating],
) -> Result<Outrun, Fault> {
    let mut cold = checker(crowd.body.clone(), crowd.body.clone(), options);
    let mut warm: Vec<Vec<_>> = updating
        .iter()
        .map(|updating| vec![cold.remembering(Strategy::List(*updating)); LISTS])
        .collect();
    let mut watches: Vec<Stopwatch> =
        (0..=updating.len()).map(|_| Stopwatch::new(crowd.queries.len())).collect();
    let reps = lab.settings.reps.min(3);
    lab.progress.start("nine bodies", reps);
    let first = |checker: &mut dyn Checker, k: usize| {
        u64::from(checker.first(&crowd.queries[k].a_from_b).is_some())
    };
    for _ in 0..reps {
        watches[0].repetition(|k| first(&mut *cold, k));
        for (watch, lists) in watches[1..].iter_mut().zip(&mut warm) {
            lists.iter_mut().for_each(|list| list.reset());
            watch.repetition(|k| first(&mut *lists[crowd.queries[k].list], k));
        }
        lab.progress.step();
    }
    let mut costs = vec![Cost::default(); 1 + updating.len()];
    for query in &crowd.queries {
        cold.first_counted(&query.a_from_b, &mut costs[0]);
    }
    for (cost, lists) in costs[1..].iter_mut().zip(&mut warm) {
        lists.iter_mut().for_each(|list| list.reset());
        for query in &crowd.queries {
            lists[query.list].first_counted(&query.a_from_b, cost);
        }
    }
    let timed: Vec<_> = watches.into_iter().map(Stopwatch::finish).collect();
    for (other, updating) in timed[1..].iter().zip(updating) {
        same("nine bodies", &updating.to_string(), &other.answers, &timed[0].answers)?;
    }
    let queries = crowd.queries.len() as f64;
    Ok(Outrun {
        mean_us: timed.iter().map(|timed| timed.timing.mean_best_us).collect(),
        spreads: timed.iter().map(|timed| timed.timing.spread).collect(),
        tests: costs.iter().map(|cost| cost.volume_tests as f64 / queries).collect(),
    })
}

/// How many moves of each body the studies beside the table take.
fn few_rounds(lab: &Lab) -> usize {
    match lab.settings.breadth {
        Breadth::Tiny => 20,
        Breadth::Short => 100,
        Breadth::Full => 1000,
    }
}

/// "Deferring for more than one query is not a good idea since the performance starts to degrade."
fn deferrals(lab: &mut Lab) -> Result<Outcome, Fault> {
    let ways = [0, 1, 2, 3, 5, 9].map(Updating::Deferred);
    let crowd = crowd(lab, Increment::PAPER, few_rounds(lab), 0)?;
    let run = one(lab, &crowd, &spheres(), &ways)?;
    let mut grid = Grid::new(["gain", "tests, % of top-down", "ns a test"]);
    for (at, way) in ways.iter().enumerate() {
        let share = 100.0 * run.tests[at + 1] / run.tests[0];
        let each = 1e3 * run.mean_us[at + 1] / run.tests[at + 1];
        grid.push(way.to_string(), vec![Some(run.gain(at + 1)), Some(share), Some(each)]);
    }
    let gains: Vec<f64> = (0..ways.len()).map(|at| run.gain(at + 1)).collect();
    let best = (0..ways.len()).max_by(|a, b| gains[*a].total_cmp(&gains[*b])).unwrap_or(0);
    let holds = match best {
        1 => Holds::Yes,
        _ if gains[1] >= 0.98 * gains[best] => Holds::Yes,
        _ if gains[1] > gains[0] => Holds::Partly,
        _ => Holds::No,
    };
    let noise: Noise = run.spreads.iter().copied().collect();
    let verdict = Verdict::new(
        holds,
        format!(
            "lists gain most when \"{}\": {:.2} times; deferred once {:.2}, not at all {:.2} (paper: once is best, more degrades)",
            ways[best], gains[best], gains[1], gains[0]
        ),
    )
    .with_noise(noise.typical());
    let table =
        grid.table("Lists of spheres by how often they defer", "list", "", &Grid::default());
    Ok(Outcome { tables: vec![table], plots: vec![], verdict })
}

/// The shares of nodes that move down, stay and move up, and the tests the paper expects to save:
/// n·p_d + ½n·p_s − ¾n·p_u of 2n with a list that is raised, and n·(p_d + p_s) with one that is
/// not.
fn moves(lab: &mut Lab) -> Result<Outcome, Fault> {
    let names = [
        "p_d",
        "p_s",
        "p_u",
        "expected, plain",
        "saved, plain",
        "expected, predicted",
        "saved, predicted",
    ];
    let mut grid = Grid::new(names);
    let mut errors = Vec::new();
    for factor in [0.1, 0.25, 1.0, 4.0] {
        let crowd = crowd(lab, Increment::times(factor), few_rounds(lab), 0)?;
        let options = spheres();
        let cold = checker(crowd.body.clone(), crowd.body.clone(), &options);
        let mut lists = vec![cold.remembering(Strategy::List(Updating::Plain)); LISTS];
        let (mut down, mut still, mut up) = (0.0, 0.0, 0.0);
        for query in &crowd.queries {
            lists[query.list].first(&query.a_from_b);
            let moves = lists[query.list].list_moves();
            down += moves.down as f64;
            still += moves.still as f64;
            up += moves.up as f64;
        }
        let all = (down + still + up).max(1.0);
        let [p_d, p_s, p_u] = [down, still, up].map(|count| count / all);
        let run = one(lab, &crowd, &options, &[Updating::Plain, Updating::Predicted])?;
        let saved = |at: usize| 1.0 - run.tests[at] / run.tests[0];
        let expected = [0.5 * (p_d + 0.5 * p_s - 0.75 * p_u), 0.5 * (p_d + p_s)];
        errors.extend([expected[0] - saved(1), expected[1] - saved(2)]);
        let figures = [p_d, p_s, p_u, expected[0], saved(1), expected[1], saved(2)];
        grid.push(format!("{factor} increments"), figures.map(|x| Some(100.0 * x)).to_vec());
    }
    let near = errors.iter().filter(|error| error.abs() <= 0.1).count();
    let (low, high) = span(&errors);
    let verdict = Verdict::new(
        Holds::by_count(near, errors.len(), errors.len()),
        format!(
            "what the paper's formulas expect to save is within 10 points of what is saved in {near} of {} cases, off by {:.0} to {:.0} points",
            errors.len(),
            100.0 * low,
            100.0 * high
        ),
    );
    let title = "Of the nodes of a list, those that move down, stay and move up; and the tests of 2n that are expected to be saved, and are";
    Ok(Outcome {
        tables: vec![grid.table(title, "moves", "%", &Grid::default())],
        plots: vec![],
        verdict,
    })
}

/// "The performance of the modified algorithm could be worse than the original algorithm if objects
/// perform large or random jumps"; OBBs are future work.
fn by_increment(lab: &mut Lab) -> Result<Outcome, Fault> {
    let boxes = Options { tile_percent: 0, ..rapid() };
    let factors = [0.05, 0.25, 1.0, 4.0, 16.0];
    let mut grid = Grid::new(factors.map(|factor| format!("{factor} increments")));
    let mut rows = vec![Vec::new(); 6];
    for factor in factors {
        let crowd = crowd(lab, Increment::times(factor), few_rounds(lab), 0)?;
        for (at, options) in [spheres(), boxes].into_iter().enumerate() {
            let run = one(lab, &crowd, &options, &[Updating::DEFERRED])?;
            rows[3 * at].push(Some(run.gain(1)));
            rows[3 * at + 1].push(Some(100.0 * run.tests[1] / run.tests[0]));
            rows[3 * at + 2]
                .push(Some((run.mean_us[1] / run.tests[1]) / (run.mean_us[0] / run.tests[0])));
        }
    }
    let names = [
        "spheres, gain",
        "spheres, tests in %",
        "spheres, price of a test over cold",
        "OBBs, gain",
        "OBBs, tests in %",
        "OBBs, price of a test over cold",
    ];
    for (name, row) in names.into_iter().zip(rows) {
        grid.push(name, row);
    }
    let figures = |row: &str| grid.row(row).iter().flatten().copied().collect::<Vec<f64>>();
    let (gains, price) = (figures(names[0]), figures(names[2]));
    let best = gains.iter().copied().fold(0.0, f64::max);
    let falls = gains[0] > gains[gains.len() - 1];
    let worse = gains[gains.len() - 1] < 1.0;
    let holds = if falls { Holds::Yes } else { Holds::No };
    let verdict = Verdict::new(
        holds.and(if worse { Holds::Yes } else { Holds::No }),
        format!(
            "deferred lists of spheres gain {:.2} times for the smallest moves and {:.2} for jumps (paper: could be worse then), at best {best:.2} (paper: 1.84 on the \
             mean of Table 1, at most 2), and their tests cost {:.2} to {:.2} of cold ones",
            gains[0],
            gains[gains.len() - 1],
            span(&price).0,
            span(&price).1
        ),
    );
    let title = "Deferred lists against walks from the roots, by the size of the moves in the paper's increments";
    Ok(Outcome {
        tables: vec![grid.table(title, "", "", &Grid::default())],
        plots: vec![],
        verdict,
    })
}
