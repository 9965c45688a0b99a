//! `closecall world SCENE`: many bodies, or a robot, step by step.
//!
//! Answers are the same for any number of threads, and so is every byte that is printed.

mod answers;
mod cell;
mod page;
mod report;

use std::path::PathBuf;
use std::str::FromStr;

use closecall::geom::Clearance;
use closecall::mesh::load::bytes_of;
use closecall::world::Contacts;
use closecall_robot::scene::SceneFile;
use closecall_robot::{Description, Packages, RobotFiles, Scene};

use self::page::Shown;
use crate::engine::clearance;
use crate::failure::Failure;
use crate::outcome::{Outcome, Verdict};
use crate::question::{Mode, Pair};
use crate::report::ReportArg;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `world`.
#[derive(clap::Args, Debug)]
pub struct World {
    /// Scene file (JSON) or robot (URDF); the bytes tell which. Without one, an arm moves about in a built-in cell.
    #[arg(value_name = "SCENE")]
    scene: Option<PathBuf>,

    /// Of a robot: the SRDF file that says which links may touch, beside neighbours.
    #[arg(long, value_name = "FILE", requires = "scene")]
    srdf: Option<PathBuf>,

    /// Of a robot: where a package is; NAME may go on with folders in it. May be given several times.
    #[arg(long = "package", value_name = "NAME=DIR", requires = "scene")]
    packages: Vec<Package>,

    /// Of a robot: a mesh or tree file that stands about it, in the frame of its root. May be given several times.
    #[arg(long, value_name = "MESH", requires = "scene")]
    env: Vec<PathBuf>,

    /// Of a robot: CSV of joint positions, a row for every step; the header has joint names. Those that are not named are at rest.
    #[arg(long, value_name = "FILE", requires = "scene")]
    joints: Option<PathBuf>,

    /// What is no further apart than this counts as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// A layer around a body, a link, or all links of a robot: two bodies touch if they are no further apart than their layers are thick
    /// together. May be given several times.
    #[arg(long = "padding", value_name = "NAME=D")]
    paddings: Vec<Padding>,

    /// The clearance of two bodies, links or robots, in place of all others. May be given several times.
    #[arg(long = "pair-clearance", value_name = "A,B=D")]
    pair_clearances: Vec<PairClearance>,

    /// Ask for every pair of touching triangles, not only for the bodies that touch.
    #[arg(long)]
    all: bool,

    /// List at most N pairs of triangles of two bodies and say `truncated`. Implies --all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_pairs: Option<u64>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    #[command(flatten)]
    report: ReportArg,
}

/// Where a package is.
#[derive(Clone, Debug)]
struct Package {
    name: String,
    folder: PathBuf,
}

impl FromStr for Package {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, folder)) if !name.is_empty() && !folder.is_empty() => {
                Ok(Self { name: name.to_owned(), folder: folder.into() })
            }
            _ => Err("expected NAME=DIR".to_owned()),
        }
    }
}

/// A layer around bodies.
#[derive(Clone, Debug)]
struct Padding {
    name: String,
    thickness: Clearance,
}

impl FromStr for Padding {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, thickness) = text.rsplit_once('=').ok_or("expected NAME=D")?;
        Ok(Self { name: name.to_owned(), thickness: clearance(thickness)? })
    }
}

/// How close two bodies may come.
#[derive(Clone, Debug)]
struct PairClearance {
    pair: [String; 2],
    clearance: Clearance,
}

impl FromStr for PairClearance {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (pair, distance) = text.rsplit_once('=').ok_or("expected A,B=D")?;
        let (a, b) = pair.split_once(',').ok_or("expected A,B=D")?;
        Ok(Self { pair: [a.to_owned(), b.to_owned()], clearance: clearance(distance)? })
    }
}

/// What is asked of two bodies that may touch.
#[derive(Clone, Copy, Debug)]
struct Asked {
    mode: Mode,
    /// How many pairs of triangles are listed.
    most: usize,
}

impl Asked {
    fn shown(self, pair: &Contacts) -> &[Pair] {
        &pair.triangles[..pair.triangles.len().min(self.most)]
    }

