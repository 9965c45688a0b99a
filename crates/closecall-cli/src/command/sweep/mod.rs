//! `closecall sweep A B --path poses.csv`, `closecall sweep SCENE`: proof that nothing touches
//! between poses, or when it first does.

mod bodies;
mod page;
mod range;
mod range_page;
mod scene;
mod scene_page;
mod scene_places;

use std::path::PathBuf;

use closecall::Ask;
use closecall::Budget;
use closecall::geom::{Clearance, Interval};
use closecall::query::sweep::{Doubt, Hit, Start};
use closecall_flight::numbers::{coordinates, counted, grouped};
use closecall_robot::RangeLimits;

use crate::failure::Failure;
use crate::flags::{budget_or_seconds, positive, share};
use crate::moments::Moments;
use crate::outcome::CommandAnswer;
use crate::output::Files;
use crate::report::ReportArg;
use crate::scene::SceneArgs;
use crate::threads::{MAX_THREADS, threads};

/// The flags that do not go with a range.
const NOT_OF_A_RANGE: [&str; 5] = ["b", "path", "nearest", "tolerance", "ignore_start"];

/// The flags of `sweep`.
#[derive(clap::Args, Debug)]
pub struct SweepCommand {
    /// Mesh or tree file A, which stands still; or a scene file or a robot (URDF), alone. Without
    /// any, an arm moves about in a built-in cell.
    #[arg(value_name = "A")]
    a: Option<PathBuf>,

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

    #[command(flatten)]
    files: SceneArgs,

    /// How near they come to each other on the way too: a certified interval.
    #[arg(long)]
    nearest: bool,

    /// Of a robot: in which part of the range of these joints, from limit to limit, nothing touches;
    /// the others stay where the first row has them. With --budget, what is known so far is told:
    /// after so much time, or after this many questions about two bodies in a part of the range.
    #[arg(long, value_name = "JOINTS", value_delimiter = ',', conflicts_with_all = NOT_OF_A_RANGE)]
    range: Vec<String>,

    /// With --range: its parts are not made smaller than this share of every joint's range. Unless
    /// said, 1/64 for up to three joints, 1/32 for four and 1/16 for more.
    #[arg(
        long,
        value_name = "SHARE",
        value_parser = share,
        requires = "range",
        conflicts_with_all = NOT_OF_A_RANGE
    )]
    finest: Option<f64>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    #[command(flatten)]
    report: ReportArg,
}

/// How a motion is looked at.
#[derive(clap::Args, Debug)]
pub struct SweepArgs {
    /// The motion below which time is not divided any more: it never makes a hit. By default a
    /// millionth of the diagonal of the moving body's box.
    #[arg(long, value_name = "E", allow_negative_numbers = true, value_parser = positive)]
    tolerance: Option<f64>,

    /// Answer `undecided` after this much time, as in 50us, 2ms or 1s (or a number of seconds), or
    /// after this many tests of every motion, as in 200tests; without end unless said.
    #[arg(long, value_name = "BUDGET", allow_negative_numbers = true, value_parser = budget_or_seconds)]
    budget: Option<Budget>,

    /// Do not count contact at the start while it lasts. Bodies that never part hit at the start;
    /// where it stays unknown how long contact lasts, the answer is undecided.
    #[arg(long)]
    ignore_start: bool,
}

impl SweepArgs {
    /// The options that the flags mean.
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
        if let (Some(a), Some(b), Some(path)) = (&self.a, &self.b, &self.path) {
            let why = "it is for a scene or robot, not for two meshes";
            self.files.refuse_flags_of_scenes(why)?;
            let options = self.asked.options(self.files.clearance);
            return pool.install(|| bodies::run(self, [a, b], path, &options));
        }
        if self.files.exact_shapes && (self.nearest || !self.range.is_empty()) {
            let why = "nearest approaches and ranges are only about meshes";
            return Err(Failure::of_usage("--exact-shapes", why));
        }
        let mut files = Files::default();
        files.read_all(self.a.iter().chain(self.files.given()).map(PathBuf::as_path))?;
        let report = self.report.file(&mut files)?;
        let name = self.a.clone().unwrap_or_else(|| "built-in".into());
        pool.install(|| {
            let mut scene = self.files.scene(self.a.as_deref())?;
            // Clearances are the world's.
            let options = self.asked.options(None);
            files.read_all(scene.files.iter().map(PathBuf::as_path))?;
            if !self.range.is_empty() {
                let finest = self.finest.unwrap_or_else(|| default_finest(self.range.len()));
                let limits = RangeLimits::new(finest, options.budget);
                return range::run(&name, &mut scene, &self.range, &limits, report);
            }
            scene::run(&name, &mut scene, &options, self.nearest, report)
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

/// How many lines of contacts are shown to people; the rest is for programs.
const CONTACTS_SHOWN: usize = 20;

/// A line for every contact that is shown.
fn listed<T>(
    contacts: &[T],
    line: impl Fn(&T) -> Result<String, Failure>,
) -> Result<String, Failure> {
    let shown = contacts.iter().take(CONTACTS_SHOWN);
    let lines = shown.map(|contact| Ok(format!("  {}\n", line(contact)?)));
    let mut text: String = lines.collect::<Result<_, Failure>>()?;
    if contacts.len() > CONTACTS_SHOWN {
        let all = grouped(contacts.len() as u64);
        text += &format!("  … {CONTACTS_SHOWN} of {all} shown; --json has them all\n");
    }
    Ok(text)
}

/// One of the points where two bodies touch, in words.
fn point_of(points: Option<&[[f64; 3]]>) -> String {
    let point = points.and_then(<[_]>::first);
    point.map_or_else(String::new, |&point| format!(", at {}", coordinates(point)))
}

/// The evidence of a contact at the poses themselves: this many of them touch.
fn at_the_poses(poses: usize, touching: usize, noun: &str) -> String {
    let all = counted(poses as u64, noun);
    match touching {
        0 => format!("  missed by the {all} themselves: none is in contact\n"),
        _ => format!("  {} of the {all} themselves in contact\n", grouped(touching as u64)),
    }
}

/// Contact that is found at a pose although a budget ended on the way there: it begins between the
/// time until which the way is clear and that pose.
fn hit_at_pose(doubt: &Doubt, pose: f64, triangles: Option<(u32, u32)>) -> Hit {
    Hit { time: Interval { lo: doubt.time.lo, hi: pose }, triangles }
}

/// Says what is known of the way before contact.
fn before(time: Interval, moments: &Moments) -> String {
    /// Nobody needs two numbers for less of a leg than this.
    const ONE_MOMENT: f64 = 1e-3;
    match time.width() > ONE_MOMENT {
        true => format!("clear until {}, open between", moments.words(time.lo)),
        false => "clear before".to_owned(),
    }
}
