//! `closecall check A B`: two meshes at one pose.

mod explain;
mod report;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use closecall::geom::Clearance;
use closecall::query::Options;
use closecall::{Cost, Pose};
use closecall_lab::engine::{Bodies, Body, Setup};
use closecall_lab::flight::BodyFile;

use self::explain::{Explanation, PairArg};
use crate::engine::clearance;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict};
use crate::pose::PoseArgs;
use crate::question::{Found, Mode, Pair, QuestionArgs};

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

    /// Say how triangle I of A and triangle J of B lie to each other.
    #[arg(long, value_name = "I,J")]
    explain: Option<PairArg>,
}

/// What `check` found.
struct Checked {
    pose: Pose,
    setup: Setup,
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
        let pose = self.pose.pose()?;
        let mut warnings = Vec::new();
        let a = BodyFile::read(&self.a, &mut warnings)?.body;
        let b = BodyFile::read(&self.b, &mut warnings)?.body;
        let checked = self.check(a, b, pose)?;
        if let Some(file) = &self.pairs {
            write_pairs(file, &checked.pairs).map_err(|error| Failure::of_file(file, &error))?;
        }
        Ok(Outcome {
            verdict: Verdict::colliding(checked.found.count > 0),
            text: report::text(&checked),
            json: report::json(self, &checked),
            warnings,
        })
    }

    /// Only the classic engine knows of clearances.
    fn setup(&self) -> Setup {
        match self.clearance {
            None => Setup::Wide,
            Some(clearance) => Setup::Classic(Options { clearance, ..Options::default() }),
        }
    }

    fn check(&self, a: Body, b: Body, pose: Pose) -> Result<Checked, Failure> {
        let explanation = self.explain.map(|pair| pair.explain((a.mesh(), b.mesh()), &pose)).transpose()?;
        let question = self.question.question(Mode::All);
        let triangles = [&a, &b].map(|body| body.mesh().triangle_count());
        let setup = self.setup();
        let mut bodies = Bodies::new(&setup, a, b);
        let (mut pairs, mut cost) = (Vec::new(), Cost::default());
        let found = question.ask(&mut bodies, &pose, Some(&mut cost), &mut pairs);
        pairs.sort_unstable();
        Ok(Checked { pose, setup, triangles, mode: question.mode, found, pairs, cost, explanation })
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
