//! Separation lists against walks from the roots: Li and Chen 1998, Table 1.

use closecall::Cost;
use closecall_classic::coherence::Updating;
use closecall_classic::query::configure::{Options, Rule, VolumeKind};
use closecall_classic::query::{Checker, Strategy, checker};

use super::crowd::{LISTS, NineBodies};
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Row, Table, Verdict,
};
use crate::klosowski::grid::typical;
use crate::table::{Breadth, Disagreement};
use closecall_flight::timing::Stopwatch;

const PAPER: &str = "Li and Chen 1998";

/// The contenders: from the roots, and the lists by how they are updated. The paper's first column
/// of lists is the predicted one.
const NAMES: [&str; 4] = ["top-down", "plain", "predicted", "deferred"];
const UPDATING: [Updating; 3] = [Updating::Plain, Updating::Predicted, Updating::Deferred];

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

/// The table.
pub fn experiment() -> Experiment {
    Experiment::new(
        "li-chen-t1",
        "Nine bodies of 500 triangles in sphere trees, moving at random, with and without separation lists",
        (PAPER, "Table 1, §5.2"),
        run,
    )
}

/// What the contenders did in one run.
struct Outrun {
    /// The mean time of a query in µs.
    mean_us: [f64; 4],
    /// The volume tests of a query.
    tests: [f64; 4],
    /// By which share repetitions of each differ.
    spreads: [f64; 4],
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (seeds, rounds) = match lab.settings.breadth {
        Breadth::Tiny => (2, 20),
        Breadth::Short => (10, 200),
        Breadth::Full => (10, 1000),
    };
    let runs: Vec<Outrun> = (0..seeds)
        .map(|run| one(lab, &NineBodies::new(rounds, lab.settings.seed + run)))
        .collect::<Result<_, _>>()?;
    let columns = NAMES.iter().map(|name| Column::new(*name, "µs"));
    let gains = [("plain", 1), ("predicted", 2), ("deferred", 3)];
    let columns =
        columns.chain(gains.iter().map(|(name, _)| Column::new(format!("{name} gain"), "")));
    let tests = NAMES.iter().map(|name| Column::new(format!("{name} N_v"), ""));
    let row = |(at, run): (usize, &Outrun)| {
        let paper = |place: usize| (place >= 2).then(|| PRINTED[at][0] / PRINTED[at][place - 1]);
        let mut cells = run.mean_us.map(Cell::ours).to_vec();
        cells.extend(gains.iter().map(|(_, place)| Cell::beside(run.gain(*place), paper(*place))));
        cells.extend(run.tests.map(Cell::ours));
        Row::new(format!("run {}", at + 1), cells)
    };
    let table = Table {
        title: format!(
            "Time and volume tests of a query; {rounds} moves of each body, {LISTS} lists"
        ),
        rows_are: "run",
        columns: columns.chain(tests).collect(),
        rows: runs.iter().enumerate().map(row).collect(),
    };
    let noise: Noise = runs.iter().flat_map(|run| run.spreads).collect();
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

fn one(lab: &mut Lab, crowd: &NineBodies) -> Result<Outrun, Fault> {
    let options = Options { volume: VolumeKind::Sphere, rule: Rule::Longest, ..Options::default() };
    let mut cold = checker(crowd.body.clone(), crowd.body.clone(), &options);
    let lists = |updating| vec![cold.remembering(Strategy::List(updating)); LISTS];
    let mut warm = UPDATING.map(lists);
    let mut watches = [(); 4].map(|()| Stopwatch::new(crowd.queries.len()));
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
    let mut costs = [Cost::default(); 4];
    for query in &crowd.queries {
        cold.first_counted(&query.a_from_b, &mut costs[0]);
    }
    for (cost, lists) in costs[1..].iter_mut().zip(&mut warm) {
        lists.iter_mut().for_each(|list| list.reset());
        for query in &crowd.queries {
            lists[query.list].first_counted(&query.a_from_b, cost);
        }
    }
    let timed = watches.map(Stopwatch::finish);
    for (other, name) in timed[1..].iter().zip(&NAMES[1..]) {
        if let Some(row) =
            (0..crowd.queries.len()).find(|row| other.answers[*row] != timed[0].answers[*row])
        {
            let reference = NAMES[0].to_owned();
            let (found, expected) = (other.answers[row], timed[0].answers[row]);
            let (flight, setup) = ("nine bodies".to_owned(), (*name).to_owned());
            return Err(Disagreement {
                flight,
                row,
                what: "colliding",
                setup,
                found,
                reference,
                expected,
            }
            .into());
        }
    }
    let queries = crowd.queries.len() as f64;
    Ok(Outrun {
        mean_us: timed.each_ref().map(|timed| timed.timing.mean_best_us),
        spreads: timed.each_ref().map(|timed| timed.timing.spread),
        tests: costs.map(|cost| cost.volume_tests as f64 / queries),
    })
}
