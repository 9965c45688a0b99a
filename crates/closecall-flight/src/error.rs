//! Why a file of a flight was refused, and where.

use closecall::mesh::{LoadError, Problem};

/// Why a flight could not be read or written: the file, the place in it, and what is wrong.
pub use closecall::Located as FlightError;

/// The error of a file that could have been a tree file as well.
pub(super) fn of_body(error: LoadError) -> FlightError {
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
