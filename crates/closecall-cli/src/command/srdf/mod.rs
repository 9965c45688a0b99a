//! `closecall srdf ROBOT`: which pairs of links need not be looked at, proved over the joint limits.

mod compare;
mod report;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use closecall::Budget;
use closecall::engine::files::bytes_of;
use closecall::mesh::{LoadOptions, Outside};
use closecall_robot::{AtRest, Description, LinkPairs, Packages, PairLimits, Robot, RobotFiles};

use self::compare::Compared;
use crate::answer::fields;
use crate::console;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::scene::Package;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `srdf`.
#[derive(clap::Args, Debug)]
pub struct SrdfCommand {
    /// The robot (URDF).
    #[arg(value_name = "ROBOT")]
    robot: PathBuf,

    /// Write the SRDF file here, and print what was found; without it, the SRDF file is printed.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Compare with this SRDF file: which pairs it disables though they touch, and which it leaves
    /// though they never do.
    #[arg(long, value_name = "FILE", requires = "out")]
    compare: Option<PathBuf>,

    /// Disable pairs that touch at rest, too, with the reason `Default`. They are not looked at
    /// then, wherever they are.
    #[arg(long)]
    allow_at_rest: bool,

    /// Stop after this much time, or after this many boxes of joints, as in 60s or 100000tests. Pairs
    /// that are unknown by then stay looked at, and the exit code is 3.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true, default_value = "20s")]
    budget: Budget,

    /// How many positions are tried at random before proofs are looked for.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    rows: u32,

    /// The folder of a package; NAME may go on with folders in it. May be given several times.
    #[arg(long = "package", value_name = "NAME=DIR")]
    packages: Vec<Package>,

    /// Read files that the robot names outside its own folders.
    #[arg(long)]
    allow_outside: bool,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl SrdfCommand {
    /// Finds out what all pairs of links do.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut files = Files::default();
        files.read(&self.robot)?;
        files.read_all(self.compare.iter().map(PathBuf::as_path))?;
        let bytes = bytes_of(&self.robot).map_err(|error| Failure::of_file(&self.robot, &error))?;
        let description = Description::parse(&self.robot, &bytes)?;
        let other =
            self.compare.as_ref().map(|file| Compared::read(file, &description)).transpose()?;
        let robot = pool.install(|| Robot::of(description, &self.files()))?;
        files.read_all(robot.mesh_files().iter().map(|(file, _)| &**file))?;
        let output = files.write("--out", self.out.as_deref())?;
        let start = Instant::now();
        let found = pool.install(|| self.find(&robot))?;
        let seconds = start.elapsed().as_secs_f64();
        let at_rest = if self.allow_at_rest { AtRest::Allowed } else { AtRest::LookedAt };
        let srdf = found.srdf(&robot, at_rest);
        let verdict = if found.count("unknown") > 0 { Ending::Undecided } else { Ending::Done };
        let mut warnings = robot.warnings().to_vec();
        let mut text = srdf.clone();
        if self.out.is_some() {
            text = report::text(&robot, &found, at_rest, seconds);
        }
        let mut answer = report::answer(&self.robot, &robot, &found, at_rest);
        if let Some(other) = &other {
            let compared = other.beside(&robot, &found);
            text += &compared.text;
            answer.compared = Some(compared.answer);
            warnings.extend(other.warnings.iter().cloned());
        }
        let mut outcome = CommandAnswer { verdict, text, json: fields(&answer), warnings };
        outcome.fill(output, |out| out.write_all(srdf.as_bytes()));
        Ok(outcome)
    }

    fn files(&self) -> RobotFiles {
        let outside = if self.allow_outside { Outside::Allowed } else { Outside::Refused };
        let packages = Packages::default().reading(LoadOptions::new().outside(outside));
        let add = |packages: Packages, package: &Package| package.added_to(packages);
        RobotFiles { packages: self.packages.iter().fold(packages, add), ..RobotFiles::default() }
    }

    fn find(&self, robot: &Robot) -> Result<LinkPairs, Failure> {
        let limits = PairLimits::default().budget(self.budget).rows(self.rows as usize);
        let bar = console::progress("pairs of links", 0);
        let found = robot.link_pairs(&limits, &mut |known, all| {
            bar.set_guess(known as u64, all as u64);
        });
        bar.finish_and_clear();
        found.map_err(|error| Failure::of_file(&self.robot, &error))
    }
}
