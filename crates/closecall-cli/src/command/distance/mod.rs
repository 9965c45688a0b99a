//! `closecall distance A B`: how far apart two meshes are, at one pose or along a path.

mod path;
mod signed;

use closecall::engine::geom::{DVec3, GlamPose as _};
use std::path::PathBuf;

use closecall::geom::Interval;
use closecall::{Ask, Budget, Distance as Found, Model, Pose};
use closecall_flight::MeshOrModel;
use closecall_flight::numbers::{certified, coordinates, digits};
use closecall_report::Page;

use crate::answer::{
    BudgetAnswer, DistanceAnswer, DistanceFoundAnswer, DistanceInBudgetAnswer, fields,
};
use crate::distance_page::Shown;
use crate::failure::Failure;
use crate::flags::limit;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::pose::PoseArgs;
use crate::reading::{ReadingArgs, doubt, named};
use crate::report::{ReportArg, ReportFile};
use crate::threads::MAX_THREADS;

/// The flags that do not go with a path. One that needs a path does not go with them either: a flag
/// that needs a path is taken without one beside a flag that the path does not go with.
const NOT_ON_A_PATH: [&str; 4] = ["pose", "matrix", "budget", "signed"];

/// The flags of `distance`.
#[derive(clap::Args, Debug)]
pub struct DistanceCommand {
    /// Mesh or tree file A, which stands still.
    #[arg(value_name = "A")]
    a: PathBuf,

    /// Mesh or tree file B, which is posed in A's frame.
    #[arg(value_name = "B")]
    b: PathBuf,

    #[command(flatten)]
    pose: PoseArgs,

    /// Only say that they are further apart than this, if they are: that takes much less time.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = limit)]
    up_to: Option<f64>,

    /// By how much of itself the distance may be wrong; 0 unless said.
    #[arg(long, value_name = "T", allow_negative_numbers = true, value_parser = limit)]
    tolerance: Option<f64>,

    /// Take both as solids: where they overlap, the distance is negative, the length of the shortest
    /// translation of B that parts them. Both meshes must be closed. By default to a thousandth of
    /// the depth; --tolerance says otherwise.
    #[arg(long, conflicts_with_all = ["up_to", "path"])]
    signed: bool,

    /// Stop after this much time or this many tests of two volumes or triangles, as in 50us or
    /// 200tests, with the interval that was reached. Where that begins at 0, the exit code is 3.
    #[arg(long, allow_hyphen_values = true, value_name = "BUDGET", conflicts_with_all = ["up_to", "tolerance", "path", "report", "gltf"])]
    budget: Option<Budget>,

    /// Ask at every pose of this table, on all cores. Its header is tx,ty,tz,qw,qx,qy,qz, in any
    /// order, or names angles (docs/poses.md).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pose", "matrix"])]
    path: Option<PathBuf>,

