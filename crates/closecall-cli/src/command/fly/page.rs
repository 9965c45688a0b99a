//! A flight as a page: the body along its path, what touches, and what every query took.

use std::collections::BTreeSet;

use closecall::{Mesh, Pose};
use closecall_flight::FlightFrame;
use closecall_flight::numbers::{counted, grouped};
use closecall_flight::stamp::Stamp;
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look,
    MOST_FRAMES, Mood, Page, choose,
};

use super::Flown;
use super::report::{found, question};
use crate::engine::Engine;
use crate::question::Mode;
use crate::report::facts;

/// Two bodies with their names, and the frames of the second in the first's frame.
#[derive(Clone, Copy, Debug)]
pub struct ShownFlight<'a> {
    /// What the flight is called.
    pub flight: &'a str,
    /// What the bodies are called.
    pub names: [&'a str; 2],
    /// The body that stands still, and the one that flies.
    pub meshes: [&'a Mesh; 2],
    /// Where it flies.
    pub frames: &'a [FlightFrame],
}

impl<'a> ShownFlight<'a> {
    /// The page about one or more questions to the flight, the last of which has the pairs; `text`
    /// is the result for people.
    pub fn page<E: Engine>(&self, flown: &[&Flown<E>], text: &str) -> Page<'a> {
        let last = flown[flown.len() - 1];
        let contacts: Vec<u64> =
            last.shown.iter().map(|answer| answer.pairs.len() as u64).collect();
        let chosen = choose(&contacts, MOST_FRAMES);
        let mut notes = notes(last, chosen.len());
        let charts = charts(flown, &contacts, &chosen);
        if charts.iter().any(|chart| chart.unit == "µs") && last.plan.reps > 1 {
            notes.push(format!(
                "times are the best of {}, on one thread",
                counted(last.plan.reps as u64, "repetition")
            ));
        }
        Page {
            title: self.flight.to_owned(),
            answer: answer(last),
            mood: Mood::colliding(last.answers.colliding > 0),
            facts: facts(text, 8),
            scene: self.scene(last, &chosen),
            rows: FrameNames::numbered("row", chosen.iter().map(|&k| self.frames[k].row)),
            charts,
            notes,
            stamp: Stamp::now(0),
        }
    }

    fn scene(&self, flown: &Flown<impl Engine>, chosen: &[usize]) -> DrawnScene<'a> {
        let poses: Vec<&'a Pose> = chosen.iter().map(|&k| &self.frames[k].pose).collect();
        let paths = [DrawnPath::Still(Pose::IDENTITY), DrawnPath::Moving(poses)];
        let bodies =
            self.names.into_iter().zip(self.meshes).zip(paths).map(|((name, mesh), path)| {
                DrawnBody { name: name.to_owned(), mesh, path, look: Look::Surface }
            });
        let touches = chosen.iter().enumerate().map(|(frame, &k)| (frame, &flown.shown[k].pairs));
        let touches = touches.filter(|(_, pairs)| !pairs.is_empty());
        DrawnScene {
            bodies: bodies.collect(),
            frames: chosen.len(),
            touches: touches
                .map(|(frame, pairs)| DrawnTouch { frame, bodies: [0, 1], pairs: pairs.clone() })
                .collect(),
            fronts: flown.fronts.clone(),
            ..DrawnScene::default()
        }
    }
}

fn answer(flown: &Flown<impl Engine>) -> String {
    match flown.answers.colliding {
        0 => {
            let bodies = if flown.plan.engine.is_solid() { "solids" } else { "surfaces" };
            format!("Clear: no {bodies} touch at {}", counted(flown.poses as u64, "pose"))
        }
        _ => format!("Collision: {}", found(flown)),
    }
}

fn notes(flown: &Flown<impl Engine>, shown: usize) -> Vec<String> {
    let thinned = (shown < flown.poses).then(|| {
        let [shown, all] = [shown, flown.poses].map(|count| grouped(count as u64));
        format!("shown with {shown} of {all} poses: of neighbours, the one with most contacts")
    });
    let extra = (flown.plan.question.mode == Mode::First).then(|| {
        "the question was whether anything touches; what does was found in a pass of its own"
            .to_owned()
    });
    let frames =
        flown.fronts.iter().map(|front| front.frame).collect::<BTreeSet<usize>>().len() as u64;
    let fronts = (frames > 0)
        .then(|| format!("what is remembered is drawn at {}", counted(frames, "frame")));
    thinned.into_iter().chain(extra).chain(fronts).collect()
}

fn charts<E: Engine>(flown: &[&Flown<E>], contacts: &[u64], chosen: &[usize]) -> Vec<Chart> {
    let last = flown[flown.len() - 1];
    let along =
        |value: &dyn Fn(usize) -> f64| chosen.iter().map(|&k| value(k)).collect::<Vec<f64>>();
    let cold =
        flown.iter().map(|flown| ChartSeries::new(question(flown), along(&|k| flown.best_us[k])));
    let warm = last.warm.iter();
    let with_memory = warm.clone().map(|warm| {
        ChartSeries::new(
            format!("{}, remembering ({})", question(last), warm.memory),
            along(&|k| warm.best_us[k]),
        )
    });
    let cost = |k: usize| last.shown[k].cost;
    let work = vec![
        ChartSeries::new("volume tests", along(&|k| cost(k).volume_tests as f64)),
        ChartSeries::new("triangle tests", along(&|k| cost(k).triangle_tests as f64)),
        ChartSeries::new("updates", along(&|k| cost(k).updates as f64)),
    ];
    let chart =
        |title: &str, unit, kind, series| Chart { title: title.to_owned(), unit, kind, series };
    let mut charts = vec![
        chart("Time per query", "µs", ChartKind::Lines, cold.chain(with_memory).collect()),
        chart(
            &format!("Work per query ({})", question(last)),
            "tests and updates",
            ChartKind::Stacked,
            work,
        ),
        chart(
            "Touching pairs of triangles",
            "pairs",
            ChartKind::Lines,
            vec![ChartSeries::new("pairs", along(&|k| contacts[k] as f64))],
        ),
    ];
    charts.extend(warm.map(|warm| {
        let entries = ChartSeries::new(
            format!("entries ({})", warm.memory),
            along(&|k| warm.entries[k] as f64),
        );
        chart("What is remembered between queries", "entries", ChartKind::Lines, vec![entries])
    }));
    charts
}
