//! The flags of scenes and robots, which `world`, `sweep` and `ray` share, and what they mean.

use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use closecall::engine::files::bytes_of;
use closecall::geom::Clearance;
use closecall::world::Handle;
use closecall_robot::scene::{SceneFile, SceneOptions};
use closecall_robot::{Description, Neighbours, Packages, RobotFiles, Scene};

use super::cell::cell;
use super::values::{Package, Padding, PairClearance};
use crate::failure::Failure;
use crate::flags::clearance;
use crate::reading::ReadingArgs;

/// How a scene or a robot is read, and how close its bodies may come.
#[derive(clap::Args, Debug, Default)]
pub struct SceneArgs {
    /// Of a robot: the SRDF file that says which links may touch, beside neighbours
    /// (disable_collisions), and which neighbours are looked at (enable_collisions).
    #[arg(long, value_name = "FILE")]
    pub srdf: Option<PathBuf>,

    /// Of a robot: which links are neighbours, and not looked at together: `joint`, those that one
    /// joint joins; `none`; or `mesh`, also the next link above that has a shape, over any number of
    /// joints. Links welded together by fixed joints are one body. What is not looked at is printed.
    #[arg(long, value_name = "RULE", value_parser = neighbours())]
    pub neighbours: Option<Neighbours>,

    /// Let links touch, wherever they are, that touch while their robot is at rest. Each pair is
    /// named as not looked at. `closecall srdf` proves which pairs need not be looked at.
    #[arg(long)]
    pub allow_at_rest: bool,

    /// Of a robot: where a package is; NAME may go on with folders in it. May be given several
    /// times.
    #[arg(long = "package", value_name = "NAME=DIR")]
    pub packages: Vec<Package>,

    /// Of a robot: a mesh or tree file that stands about it, in the frame of its root. May be given
    /// several times.
    #[arg(long, value_name = "MESH")]
    pub env: Vec<PathBuf>,

    /// Of a robot: a table of joint positions, a row for every step; the header has joint names. Those
    /// that are not named are at rest. Or a trajectory of MoveIt or ROS, as JSON or YAML
    /// (docs/poses.md).
    #[arg(long, value_name = "FILE")]
    pub joints: Option<PathBuf>,

    /// Bodies no further apart than this count as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    pub clearance: Option<Clearance>,

    /// A layer around a body, a link, or all links of a robot: two bodies touch if they are no
    /// further apart than their layers are thick together. May be given several times.
    #[arg(long = "padding", value_name = "NAME=D")]
    pub paddings: Vec<Padding>,

    /// The clearance of two bodies, links or robots, in place of all others; an error if they are
    /// not looked at. May be given several times.
    #[arg(long = "pair-clearance", value_name = "A,B=D")]
    pub pair_clearances: Vec<PairClearance>,

    /// Take every body and link as a solid: what lies inside counts. All meshes must be closed.
    #[arg(long)]
    pub solid: bool,

    /// Take boxes, cylinders, capsules and spheres of the scene or robot as they are, and not as
    /// meshes that contain them. Where that leaves two bodies undecided, the exit code is 3.
    #[arg(long)]
    pub exact_shapes: bool,

    /// Make quaternions unit quaternions where their digits were rounded, and say by how much they
    /// were changed.
    #[arg(long)]
    pub normalize: bool,

    /// How meshes are read.
    #[command(flatten)]
    pub reading: ReadingArgs,
}

impl SceneArgs {
    /// The scene of a file, or the built-in cell, with the clearances and solids that were asked
    /// for.
    pub fn scene(&self, file: Option<&Path>) -> Result<Scene, Failure> {
        let mut scene = match file {
            Some(file) => self.read(file)?,
            None => {
                let why = "it needs a scene or robot";
                self.refuse_flags_of_robots(why)?;
                let idle = [
                    ("--exact-shapes", self.exact_shapes),
                    ("--allow-at-rest", self.allow_at_rest),
                    ("--normalize", self.normalize),
                ];
                if let Some((flag, _)) = idle.into_iter().find(|(_, is_given)| *is_given) {
                    return Err(Failure::of_usage(flag, why));
                }
                if let Some(flag) = self.reading.first_given() {
                    return Err(Failure::of_usage(flag, why));
                }
                cell()?
            }
        };
        if self.allow_at_rest {
            let allowed = scene.allow_at_rest();
            allowed.map_err(|error| Failure::of_usage("--allow-at-rest", error))?;
        }
        self.set_clearances(&mut scene)?;
        self.set_solids(&mut scene)?;
        Ok(scene)
    }

