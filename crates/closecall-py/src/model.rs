//! `closecall.Model`: a mesh that is ready to be asked.

use crate::arrays::{self, numbers, whole_numbers};
use crate::distance::{Distance, Distances};
use crate::gpu::{self, Given};
use crate::pose::{self, Poses};
use crate::rays::{self, RayHits};
use crate::sweep::{Sweep, Sweeps};
use crate::tensor::Tensor;
use crate::{contact, failure, threads};
use closecall::Ask;
use closecall::geom::{Clearance, DVec3};
use closecall::path::Rows;
use closecall::{Mesh, Pose, Scratch, Solid, Uncounted};
use closecall_gpu::{Gpu, GpuBatch, GpuError, GpuModel, Poses as GpuPoses};
use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A triangle mesh and its tree: immutable, shared by threads, cheap to copy.
///
/// Made of a file (`Model("part.stl")`), of arrays (`Model(vertices, faces)`), or of anything with
/// `vertices` and `faces`, as a trimesh mesh.
#[pyclass(module = "closecall", frozen)]
pub struct Model(
    pub closecall::Model,
    OnceLock<Result<Solid, String>>,
    Mutex<Vec<(usize, GpuModel)>>,
);

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (source, faces = None))]
    fn new(source: &Bound<'_, PyAny>, faces: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = source.py();
        if let Some(faces) = faces {
            return Self::of_arrays(source, faces);
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            let load = || closecall::Model::load(path);
            let model = py.detach(|| threads::on(None, load))?;
            return model.map(Self::of).map_err(failure::file);
        }
        if source.hasattr("vertices")? && source.hasattr("faces")? {
            return Self::of_arrays(&source.getattr("vertices")?, &source.getattr("faces")?);
        }
        Err(failure::value(
            "a model is made of a path, of vertices and faces, or of a mesh that has both",
        ))
    }

    /// Opens a tree file that `save` wrote: it is mapped into memory and shared by all processes
    /// that have it open. With `verify=False` only what queries need to end is checked.
    #[staticmethod]
    #[pyo3(signature = (path, *, verify = true))]
    fn open(py: Python<'_>, path: PathBuf, verify: bool) -> PyResult<Self> {
        let open = || match verify {
            true => closecall::Model::open(path),
            false => closecall::Model::open_trusted(path),
        };
        py.detach(|| threads::on(None, open))?.map(Self::of).map_err(failure::file)
    }

    /// Writes the mesh and its tree to a tree file.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.0.save(path)).map_err(failure::file)
    }

    /// The vertices, an (n, 3) array.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let flat = self.0.mesh().vertices().iter().flat_map(|v| v.to_array()).collect();
        arrays::table(py, flat, 3)
    }

    /// The triangles, an (n, 3) array of numbers of vertices.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        use numpy::PyArrayMethods;
        let flat: Vec<u32> = self.0.mesh().triangles().iter().flatten().copied().collect();
        let rows = flat.len() / 3;
        PyArray1::from_vec(py, flat).reshape([rows, 3])
    }

    fn __len__(&self) -> usize {
        self.0.mesh().triangle_count()
    }

    fn __repr__(&self) -> String {
        let mesh = self.0.mesh();
        let (triangles, vertices) = (mesh.triangle_count(), mesh.vertices().len());
        format!("<closecall.Model of {triangles} triangles, {vertices} vertices>")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture(slf.as_any(), "model")
    }

    /// For pickle: the arrays go along, and the tree is built anew.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let model = slf.get();
        let py = slf.py();
        let arrays = (model.vertices(py)?, model.faces(py)?);
        (slf.get_type(), arrays).into_pyobject(py)
    }

    /// Do the surfaces touch, `other` being at `pose` in this model's frame? With a clearance: are
    /// they no further apart than that? With `solid`, what lies inside counts too; both meshes must
    /// be closed. For a batch of n poses, n booleans.
    ///
    /// With `device="cuda"` a batch is asked of a GPU, with the same answers; poses may lie there
    /// already (DLPack, float64).
    #[pyo3(signature = (other, pose = None, *, clearance = 0.0, solid = false, threads = None, device = None))]
    #[allow(clippy::too_many_arguments)]
    fn collides<'py>(
        &self,
        other: &Bound<'py, Model>,
        pose: Option<&Bound<'py, PyAny>>,
        clearance: f64,
        solid: bool,
        threads: Option<usize>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let device = gpu::number(device)?;
        if solid {
            if device.is_some() {
                return Err(failure::value("a GPU has no test for solids"));
            }
            if clearance != 0.0 {
                return Err(failure::value("a clearance of solids cannot be asked for"));
            }
            return self.collides_solid(other, pose, threads);
        }
        let (py, b) = (other.py(), &other.get().0);
        let clearance = Clearance::new(clearance).map_err(failure::value)?;
        if let Some(device) = device {
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.collides(poses);
            if let Some(answers) = self.ask_gpu(device, other, pose, clearance, ask)? {
                return Ok(PyArray1::from_vec(py, answers).into_any());
            }
        }
        match Poses::of(pose)? {
            Poses::One(pose) => {
                let answer = py.detach(|| self.0.collides_within(b, &pose, clearance));
                Ok(answer.into_pyobject(py)?.to_owned().into_any())
            }
            Poses::Many(batch) => {
                let rows = batch.rows()?;
                let ask = |scratch: &mut Scratch, pose: &Pose| {
                    let count = &mut Uncounted;
                    Ok(self.0.first_contact_within(b, pose, clearance, scratch, count).is_some())
                };
                let answers = py.detach(|| rows.ask(threads, Scratch::default, ask))?;
                Ok(PyArray1::from_vec(py, answers).into_any())
            }
        }
    }

    /// Are the surfaces no further apart than `distance`, decided exactly? For a batch, n booleans.
    #[pyo3(signature = (other, distance, pose = None, *, threads = None))]
    fn within<'py>(
        &self,
        other: &Bound<'py, Model>,
        distance: f64,
        pose: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.collides(other, pose, distance, false, threads, None)
    }

    /// How far apart are the surfaces? A `Distance`, or None if it is certainly above `up_to`; for
    /// a batch, `Distances`.
    #[pyo3(signature = (other, pose = None, *, up_to = f64::INFINITY, threads = None))]
    fn distance<'py>(
        &self,
        other: &Bound<'py, Model>,
        pose: Option<&Bound<'py, PyAny>>,
        up_to: f64,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, b) = (other.py(), &other.get().0);
        if up_to.is_nan() {
            return Err(failure::value("up_to is not a number"));
        }
        match Poses::of(pose)? {
            Poses::One(pose) => {
                let found = py.detach(|| self.0.distance_up_to(b, &pose, up_to));
                Ok(found.map(Distance::from).into_pyobject(py)?)
            }
            Poses::Many(batch) => {
                let poses = batch.poses()?;
                let all = || self.0.distance_batch(b, &poses, up_to);
                let found = py.detach(|| threads::on(threads, all))?;
                Ok(Bound::new(py, Distances::new(found, up_to))?.into_any())
            }
        }
    }

    /// In what way do the bodies meet: "apart", "touching", "crossing", "contained" or "identical"?
    /// Of solids, if both meshes are closed; else of surfaces, which know no insides.
    #[pyo3(signature = (other, pose = None))]
    fn kind(
        &self,
        other: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<&'static str> {
        let (pose, b) = (pose::one(pose)?, other.get());
        let meeting = other.py().detach(|| match (self.solid(), b.solid()) {
            (Ok(a), Ok(b)) => a.meeting(b, &pose),
            _ => self.0.surface_meeting(&b.0, &pose),
        });
        Ok(meeting.kind.name())
    }

    /// What does each ray meet first? Origins and directions are (n, 3) arrays, or three numbers
    /// each for a single ray.
    #[pyo3(signature = (origins, directions, *, threads = None))]
    fn ray(
        &self,
        origins: &Bound<'_, PyAny>,
        directions: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<RayHits> {
        let rays = rays::rays(origins, directions)?;
        let all = || self.0.rays().first_batch(&rays);
        Ok(RayHits(origins.py().detach(|| threads::on(threads, all))?))
    }

    /// Does `other` meet this model on its way along (n, 7) poses? Certified between them too: the
    /// translation is linear, the rotation the shorter slerp. Times are rows plus fractions.
    #[pyo3(signature = (other, path, *, tolerance = None, clearance = 0.0))]
    fn sweep(
        &self,
        other: &Bound<'_, Model>,
        path: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        clearance: f64,
    ) -> PyResult<Sweep> {
        let rows = pose::rows_of(path)?;
        let legs = rows.len().saturating_sub(1) as f64;
        let path = Rows::new(rows).map_err(failure::value)?;
        let options = sweep_options(tolerance, clearance)?;
        let (py, b) = (other.py(), &other.get().0);
        let answer = py.detach(|| self.0.ask(b, options).sweep(&path));
        Ok(Sweep::of(&answer, legs))
    }

    /// Is each edge from a pose of `starts` to the one of `ends` free of contact? Both are (n, 7);
    /// on all cores.
    #[pyo3(signature = (other, starts, ends, *, tolerance = None, clearance = 0.0, threads = None))]
    fn sweep_edges(
        &self,
        other: &Bound<'_, Model>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        clearance: f64,
        threads: Option<usize>,
    ) -> PyResult<Sweeps> {
        let [starts, ends] = [pose::rows_of(starts)?, pose::rows_of(ends)?];
        if starts.len() != ends.len() {
            let (starts, ends) = (starts.len(), ends.len());
            return Err(failure::value(format!("there are {starts} starts, but {ends} ends")));
        }
        let edges = starts.into_iter().zip(ends).enumerate();
        let paths: PyResult<Vec<Rows>> = edges
            .map(|(edge, (start, end))| {
                let at = |error| failure::value(format!("edge {edge}: {error}"));
                Rows::new(vec![start, end]).map_err(at)
            })
            .collect();
        let (paths, options) = (paths?, sweep_options(tolerance, clearance)?);
        let b = &other.get().0;
        let all = || sweep_batch(&self.0, b, &paths, &options);
        Ok(Sweeps(other.py().detach(|| threads::on(threads, all))?))
    }

    /// Every touching pair (triangle of this, triangle of `other`), sorted: an (n, 2) array. For a
    /// batch, a list of such arrays. With `device="cuda"` a batch is asked of a GPU.
    #[pyo3(signature = (other, pose = None, *, threads = None, device = None))]
    fn contacts<'py>(
        &self,
        other: &Bound<'py, Model>,
        pose: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, b) = (other.py(), &other.get().0);
        if let Some(device) = gpu::number(device)? {
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.contacts(poses);
            if let Some(found) = self.ask_gpu(device, other, pose, Clearance::NONE, ask)? {
                let lists: PyResult<Vec<_>> =
                    found.iter().map(|found| arrays::pairs(py, found)).collect();
                return Ok(lists?.into_pyobject(py)?.into_any());
            }
        }
        match Poses::of(pose)? {
            Poses::One(pose) => {
                let found = py.detach(|| self.0.contacts(b, &pose));
                Ok(arrays::pairs(py, &found)?.into_any())
            }
            Poses::Many(batch) => {
                let poses = batch.poses()?;
                let all = || self.0.contacts_batch(b, &poses);
                let found = py.detach(|| threads::on(threads, all))?;
                let lists: PyResult<Vec<_>> =
                    found.iter().map(|found| arrays::pairs(py, found)).collect();
                Ok(lists?.into_pyobject(py)?.into_any())
            }
        }
    }

    /// For touching pairs of triangles, as `contacts` gives them: a point that both triangles
    /// share, in this model's frame, and the unit normal of the plane they touch in (0 where there
    /// is none). Two (n, 3) arrays.
    #[pyo3(signature = (other, pose, pairs))]
    fn contact_points<'py>(
        &self,
        other: &Bound<'py, Model>,
        pose: Option<&Bound<'py, PyAny>>,
        pairs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, b, pose) = (other.py(), &other.get().0, pose::one(pose)?);
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for (i, j) in self.checked_pairs(b, pairs)? {
            let own = self.0.mesh().triangle(i);
            let (point, normal) = contact::of(&own, &pose.carry_triangle(&b.mesh().triangle(j)));
            points.extend(point.to_array());
            normals.extend(normal.to_array());
        }
        (arrays::table(py, points, 3)?, arrays::table(py, normals, 3)?).into_pyobject(py)
    }

    /// A touching pair of triangles, any of them, or None.
    #[pyo3(signature = (other, pose = None))]
    fn first_contact(
        &self,
        other: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<(u32, u32)>> {
        let (pose, b) = (pose::one(pose)?, &other.get().0);
        let ask = || self.0.first_contact(b, &pose, &mut Scratch::default(), &mut Uncounted);
        Ok(other.py().detach(ask))
    }
}

