//! Errors of the library as Python exceptions.

use closecall::ModelError;
use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyValueError};
use std::error::Error;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// A value that was refused.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A file that could not be read or written, or that is refused.
pub fn file(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

/// A file of a model, of a robot or of a program. One that is not there is told apart, as Python
/// does.
pub fn of_file(error: impl Error + 'static) -> PyErr {
    let mut cause: Option<&(dyn Error + 'static)> = Some(&error);
    while let Some(now) = cause {
        if let Some(system) = now.downcast_ref::<io::Error>()
            && system.kind() == io::ErrorKind::NotFound
        {
            return PyFileNotFoundError::new_err((system.raw_os_error(), error.to_string()));
        }
        cause = now.source();
    }
    file(error)
}

/// Why there is no model.
pub fn of_model(error: ModelError) -> PyErr {
    of_file(error)
}

/// The same where the error does not say what the system said.
pub fn of_path(path: &Path, error: impl Display) -> PyErr {
    match path.try_exists() {
        Ok(false) => PyFileNotFoundError::new_err((Some(NO_ENTRY), error.to_string())),
        _ => file(error),
    }
}

/// ENOENT of POSIX.
const NO_ENTRY: i32 = 2;
