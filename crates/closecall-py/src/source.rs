//! What a model is made of: a file, arrays, or a mesh of another library.

use crate::arrays::{numbers, whole_numbers};
use crate::{failure, threads};
use closecall::geom::DVec3;
use closecall::mesh::{LoadOptions, ScaleFactor, Unit};
use closecall::{Mesh, Model};
use numpy::PyUntypedArrayMethods;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::path::PathBuf;

/// In which unit, and in which size.
#[derive(Clone, Copy)]
pub struct Measure {
    unit: Option<Unit>,
    scale: Option<f64>,
}

impl Measure {
    /// From the words of a caller.
    pub fn new(unit: Option<&str>, scale: Option<f64>) -> PyResult<Self> {
        let unit = unit.map(str::parse).transpose().map_err(failure::value)?;
        Ok(Self { unit, scale })
    }

    /// Arrays state no unit: they are multiplied, and are then in the unit that was said.
    fn of_arrays(self, mesh: Mesh) -> PyResult<Mesh> {
        let scaled = match self.scale {
            None => mesh,
            Some(scale) => {
                let wrong = || format!("the scale is {scale}, not a finite number above 0");
                let factor = ScaleFactor::new(scale).ok_or_else(|| failure::value(wrong()))?;
                mesh.scaled(factor).map_err(failure::value)?
            }
        };
        Ok(scaled.with_unit(self.unit))
    }
}

/// The model of a path, of vertices and faces, or of a mesh that has both.
pub fn model(
    source: &Bound<'_, PyAny>,
    faces: Option<&Bound<'_, PyAny>>,
    measure: Measure,
) -> PyResult<Model> {
    let py = source.py();
    if let Some(faces) = faces {
        return of_arrays(source, faces, measure);
    }
    if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
        let path: PathBuf = source.extract()?;
        let Measure { unit, scale } = measure;
        let options = LoadOptions { unit, scale, ..LoadOptions::default() };
        let load = || Model::load_with(path, &options);
        return py.detach(|| threads::on(None, load))?.map_err(failure::of_model);
    }
    if source.hasattr("vertices")? && source.hasattr("faces")? {
        return of_arrays(&source.getattr("vertices")?, &source.getattr("faces")?, measure);
    }
    Err(failure::value(
        "a model is made of a path, of vertices and faces, or of a mesh that has both",
    ))
}

fn of_arrays(
    vertices: &Bound<'_, PyAny>,
    faces: &Bound<'_, PyAny>,
    measure: Measure,
) -> PyResult<Model> {
    let vertices = numbers(vertices, "vertices")?;
    let faces = whole_numbers(faces, "faces")?;
    for (name, shape) in [("vertices", vertices.shape()), ("faces", faces.shape())] {
        if !matches!(shape, [_, 3]) {
            return Err(failure::value(format!("{name} have the shape (n, 3), not {shape:?}")));
        }
    }
    let points = vertices.as_slice().map_err(failure::value)?.chunks_exact(3);
    let points = points.map(|v| DVec3::new(v[0], v[1], v[2])).collect();
    let triangles = index_triples(faces.as_slice().map_err(failure::value)?)?;
    let build = || {
        let mesh = Mesh::new(points, triangles).map_err(failure::value)?;
        Ok(Model::new(measure.of_arrays(mesh)?))
    };
    vertices.py().detach(|| threads::on(None, build))?
}

fn index_triples(flat: &[i64]) -> PyResult<Vec<[u32; 3]>> {
    let mut triples = Vec::with_capacity(flat.len() / 3);
    for (row, triple) in flat.chunks_exact(3).enumerate() {
        let mut out = [0; 3];
        for (out, &index) in out.iter_mut().zip(triple) {
            *out = u32::try_from(index)
                .map_err(|_| failure::value(format!("triangle {row} refers to vertex {index}")))?;
        }
        triples.push(out);
    }
    Ok(triples)
}
