//! `closecall check A B --path poses.csv`: the same question at every pose of a path, on all cores.
//!
//! Poses are answered in blocks, each block by all threads, and written in their order as soon as
//! their block is known: neither memory nor waiting grows with the length of the path. Answers are
//! the same for any number of threads.

use std::path::{Path, PathBuf};
use std::time::Instant;

use closecall::Pose;
use closecall::geom::Clearance;
use closecall_flight::numbers::{colliding_of, counted, figures};
use closecall_flight::poses::read_poses;
use closecall_flight::{MeshOrModel, Models, Waypoint};
use rayon::prelude::*;
use serde_json::{Map, Value, json as value};

use super::{Check, gpu};
use crate::command::fly::PoseSheet;
use crate::console;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending, object};
use crate::output::Files;
use crate::question::{Found, Keep, Mode, Question, TrianglePair};
use crate::threads::{MAX_THREADS, threads};

/// So many poses are a task: enough to hide what a task costs, few enough to share them out evenly.
const POSES_A_TASK: usize = 64;

/// So many tasks a thread are in a block.
const TASKS_A_THREAD: usize = 16;

/// The flags of a path.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Path")]
pub struct PathArgs {
    /// Check at every pose of this table, on all cores; --first unless told otherwise. Its header
    /// is tx,ty,tz,qw,qx,qy,qz, in any order, or names angles (docs/poses.md).
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["pose", "matrix", "pairs", "contacts", "scene", "explain", "report", "gltf", "kind"]
    )]
    path: Option<PathBuf>,

    /// Write a line per pose: its row in the file, the count, the pairs as i:j.
    #[arg(long, value_name = "FILE", requires = "path")]
    out: Option<PathBuf>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", requires = "path", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    /// Ask a CUDA GPU; what it leaves open is asked of the CPU, so that answers are the same.
    #[arg(long, requires = "path", conflicts_with_all = ["solid", "max_pairs"])]
    gpu: bool,
}

