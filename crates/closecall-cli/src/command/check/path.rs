//! `closecall check A B --path poses.csv`: the same question at every pose of a path, on all cores.
//!
//! Poses are answered in blocks, each block by all threads, and written in their order as soon as
//! their block is known: neither memory nor waiting grows with the length of the path. Answers are
//! the same for any number of threads.

use std::path::{Path, PathBuf};
use std::time::Instant;

use closecall::geom::Clearance;
use closecall::{Cost, Model, Pair, Pose};
use closecall_flight::numbers::{colliding_of, counted, figures};
use closecall_flight::poses::read_poses;
use closecall_flight::{MeshOrModel, Waypoint};
use rayon::prelude::*;

use super::touching_rows::TouchingRows;
use super::{Check, budget_path, gpu};
use crate::answer::{CheckPathAnswer, fields};
use crate::console;
use crate::failure::Failure;
use crate::flight_page::{FlightPage, work_chart};
use crate::moments::Moments;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::pose_sheet::PoseSheet;
use crate::question::{Found, Keep, Mode, Question, TrianglePair};
use crate::report::ReportFile;
use crate::threads::{MAX_THREADS, threads};

/// The number of poses that are a task: enough to hide what a task costs, few enough to share them out evenly.
const POSES_A_TASK: usize = 64;

/// The number of tasks of each thread in a block.
const TASKS_A_THREAD: usize = 16;

/// The flags that do not go with a path. One that needs a path does not go with them either: a flag
/// that needs a path is taken without one beside a flag that the path does not go with.
const NOT_ON_A_PATH: [&str; 8] =
    ["pose", "matrix", "pairs", "contacts", "scene", "explain", "kind", "depth"];

/// The flags of a path.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Path")]
pub struct PathArgs {
    /// Check at every pose of this table, on all cores; --first unless told otherwise. Its header
    /// is tx,ty,tz,qw,qx,qy,qz, in any order, or names angles (docs/poses.md).
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = NOT_ON_A_PATH
    )]
    path: Option<PathBuf>,

    /// Write a line per pose: its row in the file, the count, the pairs as i:j.
    #[arg(long, value_name = "FILE", requires = "path", conflicts_with_all = NOT_ON_A_PATH)]
    out: Option<PathBuf>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(
        long,
        value_name = "N",
        requires = "path",
        conflicts_with_all = NOT_ON_A_PATH,
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS)
    )]
    threads: Option<u16>,

    /// Ask a CUDA GPU; the CPU decides what it leaves open, so that answers are the same.
    #[arg(
        long,
        requires = "path",
        conflicts_with_all = ["solid", "max_pairs"],
        conflicts_with_all = NOT_ON_A_PATH
    )]
    gpu: bool,
}

/// The answers of all poses together.
#[derive(Clone, Debug, Default)]
pub struct Along {
    pub poses: usize,
    colliding: u64,
    contacts: u64,
    truncated: u64,
    /// The rows at which something touches.
    touching: TouchingRows,
    /// How long the answers took, in seconds.
    pub seconds: f64,
    /// The facts about the GPU, if one answered.
    pub on_gpu: Option<OnGpu>,
    /// The touching pairs at every pose and their cost, if a page shows them.
    pub shown: Vec<(Vec<TrianglePair>, Cost)>,
}

/// A GPU that answered.
#[derive(Clone, Debug)]
pub struct OnGpu {
    pub device: String,
    /// How many poses it left to the CPU.
    pub asked_cpu: usize,
}

impl Along {
    pub fn add(&mut self, row: usize, found: Found) {
        self.poses += 1;
        self.colliding += u64::from(found.count > 0);
        self.contacts += found.count;
        self.truncated += u64::from(found.truncated);
        if found.count > 0 {
            self.touching.add(row);
        }
    }
}