    /// Write a line per pose as CSV: row, lo, hi, and the two triangles.
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

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl DistanceCommand {
    /// Asks.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if let Some(file) = &self.path {
            return path::run(self, file);
        }
        let (mut files, mut warnings) = (Files::default(), Vec::new());
        files.read_all([&*self.a, &*self.b])?;
        let report = self.report.file(&mut files)?;
        let pose = self.pose.pose(&mut warnings)?;
        let [a, b] = self.models(&mut files, &mut warnings)?;
        doubt([(&self.a, &a), (&self.b, &b)], [&pose], &mut warnings);
        if self.signed {
            return self.signed([&a, &b], &pose, report, warnings);
        }
        if let Some(budget) = &self.budget {
            return self.within(budget, [&a, &b], &pose, warnings);
        }
        let pair = a.ask(&b, self.asked());
        let found = pair.map_err(Failure::of_message)?.distance(&pose);
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(found.is_some_and(|found| found.distance.hi == 0.0)),
            text: text(found.as_ref(), self.up_to) + &self.named([&a, &b]),
            json: fields(&self.answer([&a, &b], &pose, found.as_ref())),
            warnings,
        };
        if let Some(report) = report {
            self.show([&a, &b], &[(0, pose)], &[found], report, &mut outcome);
        }
        Ok(outcome)
    }

    /// The interval that a budget reaches.
    fn within(
        &self,
        budget: &Budget,
        [a, b]: [&Model; 2],
        pose: &Pose,
        warnings: Vec<String>,
    ) -> Result<CommandAnswer, Failure> {
        let mut pair = a.ask(b, *budget).map_err(Failure::of_message)?;
        let found = pair.distance(pose).expect("there is no limit");
        let is_final = found.is_final;
        let verdict = match (found.distance.hi == 0.0, found.distance.lo > 0.0) {
            (true, _) => Ending::Collision,
            (false, true) => Ending::Clear,
            (false, false) => Ending::Undecided,
        };
        let in_budget =
            Some(DistanceInBudgetAnswer { is_final, undecided: verdict == Ending::Undecided });
        let answer = DistanceAnswer { in_budget, ..self.answer([a, b], pose, Some(&found)) };
        let text = match is_final {
            true => sentence(&found),
            false => {
                format!(
                    "between {} and {} after {budget}\n",
                    digits(found.distance.lo),
                    digits(found.distance.hi)
                )
            }
        };
        let text = text + &self.named([a, b]);
        Ok(CommandAnswer { verdict, text, json: fields(&answer), warnings })
    }

    /// Writes the page.
    fn show(
        &self,
        models: [&Model; 2],
        poses: &[(usize, Pose)],
        found: &[Option<Found>],
        report: ReportFile,
        outcome: &mut CommandAnswer,
    ) {
        self.show_changed(models, poses, found, report, outcome, |_| ());
    }

    /// Writes the page, changed.
    fn show_changed(
        &self,
        [a, b]: [&Model; 2],
        poses: &[(usize, Pose)],
        found: &[Option<Found>],
        report: ReportFile,
        outcome: &mut CommandAnswer,
        change: impl FnOnce(&mut Page),
    ) {
        let names =
            [&self.a, &self.b].map(|file| file.file_name().unwrap_or_default().to_string_lossy());
        let title = names.join(" and ");
        let names = names.each_ref().map(|name| &**name);
        let shown = Shown { title: &title, names, meshes: [a.mesh(), b.mesh()], poses, found };
        let mut page = shown.page(&outcome.text, 0);
        change(&mut page);
        report.write(&page, outcome);
    }

    /// A line for each body: what it is called here, its file and its triangles.
    fn named(&self, [a, b]: [&Model; 2]) -> String {
        named([&self.a, &self.b], [a, b])
    }

    fn asked(&self) -> Ask {
        let limit = self.up_to.unwrap_or(f64::INFINITY);
        Ask::new().limit(limit).accuracy(self.tolerance.unwrap_or(0.0))
    }

    /// Both bodies.
    fn models(&self, files: &mut Files, warnings: &mut Vec<String>) -> Result<[Model; 2], Failure> {
        let a = self.reading.read(&self.a, files, warnings)?;
        let b = self.reading.read(&self.b, files, warnings)?;
        self.reading.judge([(&*self.a, a.unit), (&self.b, b.unit)], warnings)?;
        Ok([a.body, b.body].map(MeshOrModel::into_model))
    }

    fn answer(&self, [a, b]: [&Model; 2], pose: &Pose, found: Option<&Found>) -> DistanceAnswer {
        DistanceAnswer {
            command: "distance",
            meaning: "surfaces",
            file_a: self.a.to_string_lossy().into_owned(),
            file_b: self.b.to_string_lossy().into_owned(),
            a_tris: a.mesh().triangle_count(),
            b_tris: b.mesh().triangle_count(),
            translation: pose.shift().to_array(),
            up_to: self.up_to,
            tolerance: self.tolerance,
            found: DistanceFoundAnswer::of(found),
            budget: self.budget.as_ref().map(BudgetAnswer::of),
            in_budget: None,
        }
    }
}

fn text(found: Option<&Found>, limit: Option<f64>) -> String {
    match found {
        None => format!("apart: further than {}\n", digits(limit.unwrap_or(f64::INFINITY))),
        Some(found) => sentence(found),
    }
}

fn sentence(
    &Found { distance: Interval { lo, hi }, a, b, point_a, point_b, .. }: &Found,
) -> String {
    let at = |point: DVec3| coordinates(point.into());
    if hi == 0.0 {
        return format!(
            "touching: triangle {a} of A and triangle {b} of B, at {}\n",
            at(point_a.into())
        );
    }
    format!(
        "apart: {}\nnearest triangle {a} of A at {} and triangle {b} of B at {}\n",
        certified(lo, hi),
        at(point_a.into()),
        at(point_b.into())
    )
}