impl Model {
    fn collides_solid<'py>(
        &self,
        other: &Bound<'py, Model>,
        pose: Option<&Bound<'py, PyAny>>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, a, b) = (other.py(), self.solid()?, other.get().solid()?);
        match Poses::of(pose)? {
            Poses::One(pose) => {
                let answer = py.detach(|| a.collides(b, &pose));
                Ok(answer.into_pyobject(py)?.to_owned().into_any())
            }
            Poses::Many(batch) => {
                let rows = batch.rows()?;
                let ask = |_: &mut (), pose: &Pose| Ok(a.collides(b, pose));
                let answers = py.detach(|| rows.ask(threads, || (), ask))?;
                Ok(PyArray1::from_vec(py, answers).into_any())
            }
        }
    }

    /// A model of the library's.
    pub fn of(model: closecall::Model) -> Self {
        Self(model, OnceLock::new(), Mutex::new(Vec::new()))
    }

    /// The model on a device, copied there once.
    pub fn on_gpu(&self, device: usize, gpu: &Gpu) -> PyResult<GpuModel> {
        let mut there = self.2.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, model)) = there.iter().find(|(known, _)| *known == device) {
            return Ok(model.clone());
        }
        let model = gpu.model(&self.0).map_err(gpu::refused)?;
        there.push((device, model.clone()));
        Ok(model)
    }

    /// A batch on a GPU, from here or from there; none if it is a single pose, which is asked of
    /// the CPU.
    fn ask_gpu<T: Send>(
        &self,
        device: usize,
        other: &Bound<'_, Model>,
        pose: Option<&Bound<'_, PyAny>>,
        clearance: Clearance,
        ask: impl Fn(&mut GpuBatch, GpuPoses) -> Result<Vec<T>, GpuError> + Sync,
    ) -> PyResult<Option<Vec<T>>> {
        let (py, models) = (other.py(), [self, other.get()]);
        if let Some(tensor) = pose.map_or(Ok(None), Tensor::of)? {
            return gpu::ask(py, device, models, clearance, &Given::There(tensor), ask).map(Some);
        }
        match Poses::of(pose)? {
            Poses::One(_) => Ok(None),
            Poses::Many(batch) => {
                gpu::ask(py, device, models, clearance, &Given::Here(&batch), ask).map(Some)
            }
        }
    }

    /// The solid that the mesh bounds, made when it is first asked for.
    fn solid(&self) -> PyResult<&Solid> {
        let solid = self.1.get_or_init(|| self.0.solid().map_err(|open| open.to_string()));
        solid.as_ref().map_err(failure::value)
    }

    /// Pairs of triangles of the two models, in range.
    fn checked_pairs(
        &self,
        other: &closecall::Model,
        pairs: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(usize, usize)>> {
        let pairs = whole_numbers(pairs, "pairs")?;
        if !matches!(pairs.shape(), [_, 2]) {
            let shape = pairs.shape();
            return Err(failure::value(format!("pairs have the shape (n, 2), not {shape:?}")));
        }
        let count = [self.0.mesh().triangle_count(), other.mesh().triangle_count()];
        let rows = pairs.as_slice().map_err(failure::value)?.chunks_exact(2).enumerate();
        let in_range = |number: i64, count: usize| {
            usize::try_from(number).ok().filter(|&number| number < count)
        };
        rows.map(|(row, pair)| {
            let found = in_range(pair[0], count[0]).zip(in_range(pair[1], count[1]));
            found.ok_or_else(|| failure::value(format!("pair {row} names no triangles: {pair:?}")))
        })
        .collect()
    }

    fn of_arrays(vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let vertices = numbers(vertices, "vertices")?;
        let faces = whole_numbers(faces, "faces")?;
        for (name, shape) in [("vertices", vertices.shape()), ("faces", faces.shape())] {
            if !matches!(shape, [_, 3]) {
                return Err(failure::value(format!("{name} have the shape (n, 3), not {shape:?}")));
            }
        }
        let points = vertices.as_slice().map_err(failure::value)?.chunks_exact(3);
        let points = points.map(|v| DVec3::new(v[0], v[1], v[2])).collect();
        let faces = faces.as_slice().map_err(failure::value)?;
        let triangles: Vec<[u32; 3]> = index_triples(faces)?;
        let build = || Mesh::new(points, triangles).map(closecall::Model::new);
        let model = vertices.py().detach(|| threads::on(None, build))?;
        model.map(Self::of).map_err(failure::value)
    }
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

/// The options of a sweep, checked.
pub fn sweep_options(tolerance: Option<f64>, clearance: f64) -> PyResult<Ask> {
    if tolerance.is_some_and(|tolerance| !(tolerance > 0.0 && tolerance.is_finite())) {
        return Err(failure::value("the tolerance must be a positive number"));
    }
    let clearance = Clearance::new(clearance).map_err(failure::value)?;
    Ok(Ask::new().tolerance(tolerance).clearance(clearance))
}
