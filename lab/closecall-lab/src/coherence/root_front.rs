//! Savings by the front of the flying root: Klosowski 1998, §6.4.3 and §7.2.2, on look-alikes of
//! its data sets.

use closecall_classic::query::Strategy;

use super::course::{Course, poses};
use super::race::{Race, race};
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Outcome, Row, Table, Verdict,
};
use crate::klosowski::grid::span;
use crate::klosowski::setup::paper;
use crate::klosowski::study::PAPER;
use crate::scenes::DataSet;
use crate::table::TableQuestion;

/// The figures of the text: the share of tests that a front saves, in percent.
const PAPER_SAVES: [f64; 3] = [10.0, 19.0, 31.0];

/// The statistics.
pub fn experiment() -> Experiment {
    Experiment::new(
        "klosowski-front",
        "What a front of the flying root saves, with 18-DOPs",
        (PAPER, "§6.4.3, §7.2.2"),
        run,
    )
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let mut rows = Vec::new();
    let mut saved = Vec::new();
    let mut gained = Gained::default();
    for set in DataSet::ALL {
        let course = Course::new(lab, set.name(), set)?;
        let path = course.original(poses(lab));
        let bodies = (course.name, &course.env, &course.obj);
        let race = race(lab, bodies, &paper(), &[Strategy::Klosowski], &path, TableQuestion::All)?;
        saved.push(100.0 * (1.0 - race.share_of_tests(0)));
        gained.add(&course, &race);
        rows.push(row(&course, &race));
    }
    let column = |name: &str, unit| Column::new(name, unit);
    let table = Table {
        title: "With a front: the paper has 10 to 31 % fewer tests (19 on the mean), 3 to 5 % less time mostly, up to 15, a slowest query that is 1 to \
                22 % faster (7.9 on the mean), and at most 1 % of the environment's triangles in the front"
            .to_owned(),
        rows_are: "scene",
        columns: vec![
            column("N_v cold", ""),
            column("N_v front", ""),
            column("fewer tests", "%"),
            column("less time", "%"),
            column("slowest query", "%"),
            column("entries", ""),
            column("of the triangles", "%"),
        ],
        rows,
    };
    Ok(Outcome { tables: vec![table], plots: Vec::new(), verdict: judge(&saved, &gained) })
}

fn row(course: &Course, race: &Race) -> Row {
    let (cold, warm) = (&race.cold, &race.warm[0]);
    let per_pose = |count: u64| count as f64 / race.poses as f64;
    let less = |cold: f64, warm: f64| 100.0 * (1.0 - warm / cold);
    let figures = [
        per_pose(cold.cost.volume_tests),
        per_pose(warm.cost.volume_tests),
        100.0 * (1.0 - race.share_of_tests(0)),
        less(cold.mean_us, warm.mean_us),
        less(cold.max_us, warm.max_us),
        warm.entries as f64,
        100.0 * warm.entries as f64 / course.env.triangle_count() as f64,
    ];
    Row::new(course.name, figures.map(Cell::ours).to_vec())
}

/// The claims of the text beside the tests: less time, a faster slowest query, and a small front.
#[derive(Default)]
struct Gained {
    less_time: Vec<f64>,
    slowest: Vec<f64>,
    of_triangles: Vec<f64>,
}

impl Gained {
    fn add(&mut self, course: &Course, race: &Race) {
        let (cold, warm) = (&race.cold, &race.warm[0]);
        self.less_time.push(100.0 * (1.0 - warm.mean_us / cold.mean_us));
        self.slowest.push(100.0 * (1.0 - warm.max_us / cold.max_us));
        let triangles = course.env.triangle_count() as f64;
        self.of_triangles.push(100.0 * warm.entries as f64 / triangles);
    }
}

/// The front must save tests on every scene, and on the mean no less than the least in the paper;
/// it must save time on the mean, make the slowest query faster, and stay small.
fn judge(saved: &[f64], gained: &Gained) -> Verdict {
    let of = saved.len();
    let mean_of = |figures: &[f64]| figures.iter().sum::<f64>() / figures.len() as f64;
    let less = mean_of(&gained.less_time);
    let faster = gained.slowest.iter().filter(|gain| **gain > 0.0).count();
    let small = gained.of_triangles.iter().filter(|share| **share <= 1.0).count();
    let in_time = if less >= 3.0 {
        Holds::Yes
    } else if less > 0.0 {
        Holds::Partly
    } else {
        Holds::No
    };
    let mean = saved.iter().sum::<f64>() / saved.len() as f64;
    let fewer = saved.iter().filter(|saved| **saved > 0.0).count();
    let (low, high) = span(saved);
    let [paper_low, paper_mean, paper_high] = PAPER_SAVES;
    let on_the_mean = if mean >= paper_low { Holds::Yes } else { Holds::No };
    Verdict::new(
        Holds::by_count(fewer, of, of)
            .and(on_the_mean)
            .and(in_time)
            .and(Holds::by_count(faster, of, of))
            .and(Holds::by_count(small, of, of)),
        format!(
            "the front saves {low:.0} to {high:.0} % of the volume tests, {mean:.0} on the mean (paper: {paper_low:.0} to {paper_high:.0}, {paper_mean:.0}), \
             and saves some on {fewer} of {of} scenes; it saves {less:.1} % of the time (paper: 3 to 20, 7.7 on the mean), makes the slowest query faster on {faster} \
             (paper: all, by 7.9 %), and is at most 1 % of the triangles large on {small} (paper: all)"
        ),
    )
}
