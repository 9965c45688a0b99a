//! `closecall` alone: a flight that needs no file, how fast it is answered, and a page that shows
//! it.

use std::path::Path;
use std::time::Instant;

use closecall::{Ask, Cost, Model, Pair, Pose};
use closecall_flight::Flight;
use closecall_flight::cave::cave;
use closecall_flight::numbers::{colliding_of, counted, figures, flight_of};
use closecall_flight::timing::{Stopwatch, Timed};
use closecall_report::{Chart, ChartKind, ChartSeries, Page};

use crate::answer::{CostAnswer, DemonstrationAnswer, DemonstrationRun, fields};
use crate::console;
use crate::failure::Failure;
use crate::flight_page::{FlightPage, work_chart};
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::question::{Keep, Mode, Question, TrianglePair};
use crate::report::{ReportArg, ReportFile};

/// Why the built-in bodies can be asked about each other.
const NO_UNIT: &str = "built-in bodies state no unit";

const NAME: &str = "built-in cave";
const REPS: usize = 5;

/// The page, where no other is asked for.
const REPORT: &str = "closecall-report.html";

/// Flies the ring through the cave, asking both questions. A page that was asked for must be
/// written; where it was not, a folder that cannot be written to costs the page and not the answer.
pub fn run(report: &ReportArg) -> Result<CommandAnswer, Failure> {
    let mut files = Files::default();
    let report = match report.file(&mut files)? {
        Some(asked) => Ok(Some(asked)),
        None => {
            files.write("--report", Some(Path::new(REPORT))).map(|own| own.map(ReportFile::new))
        }
    };
    let (report, warnings) = match report {
        Ok(report) => (report, vec![]),
        Err(failure) => (None, vec![format!("no page is written: {failure}")]),
    };
    let flight = cave();
    let start = Instant::now();
    let models = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
    let build_ms = start.elapsed().as_secs_f64() * 1e3;
    let poses: Vec<Pose> = flight.waypoints.iter().map(|waypoint| waypoint.pose()).collect();
    let [first, all] = [Mode::First, Mode::All].map(|mode| Flown::of(&models, &poses, mode));
    let answer = DemonstrationAnswer {
        command: "built-in",
        flight: NAME,
        env_tris: flight.env.triangle_count(),
        obj_tris: flight.obj.triangle_count(),
        build_ms,
        first: first.told(),
        all: all.told(),
    };
    let text = text(&flight, build_ms, &[&first, &all]);
    let mut outcome =
        CommandAnswer { verdict: Ending::Done, text, json: fields(&answer), warnings };
    if let Some(report) = report {
        let poses: Vec<_> = poses.into_iter().enumerate().collect();
        let page = page(&flight, &poses, &[&first, &all], &outcome.text);
        report.write(&page, &mut outcome);
    }
    Ok(outcome)
}

/// A question to all poses of the flight.
struct Flown {
    mode: Mode,
    /// The touching pairs at each pose; of the first question, one pair at most.
    pairs: Vec<Vec<TrianglePair>>,
    costs: Vec<Cost>,
    timed: Timed,
}

impl Flown {
    /// Asks every pose once to count, and then times them.
    fn of([a, b]: &[Model; 2], poses: &[Pose], mode: Mode) -> Self {
        let question = Question { mode, max_pairs: None };
        let mut counting = a.ask(b, Ask::new().counted()).expect(NO_UNIT);
        let (mut pairs, mut costs) = (Vec::new(), Vec::new());
        for pose in poses {
            let mut found = Vec::new();
            match mode {
                Mode::First => found.extend(counting.first_contact(pose)),
                Mode::All => {
                    question.ask(Keep::All, &mut counting, pose, &mut found);
                }
            }
            found.sort_unstable();
            pairs.push(found);
            costs.push(counting.cost());
        }
        Self {
            mode,
            pairs,
            costs,
            timed: timed(question, a.ask(b, Ask::new()).expect(NO_UNIT), poses),
        }
    }

