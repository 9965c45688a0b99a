//! A scene: a world, and where everything is in every step.

use std::path::{Path, PathBuf};

use closecall::engine::files::bytes_of;
use closecall::mesh::LoadOptions;
use closecall::world::{Body, Groups, Handle};
use closecall::{Pose, World};

use super::builder::Builder;
use super::edge::RobotWay;
use super::file::{SceneFile, ShapesAs};
use super::narrow::Narrowness;
use crate::error::FileError;
use crate::robot::{Robot, RobotFiles};
use crate::urdf::Description;

/// A world, and where everything is in every step.
#[derive(Debug)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// The world, as it is in the first step.
    pub world: World,
    /// The steps; at least one.
    pub steps: Vec<SceneStep>,
    /// The robots that move, and their joint positions in every step.
    pub robots: Vec<RobotWay>,
    /// The robots that stay where they are, with the one row of their positions.
    pub standing: Vec<RobotWay>,
    /// The files that were read, without the scene file itself.
    pub files: Vec<PathBuf>,
    /// The oddities of its files that are no errors.
    pub warnings: Vec<String>,
    /// The precision with which its clearances and paddings were stated: for one body, or for many.
    pub said: Narrowness,
}

/// The options of reading the files of a scene.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SceneOptions {
    /// The options of reading mesh files. The scale is for the meshes of bodies; those of robots
    /// have one in the URDF file.
    pub meshes: LoadOptions,
    /// Are quaternions that are not quite unit quaternions made so?
    pub normalize: bool,
    /// Are shapes taken as they are, and not as meshes that contain them? Then the file need not
    /// say so.
    pub exact_shapes: bool,
}

impl SceneOptions {
    /// Says how mesh files are read.
    #[must_use]
    pub fn meshes(self, meshes: LoadOptions) -> Self {
        Self { meshes, ..self }
    }

    /// Says whether quaternions that are not quite unit quaternions are made so.
    #[must_use]
    pub fn normalize(self, normalize: bool) -> Self {
        Self { normalize, ..self }
    }

    /// Says whether shapes are taken as they are.
    #[must_use]
    pub fn exact_shapes(self, exact_shapes: bool) -> Self {
        Self { exact_shapes, ..self }
    }
}

/// A moment of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneStep {
    /// The name: its number, unless the file names it.
    pub name: String,
    /// The line of the table that moves the scene, 1-based, if there is one such table.
    pub line: Option<usize>,
    /// When it is, if that table says so.
    pub seconds: Option<f64>,
    /// The poses of all bodies that move, in their parents' frames: the same bodies and frames in
    /// every step.
    pub poses: Vec<(Handle, Pose)>,
}

impl Scene {
    /// Reads a scene file and all that it names.
    ///
    /// # Errors
    /// If a file cannot be read or is refused.
    pub fn load(file: &Path) -> Result<Self, FileError> {
        let bytes = bytes_of(file).map_err(|error| FileError::whole(file, error))?;
        Self::new(file, &SceneFile::parse(file, &bytes)?)
    }

    /// [`Scene::with_options`], and nothing but what files say.
    ///
    /// # Errors
    /// As there.
    pub fn new(file: &Path, entries: &SceneFile) -> Result<Self, FileError> {
        Self::with_options(file, entries, &SceneOptions::default())
    }

    /// Opens what a scene file names, relative to its folder, and puts it in a world.
    ///
    /// # Errors
    /// If a file cannot be read or is refused, or an entry does not fit the others.
    pub fn with_options(
        file: &Path,
        entries: &SceneFile,
        options: &SceneOptions,
    ) -> Result<Self, FileError> {
        let exact_shapes = options.exact_shapes || entries.shapes == ShapesAs::Exact;
        let options = SceneOptions { exact_shapes, ..*options };
        let mut builder = Builder::new(file, &options);
        builder.insert_all(entries)?;
        for (number, pair) in entries.allow.iter().enumerate() {
            builder.allow(number, pair)?;
        }
        builder.set_clearances(entries)?;
        let stem = || {
            file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
        };
        builder.finish(entries.name.clone().unwrap_or_else(stem), &entries.steps)
    }

    /// A robot among meshes that stay, at its rest or at the positions of a table.
    ///
    /// # Errors
    /// If a file cannot be read or is refused.
    pub fn of_robot(
        description: Description,
        files: &RobotFiles,
        environment: &[PathBuf],
        positions_file: Option<&Path>,
    ) -> Result<Self, FileError> {
        let file = description.file.clone();
        let exact_shapes = files.packages.exact_shapes();
        let options =
            SceneOptions { meshes: *files.packages.meshes(), normalize: false, exact_shapes };
        let mut builder = Builder::new(&file, &options);
        for mesh in environment {
            let name = mesh
                .file_stem()
                .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let model = builder
                .load(mesh, &file.display().to_string())
                .map_err(|error| FileError::whole(mesh, error))?;
            builder.insert(Body::new(name.clone(), &model).fixed(), &mesh.display())?;
            builder.join(&mesh.display().to_string(), &name, 1, Groups::default(), None, true);
        }
        let robot = Robot::of(description, files)?;
        let placed = robot
            .insert(&mut builder.world, "", None)
            .map_err(|error| FileError::whole(&file, error))?;
        builder
            .files
            .extend(files.srdf.clone().into_iter().chain(positions_file.map(Path::to_path_buf)));
        builder.join_robot("the robot", robot.name(), &robot, Groups::default(), None);
        let way =
            RobotWay { name: robot.name().to_owned(), robot: placed, rows: vec![robot.rest()] };
        builder.set_positions(way, positions_file, "the robot")?;
        let name = if robot.name().is_empty() {
            file.display().to_string()
        } else {
            robot.name().to_owned()
        };
        builder.finish(name, &[])
    }
}
