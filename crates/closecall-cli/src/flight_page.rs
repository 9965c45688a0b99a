//! A flight as a page: a body along its path past another, and what touches at every pose.

use closecall::{Cost, Mesh, Pose};
use closecall_flight::numbers::grouped;
use closecall_report::{
    Chart, ChartKind, ChartSeries, DrawnBody, DrawnPath, DrawnScene, DrawnTouch, FrameNames, Look,
    MOST_FRAMES, Mood, Page, choose,
};

use crate::question::TrianglePair;
use crate::report::{command_with, facts};

/// Two bodies with their names, and the poses of the second in the first's frame.
#[derive(Clone, Copy, Debug)]
pub struct FlightPage<'a> {
    /// The name of the flight.
    pub title: &'a str,
    /// The names of the bodies.
    pub names: [&'a str; 2],
    /// The body that stands still, and the one that flies.
    pub meshes: [&'a Mesh; 2],
    /// The flight: the row in the file, and the pose.
    pub poses: &'a [(usize, Pose)],
    /// The touching pairs at each.
    pub pairs: &'a [Vec<TrianglePair>],
}

impl<'a> FlightPage<'a> {
    /// The poses that are shown: of neighbours, the one with most contacts.
    pub fn chosen(&self) -> Vec<usize> {
        let contacts: Vec<u64> = self.pairs.iter().map(|pairs| pairs.len() as u64).collect();
        choose(&contacts, MOST_FRAMES)
    }

    /// The page with a headline, charts of the chosen poses, and the result for people, the first
    /// columns of whose lines, this many, are names.
    pub fn page(
        &self,
        chosen: &[usize],
        answer: String,
        mut charts: Vec<Chart>,
        (text, columns): (&str, usize),
    ) -> Page<'a> {
        let thinned = (chosen.len() < self.poses.len()).then(|| {
            let [shown, all] = [chosen.len(), self.poses.len()].map(|count| grouped(count as u64));
            format!("shown with {shown} of {all} poses: of neighbours, the one with most contacts")
        });
        let pairs = chosen.iter().map(|&k| self.pairs[k].len() as f64);
        charts.insert(
            0,
            Chart {
                title: "Touching pairs of triangles".to_owned(),
                unit: "pairs",
                kind: ChartKind::Lines,
                series: vec![ChartSeries::new("pairs", pairs)],
            },
        );
        Page {
            title: self.title.to_owned(),
            answer,
            mood: Mood::colliding(self.pairs.iter().any(|pairs| !pairs.is_empty())),
            facts: facts(text, columns),
            scene: self.scene(chosen),
            rows: FrameNames::numbered("row", chosen.iter().map(|&k| self.poses[k].0)),
            charts,
            notes: thinned.into_iter().collect(),
            command: Some(command_with(&["--all", "--json"])),
            ..Page::default()
        }
    }

    fn scene(&self, chosen: &[usize]) -> DrawnScene<'a> {
        let poses: Vec<&'a Pose> = chosen.iter().map(|&k| &self.poses[k].1).collect();
        let paths = [DrawnPath::Still(Pose::IDENTITY), DrawnPath::Moving(poses)];
        let bodies =
            self.names.into_iter().zip(self.meshes).zip(paths).map(|((name, mesh), path)| {
                DrawnBody { name: name.to_owned(), mesh, path, look: Look::Surface }
            });
        let touches = chosen.iter().enumerate().map(|(frame, &k)| (frame, &self.pairs[k]));
        let touches = touches.filter(|(_, pairs)| !pairs.is_empty());
        DrawnScene {
            bodies: bodies.collect(),
            frames: chosen.len(),
            touches: touches
                .map(|(frame, pairs)| DrawnTouch { frame, bodies: [0, 1], pairs: pairs.clone() })
                .collect(),
            ..DrawnScene::default()
        }
    }
}

/// The cost of every query, along the chosen poses.
pub fn work_chart(question: &str, costs: &[Cost], chosen: &[usize]) -> Chart {
    let along = |name: &str, value: &dyn Fn(&Cost) -> u64| {
        ChartSeries::new(name, chosen.iter().map(|&k| value(&costs[k]) as f64))
    };
    Chart {
        title: format!("Work per query ({question})"),
        unit: "tests and updates",
        kind: ChartKind::Stacked,
        series: vec![
            along("volume tests", &|cost| cost.volume_tests),
            along("triangle tests", &|cost| cost.triangle_tests),
            along("updates", &|cost| cost.updates),
        ],
    }
}
