//! `closecall sweep A B --path poses.csv`, `closecall sweep SCENE`: proof that nothing touches
//! between poses, or when it first does.

mod bodies;
mod page;
mod range;
mod range_page;
mod scene;
mod scene_page;

use std::path::PathBuf;
use std::time::Duration;

use closecall::Ask;
use closecall::geom::Clearance;
use closecall::query::sweep::Start;
use closecall::{Budget, BudgetError};
use closecall_flight::numbers::counted;
use closecall_robot::{Neighbours, RangeLimits};

use super::world::{Package, WorldCommand, neighbours};
use crate::engine::clearance;
use crate::failure::Failure;
use crate::outcome::CommandAnswer;
use crate::output::Files;
use crate::reading::ReadingArgs;
use crate::report::ReportArg;
use crate::threads::{MAX_THREADS, threads};

pub use scene::run as sweep_scene;

/// The flags of `sweep`.
#[derive(clap::Args, Debug)]
pub struct SweepCommand {
    /// Mesh or tree file A, which stands still; or a scene file or a robot (URDF), alone.
    #[arg(value_name = "A")]
    a: PathBuf,

    /// Mesh or tree file B, which moves in A's frame.
    #[arg(value_name = "B", requires = "path")]
    b: Option<PathBuf>,

    /// The poses that B goes through: between rows its origin goes straight, and it turns the
    /// shorter way. The header of this table is tx,ty,tz,qw,qx,qy,qz, in any order, or names angles
    /// (docs/poses.md).
    #[arg(long, value_name = "FILE", requires = "b")]
    path: Option<PathBuf>,

    #[command(flatten)]
    asked: SweepArgs,

    /// What is no further apart than this counts as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// Take all bodies as solids: what lies inside counts. Their meshes must be closed.
    #[arg(long)]
    solid: bool,

    /// Divide quaternions that are not quite unit quaternions by their norms, and warn.
    #[arg(long)]
    normalize: bool,

    /// Of a robot: the SRDF file that says which links may touch, beside neighbours
    /// (disable_collisions), and which neighbours are looked at (enable_collisions).
    #[arg(long, value_name = "FILE", conflicts_with = "b")]
    srdf: Option<PathBuf>,

    /// Of a robot: which links are neighbours, and not looked at together; see `closecall world
    /// --help`.
    #[arg(long, value_name = "RULE", conflicts_with = "b", value_parser = neighbours())]
    neighbours: Option<Neighbours>,

    /// Of a robot: where a package is. May be given several times.
    #[arg(long = "package", value_name = "NAME=DIR", conflicts_with = "b")]
    packages: Vec<Package>,

    /// Of a robot: a mesh or tree file that stands about it. May be given several times.
    #[arg(long, value_name = "MESH", conflicts_with = "b")]
    env: Vec<PathBuf>,

    /// Of a robot: CSV of joint positions; between rows every joint goes evenly.
    #[arg(long, value_name = "FILE", conflicts_with = "b")]
    joints: Option<PathBuf>,

    /// Of a scene or a robot: take boxes, cylinders, capsules and spheres as they are, and not as
    /// meshes that contain them.
    #[arg(long, conflicts_with_all = ["b", "nearest", "range"])]
    exact_shapes: bool,

    /// How near they come to each other on the way too: a certified interval.
    #[arg(long)]
    nearest: bool,

    /// Of a robot: in which part of the range of these joints, from limit to limit, nothing touches;
    /// the others stay where the first row has them. With --budget, what is known so far is told:
    /// after so much time, or after so many questions about two bodies in a part of the range.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',', conflicts_with_all = ["b", "nearest", "tolerance", "ignore_start"])]
    range: Vec<String>,

