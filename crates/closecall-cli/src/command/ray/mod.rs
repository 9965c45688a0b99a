//! `closecall ray MESH`: rays and segments against a mesh.

mod file;
mod report;

use std::path::PathBuf;

use closecall::geom::{DVec3, Ray as Line};
use closecall::query::{Crossings, Hit};
use closecall_flight::BodyFile;

use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict};
use crate::pose::numbers;

/// The flags of `ray`.
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("line").required(true).args(["from", "rays"])))]
pub struct RayCommand {
    /// A mesh or tree file.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    /// Where the ray begins.
    #[arg(long, value_name = "x,y,z", allow_hyphen_values = true)]
    from: Option<String>,

    /// Where it goes; any length but 0. The parameter t of a hit counts in this length.
    #[arg(long, value_name = "x,y,z", allow_hyphen_values = true, requires = "from")]
    dir: Option<String>,

    /// Where it ends: a segment instead of a ray, with t from 0 to 1.
    #[arg(long, value_name = "x,y,z", allow_hyphen_values = true, requires = "from", conflicts_with = "dir")]
    to: Option<String>,

    /// A file of rays: six numbers a line, origin and direction, separated by commas or blanks; #
    /// begins a comment.
    #[arg(long, value_name = "FILE")]
    rays: Option<PathBuf>,

    /// The lines of the file are segments: both ends.
    #[arg(long, requires = "rays")]
    segments: bool,

    /// Tell every triangle that is met, not only the first.
    #[arg(long)]
    all: bool,

    /// Count how often the surface is passed; an edge or corner counts once.
    #[arg(long, conflicts_with = "all")]
    crossings: bool,
}

/// What is asked of every ray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    First,
    All,
    Crossings,
}

/// What one ray met.
enum Answer {
    Hits(Vec<Hit>),
    Crossings(Crossings),
}

impl Answer {
    fn is_hit(&self) -> bool {
        match self {
            Self::Hits(hits) => !hits.is_empty(),
            Self::Crossings(crossings) => crossings.count > 0,
        }
    }
}

impl RayCommand {
    /// Casts the rays, on all cores.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let lines = self.lines()?;
        let mut warnings = Vec::new();
        let model = BodyFile::read(&self.mesh, &mut warnings)?.body.into_model();
        let (mode, rays) = (self.mode(), model.rays());
        let answers: Vec<Answer> = match mode {
            Mode::First => {
                let first = rays.first_batch(&lines);
                first.into_iter().map(|hit| Answer::Hits(hit.into_iter().collect())).collect()
            }
            Mode::All => rays.all_batch(&lines).into_iter().map(Answer::Hits).collect(),
            Mode::Crossings => rays.crossings_batch(&lines).into_iter().map(Answer::Crossings).collect(),
        };
        let verdict = Verdict::colliding(answers.iter().any(Answer::is_hit));
        let text = report::text(&lines, &answers);
        Ok(Outcome { verdict, text, json: report::json(&self.mesh, mode, &lines, &answers), warnings })
    }

    fn mode(&self) -> Mode {
        match (self.all, self.crossings) {
            (true, _) => Mode::All,
            (false, true) => Mode::Crossings,
            (false, false) => Mode::First,
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
            (None, None) => return Err(Failure::of_usage("--from", "a ray needs --dir, a segment --to")),
        };
        Ok(vec![line.map_err(|error| Failure::of_usage("--from", error))?])
    }
}
