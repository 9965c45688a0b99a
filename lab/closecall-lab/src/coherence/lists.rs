//! Separation lists against walks from the roots: Li and Chen 1998, Table 1.

use std::sync::Arc;

use closecall::Mesh;
use closecall_classic::coherence::{ListMoves, Updating};
use closecall_classic::query::building::build;
use closecall_classic::query::configure::{Options, Rule, VolumeKind};
use closecall_classic::query::{Checker, Remembering, Strategy, checker};
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

/// With this many percent more pieces 500 triangles take 1,875 spheres in the leaves: 3,749 in all,
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

/// The work of the contenders in one run.
struct Outrun {
    /// The mean time of a query in µs.
    mean_us: Vec<f64>,
    /// The volume tests of a query.
    tests: Vec<f64>,
    /// By which share repetitions of each differ.
    spreads: Vec<f64>,
    /// How many times as long the lists that are followed are as lists made at the same pose.
    lengths: Vec<f64>,
    /// The share of queries at which a list is built anew.
    rebuilt: Vec<f64>,
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
    let (parts, why) = parts_of_gain(&runs);
    let verdict = judge(&runs).because(why).with_noise(noise.typical());
    let parts = parts.table("What the gains are made of", "list", "", &Grid::default());
    Ok(Outcome { tables: vec![table, parts], plots: Vec::new(), verdict })
}

impl Outrun {
    fn gain(&self, place: usize) -> f64 {
        self.mean_us[0] / self.mean_us[place]
    }

    /// The share of the tests that a list does.
    fn share(&self, place: usize) -> f64 {
        self.tests[place] / self.tests[0]
    }

    /// The price of a test of a list, over one of a walk from the roots; all that a query does is
    /// in it.
    fn price(&self, place: usize) -> f64 {
        (self.mean_us[place] / self.tests[place]) / (self.mean_us[0] / self.tests[0])
    }
}

/// A gain is 1 over the share of the tests times the price of one: the table of both, and what
/// the tests are made of.
fn parts_of_gain(runs: &[Outrun]) -> (Grid, String) {
    let mean = |of: &dyn Fn(&Outrun) -> f64| typical(&runs.iter().map(of).collect::<Vec<_>>());
    let mut grid = Grid::new([
        "gain",
        "tests, % of top-down",
        "price of a test over top-down",
        "followed list over a fresh one",
        "built anew, %",
    ]);
    for (place, name) in NAMES.iter().enumerate().skip(1) {
        let rebuilt = runs.iter().map(|run| run.rebuilt[place]).sum::<f64>() / runs.len() as f64;
        let figures = [
            mean(&|run| run.gain(place)),
            100.0 * mean(&|run| run.share(place)),
            mean(&|run| run.price(place)),
            mean(&|run| run.lengths[place]),
            100.0 * rebuilt,
        ];
        grid.push(*name, figures.map(Some).to_vec());
    }
    let at = |column: &str| grid.at("deferred", column).unwrap_or(0.0);
    let [gain, tests, price] =
        ["gain", "tests, % of top-down", "price of a test over top-down"].map(at);
    let why = format!(
        "a gain is one over the share of the tests times the price of one: {gain:.2} = 1 / ({:.2} × {price:.2}). With the paper's increments a deferred list does {tests:.0} % of the \
         tests of a walk, where 1.84 takes 54 % or fewer at the price of a walk's; each costs {price:.2} of one from the roots. A list that is followed is {:.2} times as long as one \
         made at the same pose (at least half of a walk's tests each time), and {:.0} % of the queries build it anew. By tests alone the gain would be {:.2}, by the price alone {:.2}.",
        tests / 100.0,
        at("followed list over a fresh one"),
        at("built anew, %"),
        100.0 / tests,
        1.0 / price
    );
    (grid, why)
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
    let mut warm: Vec<Box<dyn Remembering>> =
        updating.iter().map(|updating| cold.remembering(Strategy::List(*updating))).collect();
    let mut watches: Vec<Stopwatch> =
        (0..=updating.len()).map(|_| Stopwatch::new(crowd.queries.len())).collect();
    let first = |checker: &mut dyn Checker, k: usize| {
        u64::from(checker.first(&crowd.queries[k].a_from_b).is_some())
    };
    let reps = lab.settings.reps.clamp(2, 3);
    lab.progress.start("nine bodies", reps);
    for _ in 0..reps {
        watches[0].repetition(|k| first(&mut *cold, k));
        for (watch, lists) in watches[1..].iter_mut().zip(&mut warm) {
            lists.reset();
            watch.repetition(|k| {
                lists.switch_to(crowd.queries[k].list);
                first(&mut **lists, k)
            });
        }
        lab.progress.step();
    }
    let fresh: Vec<u64> = crowd
        .queries
        .iter()
        .map(|query| cold.cost_of_first(&query.a_from_b).volume_tests)
        .collect();
    let mut counts = vec![ListCount { tests: fresh.iter().sum(), ..ListCount::default() }];
    counts.extend(warm.iter_mut().map(|lists| ListCount::of(&mut **lists, crowd, &fresh)));
    let timed: Vec<_> = watches.into_iter().map(Stopwatch::finish).collect();
    for (other, updating) in timed[1..].iter().zip(updating) {
        same("nine bodies", &updating.to_string(), &other.answers, &timed[0].answers)?;
    }
    let queries = crowd.queries.len() as f64;
    Ok(Outrun {
        mean_us: timed.iter().map(|timed| timed.timing.mean_best_us).collect(),
        spreads: timed.iter().map(|timed| timed.timing.spread).collect(),
        tests: counts.iter().map(|count| count.tests as f64 / queries).collect(),
        lengths: counts
            .iter()
            .map(|count| count.length as f64 / count.fresh.max(1) as f64)
            .collect(),
        rebuilt: counts.iter().map(|count| count.rebuilt as f64 / queries).collect(),
    })
}

