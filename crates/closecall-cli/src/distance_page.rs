//! Distances as a page: the body along its path, where the two are nearest, and the clearance as a
//! chart.

use closecall::{Mesh, Pose};
use closecall_flight::numbers::grouped;
use closecall_report::{
    Amount, Chart, ChartKind, ChartSeries, DrawnBody, DrawnNearest, DrawnPath, DrawnScene,
    DrawnTouch, Finding, FrameNames, Look, MOST_FRAMES, Measure, Mood, Page, choose, findings_of,
};

use crate::report::facts;
use closecall::Distance as Found;

/// Two bodies and how far apart they were.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// The subject of the page.
    pub title: &'a str,
    /// The names of the bodies.
    pub names: [&'a str; 2],
    /// The body that stands still, and the one that is posed in its frame.
    pub meshes: [&'a Mesh; 2],
    /// Its positions: the row in the file, and the pose.
    pub poses: &'a [(usize, Pose)],
    /// The distance at each; none where that is above what was asked for.
    pub found: &'a [Option<Found>],
}

/// The findings of the scene. Of bodies that touch one pair of triangles is known, and not how many
/// there are: the number is the distance.
fn findings(scene: &DrawnScene) -> Vec<Finding> {
    let mut findings = findings_of(scene);
    for found in findings.iter_mut().filter(|found| found.mood == Mood::Collision) {
        found.amount = Some(Amount::of(Measure::Distance, 0.0));
    }
    findings
}

impl<'a> Shown<'a> {
    /// The page; `text` is the result for people, the first columns of a line, this many, being
    /// names.
    pub fn page(&self, text: &str, columns: usize) -> Page<'a> {
        let chosen = choose(&self.nearness(), MOST_FRAMES);
        let touching = self.found.iter().flatten().filter(|found| found.distance.hi == 0.0).count();
        let shown = (chosen.len() < self.poses.len()).then(|| {
            let [shown, all] = [chosen.len(), self.poses.len()].map(|count| grouped(count as u64));
            format!("shown with {shown} of {all} poses: of neighbours, the nearest")
        });
        let beyond = chosen.iter().any(|&k| self.found[k].is_none());
        let missing =
            beyond.then(|| "gaps of the chart are further apart than was asked for".to_owned());
        let scene = self.scene(&chosen);
        Page {
            findings: findings(&scene),
            title: self.title.to_owned(),
            answer: self.answer(touching),
            mood: Mood::colliding(touching > 0),
            facts: facts(text, columns),
            scene,
            rows: FrameNames::numbered("row", chosen.iter().map(|&k| self.poses[k].0)),
            charts: if self.poses.len() > 1 { vec![self.chart(&chosen)] } else { vec![] },
            notes: shown.into_iter().chain(missing).collect(),
            ..Page::default()
        }
    }

    /// The nearer, the larger: what is shown of neighbours is the nearest of them.
    fn nearness(&self) -> Vec<u64> {
        let bits = |found: &Option<Found>| {
            u64::MAX - found.map_or(f64::INFINITY, |found| found.distance.hi).to_bits()
        };
        self.found.iter().map(bits).collect()
    }

    fn answer(&self, touching: usize) -> String {
        let least = self
            .found
            .iter()
            .flatten()
            .map(|found| found.distance.hi)
            .fold(f64::INFINITY, f64::min);
        match (self.poses.len(), touching) {
            (1, 0) if least.is_finite() => format!("Apart: {least}"),
            (_, 0) if least.is_finite() => format!("Minimum clearance {least}"),
            (_, 0) => "Further apart than was asked for".to_owned(),
            (1, _) => "Touching".to_owned(),
            (all, some) => {
                format!("Touching at {} of {} poses", grouped(some as u64), grouped(all as u64))
            }
        }
    }

    fn scene(&self, chosen: &[usize]) -> DrawnScene<'a> {
        let poses: Vec<&'a Pose> = chosen.iter().map(|&k| &self.poses[k].1).collect();
        let paths = [DrawnPath::Still(Pose::IDENTITY), DrawnPath::Moving(poses)];
        let bodies =
            self.names.into_iter().zip(self.meshes).zip(paths).map(|((name, mesh), path)| {
                DrawnBody { name: name.to_owned(), mesh, path, look: Look::Surface }
            });
        let found =
            || chosen.iter().enumerate().filter_map(|(frame, &k)| Some((frame, self.found[k]?)));
        let touch = |(frame, found): (usize, Found)| DrawnTouch {
            frame,
            bodies: [0, 1],
            pairs: vec![(found.a, found.b)],
        };
        let nearest = |(frame, found): (usize, Found)| DrawnNearest {
            frame,
            points: [found.point_a, found.point_b],
            bodies: Some([0, 1]),
        };
        DrawnScene {
            bodies: bodies.collect(),
            frames: chosen.len(),
            is_one_of_many: true,
            touches: found().filter(|(_, found)| found.distance.hi == 0.0).map(touch).collect(),
            nearest: found().filter(|(_, found)| found.distance.hi > 0.0).map(nearest).collect(),
            ..DrawnScene::default()
        }
    }

    /// The clearance along the frames; no number where it is not known.
    fn chart(&self, chosen: &[usize]) -> Chart {
        let clearance =
            chosen.iter().map(|&k| self.found[k].map_or(f64::NAN, |found| found.distance.hi));
        Chart {
            title: "Clearance along the path".to_owned(),
            unit: "length",
            kind: ChartKind::Lines,
            series: vec![ChartSeries::new("clearance", clearance)],
        }
    }
}