impl PathArgs {
    /// The file with the poses, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// Checks at every pose of the file.
pub fn run(check: &Check, file: &Path) -> Result<CommandAnswer, Failure> {
    let pool = threads(check.path.threads.map_or(0, usize::from))?;
    let (mut files, mut warnings) = (Files::default(), Vec::new());
    files.read_all([&*check.a, &*check.b, file])?;
    let sheet = files.write("--out", check.path.out.as_deref())?.map(PoseSheet::new);
    let report = check.report.file(&mut files)?;
    let poses = read_poses(file, check.pose.normalizes(), &mut warnings)?;
    let bodies = pool.install(|| check.bodies(&mut files, &mut warnings))?;
    let triangles = bodies.each_ref().map(|body| body.mesh().triangle_count());
    let question = check.question.question(Mode::First);
    if check.solid && question.mode == Mode::All {
        return Err(Failure::of_usage(
            "--solid",
            "along a path it goes with --first: what lies inside is no pair",
        ));
    }
    let bodies = pool.install(|| bodies.map(MeshOrModel::into_model));
    let placed: Vec<Pose> = poses.iter().map(Waypoint::pose).collect();
    check.doubt(&bodies, &placed, &mut warnings);
    if let Some(budget) = &check.budget {
        let mut outcome = budget_path::run(check, file, budget, &bodies, &poses, sheet.as_ref());
        outcome.warnings = warnings;
        outcome.settle(sheet.as_ref().map_or(Ok(None), PoseSheet::finish));
        return Ok(outcome);
    }
    let pair = pool.install(|| check.pair(&bodies))?;
    let along = if check.path.gpu {
        let clearance = check.clearance.unwrap_or_default();
        pool.install(|| gpu::answer(&bodies, clearance, question, &poses, sheet.as_ref()))?
    } else {
        let asked = PathAsked { question, is_shown: report.is_some() };
        pool.install(|| answer(&pair, asked, &poses, sheet.as_ref()))
    };
    let threads = pool.current_num_threads();
    let moments = Moments::of_rows(&poses);
    let touching = along.touching.told(&mut pair.fork(), &bodies, &placed, &moments);
    let answer = CheckPathAnswer {
        touching_rows: touching,
        ..told(check, file, triangles, (question, threads), &poses, &along)
    };
    let mut outcome = CommandAnswer {
        verdict: Ending::colliding(along.colliding > 0),
        text: text(check, triangles, (question, &moments), &answer, &along),
        json: fields(&answer),
        warnings,
    };
    outcome.settle(sheet.as_ref().map_or(Ok(None), PoseSheet::finish));
    if let Some(report) = report {
        show(check, &bodies, &placed, &along, report, &mut outcome);
    }
    Ok(outcome)
}

/// The question at every pose.
#[derive(Clone, Copy)]
struct PathAsked {
    question: Question,
    /// Is there to be a page, for which every pose's pairs are kept?
    is_shown: bool,
}

/// Answers block by block, on the threads of the pool that it is called in.
fn answer(pair: &Pair, asked: PathAsked, poses: &[Waypoint], sheet: Option<&PoseSheet>) -> Along {
    let block = POSES_A_TASK * TASKS_A_THREAD * rayon::current_num_threads();
    let (bar, start, mut along) =
        (console::progress("checking", poses.len()), Instant::now(), Along::default());
    for some in poses.chunks(block) {
        let tasks = some.par_chunks(POSES_A_TASK);
        let keep = if sheet.is_some() || asked.is_shown { Keep::All } else { Keep::None };
        let task = |pair: &mut Pair, poses: &[Waypoint]| one_task(pair, asked, poses, keep);
        let answers: Vec<Vec<PoseAnswer>> = tasks.map_init(|| pair.fork(), task).collect();
        for PoseAnswer { found, pairs, cost } in answers.into_iter().flatten() {
            if let Some(sheet) = sheet {
                let listed = if asked.question.mode == Mode::All { &pairs[..] } else { &[] };
                sheet.write(along.poses, found.count, listed);
            }
            along.add(along.poses, found);
            along.shown.extend(asked.is_shown.then_some((pairs, cost)));
        }
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    Along { seconds: start.elapsed().as_secs_f64(), ..along }
}

/// The answer of one pose.
struct PoseAnswer {
    found: Found,
    pairs: Vec<TrianglePair>,
    cost: Cost,
}

fn one_task(pair: &mut Pair, asked: PathAsked, poses: &[Waypoint], keep: Keep) -> Vec<PoseAnswer> {
    if asked.is_shown {
        pair.set(pair.asks().counted());
    }
    let answer = |waypoint: &Waypoint| {
        let (mut pairs, pose) = (Vec::new(), waypoint.pose());
        let found = asked.question.ask(keep, pair, &pose, &mut pairs);
        let cost = pair.cost();
        if asked.is_shown && asked.question.mode == Mode::First && found.count > 0 {
            // The page shows the touching pairs, also with `--first`.
            let all = Question { mode: Mode::All, max_pairs: None };
            all.ask(Keep::All, pair, &pose, &mut pairs);
            pair.cost();
        }
        pairs.sort_unstable();
        PoseAnswer { found, pairs, cost }
    };
    poses.iter().map(answer).collect()
}

fn told(
    check: &Check,
    file: &Path,
    [a_tris, b_tris]: [usize; 2],
    (question, threads): (Question, usize),
    poses: &[Waypoint],
    along: &Along,
) -> CheckPathAnswer {
    let (on_gpu, first) = (along.on_gpu.as_ref(), along.touching.first());
    CheckPathAnswer {
        command: "check",
        a: check.a.to_string_lossy().into_owned(),
        b: check.b.to_string_lossy().into_owned(),
        path: file.to_string_lossy().into_owned(),
        meaning: check.meaning(),
        engine: if on_gpu.is_some() { "gpu" } else { "wide" },
        a_tris,
        b_tris,
        mode: question.mode.name(),
        threads,
        poses: along.poses,
        colliding: along.colliding,
        contacts: along.contacts,
        truncated: along.truncated > 0,
        truncated_poses: along.truncated,
        answers_ms: along.seconds * 1e3,
        clearance: check.clearance.map(Clearance::distance),
        device: on_gpu.map(|gpu| gpu.device.clone()),
        asked_cpu: on_gpu.map(|gpu| gpu.asked_cpu),
        first_colliding_row: first,
        first_colliding_line: first.map(|row| poses[row].line()),
        first_colliding_time: first.and_then(|row| poses[row].time()),
        touching_rows: Vec::new(),
    }
}

/// For people.
fn text(
    check: &Check,
    triangles: [usize; 2],
    (question, moments): (Question, &Moments),
    answer: &CheckPathAnswer,
    along: &Along,
) -> String {
    let poses = counted(along.poses as u64, "pose");
    let mut lines = match along.touching.first() {
        None => vec![format!("clear: nothing touches at {poses}")],
        Some(row) => {
            let colliding = colliding_of(along.colliding, along.poses);
            vec![format!("collision: {colliding}, first {}", moments.words(row as f64))]
        }
    };
    lines.extend(check.named(triangles));
    lines.extend(along.touching.lines(&answer.touching_rows, moments));
    if question.mode == Mode::All {
        lines.push(format!("  {} of triangles", counted(along.contacts, "touching pair")));
    }
    if along.truncated > 0 {
        lines.push(format!("  truncated at {}", counted(along.truncated, "pose")));
    }
    let per_pose = figures(along.seconds * 1e6 / along.poses as f64);
    let threads = counted(answer.threads as u64, "thread");
    lines.push(match &along.on_gpu {
        None => format!("{per_pose} µs per pose on {threads}"),
        Some(OnGpu { device, asked_cpu: 0 }) => format!("{per_pose} µs per pose on {device}"),
        Some(OnGpu { device, asked_cpu }) => {
            let left = counted(*asked_cpu as u64, "pose");
            format!("{per_pose} µs per pose on {device}, {left} left to {threads}")
        }
    });
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Writes the page.
fn show(
    check: &Check,
    bodies: &[Model; 2],
    poses: &[Pose],
    along: &Along,
    report: ReportFile,
    outcome: &mut CommandAnswer,
) {
    let names = check.names();
    let poses: Vec<(usize, Pose)> = poses.iter().copied().enumerate().collect();
    let (pairs, costs): (Vec<_>, Vec<_>) = along.shown.iter().cloned().unzip();
    let title = format!("{} past {}", names[1], names[0]);
    let shown = FlightPage {
        title: &title,
        names: names.each_ref().map(String::as_str),
        meshes: bodies.each_ref().map(Model::mesh),
        poses: &poses,
        pairs: &pairs,
    };
    let chosen = shown.chosen();
    let charts =
        vec![work_chart(check.question.question(Mode::First).mode.words(), &costs, &chosen)];
    let answer = outcome.text.lines().next().unwrap_or_default().to_owned();
    let mut page = shown.page(&chosen, answer, charts, (&outcome.text, 0));
    page.mood = crate::report::mood(&outcome.verdict);
    report.write(&page, outcome);
}
