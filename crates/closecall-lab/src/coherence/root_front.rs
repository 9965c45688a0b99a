//! What the front of the flying root saves: Klosowski 1998, §6.4.3 and §7.2.2, on look-alikes of
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
use crate::table::Question;

/// What the text says: the share of tests that a front saves, in percent.
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
    for set in DataSet::ALL {
        let course = Course::new(lab, set.name(), set)?;
        let path = course.original(poses(lab));
        let bodies = (course.name, &course.env, &course.obj);
        let race = race(lab, bodies, &paper(), &[Strategy::Klosowski], &path, Question::All)?;
        saved.push(100.0 * (1.0 - race.share_of_tests(0)));
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
    Ok(Outcome { tables: vec![table], plots: Vec::new(), verdict: judge(&saved) })
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

/// The front must save tests on every scene, and on the mean no less than the least in the paper.
fn judge(saved: &[f64]) -> Verdict {
    let mean = saved.iter().sum::<f64>() / saved.len() as f64;
    let fewer = saved.iter().filter(|saved| **saved > 0.0).count();
    let (low, high) = span(saved);
    let [paper_low, paper_mean, paper_high] = PAPER_SAVES;
    let on_the_mean = if mean >= paper_low { Holds::Yes } else { Holds::No };
    Verdict::new(
        Holds::by_count(fewer, saved.len(), saved.len()).and(on_the_mean),
        format!(
            "the front saves {low:.0} to {high:.0} % of the volume tests, {mean:.0} on the mean (paper: {paper_low:.0} to {paper_high:.0}, {paper_mean:.0}), \
             and saves some on {fewer} of {} scenes",
            saved.len()
        ),
    )
}