    fn truncates(self, pair: &Contacts) -> bool {
        pair.triangles.len() > self.most
    }
}

impl World {
    /// Checks every step.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut scene = pool.install(|| self.scene())?;
        self.set_clearances(&mut scene)?;
        let asked = self.asked();
        let report = self.report.file()?;
        // A page shows what touches, though nobody asked.
        let mode = if report.is_some() { Mode::All } else { asked.mode };
        let answers = answers::answer(&mut scene, mode, &pool)?;
        let colliding = answers.iter().any(|touching| !touching.is_empty());
        let file = self.scene.as_ref().map_or_else(|| "built-in".into(), |file| file.to_string_lossy());
        let mut outcome = Outcome {
            // What is built in judges nobody.
            verdict: self.scene.as_ref().map_or(Verdict::Done, |_| Verdict::colliding(colliding)),
            text: report::text(&scene, asked, &answers),
            json: report::json(&file, &scene, asked, &answers),
            warnings: scene.warnings.clone(),
        };
        if let Some(report) = report {
            let shown = Shown::new(&scene, &answers).map_err(Failure::of_fault)?;
            report.write(&shown.page(&outcome.text), &mut outcome)?;
        }
        Ok(outcome)
    }

    /// What the command line says about how close bodies may come.
    fn set_clearances(&self, scene: &mut Scene) -> Result<(), Failure> {
        let named = |scene: &Scene, flag: &str, name: &str| match scene.named(name) {
            none if none.is_empty() => Err(Failure::of_usage(flag, format_args!("there is no body, link or robot '{name}'"))),
            handles => Ok(handles),
        };
        if let Some(clearance) = self.clearance {
            scene.world.set_clearance(clearance);
        }
        for Padding { name, thickness } in &self.paddings {
            for body in named(scene, "--padding", name)? {
                let set = scene.world.set_padding(body, *thickness);
                set.map_err(|error| Failure::of_usage("--padding", error))?;
            }
        }
        for PairClearance { pair: [a, b], clearance } in &self.pair_clearances {
            let [one, other] = [a, b].map(|name| named(scene, "--pair-clearance", name));
            let (one, other) = (one?, other?);
            for (&a, &b) in one.iter().flat_map(|a| other.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
                scene.world.set_pair_clearance(a, b, Some(*clearance)).map_err(Failure::of_fault)?;
            }
        }
        Ok(())
    }

    fn asked(&self) -> Asked {
        let mode = if self.all || self.max_pairs.is_some() { Mode::All } else { Mode::First };
        let most = self.max_pairs.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        Asked { mode, most }
    }

    fn scene(&self) -> Result<Scene, Failure> {
        let Some(file) = &self.scene else { return cell::cell() };
        let bytes = bytes_of(file).map_err(|error| Failure::of_file(file, &error))?;
        if !is_xml(&bytes) {
            self.refuse_flags_of_robots()?;
            return Ok(Scene::new(file, &SceneFile::parse(file, &bytes)?)?);
        }
        let add = |packages: Packages, package: &Package| packages.with(&package.name, &package.folder);
        let packages = self.packages.iter().fold(Packages::default(), add);
        let files = RobotFiles { srdf: self.srdf.clone(), packages };
        Ok(Scene::of_robot(Description::parse(file, &bytes)?, &files, &self.env, self.joints.as_deref())?)
    }

    /// A scene file says all that itself.
    fn refuse_flags_of_robots(&self) -> Result<(), Failure> {
        let flags = [
            ("--srdf", self.srdf.is_some()),
            ("--package", !self.packages.is_empty()),
            ("--env", !self.env.is_empty()),
            ("--joints", self.joints.is_some()),
        ];
        match flags.into_iter().find(|(_, is_there)| *is_there) {
            Some((flag, _)) => {
                Err(Failure::of_usage(flag, "it is for a URDF file; a scene file has an entry for this"))
            }
            None => Ok(()),
        }
    }
}

fn is_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().first() == Some(&b'<')
}
