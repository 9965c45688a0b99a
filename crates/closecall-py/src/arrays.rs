//! Arrays in and out.

use crate::failure;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::OnceLock;

/// Any array of numbers as f64 in row order: as it is where it fits, else a copy made by numpy.
/// Strings, complex numbers and booleans are refused, though numpy would convert them.
pub fn numbers<'py>(any: &Bound<'py, PyAny>, what: &str) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    if let Ok(array) = any.extract::<PyReadonlyArrayDyn<'py, f64>>()
        && array.is_c_contiguous()
    {
        return Ok(array);
    }
    let refused = |why: String| failure::value(format!("{what} is an array of numbers, not {why}"));
    let array = as_array(any).map_err(|error| refused(format!("this: {error}")))?;
    // An empty list has no numbers of another type.
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if !is_empty && !matches!(kind_of(&array)?.as_str(), "i" | "u" | "f") {
        return Err(refused(format!("of the type '{}'", array.getattr("dtype")?)));
    }
    converted(&array, "float64")?
        .extract()
        .map_err(|error: PyErr| refused(format!("this: {error}")))
}

/// Any array of whole numbers as i64 in row order.
pub fn whole_numbers<'py>(
    any: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, i64>> {
    let array = as_array(any)?;
    let kind = kind_of(&array)?;
    if !matches!(kind.as_str(), "i" | "u") {
        return Err(failure::value(format!("{what} are whole numbers, not of the type '{kind}'")));
    }
    converted(&array, "int64")?.extract()
}

fn as_array<'py>(any: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    any.py().import("numpy")?.call_method1("asarray", (any,))
}

/// The letter by which numpy tells kinds of types: "f" for floats, "i" for integers, "U" for text.
fn kind_of(array: &Bound<'_, PyAny>) -> PyResult<String> {
    array.getattr("dtype")?.getattr("kind")?.extract()
}

fn converted<'py>(any: &Bound<'py, PyAny>, dtype: &str) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(any.py());
    options.set_item("dtype", dtype)?;
    options.set_item("order", "C")?;
    any.py().import("numpy")?.call_method("asarray", (any,), Some(&options))
}

/// Pairs of triangle numbers as an (n, 2) array.
pub fn pairs<'py>(py: Python<'py>, pairs: &[(u32, u32)]) -> PyResult<Bound<'py, PyArray2<u32>>> {
    let flat: Vec<u32> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
    PyArray1::from_vec(py, flat).reshape([pairs.len(), 2])
}

/// Rows of numbers as an (n, width) array.
pub fn table<T: Element>(
    py: Python<'_>,
    flat: Vec<T>,
    width: usize,
) -> PyResult<Bound<'_, PyArray2<T>>> {
    let rows = flat.len() / width;
    PyArray1::from_vec(py, flat).reshape([rows, width])
}

/// An array that cannot be written to, made once.
pub fn kept<'py, T: Element>(
    py: Python<'py>,
    place: &OnceLock<Py<PyArray2<T>>>,
    make: impl FnOnce() -> PyResult<Bound<'py, PyArray2<T>>>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    if let Some(array) = place.get() {
        return Ok(array.bind(py).clone());
    }
    let array = make()?;
    array.call_method1("setflags", (false,))?;
    Ok(place.get_or_init(|| array.unbind()).bind(py).clone())
}
