//! A flight as a folder: `env.obj`, `obj.obj` and `poses.csv`; `env.tree` and `obj.tree` where
//! there is no OBJ.
//!
//! The kind of a mesh file is found out from its bytes: a tree file may have any name.

use std::path::{Path, PathBuf};

use closecall::mesh::{self, LoadOptions, Unit, WriteFormat};
use closecall::{Mesh, Model};

use super::poses::{format_poses, read_poses};
use super::{BodyFile, Flight, FlightError, MeshOrModel};

/// A flight from a folder, and what its files were warned of.
#[derive(Clone, Debug)]
pub struct ReadFlight {
    /// The flight.
    pub flight: Flight,
    /// The models of environment and object, where they came from tree files.
    pub models: [Option<Model>; 2],
    /// The units that the files of environment and object state.
    pub units: [Option<Unit>; 2],
    /// The files that were read with these two.
    pub companions: Vec<PathBuf>,
    /// The warnings about its files, each with its file's name.
    pub warnings: Vec<String>,
}

/// The files of a flight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlightFiles {
    /// The environment.
    pub env: PathBuf,
    /// The object.
    pub obj: PathBuf,
    /// The poses; `-` is standard input.
    pub poses: PathBuf,
}

/// The options of reading the files of a flight. A method for each changes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct FlightOptions {
    /// The options of reading meshes.
    pub meshes: LoadOptions,
    /// Are quaternions that are not quite unit quaternions made so?
    pub normalize: bool,
}

impl FlightOptions {
    /// Says how meshes are read.
    #[must_use]
    pub fn meshes(self, meshes: LoadOptions) -> Self {
        Self { meshes, ..self }
    }

    /// Says whether quaternions that are not quite unit quaternions are made so.
    #[must_use]
    pub fn normalize(self, normalize: bool) -> Self {
        Self { normalize, ..self }
    }
}

impl FlightFiles {
    /// The files of a folder, or others in place of its environment, its object and its poses.
    #[must_use]
    pub fn of_folder(
        folder: &Path,
        others: [Option<&Path>; 3],
        warnings: &mut Vec<String>,
    ) -> Self {
        let [env, obj, poses] = others.map(|other| other.map(Path::to_path_buf));
        Self {
            env: env.unwrap_or_else(|| mesh_file(folder, "env", warnings)),
            obj: obj.unwrap_or_else(|| mesh_file(folder, "obj", warnings)),
            poses: poses.unwrap_or_else(|| folder.join("poses.csv")),
        }
    }

    /// Reads them.
    ///
    /// # Errors
    /// If one cannot be read or is refused.
    pub fn read(&self, options: &FlightOptions) -> Result<ReadFlight, FlightError> {
        let mut warnings = Vec::new();
        let mut body = |file: &Path| BodyFile::read_with(file, &options.meshes, &mut warnings);
        let [env, obj] = [body(&self.env)?, body(&self.obj)?];
        let models = [&env, &obj].map(|read| match &read.body {
            MeshOrModel::Model(model) => Some(model.clone()),
            MeshOrModel::Mesh(_) => None,
        });
        let waypoints = read_poses(&self.poses, options.normalize, &mut warnings)?;
        let units = [env.unit, obj.unit];
        let companions = [env.companions, obj.companions].concat();
        let flight = Flight { env: env.body.into_mesh(), obj: obj.body.into_mesh(), waypoints };
        Ok(ReadFlight { flight, models, units, companions, warnings })
    }
}

impl ReadFlight {
    /// Environment and object, as they came.
    #[must_use]
    pub fn bodies(&self) -> [MeshOrModel<&Mesh>; 2] {
        let body = |mesh, model: &Option<Model>| {
            model.clone().map_or(MeshOrModel::Mesh(mesh), MeshOrModel::Model)
        };
        [body(&self.flight.env, &self.models[0]), body(&self.flight.obj, &self.models[1])]
    }
}

impl Flight {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<ReadFlight, FlightError> {
        let mut warnings = Vec::new();
        let files = FlightFiles::of_folder(folder, [None; 3], &mut warnings);
        let mut read = files.read(&FlightOptions::default())?;
        read.warnings.splice(0..0, warnings);
        Ok(read)
    }

    /// Writes a folder that [`Flight::read`] reads back to the same bits. The folder is made if it
    /// is not there; files of an older flight in it are replaced.
    pub fn write(&self, folder: &Path) -> Result<(), FlightError> {
        std::fs::create_dir_all(folder).map_err(|error| FlightError::whole(folder, error))?;
        for (name, mesh) in [("env.obj", &self.env), ("obj.obj", &self.obj)] {
            let file = folder.join(name);
            mesh::write(&file, mesh, WriteFormat::Obj)
                .map_err(|error| FlightError::whole(&file, error.reason))?;
        }
        let file = folder.join("poses.csv");
        std::fs::write(&file, format_poses(&self.waypoints))
            .map_err(|error| FlightError::whole(&file, error))
    }
}

/// The OBJ of a folder, or a tree file if there is none; of two files, the one that is not used is
/// named.
fn mesh_file(folder: &Path, name: &str, warnings: &mut Vec<String>) -> PathBuf {
    let [obj, tree] = ["obj", "tree"].map(|extension| folder.join(name).with_extension(extension));
    match (obj.exists(), tree.exists()) {
        (false, true) => tree,
        (true, true) => {
            warnings.push(format!("{}: not used, for there is {name}.obj", tree.display()));
            obj
        }
        _ => obj,
    }
}