    fn name(&self) -> &'static str {
        self.mode.words()
    }

    fn colliding(&self) -> u64 {
        self.pairs.iter().filter(|pairs| !pairs.is_empty()).count() as u64
    }

    fn contacts(&self) -> u64 {
        self.pairs.iter().map(|pairs| pairs.len() as u64).sum()
    }

    fn cost(&self) -> Cost {
        let mut sum = Cost::default();
        self.costs.iter().for_each(|cost| sum += *cost);
        sum
    }

    fn told(&self) -> DemonstrationRun {
        let timing = &self.timed.timing;
        DemonstrationRun {
            mode: self.mode.name(),
            poses: self.pairs.len(),
            colliding: self.colliding(),
            contacts: self.contacts(),
            reps: REPS,
            mean_best_us: timing.mean_best_us,
            median_us: timing.median_us,
            p99_us: timing.p99_us,
            max_us: timing.max_us,
            cost: CostAnswer::of(&self.cost()),
        }
    }
}

fn timed(question: Question, mut pair: Pair, poses: &[Pose]) -> Timed {
    let (mut stopwatch, mut passing) = (Stopwatch::new(poses.len()), Vec::new());
    let bar = console::progress("timing", REPS);
    for _ in 0..REPS {
        stopwatch
            .repetition(|k| question.ask(Keep::Passing, &mut pair, &poses[k], &mut passing).count);
        bar.inc(1);
    }
    bar.finish_and_clear();
    stopwatch.finish()
}

fn text(flight: &Flight, build_ms: f64, flown: &[&Flown; 2]) -> String {
    let [_, all] = flown;
    let poses = all.pairs.len();
    let of = flight_of(flight.obj.triangle_count(), flight.env.triangle_count());
    let mut lines = vec![
        format!("flight  {NAME}: {of}"),
        format!(
            "found   {}; {} of triangles",
            colliding_of(all.colliding(), poses),
            counted(all.contacts(), "touching pair")
        ),
    ];
    for flown in flown {
        let timing = &flown.timed.timing;
        let [mean, median, p99, max] =
            [timing.mean_best_us, timing.median_us, timing.p99_us, timing.max_us].map(figures);
        let name = flown.name();
        lines.push(format!(
            "speed   {name}: {mean} µs per pose (median {median}, p99 {p99}, max {max})"
        ));
    }
    lines.push(format!("build   {} ms for both trees", figures(build_ms)));
    if console::is_verbose() {
        lines.extend(flown.map(|flown| cost_line(flown, poses)));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn cost_line(flown: &Flown, poses: usize) -> String {
    let cost = flown.cost();
    let per_pose = |total: u64| figures(total as f64 / poses as f64);
    format!(
        "cost    {}: {} volume tests, {} triangle tests ({} in exact arithmetic) per pose",
        flown.name(),
        per_pose(cost.volume_tests),
        per_pose(cost.triangle_tests),
        per_pose(cost.exact_tests),
    )
}

fn page<'a>(
    flight: &'a Flight,
    poses: &'a [(usize, Pose)],
    flown: &[&'a Flown; 2],
    text: &str,
) -> Page<'a> {
    let [_, all] = flown;
    let shown = FlightPage {
        title: NAME,
        names: ["cave", "ring"],
        meshes: [&flight.env, &flight.obj],
        poses,
        pairs: &all.pairs,
    };
    let chosen = shown.chosen();
    let times = flown.map(|flown| {
        ChartSeries::new(flown.name(), chosen.iter().map(|&k| flown.timed.best_us[k]))
    });
    let charts = vec![
        Chart {
            title: "Time per query".to_owned(),
            unit: "µs",
            kind: ChartKind::Lines,
            series: times.into_iter().collect(),
        },
        work_chart(all.name(), &all.costs, &chosen),
    ];
    let answer = format!(
        "Collision: {}; {} of triangles",
        colliding_of(all.colliding(), all.pairs.len()),
        counted(all.contacts(), "touching pair")
    );
    let mut page = shown.page(&chosen, answer, charts, (text, 8));
    page.notes.push(format!("times are the best of {REPS} repetitions, on one thread"));
    page
}
