//! `closecall world SCENE`: many bodies, or a robot, step by step.
//!
//! Answers are the same for any number of threads, and so is every byte that is printed.

mod answers;
mod cell;
mod near;
pub mod page;
mod report;
mod unchecked;

use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use closecall::Ask;
use closecall::Budget;
use closecall::geom::Clearance;
use closecall::mesh::load::bytes_of;
use closecall::query::sweep::Start;
use closecall::world::Handle;
use closecall_robot::scene::{SceneFile, SceneOptions};
use closecall_robot::{Description, Neighbours, Packages, RobotFiles, Scene};

use self::answers::{TouchingPair, TouchingPairs, Wanted};
use self::near::NearestBodies;
use self::page::ShownWorld;
pub use self::report::NOTHING_CHECKED;
pub use self::unchecked::{LeftOut, hint};
use crate::command::sweep::{positive, sweep_scene};
use crate::console::{self, Form};
use crate::engine::{budget_json, clearance};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::question::{Mode, TrianglePair};
use crate::reading::ReadingArgs;
use crate::report::ReportArg;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `world`.
#[derive(clap::Args, Debug, Default)]
pub struct WorldCommand {
    /// Scene file (JSON) or robot (URDF); the bytes tell which. Without one, an arm moves about in
    /// a built-in cell.
    #[arg(value_name = "SCENE")]
    scene: Option<PathBuf>,

    /// Of a robot: the SRDF file that says which links may touch, beside neighbours
    /// (disable_collisions), and which neighbours are looked at (enable_collisions).
    #[arg(long, value_name = "FILE", requires = "scene")]
    srdf: Option<PathBuf>,

    /// Of a robot: which links are neighbours, and not looked at together: `joint`, those that one
    /// joint joins; `none`; or `mesh`, also the next link above that has a shape, over any number of
    /// joints. Links welded together by fixed joints are one body. What is not looked at is printed.
    #[arg(long, value_name = "RULE", requires = "scene", value_parser = neighbours())]
    neighbours: Option<Neighbours>,

    /// Of a robot: where a package is; NAME may go on with folders in it. May be given several
    /// times.
    #[arg(long = "package", value_name = "NAME=DIR", requires = "scene")]
    packages: Vec<Package>,

    /// Of a robot: a mesh or tree file that stands about it, in the frame of its root. May be given
    /// several times.
    #[arg(long, value_name = "MESH", requires = "scene")]
    env: Vec<PathBuf>,

    /// Of a robot: CSV of joint positions, a row for every step; the header has joint names. Those
    /// that are not named are at rest.
    #[arg(long, value_name = "FILE", requires = "scene")]
    joints: Option<PathBuf>,

    /// What is no further apart than this counts as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// A layer around a body, a link, or all links of a robot: two bodies touch if they are no
    /// further apart than their layers are thick together. May be given several times.
    #[arg(long = "padding", value_name = "NAME=D")]
    paddings: Vec<Padding>,

    /// The clearance of two bodies, links or robots, in place of all others; an error if they are
    /// not looked at. May be given several times.
    #[arg(long = "pair-clearance", value_name = "A,B=D")]
    pair_clearances: Vec<PairClearance>,

    /// Prove that nothing touches between the steps either, or say when it first does.
    #[arg(long, conflicts_with_all = ["all", "max_pairs"])]
    sweep: bool,

    /// With --sweep, the motion below which time is not divided any more: it never makes a hit. By
    /// default a millionth of the diagonal of the moving body's box.
    #[arg(long, value_name = "E", allow_negative_numbers = true, value_parser = positive, requires = "sweep")]
    tolerance: Option<f64>,

    /// With --sweep, do not count contact at the start while it lasts. Bodies that do not part
    /// before the second step hit at the start; where it stays unknown how long contact lasts, the
    /// answer is undecided.
    #[arg(long, requires = "sweep")]
    ignore_start: bool,

    /// Also say how near every two bodies come, and in which step; with --sweep, how near any two
    /// come on the way.
    #[arg(long, conflicts_with = "exact_shapes")]
    nearest: bool,

    /// Take every body and link as a solid: what lies inside counts. All meshes must be closed.
    #[arg(long)]
    solid: bool,

    /// Take boxes, cylinders, capsules and spheres of the scene or robot as they are, and not as
    /// meshes that contain them. Where that leaves two bodies undecided, the exit code is 3.
    #[arg(long, requires = "scene")]
    exact_shapes: bool,

    /// Ask for every pair of touching triangles, not only for the bodies that touch.
    #[arg(long)]
    all: bool,

    /// List at most N pairs of triangles of two bodies and say `truncated`. Implies --all.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_pairs: Option<u64>,