/// The answers of all poses together.
#[derive(Clone, Debug, Default)]
pub struct Along {
    pub poses: usize,
    colliding: u64,
    contacts: u64,
    truncated: u64,
    /// The first row at which something touches.
    first: Option<usize>,
    /// How long the answers took, in seconds.
    pub seconds: f64,
    /// Who answered, if it was a GPU.
    pub on_gpu: Option<OnGpu>,
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
        if found.count > 0 && self.first.is_none() {
            self.first = Some(row);
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
    let along = if check.path.gpu {
        let clearance = check.clearance.unwrap_or_default();
        pool.install(|| gpu::answer(&bodies, clearance, question, &poses, sheet.as_ref()))?
    } else {
        let models = pool.install(|| check.models(&bodies))?;
        pool.install(|| answer(&models, question, &poses, sheet.as_ref()))
    };
    let json = json(check, file, triangles, question, pool.current_num_threads(), &along);
    let text = text(triangles, question, pool.current_num_threads(), &along);
    let mut outcome =
        CommandAnswer { verdict: Ending::colliding(along.colliding > 0), text, json, warnings };
    outcome.settle(sheet.as_ref().map_or(Ok(()), PoseSheet::finish));
    Ok(outcome)
}

/// Answers block by block, on the threads of the pool that it is called in.
fn answer(
    models: &Models,
    question: Question,
    poses: &[Waypoint],
    sheet: Option<&PoseSheet>,
) -> Along {
    let block = POSES_A_TASK * TASKS_A_THREAD * rayon::current_num_threads();
    let (bar, start, mut along) =
        (console::progress("checking", poses.len()), Instant::now(), Along::default());
    for some in poses.chunks(block) {
        let tasks = some.par_chunks(POSES_A_TASK);
        let keep = if sheet.is_some() { Keep::All } else { Keep::None };
        let task =
            |models: &mut Models, poses: &[Waypoint]| one_task(models, question, poses, keep);
        let answers: Vec<Vec<(Found, Vec<TrianglePair>)>> =
            tasks.map_init(|| models.fork(), task).collect();
        for (found, pairs) in answers.into_iter().flatten() {
            if let Some(sheet) = sheet {
                sheet.write(along.poses, found.count, &pairs);
            }
            along.add(along.poses, found);
        }
        bar.inc(some.len() as u64);
    }
    bar.finish_and_clear();
    Along { seconds: start.elapsed().as_secs_f64(), ..along }
}

fn one_task(
    models: &mut Models,
    question: Question,
    poses: &[Waypoint],
    keep: Keep,
) -> Vec<(Found, Vec<TrianglePair>)> {
    let answer = |waypoint: &Waypoint| {
        let mut pairs = Vec::new();
        let found = question.ask_keeping(keep, models, &waypoint.pose(), None, &mut pairs);
        pairs.sort_unstable();
        (found, pairs)
    };
    poses.iter().map(answer).collect()
}

/// For programs. `first_colliding_row` is there only if something touches.
fn json(
    check: &Check,
    file: &Path,
    triangles: [usize; 2],
    question: Question,
    threads: usize,
    along: &Along,
) -> Map<String, Value> {
    let mut map = object(value!({
        "command": "check",
        "a": check.a.to_string_lossy(),
        "b": check.b.to_string_lossy(),
        "path": file.to_string_lossy(),
        "meaning": check.meaning(),
        "engine": if along.on_gpu.is_some() { "gpu" } else { "wide" },
        "a_tris": triangles[0],
        "b_tris": triangles[1],
        "mode": question.mode.name(),
        "threads": threads,
        "poses": along.poses,
        "colliding": along.colliding,
        "contacts": along.contacts,
        "truncated": along.truncated > 0,
        "truncated_poses": along.truncated,
        "answers_ms": along.seconds * 1e3,
    }));
    map.extend(check.clearance.map(|c: Clearance| ("clearance".to_owned(), c.distance().into())));
    if let Some(OnGpu { device, asked_cpu }) = &along.on_gpu {
        map.insert("device".to_owned(), device.as_str().into());
        map.insert("asked_cpu".to_owned(), (*asked_cpu).into());
    }
    map.extend(along.first.map(|row| ("first_colliding_row".to_owned(), row.into())));
    map.extend(check.path.out.as_ref().map(|out| ("out".to_owned(), out.to_string_lossy().into())));
    map
}

/// For people.
fn text(triangles: [usize; 2], question: Question, threads: usize, along: &Along) -> String {
    let [a, b] = triangles.map(|count| counted(count as u64, "triangle"));
    let mut lines = match along.first {
        None => vec![format!("clear: nothing touches at {}", counted(along.poses as u64, "pose"))],
        Some(row) => vec![format!(
            "collision: {}, first row {row}",
            colliding_of(along.colliding, along.poses)
        )],
    };
    if question.mode == Mode::All {
        lines.push(format!("  {} of triangles", counted(along.contacts, "touching pair")));
    }
    if along.truncated > 0 {
        lines.push(format!("  truncated at {}", counted(along.truncated, "pose")));
    }
    let per_pose = figures(along.seconds * 1e6 / along.poses as f64);
    let threads = counted(threads as u64, "thread");
    lines.push(match &along.on_gpu {
        None => format!("{a} of A, {b} of B: {per_pose} µs per pose on {threads}"),
        Some(OnGpu { device, asked_cpu: 0 }) => {
            format!("{a} of A, {b} of B: {per_pose} µs per pose on {device}")
        }
        Some(OnGpu { device, asked_cpu }) => {
            let left = counted(*asked_cpu as u64, "pose");
            format!(
                "{a} of A, {b} of B: {per_pose} µs per pose on {device}, {left} left to {threads}"
            )
        }
    });
    lines.into_iter().map(|line| line + "\n").collect()
}
