//! `closecall check A B`: two meshes at one pose, or along a path.

mod explain;
mod page;
mod path;
mod report;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use closecall::geom::Clearance;
use closecall::mesh::{WriteError, write_contacts, write_painted};
use closecall::{Cost, Mesh, Pose};
use closecall_flight::{BodyFile, MeshOrModel, Models};

use self::explain::{Explanation, PairArg};
use self::path::PathArgs;
use crate::engine::clearance;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict};
use crate::picture::Picture;
use crate::pose::PoseArgs;
use crate::question::{Found, Mode, Pair, Question, QuestionArgs};
use crate::report::ReportArg;

/// The flags of `check`.
#[derive(clap::Args, Debug)]
pub struct Check {
    /// Mesh or tree file A, which stands still.
    #[arg(value_name = "A")]
    a: PathBuf,

    /// Mesh or tree file B, which is posed in A's frame.
    #[arg(value_name = "B")]
    b: PathBuf,

    #[command(flatten)]
    pose: PoseArgs,

    #[command(flatten)]
    question: QuestionArgs,

    /// Triangles no further apart than this count as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// Write the touching pairs as CSV with the header a,b.
    #[arg(long, value_name = "FILE", conflicts_with = "first")]
    pairs: Option<PathBuf>,

    /// Write the touching triangles, in A's frame: .obj of two groups, or .ply or .glb of two colours.
    #[arg(long, value_name = "FILE", conflicts_with = "first", value_parser = Picture::with_endings(&["obj", "ply", "glb"]))]
    contacts: Option<Picture>,

    /// Write both meshes, in A's frame, with what touches in other colours: .ply or .glb.
    #[arg(long, value_name = "FILE", conflicts_with = "first", value_parser = Picture::with_endings(&["ply", "glb"]))]
    scene: Option<Picture>,

    /// Say how triangle I of A and triangle J of B lie to each other.
    #[arg(long, value_name = "I,J")]
    explain: Option<PairArg>,

    #[command(flatten)]
    path: PathArgs,

    #[command(flatten)]
    report: ReportArg,
}

/// What `check` found.
struct Checked {
    pose: Pose,
    clearance: Option<Clearance>,
    triangles: [usize; 2],
    mode: Mode,
    found: Found,
    pairs: Vec<Pair>,
    cost: Cost,
    explanation: Option<Explanation>,
}

impl Check {
    /// Checks.
    pub fn run(&self) -> Result<Outcome, Failure> {
        if let Some(file) = self.path.file() {
            return path::run(self, file);
        }
        let pose = self.pose.pose()?;
        let ([a, b], warnings) = self.bodies()?;
        let report = self.report.file()?;
        let is_drawn = report.is_some() || self.contacts.is_some() || self.scene.is_some();
        let drawn = is_drawn.then(|| [a.clone(), b.clone()].map(MeshOrModel::into_mesh));
        let checked = self.check(a, b, pose)?;
        if let Some(file) = &self.pairs {
            write_pairs(file, &checked.pairs).map_err(|error| Failure::of_file(file, &error))?;
        }
        let mut outcome = Outcome {
            verdict: Verdict::colliding(checked.found.count > 0),
            text: report::text(&checked),
            json: report::json(self, &checked),
            warnings,
        };
        if let Some([a, b]) = &drawn {
            self.draw([a, b], &checked)?;
            if let Some(report) = report {
                report.write(&page::page(self, [a, b], &checked), &mut outcome)?;
            }
        }
        Ok(outcome)
    }

    /// Both bodies, and what was odd about their files.
    fn bodies(&self) -> Result<([MeshOrModel; 2], Vec<String>), Failure> {
        let mut warnings = Vec::new();
        let a = BodyFile::read(&self.a, &mut warnings)?.body;
        let b = BodyFile::read(&self.b, &mut warnings)?.body;
        Ok(([a, b], warnings))
    }

    /// Writes the files that other programs show.
    fn draw(&self, [a, b]: [&Mesh; 2], Checked { pose, pairs, .. }: &Checked) -> Result<(), Failure> {
        let failure = |error: WriteError| Failure::of_file(Path::new(&error.file), &error.reason);
        if let Some(Picture(file)) = &self.contacts {
            write_contacts(file, a, b, pose, pairs).map_err(failure)?;
        }
        if let Some(Picture(file)) = &self.scene {
            write_painted(file, &page::painted([a, b], pose, pairs)).map_err(failure)?;
        }
        Ok(())
    }

    fn check(&self, a: MeshOrModel, b: MeshOrModel, pose: Pose) -> Result<Checked, Failure> {
        let explanation = self.explain.map(|pair| pair.explain((a.mesh(), b.mesh()), &pose)).transpose()?;
        let question = self.question.question(Mode::All);
        let triangles = [&a, &b].map(|body| body.mesh().triangle_count());
        let mut bodies = Models::new(a.into_model(), b.into_model()).within(self.clearance.unwrap_or_default());
        let (mut pairs, mut cost) = (Vec::new(), Cost::default());
        let found = question.ask(&mut bodies, &pose, Some(&mut cost), &mut pairs);
        if question.mode == Mode::First && self.report.is_given() {
            // The page shows what touches, though nobody asked.
            Question { mode: Mode::All, max_pairs: None }.ask(&mut bodies, &pose, None, &mut pairs);
        }
        pairs.sort_unstable();
        Ok(Checked { pose, clearance: self.clearance, triangles, mode: question.mode, found, pairs, cost, explanation })
    }
}

fn write_pairs(file: &Path, pairs: &[Pair]) -> std::io::Result<()> {
    let mut writer = BufWriter::new(File::create(file)?);
    writeln!(writer, "a,b")?;
    for (i, j) in pairs {
        writeln!(writer, "{i},{j}")?;
    }
    writer.flush()
}