    /// The files that the flags name.
    pub fn given(&self) -> impl Iterator<Item = &PathBuf> {
        [&self.srdf, &self.joints].into_iter().flatten().chain(&self.env)
    }

    fn read(&self, file: &Path) -> Result<Scene, Failure> {
        let bytes = bytes_of(file).map_err(|error| Failure::of_file(file, &error))?;
        let options = SceneOptions::default()
            .meshes(self.reading.options())
            .normalize(self.normalize)
            .exact_shapes(self.exact_shapes);
        if !is_xml(&bytes) {
            self.refuse_flags_of_robots(
                "it is for a URDF file; a scene file has an entry for this",
            )?;
            return Ok(Scene::with_options(file, &SceneFile::parse(file, &bytes)?, &options)?);
        }
        if self.normalize {
            let message = "it is for the poses of a scene file; a robot has joint positions";
            return Err(Failure::of_usage("--normalize", message));
        }
        let twice = |(place, package): &(usize, &Package)| {
            self.packages[..*place].iter().any(|other| other.name == package.name)
        };
        if let Some((_, package)) = self.packages.iter().enumerate().find(twice) {
            let message = format!("the package '{}' is given twice", package.name);
            return Err(Failure::of_usage("--package", message));
        }
        let add = |packages: Packages, package: &Package| package.added_to(packages);
        let packages =
            Packages::default().reading(options.meshes).with_exact_shapes(self.exact_shapes);
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

    /// Sets the clearances that the command line states.
    fn set_clearances(&self, scene: &mut Scene) -> Result<(), Failure> {
        if let Some(clearance) = self.clearance {
            scene.world.set_clearance(clearance);
        }
        let paddings: Vec<(String, Clearance)> =
            self.paddings.iter().map(|said| (said.name.clone(), said.thickness)).collect();
        let set = scene.set_paddings(&paddings);
        set.map_err(|error| Failure::of_usage("--padding", error))?;
        let clearances: Vec<([String; 2], Clearance)> =
            self.pair_clearances.iter().map(|said| (said.pair.clone(), said.clearance)).collect();
        let set = scene.set_pair_clearances(&clearances);
        set.map_err(|error| Failure::of_usage("--pair-clearance", error))
    }

    /// All that have a mesh, if the command line says so.
    fn set_solids(&self, scene: &mut Scene) -> Result<(), Failure> {
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

    /// Refuses flags that are about a robot's own files.
    pub fn refuse_flags_of_robots(&self, why: &str) -> Result<(), Failure> {
        let flags = [
            ("--srdf", self.srdf.is_some()),
            ("--neighbours", self.neighbours.is_some()),
            ("--package", !self.packages.is_empty()),
            ("--env", !self.env.is_empty()),
            ("--joints", self.joints.is_some()),
        ];
        match flags.into_iter().find(|(_, is_there)| *is_there) {
            Some((flag, _)) => Err(Failure::of_usage(flag, why)),
            None => Ok(()),
        }
    }

    /// Refuses flags that are about the bodies of a scene.
    pub fn refuse_flags_of_scenes(&self, why: &str) -> Result<(), Failure> {
        self.refuse_flags_of_robots(why)?;
        let flags = [
            ("--padding", !self.paddings.is_empty()),
            ("--pair-clearance", !self.pair_clearances.is_empty()),
            ("--exact-shapes", self.exact_shapes),
            ("--allow-at-rest", self.allow_at_rest),
        ];
        match flags.into_iter().find(|(_, is_there)| *is_there) {
            Some((flag, _)) => Err(Failure::of_usage(flag, why)),
            None => Ok(()),
        }
    }
}

/// The rules of which links are neighbours, by name.
fn neighbours() -> impl TypedValueParser<Value = Neighbours> {
    let names = Neighbours::ALL.map(Neighbours::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Neighbours>())
}

fn is_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().first() == Some(&b'<')
}
