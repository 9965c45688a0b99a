//! `closecall ray MESH|SCENE`: rays and segments against a mesh, or against the bodies of a scene.

mod answers;
mod file;
mod page;
mod report;

use std::path::PathBuf;

use closecall::engine::geom::DVec3;
use closecall::geom::Ray as Line;
use closecall_report::DrawnBody;

use self::answers::{RayAnswer, RayMode};
use crate::answer::fields;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::pose::numbers;
use crate::reading::{ReadingArgs, doubt_rays};
use crate::report::{ReportArg, ReportFile};
use crate::scene::{Package, SceneArgs};

/// The flags of `ray`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("line").required(true).args(["from", "rays"])))]
pub struct RayCommand {
    /// A mesh or tree file; or a scene (.json) or robot (.urdf, .xml), whose bodies are where they
    /// are in the first step.
    #[arg(value_name = "MESH|SCENE")]
    mesh: PathBuf,

    /// The origin of the ray.
    #[arg(long, value_name = "x,y,z", allow_hyphen_values = true)]
    from: Option<String>,

    /// The direction; any length but 0. The parameter t of a hit counts in this length.
    #[arg(long, value_name = "x,y,z", allow_hyphen_values = true, conflicts_with = "rays")]
    dir: Option<String>,

    /// The end: a segment instead of a ray: a segment instead of a ray, with t from 0 to 1.
    #[arg(
        long,
        value_name = "x,y,z",
        allow_hyphen_values = true,
        conflicts_with_all = ["dir", "rays"]
    )]
    to: Option<String>,

    /// A file of rays: six numbers a line, origin and direction, separated by commas,
    /// semicolons or blanks; # begins a comment.
    #[arg(long, value_name = "FILE")]
    rays: Option<PathBuf>,

    /// The lines of the file are segments: both ends.
    #[arg(long, conflicts_with = "from")]
    segments: bool,

    /// Tell every triangle that is met, not only the first.
    #[arg(long)]
    all: bool,

    /// Count how often the surface is passed; an edge or corner counts once.
    #[arg(long, conflicts_with = "all")]
    crossings: bool,

    /// Of a scene or robot: take boxes, spheres, cylinders and capsules for what they are, and not
    /// for meshes that contain them.
    #[arg(long)]
    exact_shapes: bool,

    /// Of a robot: where a package is; NAME may go on with folders in it. May be given several
    /// times.
    #[arg(long = "package", value_name = "NAME=DIR")]
    packages: Vec<Package>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

impl RayCommand {
    /// Casts the rays, on all cores.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let (lines, mode) = (self.lines()?, self.mode());
        let (mut files, mut warnings) = (Files::default(), Vec::new());
        files.read_all([Some(&*self.mesh), self.rays.as_deref()].into_iter().flatten())?;
        let report = self.report.file(&mut files)?;
        if self.is_scene() {
            let read = SceneArgs {
                packages: self.packages.clone(),
                exact_shapes: self.exact_shapes,
                reading: self.reading.clone(),
                ..SceneArgs::default()
            };
            let scene = read.scene(Some(&self.mesh))?;
            warnings.extend(scene.warnings.iter().cloned());
            let answers = answers::of_world(&scene.world, mode, &lines);
            let bodies = || page::of_world(&scene.world);
            Ok(self.outcome(mode, (&lines, &answers), bodies, report, warnings))
        } else {
            if !self.packages.is_empty() {
                return Err(Failure::of_usage("--package", "it is for a robot"));
            }
            if self.exact_shapes {
                return Err(Failure::of_usage("--exact-shapes", "it is for a scene or robot"));
            }
            let read = self.reading.read(&self.mesh, &mut files, &mut warnings)?;
            self.reading.judge([(&*self.mesh, read.unit)], &mut warnings)?;
            let model = read.body.into_model();
            doubt_rays(&self.mesh, &model, &lines, &mut warnings);
            let answers = answers::of_model(&model, mode, &lines);
            let bodies = || page::of_model(self.name(), &model);
            Ok(self.outcome(mode, (&lines, &answers), bodies, report, warnings))
        }
    }

    /// The outcome, with its page if there is to be one.
    fn outcome<'a>(
        &self,
        mode: RayMode,
        (lines, answers): (&[Line], &[RayAnswer]),
        bodies: impl Fn() -> Vec<DrawnBody<'a>>,
        report: Option<ReportFile>,
        warnings: Vec<String>,
    ) -> CommandAnswer {
        let mut outcome = CommandAnswer {
            verdict: Ending::colliding(answers.iter().any(RayAnswer::is_hit)),
            text: report::text(lines, answers),
            json: fields(&report::answer(&self.mesh, mode, lines, answers)),
            warnings,
        };
        if let Some(report) = report {
            let bodies = bodies();
            let rays = page::drawn(&bodies, mode, lines, answers);
            let found = (lines, answers);
            let page = page::page(self.name(), bodies, rays.as_ref(), found, &outcome.text);
            report.write(&page, &mut outcome);
        }
        outcome
    }

    fn name(&self) -> String {
        self.mesh.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Scenes and robots go by their names: no mesh has these.
    fn is_scene(&self) -> bool {
        let is =
            |known: &&str| self.mesh.extension().is_some_and(|own| own.eq_ignore_ascii_case(known));
        ["json", "urdf", "xml"].iter().any(is)
    }

    fn mode(&self) -> RayMode {
        match (self.all, self.crossings) {
            (true, _) => RayMode::All,
            (false, true) => RayMode::Crossings,
            (false, false) => RayMode::First,
        }
    }

    /// The rays that are meant.
    fn lines(&self) -> Result<Vec<Line>, Failure> {
        if let Some(file) = &self.rays {
            return file::read(file, self.segments);
        }
        let point = |flag: &str, text: &str| numbers(flag, text).map(DVec3::from_array);
        let from = point("--from", self.from.as_deref().unwrap_or_default())?;
        let line = match (&self.dir, &self.to) {
            (Some(dir), _) => Line::new(from, point("--dir", dir)?),
            (None, Some(to)) => Line::segment(from, point("--to", to)?),
            (None, None) => {
                return Err(Failure::of_usage("--from", "a ray needs --dir, a segment --to"));
            }
        };
        Ok(vec![line.map_err(|error| Failure::of_usage("--from", error))?])
    }
}