/// The work of the lists of a run.
#[derive(Clone, Copy, Default)]
struct ListCount {
    tests: u64,
    /// How often a list was built anew.
    rebuilt: u64,
    /// The nodes of the lists that were followed, and of lists made at the same poses. Nothing
    /// touches here, so that a walk of N tests ends at (N + 1)/2 pairs.
    length: u64,
    fresh: u64,
}

impl ListCount {
    fn of(lists: &mut dyn Remembering, crowd: &NineBodies, fresh: &[u64]) -> Self {
        let mut count = Self::default();
        lists.reset();
        for (query, fresh) in crowd.queries.iter().zip(fresh) {
            lists.switch_to(query.list);
            let length = lists.footprint().entries as u64;
            count.tests += lists.cost_of_first(&query.a_from_b).volume_tests;
            let ListMoves { down, still, up } = lists.list_moves();
            if down + still + up == 0 {
                count.rebuilt += 1;
            } else {
                count.length += length;
                count.fresh += fresh.div_ceil(2);
            }
        }
        count
    }
}

/// The number of moves of each body the studies beside the table take.
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
    let mut rows = vec![Vec::new(); 10];
    for factor in factors {
        let crowd = crowd(lab, Increment::times(factor), few_rounds(lab), 0)?;
        for (at, options) in [spheres(), boxes].into_iter().enumerate() {
            let run = one(lab, &crowd, &options, &[Updating::DEFERRED])?;
            let figures = [
                run.gain(1),
                100.0 * run.share(1),
                run.price(1),
                run.lengths[1],
                100.0 * run.rebuilt[1],
            ];
            for (row, figure) in figures.into_iter().enumerate() {
                rows[5 * at + row].push(Some(figure));
            }
        }
    }
    let names = [
        "spheres, gain",
        "spheres, tests in %",
        "spheres, price of a test over cold",
        "spheres, followed list over a fresh one",
        "spheres, built anew in %",
        "OBBs, gain",
        "OBBs, tests in %",
        "OBBs, price of a test over cold",
        "OBBs, followed list over a fresh one",
        "OBBs, built anew in %",
    ];
    for (name, row) in names.into_iter().zip(rows) {
        grid.push(name, row);
    }
    let figures = |row: &str| grid.row(row).iter().flatten().copied().collect::<Vec<f64>>();
    let (gains, price, lengths) = (figures(names[0]), figures(names[2]), figures(names[3]));
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
    )
    .because(format!(
        "the larger the moves the longer a followed list is beside one made at the same pose: {} times, from the smallest moves to the largest; the gain is one over tests times price, \
         column by column.",
        lengths.iter().map(|length| format!("{length:.2}")).collect::<Vec<_>>().join(", ")
    ));
    let title = "Deferred lists against walks from the roots, by the size of the moves in the paper's increments";
    Ok(Outcome {
        tables: vec![grid.table(title, "", "", &Grid::default())],
        plots: vec![],
        verdict,
    })
}
