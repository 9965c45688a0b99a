//! A flight as a page: the body along its path, what touches, and what every query took.

use std::collections::BTreeSet;

use closecall::{Cost, Mesh, Pose};
use closecall_cli::flight_page::{FlightPage, work_chart};
use closecall_cli::question::{Mode, TrianglePair};
use closecall_flight::numbers::counted;
use closecall_report::{Chart, ChartKind, ChartSeries, Mood, Page};

use super::plan::Flown;
use super::report::{found, question};

/// Two bodies with their names, and the frames of the second in the first's frame.
#[derive(Clone, Copy, Debug)]
pub struct ShownFlight<'a> {
    /// The name of the flight.
    pub flight: &'a str,
    /// The names of the bodies.
    pub names: [&'a str; 2],
    /// The body that stands still, and the one that flies.
    pub meshes: [&'a Mesh; 2],
    /// The flight: rows and poses.
    pub poses: &'a [(usize, Pose)],
}

impl<'a> ShownFlight<'a> {
    /// The page about a flight; `text` is the result for people.
    pub fn page(&self, flown: &Flown, pairs: &'a [Vec<TrianglePair>], text: &str) -> Page<'a> {
        let Self { flight, names, meshes, poses } = *self;
        let shown = FlightPage { title: flight, names, meshes, poses, pairs };
        let chosen = shown.chosen();
        let mut page = shown.page(&chosen, answer(flown), charts(flown, &chosen), (text, 8));
        page.mood = Mood::colliding(flown.answers.colliding > 0);
        page.scene.fronts = flown.fronts.clone();
        page.notes.extend(notes(flown));
        page
    }
}

fn answer(flown: &Flown) -> String {
    match flown.answers.colliding {
        0 => {
            let bodies = if flown.plan.engine.solid { "solids" } else { "surfaces" };
            format!("Clear: no {bodies} touch at {}", counted(flown.poses as u64, "pose"))
        }
        _ => format!("Collision: {}", found(flown)),
    }
}

fn notes(flown: &Flown) -> Vec<String> {
    let extra = (flown.plan.question.mode == Mode::First).then(|| {
        "the question was whether anything touches; what does was found in a pass of its own"
            .to_owned()
    });
    let frames =
        flown.fronts.iter().map(|front| front.frame).collect::<BTreeSet<usize>>().len() as u64;
    let fronts = (frames > 0)
        .then(|| format!("what is remembered is drawn at {}", counted(frames, "frame")));
    let times = (flown.plan.reps > 1).then(|| {
        let reps = counted(flown.plan.reps as u64, "repetition");
        format!("times are the best of {reps}, on one thread")
    });
    extra.into_iter().chain(fronts).chain(times).collect()
}

fn charts(flown: &Flown, chosen: &[usize]) -> Vec<Chart> {
    let along =
        |value: &dyn Fn(usize) -> f64| chosen.iter().map(|&k| value(k)).collect::<Vec<f64>>();
    let cold = ChartSeries::new(question(flown), along(&|k| flown.best_us[k]));
    let warm = flown.warm.iter();
    let with_memory = warm.clone().map(|warm| {
        ChartSeries::new(
            format!("{}, remembering ({})", question(flown), warm.memory),
            along(&|k| warm.best_us[k]),
        )
    });
    let costs: Vec<Cost> = flown.shown.iter().map(|answer| answer.cost).collect();
    let chart = |title: &str, unit, series| Chart {
        title: title.to_owned(),
        unit,
        kind: ChartKind::Lines,
        series,
    };
    let mut charts = vec![
        chart("Time per query", "µs", [cold].into_iter().chain(with_memory).collect()),
        work_chart(question(flown), &costs, chosen),
    ];
    charts.extend(warm.map(|warm| {
        let entries = ChartSeries::new(
            format!("entries ({})", warm.memory),
            along(&|k| warm.entries[k] as f64),
        );
        chart("What is remembered between queries", "entries", vec![entries])
    }));
    charts
}
