//! A flight as a folder: `env.obj`, `obj.obj` and `poses.csv`; `env.tree` and `obj.tree` where there is no OBJ.
//!
//! What a mesh file holds is found out from its bytes: a tree file may be called anything.

use std::path::{Path, PathBuf};

use closecall::mesh::{self, WriteFormat};
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
    /// What was odd about its meshes but no error, each with its file's name.
    pub warnings: Vec<String>,
}

impl ReadFlight {
    /// Environment and object, as they came.
    #[must_use]
    pub fn bodies(&self) -> [MeshOrModel<&Mesh>; 2] {
        let body = |mesh, model: &Option<Model>| model.clone().map_or(MeshOrModel::Mesh(mesh), MeshOrModel::Model);
        [body(&self.flight.env, &self.models[0]), body(&self.flight.obj, &self.models[1])]
    }
}

impl Flight {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<ReadFlight, FlightError> {
        Self::read_with(folder, [None, None])
    }

    /// Reads a folder, with other files in place of its environment and its object.
    pub fn read_with(folder: &Path, others: [Option<&Path>; 2]) -> Result<ReadFlight, FlightError> {
        let mut warnings = Vec::new();
        let mut body = |name, other: Option<&Path>| {
            let file = other.map_or_else(|| mesh_file(folder, name, &mut warnings), Path::to_owned);
            BodyFile::read(&file, &mut warnings).map(|file| file.body)
        };
        let (env, obj) = (body("env", others[0])?, body("obj", others[1])?);
        let models = [&env, &obj].map(|body| match body {
            MeshOrModel::Model(model) => Some(model.clone()),
            MeshOrModel::Mesh(_) => None,
        });
        let waypoints = read_poses(&folder.join("poses.csv"))?;
        let flight = Self { env: env.into_mesh(), obj: obj.into_mesh(), waypoints };
        Ok(ReadFlight { flight, models, warnings })
    }

    /// Writes a folder that [`Flight::read`] reads back to the same bits. The folder is made if it is not there; files of
    /// an older flight in it are replaced.
    pub fn write(&self, folder: &Path) -> Result<(), FlightError> {
        std::fs::create_dir_all(folder).map_err(|error| FlightError::whole(folder, &error))?;
        for (name, mesh) in [("env.obj", &self.env), ("obj.obj", &self.obj)] {
            let file = folder.join(name);
            mesh::write(&file, mesh, WriteFormat::Obj).map_err(|error| FlightError::whole(&file, &error.reason))?;
        }
        let file = folder.join("poses.csv");
        std::fs::write(&file, format_poses(&self.waypoints)).map_err(|error| FlightError::whole(&file, &error))
    }
}

/// The OBJ of a folder, or a tree file if there is none; of two files, the one that is not used is named.
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
