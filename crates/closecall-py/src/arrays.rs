//! Arrays in and out.

use crate::failure;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Any array of numbers as f64 in row order: as it is where it fits, else a copy made by numpy.
pub fn numbers<'py>(any: &Bound<'py, PyAny>, what: &str) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    if let Ok(array) = any.extract::<PyReadonlyArrayDyn<'py, f64>>()
        && array.is_c_contiguous()
    {
        return Ok(array);
    }
    converted(any, "float64").and_then(|array| array.extract()).map_err(|error| {
        failure::value(format!("{what} is an array of numbers, not this: {error}"))
    })
}

/// Any array of whole numbers as i64 in row order.
pub fn whole_numbers<'py>(
    any: &Bound<'py, PyAny>,
    what: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, i64>> {
    let array = any.py().import("numpy")?.call_method1("asarray", (any,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if !matches!(kind.as_str(), "i" | "u") {
        return Err(failure::value(format!("{what} are whole numbers, not of the type '{kind}'")));
    }
    converted(&array, "int64")?.extract()
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
pub fn table<'py>(
    py: Python<'py>,
    flat: Vec<f64>,
    width: usize,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let rows = flat.len() / width;
    PyArray1::from_vec(py, flat).reshape([rows, width])
}
