//! A flight as a folder: `env.obj`, `obj.obj` and `poses.csv`.

use std::fmt::Display;
use std::path::{Path, PathBuf};

use closecall::Mesh;
use closecall::mesh::{self, LoadError, Place, WriteFormat};

use super::poses::format_poses;
use super::{Flight, parse_poses};

/// Why a flight could not be read or written: the file, the place in it, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{}: {message}", file.display(), Comma(place))]
pub struct FlightError {
    /// The file.
    pub file: PathBuf,
    /// The line, row or byte, where the fault has one.
    pub place: Option<String>,
    /// What is wrong.
    pub message: String,
}

/// A flight from a folder, and what its files were warned of.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadFlight {
    /// The flight.
    pub flight: Flight,
    /// What was odd about its meshes but no error, each with its file's name.
    pub warnings: Vec<String>,
}

impl Flight {
    /// Reads a folder.
    pub fn read(folder: &Path) -> Result<ReadFlight, FlightError> {
        let [env_file, obj_file, poses_file] = ["env.obj", "obj.obj", "poses.csv"].map(|name| folder.join(name));
        let mut warnings = Vec::new();
        let env = read_mesh(&env_file, &mut warnings)?;
        let obj = read_mesh(&obj_file, &mut warnings)?;
        let bytes = std::fs::read(&poses_file).map_err(|error| FlightError::whole(&poses_file, &error))?;
        let waypoints = parse_poses(&bytes).map_err(|error| FlightError {
            file: poses_file,
            place: Some(error.place.to_string()),
            message: error.problem.to_string(),
        })?;
        Ok(ReadFlight { flight: Self { env, obj, waypoints }, warnings })
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

impl FlightError {
    /// A fault of a file as a whole.
    fn whole(file: &Path, message: &impl Display) -> Self {
        Self { file: file.to_path_buf(), place: None, message: message.to_string() }
    }
}

impl From<LoadError> for FlightError {
    fn from(error: LoadError) -> Self {
        let place = match error.place() {
            Place::File => None,
            place => Some(place.to_string()),
        };
        Self { file: error.file().into(), place, message: error.problem().to_string() }
    }
}

fn read_mesh(file: &Path, warnings: &mut Vec<String>) -> Result<Mesh, FlightError> {
    let loaded = mesh::load(file)?;
    warnings.extend(loaded.warnings.iter().map(|warning| format!("{}: {warning}", file.display())));
    Ok(loaded.mesh)
}

/// A place in a message: `, line 3`, or nothing.
struct Comma<'a>(&'a Option<String>);

impl Display for Comma<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.as_ref().map_or(Ok(()), |place| write!(f, ", {place}"))
    }
}