    /// Stop every step after this much time or so many tests of two volumes or triangles, as in 1ms
    /// or 20000tests: all pairs share it, the most dangerous first. Pairs that stay undecided are
    /// named; if nothing else touches, the exit code is 3. With --sweep, all of the way shares the
    /// time, and every motion has so many tests.
    #[arg(long, allow_hyphen_values = true, value_name = "BUDGET", conflicts_with_all = ["all", "max_pairs", "report", "gltf"])]
    budget: Option<Budget>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,

    /// Make quaternions unit quaternions where their digits were rounded, and say by how much they
    /// were changed.
    #[arg(long, requires = "scene")]
    normalize: bool,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,
}

/// Where a package is.
#[derive(Clone, Debug)]
pub struct Package {
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
    fn shown(self, pair: &TouchingPair) -> &[TrianglePair] {
        &pair.triangles[..pair.triangles.len().min(self.most)]
    }

    fn truncates(self, pair: &TouchingPair) -> bool {
        pair.count > self.most as u64
    }
}

impl WorldCommand {
    /// Checks every step.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut files = Files::default();
        files.read_all(self.given().map(PathBuf::as_path))?;
        let report = self.report.file(&mut files)?;
        let mut scene = pool.install(|| self.scene())?;
        self.set_clearances(&mut scene)?;
        files.read_all(scene.files.iter().map(PathBuf::as_path))?;
        self.set_solids(&mut scene)?;
        if !scene.world.looks_at_any_pair() {
            scene.warnings.iter().for_each(|warning| console::insist(warning));
        }
        if self.sweep {
            let file = self.scene.clone().unwrap_or_else(|| "built-in".into());
            let options = self.sweep_options();
            return pool.install(|| sweep_scene(&file, &mut scene, &options, self.nearest, report));
        }
        let asked = self.asked();
        let near =
            self.nearest.then(|| NearestBodies::ask(&scene, report.is_some(), &pool)).transpose();
        let near = near.map_err(Failure::of_fault)?;
        let answers = match &self.budget {
            Some(budget) => answers::answer_within(&mut scene, budget)?,
            None => answers::answer(&mut scene, wanted(asked, report.is_some()), &pool)?,
        };
        let verdict = verdict(&scene, &answers);
        let file =
            self.scene.as_ref().map_or_else(|| "built-in".into(), |file| file.to_string_lossy());
        let mut outcome = CommandAnswer {
            verdict,
            text: report::text(&scene, asked, &answers, self.budget.as_ref()),
            json: report::json(&file, &scene, asked, &answers),
            warnings: scene.warnings.clone(),
        };
        let touching: Vec<[Handle; 2]> = answers
            .iter()
            .flatten()
            .filter(|pair| !pair.undecided)
            .map(|pair| [pair.a, pair.b])
            .collect();
        outcome.text += &unchecked::hint(&scene, &touching);
        outcome.json.extend(self.budget.map(|budget| ("budget".to_owned(), budget_json(&budget))));
        if let Some(near) = &near {
            outcome.text += &near.text(&scene);
            outcome.json.extend(near.json(&scene).map_err(Failure::of_fault)?);
        }
        let left_out = LeftOut::of(&scene);
        left_out.add_to(&mut outcome);
        if let Some(report) = report {
            let shown =
                ShownWorld::new(&scene, &answers, near.as_ref()).map_err(Failure::of_fault)?;
            let page = shown.page(&outcome.text, &outcome.verdict, left_out.notes());
            report.write(&page, &mut outcome);
        }
        Ok(outcome)
    }

    /// How motions are looked at; clearances are the world's.
    fn sweep_options(&self) -> Ask {
        let start = if self.ignore_start { Start::Ignored } else { Start::Counts };
        Ask::new().tolerance(self.tolerance).start(start).budget(self.budget.unwrap_or_default())
    }

    /// What the command line says about how close bodies may come.
    fn set_clearances(&self, scene: &mut Scene) -> Result<(), Failure> {
        if let Some(clearance) = self.clearance {
            scene.world.set_clearance(clearance);
        }
        for Padding { name, thickness } in &self.paddings {
            let set = scene.set_padding(name, *thickness);
            set.map_err(|error| Failure::of_usage("--padding", error))?;
        }
        for PairClearance { pair, clearance } in &self.pair_clearances {
            let set = scene.set_pair_clearance(pair, *clearance);
            set.map_err(|error| Failure::of_usage("--pair-clearance", error))?;
        }
        Ok(())
    }

    /// The files that the flags name.
    fn given(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.scene, &self.srdf, &self.joints].into_iter().flatten().chain(&self.env)
    }

    /// All that have a mesh, if the command line says so.
    pub fn set_solids(&self, scene: &mut Scene) -> Result<(), Failure> {
        let world = &mut scene.world;
        let handles: Vec<Handle> = world.handles().filter(|_| self.solid).collect();
        for handle in handles {
            if world.model(handle).map_err(Failure::of_fault)?.is_some() {
                world
                    .set_solid(handle, true)
                    .map_err(|error| Failure::of_usage("--solid", error))?;
            }
        }
        Ok(())
    }

    fn asked(&self) -> Asked {
        let mode = if self.all || self.max_pairs.is_some() { Mode::All } else { Mode::First };
        let most =
            self.max_pairs.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        Asked { mode, most }
    }

    /// For a scene file, or a robot and what belongs to it.
    pub fn of_files(
        scene: PathBuf,
        srdf: Option<PathBuf>,
        packages: Vec<Package>,
        env: Vec<PathBuf>,
        joints: Option<PathBuf>,
    ) -> Self {
        let scene = Some(scene);
        Self { scene, srdf, packages, env, joints, ..Self::default() }
    }

    /// The same, with files that are read as told.
    #[must_use]
    pub fn read_as(self, reading: &ReadingArgs, normalize: bool) -> Self {
        Self { reading: reading.clone(), normalize, ..self }
    }

    /// The same, with another rule of which links are neighbours.
    #[must_use]
    pub fn with_neighbours(self, neighbours: Option<Neighbours>) -> Self {
        Self { neighbours, ..self }
    }

    /// The same, of solids or of surfaces.
    #[must_use]
    pub fn of_solids(self, solid: bool) -> Self {
        Self { solid, ..self }
    }

    /// The same, with exact shapes or without.
    #[must_use]
    pub fn with_exact_shapes(self, exact_shapes: bool) -> Self {
        Self { exact_shapes, ..self }
    }

    /// What the files hold.
    pub fn scene(&self) -> Result<Scene, Failure> {
        let Some(file) = &self.scene else { return cell::cell() };
        let bytes = bytes_of(file).map_err(|error| Failure::of_file(file, &error))?;
        let (meshes, normalize, exact_shapes) =
            (self.reading.options(), self.normalize, self.exact_shapes);
        let options = SceneOptions { meshes, normalize, exact_shapes };
        if !is_xml(&bytes) {
            self.refuse_flags_of_robots()?;
            return Ok(Scene::with_options(file, &SceneFile::parse(file, &bytes)?, &options)?);
        }
        let add =
            |packages: Packages, package: &Package| packages.with(&package.name, &package.folder);
        let packages = Packages::default().reading(options.meshes).with_exact_shapes(exact_shapes);
        let packages = self.packages.iter().fold(packages, add);
        let neighbours = self.neighbours.unwrap_or_default();
        let files = RobotFiles { srdf: self.srdf.clone(), packages, neighbours };
        Ok(Scene::of_robot(
            Description::parse(file, &bytes)?,
            &files,
            &self.env,
            self.joints.as_deref(),
        )?)
    }

    /// A scene file says all that itself.
    fn refuse_flags_of_robots(&self) -> Result<(), Failure> {
        let flags = [
            ("--srdf", self.srdf.is_some()),
            ("--neighbours", self.neighbours.is_some()),
            ("--package", !self.packages.is_empty()),
            ("--env", !self.env.is_empty()),
            ("--joints", self.joints.is_some()),
        ];
        match flags.into_iter().find(|(_, is_there)| *is_there) {
            Some((flag, _)) => Err(Failure::of_usage(
                flag,
                "it is for a URDF file; a scene file has an entry for this",
            )),
            None => Ok(()),
        }
    }
}