    /// With --range: its parts are not made smaller than this share of every joint's range. Unless
    /// said, 1/64 for up to three joints, 1/32 for four and 1/16 for more.
    #[arg(long, value_name = "SHARE", value_parser = positive, requires = "range")]
    finest: Option<f64>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// How a motion is looked at.
#[derive(clap::Args, Debug)]
pub struct SweepArgs {
    /// The motion below which time is not divided any more: it never makes a hit. By default a
    /// millionth of the diagonal of the moving body's box.
    #[arg(long, value_name = "E", allow_negative_numbers = true, value_parser = positive)]
    tolerance: Option<f64>,

    /// Answer `undecided` after this much time, as in 50us, 2ms or 1s (or a number of seconds), or
    /// after so many tests of every motion, as in 200tests; without end unless said.
    #[arg(long, value_name = "BUDGET", allow_negative_numbers = true, value_parser = budget)]
    budget: Option<Budget>,

    /// Do not count contact at the start while it lasts. Bodies that never part hit at the start;
    /// where it stays unknown how long contact lasts, the answer is undecided.
    #[arg(long)]
    ignore_start: bool,
}

impl SweepArgs {
    /// What they mean.
    pub fn options(&self, clearance: Option<Clearance>) -> Ask {
        let start = if self.ignore_start { Start::Ignored } else { Start::Counts };
        let ask = Ask::new().tolerance(self.tolerance).start(start);
        ask.clearance(clearance.unwrap_or_default()).budget(self.budget.unwrap_or_default())
    }
}

impl SweepCommand {
    /// Runs the sweep, or divides a range.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let options = self.asked.options(self.clearance);
        if let (Some(b), Some(path)) = (&self.b, &self.path) {
            return pool.install(|| bodies::run(self, [&self.a, b], path, &options));
        }
        let world = WorldCommand::of_files(
            self.a.clone(),
            self.srdf.clone(),
            self.packages.clone(),
            self.env.clone(),
            self.joints.clone(),
        );
        let world = world.read_as(&self.reading, self.normalize);
        let world = world.with_exact_shapes(self.exact_shapes).with_neighbours(self.neighbours);
        let world = world.of_solids(self.solid);
        let mut files = Files::default();
        let given = [Some(&self.a), self.srdf.as_ref(), self.joints.as_ref()];
        files.read_all(given.into_iter().flatten().chain(&self.env).map(PathBuf::as_path))?;
        let report = self.report.file(&mut files)?;
        pool.install(|| {
            let mut scene = world.scene()?;
            if let Some(clearance) = self.clearance {
                scene.world.set_clearance(clearance);
            }
            world.set_solids(&mut scene)?;
            let options = self.asked.options(None);
            files.read_all(scene.files.iter().map(PathBuf::as_path))?;
            if !self.range.is_empty() {
                let finest = self.finest.unwrap_or_else(|| default_finest(self.range.len()));
                let limits = RangeLimits { finest, budget: options.budget };
                return range::run(&self.a, &mut scene, &self.range, &limits, report);
            }
            scene::run(&self.a, &mut scene, &options, self.nearest, report)
        })
    }
}

/// How small the parts of a range become unless that is said: a few hundred thousand in all.
fn default_finest(joints: usize) -> f64 {
    match joints {
        0..=3 => 1.0 / 64.0,
        4 => 1.0 / 32.0,
        _ => 1.0 / 16.0,
    }
}

/// What is seen of a contact at the poses themselves: so many of them touch.
fn at_the_poses(poses: usize, touching: usize, noun: &str) -> String {
    let [all, some] = [poses, touching].map(|count| counted(count as u64, noun));
    match touching {
        0 => format!("  missed by the {all} themselves: none is in contact\n"),
        _ => format!("  of {all} themselves, {some} in contact\n"),
    }
}

/// A positive number.
pub fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    if number > 0.0 && number.is_finite() {
        Ok(number)
    } else {
        Err("it must be a positive number".to_owned())
    }
}

/// A budget, or a number of seconds.
fn budget(text: &str) -> Result<Budget, String> {
    match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds)
            .map(Budget::time)
            .map_err(|error| error.to_string()),
        Err(_) => text.parse().map_err(|error: BudgetError| error.to_string()),
    }
}
