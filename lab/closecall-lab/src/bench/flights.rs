//! Flights × engines × (first, all, build, memory). The engines take turns, and every turn builds
//! anew, so that a machine that slows down for a while slows all of them; of every pose its fastest
//! turn counts.

use std::time::Instant;

use closecall::Pose;
use rayon::ThreadPool;

use super::{BenchContender, BenchPage, BenchSheet};
use crate::table::TableScene;
use closecall_flight::numbers::{colliding_of, figures, flight_of};
use closecall_flight::timing::{Stopwatch, Timed};

/// Measures every contender on every scene, `rounds` times, on the one thread of `pool`.
///
/// # Panics
/// If there is no contender or no round.
#[must_use]
pub fn page(
    scenes: &[TableScene],
    contenders: &[BenchContender],
    rounds: usize,
    pool: &ThreadPool,
) -> BenchPage {
    let sheets =
        scenes.iter().map(|scene| pool.install(|| sheet(scene, contenders, rounds))).collect();
    let preface = format!(
        "One thread, no state between calls, {rounds} rounds in turn, each with a new build and every question \
         twice; a figure is the mean over the poses of each pose's fastest time, a build the fastest of all. First: do they touch? All: every touching pair of triangles. Bytes are the trees', \
         beside the meshes. A ratio is to the first row. Differences: poses at which an answer is not the first row's."
    );
    BenchPage { name: "flights", title: "Flights", preface, sheets }
}

fn sheet(scene: &TableScene, contenders: &[BenchContender], rounds: usize) -> BenchSheet {
    let poses: Vec<Pose> = scene.frames.iter().map(|frame| frame.pose).collect();
    let mut runs: Vec<Run> =
        contenders.iter().map(|contender| Run::new(*contender, poses.len())).collect();
    for _ in 0..rounds {
        runs.iter_mut().for_each(|run| run.turn(scene, &poses));
    }
    let results: Vec<Outcome> = runs.into_iter().map(Run::finish).collect();
    let triangles = scene.env.triangle_count() + scene.obj.triangle_count();
    let rows = results.iter().map(|result| result.row(&results[0], triangles)).collect();
    let colliding = results[0].first.answers.iter().sum();
    let title = format!(
        "{}: {}; {}",
        scene.name,
        flight_of(scene.obj.triangle_count(), scene.env.triangle_count()),
        colliding_of(colliding, poses.len()),
    );
    let header = vec![
        "engine",
        "first µs",
        "ratio",
        "all µs",
        "ratio",
        "build ms",
        "ratio",
        "bytes/triangle",
        "differences",
    ];
    BenchSheet { title, header, rows }
}

struct Run {
    contender: BenchContender,
    build_ms: f64,
    bytes: usize,
    watches: [Stopwatch; 2],
}

impl Run {
    fn new(contender: BenchContender, poses: usize) -> Self {
        Self {
            contender,
            build_ms: f64::INFINITY,
            bytes: 0,
            watches: [Stopwatch::new(poses), Stopwatch::new(poses)],
        }
    }

    fn turn(&mut self, scene: &TableScene, poses: &[Pose]) {
        let start = Instant::now();
        let mut bodies = self.contender.build(&scene.env, &scene.obj);
        self.build_ms = self.build_ms.min(start.elapsed().as_secs_f64() * 1e3);
        self.bytes = bodies.tree_bytes();
        bodies.prepare(poses);
        // The first of the two finds a tree that nobody has read yet; nobody's fastest time is
        // there.
        for _ in 0..2 {
            self.watches[0].repetition(|k| u64::from(bodies.first(k, &poses[k])));
        }
        for _ in 0..2 {
            self.watches[1].repetition(|k| bodies.all(k, &poses[k]));
        }
    }

    fn finish(self) -> Outcome {
        let Self { contender, build_ms, bytes, watches } = self;
        let [first, all] = watches.map(Stopwatch::finish);
        Outcome { contender, build_ms, bytes, first, all }
    }
}

struct Outcome {
    contender: BenchContender,
    build_ms: f64,
    bytes: usize,
    first: Timed,
    all: Timed,
}

impl Outcome {
    fn row(&self, reference: &Self, triangles: usize) -> Vec<String> {
        let mut row = vec![self.contender.name().to_owned()];
        for time in [
            |o: &Self| o.first.timing.mean_best_us,
            |o: &Self| o.all.timing.mean_best_us,
            |o: &Self| o.build_ms,
        ] {
            row.extend([figures(time(self)), figures(time(self) / time(reference))]);
        }
        let differ = |own: &Timed, other: &Timed| {
            own.answers.iter().zip(&other.answers).filter(|(a, b)| a != b).count()
        };
        let differences = differ(&self.first, &reference.first) + differ(&self.all, &reference.all);
        row.extend([
            format!("{:.0}", self.bytes as f64 / triangles as f64),
            differences.to_string(),
        ]);
        row
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenes::DataSet;
    use crate::table::Breadth;

    #[test]
    fn all_contenders_agree_on_a_made_flight() {
        let scene = TableScene::made(DataSet::Torus, Breadth::Short, super::super::SEED).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let page = page(&[scene], &BenchContender::all(), 1, &pool);
        let [sheet] = &page.sheets[..] else { panic!("{page:?}") };
        assert_eq!(sheet.rows.len(), BenchContender::all().len());
        assert!(
            sheet.rows.iter().all(|row| row.len() == sheet.header.len() && row[8] == "0"),
            "{page:?}"
        );
        assert_eq!(sheet.rows[0][2], "1.00");
    }
}