/// What is to be found: all triangles for a page and for programs, a few for people, and one
/// collision for an exit code.
fn wanted(asked: Asked, is_shown: bool) -> Wanted {
    match (console::form(), asked.mode) {
        _ if is_shown => Wanted::Triangles { most: usize::MAX },
        (Form::Nothing, _) => Wanted::Any,
        (_, Mode::First) => Wanted::Bodies,
        (Form::Json, Mode::All) => Wanted::Triangles { most: asked.most },
        (Form::Text, Mode::All) => {
            Wanted::Triangles { most: asked.most.min(report::TRIANGLES_SHOWN) }
        }
    }
}

/// The rules of which links are neighbours, by name.
pub fn neighbours() -> impl TypedValueParser<Value = Neighbours> {
    let names = Neighbours::ALL.map(Neighbours::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Neighbours>())
}

/// A certain collision in any step, or else what is undecided, or else nothing. Where no two bodies
/// are looked at, nothing is known.
fn verdict(scene: &Scene, answers: &[TouchingPairs]) -> Ending {
    if answers.iter().flatten().any(|pair| !pair.undecided) {
        Ending::Collision
    } else if answers.iter().any(|touching| !touching.is_empty())
        || !scene.world.looks_at_any_pair()
    {
        Ending::Undecided
    } else {
        Ending::Clear
    }
}

fn is_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().first() == Some(&b'<')
}
