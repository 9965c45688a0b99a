//! A motion as a page: the body on its way, the moment of first contact, and the distance over
//! time.

use closecall::Answer;
use closecall::path::{Path as _, Rows};
use closecall::query::sweep::{Doubt, Hit};
use closecall::{Ask, Model, Pose};
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look,
    Mood, Page,
};

use super::bodies::pair_words;
use crate::report::facts;

/// The approximate number of moments of the way that are shown.
const MOMENTS: usize = 200;

/// The moments that a page shows: evenly over the way, and the first contact.
pub struct PathMoments {
    times: Vec<f64>,
    poses: Vec<Pose>,
}

impl PathMoments {
    /// Of a path with this answer.
    pub fn new(path: &Rows, answer: &Answer<Hit, Doubt>) -> Self {
        let end = path.legs() as f64;
        let mut times: Vec<f64> = (0..=MOMENTS).map(|k| end * k as f64 / MOMENTS as f64).collect();
        match answer {
            Answer::Clear => {}
            Answer::Touching(hit) => times.extend([hit.time.lo, hit.time.hi]),
            Answer::Undecided(doubt) => times.push(doubt.time.lo),
        }
        times.sort_by(f64::total_cmp);
        times.dedup();
        let poses = times.iter().map(|&time| path.pose(time)).collect();
        Self { times, poses }
    }

    /// The page about two bodies of these names; `text` is the result for people.
    pub fn page<'a>(
        &'a self,
        names: [&str; 2],
        models: [&'a Model; 2],
        answer: &Answer<Hit, Doubt>,
        text: &str,
    ) -> Page<'a> {
        let [a, b] = models;
        let pair = a.ask(b, Ask::new()).expect("units were compared when the files were read");
        let contacts = pair.batch(&self.poses, |pair, pose| pair.contacts(pose).pairs);
        let distances = pair.batch(&self.poses, |pair, pose| pair.distance(pose));
        let apart =
            distances.iter().map(|found| found.as_ref().map_or(0.0, |found| found.distance.lo));
        let touches = contacts.into_iter().enumerate().filter(|(_, pairs)| !pairs.is_empty());
        let touches = touches.map(|(frame, pairs)| DrawnTouch { frame, bodies: [0, 1], pairs });
        let ways =
            [DrawnPath::Still(Pose::IDENTITY), DrawnPath::Moving(self.poses.iter().collect())];
        let bodies = names.into_iter().zip(models).zip(ways).map(|((name, model), path)| {
            DrawnBody { name: name.to_owned(), mesh: model.mesh(), path, look: Look::Surface }
        });
        let scene = DrawnScene {
            bodies: bodies.collect(),
            frames: self.times.len(),
            touches: touches.collect(),
            ..DrawnScene::default()
        };
        let distance = ChartSeries::new("distance", apart);
        let chart = |title: &str, series| Chart {
            title: title.to_owned(),
            unit: "length",
            kind: ChartKind::Lines,
            series: vec![series],
        };
        Page {
            title: format!("{} past {}", names[1], names[0]),
            answer: named(text.lines().next().unwrap_or_default(), answer, names),
            mood: match answer {
                Answer::Clear => Mood::Clear,
                Answer::Touching(_) => Mood::Collision,
                Answer::Undecided(_) => Mood::Undecided,
            },
            facts: facts(text, 0),
            scene,
            rows: FrameNames::times("row", self.times.iter().copied()),
            charts: vec![chart("Distance over time", distance)],
            notes: vec![
                "moments are shown evenly over the way, and the first contact with them".to_owned(),
                "row 2.25 is a quarter of the way from row 2 to row 3".to_owned(),
            ],
            ..Page::default()
        }
    }
}

/// The answer with the names of the bodies in place of the numbers of their triangles.
fn named(told: &str, answer: &Answer<Hit, Doubt>, names: [&str; 2]) -> String {
    match answer {
        Answer::Touching(Hit { triangles: Some(pair), .. }) => {
            told.replacen(&pair_words(*pair), &names.join(" and "), 1)
        }
        _ => told.to_owned(),
    }
}
