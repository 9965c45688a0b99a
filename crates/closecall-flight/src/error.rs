//! Why a file of a flight was refused, and where.

use closecall::ModelError;
use closecall::mesh::{LoadError, Problem};

/// Why a flight could not be read or written: the file, the place in it, and what is wrong.
pub use closecall::Located as FlightError;

/// The error of a file that holds a mesh or is a tree file.
pub(super) fn of_body(error: ModelError) -> FlightError {
    match error {
        ModelError::Mesh(error) => of_mesh(error),
        ModelError::TreeFile(error) => error.into(),
        other => FlightError::whole(std::path::Path::new(""), other),
    }
}

/// The error of a file that could have been a tree file as well.
fn of_mesh(error: LoadError) -> FlightError {
    let refused = FlightError::from(error);
    match refused.cause().downcast_ref() {
        Some(Problem::UnknownFormat) => FlightError::at(
            refused.file(),
            refused.place().clone(),
            "this is neither STL, OBJ, PLY, glTF, 3MF, Collada nor a tree file",
        ),
        _ => refused,
    }
}
