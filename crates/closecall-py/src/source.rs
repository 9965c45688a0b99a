//! The sources of a model: a file, arrays, or a mesh or scene of another library.

use crate::arrays::{numbers, whole_numbers};
use crate::{failure, model, threads};
use closecall::engine::geom::DVec3;
use closecall::mesh::{LoadOptions, ScaleFactor, Unit};
use closecall::{Mesh, Model};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::ops::Deref;
use std::path::PathBuf;

/// An argument that stands for a model: a `Model`, or anything that a `Model` is made of. A tree is
/// built for the latter at every call, so models that are asked again are made once.
pub struct AnyModel<'py>(Bound<'py, model::Model>);

impl<'py> FromPyObject<'_, 'py> for AnyModel<'py> {
    type Error = PyErr;

    fn extract(any: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(model) = any.cast::<model::Model>() {
            return Ok(Self(model.to_owned()));
        }
        let made = model(&any, None, Measure { unit: None, scale: None })?;
        Ok(Self(Bound::new(any.py(), model::Model::of(made))?))
    }
}

impl<'py> Deref for AnyModel<'py> {
    type Target = Bound<'py, model::Model>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

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
        let options = LoadOptions::new().unit(unit).scale(scale);
        let load = || Model::load_with(&path, &options);
        let model = py.detach(|| threads::on(None, load))?.map_err(failure::of_model)?;
        if let (Some(scale), Some(stated)) = (scale, model.unit()) {
            let stated = stated.plural();
            return Err(failure::value(format!(
                "{} is in {stated}, and is not multiplied by {scale}: unit= converts it",
                path.display()
            )));
        }
        // A file that states no unit is in the one that the caller says.
        let unit = model.unit().or(unit);
        return Ok(model.with_unit(unit));
    }
    if source.hasattr("vertices")? && source.hasattr("faces")? {
        return of_arrays(&source.getattr("vertices")?, &source.getattr("faces")?, measure);
    }
    // A scene of trimesh has no vertices of its own, but makes one mesh of all that it shows.
    if source.hasattr("to_mesh")? {
        return model(&source.call_method0("to_mesh")?, None, measure);
    }
    let kind = source.get_type().name()?;
    Err(PyTypeError::new_err(format!(
        "a model is made of a path, of vertices and faces, or of a mesh that has both, not of '{kind}'"
    )))
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
