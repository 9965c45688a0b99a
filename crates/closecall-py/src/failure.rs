//! Errors of the library as Python exceptions.

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};
use std::fmt::Display;

/// A value that was refused.
pub fn value(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A file that could not be read or written, or that is refused.
pub fn file(error: impl Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}
