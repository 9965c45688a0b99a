//! `closecall cover ROBOT --spheres FILE`: does a simple model of a robot hold the real one?

mod page;
mod report;

use std::path::PathBuf;
use std::time::Instant;

use closecall::engine::files::bytes_of;
use closecall::geom::Clearance;
use closecall::mesh::{LoadOptions, Outside};
use closecall::{Ask, Budget};
use closecall_robot::{Description, LinkCover, LinkParts, Packages, Robot, RobotFiles};
use rayon::prelude::*;

use crate::answer::fields;
use crate::failure::Failure;
use crate::flags::{budget_or_seconds, clearance};
use crate::outcome::CommandAnswer;
use crate::output::Files;
use crate::report::ReportArg;
use crate::scene::Package;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `cover`.
#[derive(clap::Args, Debug)]
pub struct CoverCommand {
    /// The robot (URDF).
    #[arg(value_name = "ROBOT")]
    robot: PathBuf,

    /// The simple model: a URDF file whose collision shapes (spheres, boxes, cylinders, capsules,
    /// closed meshes) stand in for the links of the same names, or a list of spheres in YAML or JSON
    /// (`collision_spheres`), as cuRobo has them.
    #[arg(long, visible_alias = "simple", value_name = "FILE")]
    spheres: PathBuf,

    /// Links that stick out by no more than this count as held.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance, default_value = "0")]
    allow: Clearance,

    /// Only these links.
    #[arg(long = "link", value_name = "NAME", value_delimiter = ',')]
    only: Vec<String>,

    /// How much of itself the distance by which a link sticks out may be wrong by.
    #[arg(long, value_name = "SHARE", default_value_t = 1e-3, allow_negative_numbers = true, value_parser = share)]
    accuracy: f64,

    /// Stop after this much time for a link, as in 500ms or 10s (or a number of seconds), or after
    /// so many comparisons, as in 100000tests. What is open by then is undecided.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true, value_parser = budget_or_seconds, default_value = "10s")]
    budget: Budget,

    /// The folder of a package; NAME may go on with folders in it. May be given several times.
    #[arg(long = "package", value_name = "NAME=DIR")]
    packages: Vec<Package>,

    /// Read files that the robot names outside its own folders.
    #[arg(long)]
    allow_outside: bool,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    #[command(flatten)]
    report: ReportArg,
}

/// A share from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=1.0).contains(&share) {
        Ok(share)
    } else {
        Err("expected a share from 0 to 1".to_owned())
    }
}

impl CoverCommand {
    /// Asks every link.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut files = Files::default();
        files.read_all([&*self.robot, &*self.spheres])?;
        let packages = self.packages();
        let bytes = bytes_of(&self.robot).map_err(|error| Failure::of_file(&self.robot, &error))?;
        let description = Description::parse(&self.robot, &bytes)?;
        let real = pool.install(|| LinkParts::of(&description, &packages))?;
        let simple = pool.install(|| LinkParts::load(&self.spheres, &packages))?;
        for parts in [&real, &simple] {
            files.read_all(parts.mesh_files().iter().map(PathBuf::as_path))?;
        }
        let output = self.report.file(&mut files)?;
        let links = self.links(&description)?;
        let start = Instant::now();
        let ask = Ask::new().clearance(self.allow).accuracy(self.accuracy).budget(self.budget);
        let found: Vec<LinkCover> = pool.install(|| {
            links.par_iter().filter_map(|link| real.sticks_out(link, &simple, &ask)).collect()
        });
        let seconds = start.elapsed().as_secs_f64();
        let told = report::Told { real: &real, simple: &simple, found: &found };
        let warnings = [real.warnings(&real), simple.warnings(&real)].concat();
        let mut outcome = CommandAnswer {
            verdict: told.ending(),
            text: told.text(&self.spheres, seconds),
            json: fields(&told.answer((&self.robot, &self.spheres), self.allow.distance())),
            warnings,
        };
        if let Some(output) = output {
            let robot_files = RobotFiles { packages, ..RobotFiles::default() };
            let robot = pool.install(|| Robot::of(description, &robot_files))?;
            let meshes = page::Meshes::of(&told, &robot);
            let page = page::page(&told, &meshes, robot.name(), &outcome);
            output.write(&page, &mut outcome);
        }
        Ok(outcome)
    }

    fn packages(&self) -> Packages {
        let outside = if self.allow_outside { Outside::Allowed } else { Outside::Refused };
        let packages = Packages::default().reading(LoadOptions::new().outside(outside));
        self.packages.iter().fold(packages, |packages, package| package.added_to(packages))
    }

    /// The links with shapes that are asked about.
    fn links<'d>(&self, robot: &'d Description) -> Result<Vec<&'d str>, Failure> {
        let bodies = robot.links.iter().filter(|link| !link.collisions.is_empty());
        let bodies: Vec<&str> = bodies.map(|link| &*link.name).collect();
        if bodies.is_empty() {
            return Err(Failure::of_file(&self.robot, &"no link has a <collision>"));
        }
        let called = |name: &String| {
            let message = || format!("the robot has no link '{name}' with a shape");
            let found = bodies.iter().copied().find(|body| body == name);
            found.ok_or_else(|| Failure::of_usage("--link", message()))
        };
        if self.only.is_empty() { Ok(bodies) } else { self.only.iter().map(called).collect() }
    }
}
