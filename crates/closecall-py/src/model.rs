//! `closecall.Model`: a mesh that is ready to be asked.

use crate::arrays;
use crate::distance::{Distance, Distances};
use crate::gpu::{self, Given};
use crate::pose::{self, Poses};
use crate::rays::{self, RayHits};
use crate::source::{self, Measure};
use crate::sweep::{Sweep, Sweeps, sweep_options};
use crate::tensor::Tensor;
use crate::{contact, failure, interrupt, threads, together};
use closecall::geom::Clearance;
use closecall::path::Rows;
use closecall::{Ask, Pair, Pose, Solid};
use closecall_gpu::{Gpu, GpuBatch, GpuError, GpuModel, Poses as GpuPoses};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, PoisonError};

/// So many rays are asked before signals are looked for.
const RAYS_AT_ONCE: usize = 1 << 14;

/// A triangle mesh and its tree: immutable, shared by threads, cheap to copy.
///
/// Made of a file (`Model("part.stl")`), of arrays (`Model(vertices, faces)`), or of anything with
/// `vertices` and `faces`, as a trimesh mesh. A file that states a unit is converted to `unit`; what
/// states none is multiplied by `scale`, and is then taken to be in `unit`.
#[pyclass(module = "closecall", frozen)]
pub struct Model(
    pub closecall::Model,
    OnceLock<Result<Solid, String>>,
    Mutex<Vec<(usize, GpuModel)>>,
);

#[pymethods]
impl Model {
    #[new]
    #[pyo3(signature = (source, faces = None, unit = None, *, scale = None))]
    fn new(
        source: &Bound<'_, PyAny>,
        faces: Option<&Bound<'_, PyAny>>,
        unit: Option<&str>,
        scale: Option<f64>,
    ) -> PyResult<Self> {
        source::model(source, faces, Measure::new(unit, scale)?).map(Self::of)
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
        py.detach(|| threads::on(None, open))?.map(Self::of).map_err(failure::of_file)
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

    /// The unit of the coordinates: "millimeter", "meter"…; None if it is not known. Two models in
    /// different units are not asked about each other: that is a ValueError.
    #[getter]
    fn unit(&self) -> Option<String> {
        self.0.unit().map(|unit| unit.to_string())
    }

    /// What its file holds that the mesh does not, or not for certain.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.warnings().iter().map(ToString::to_string).collect()
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
        let arrays = (model.vertices(py)?, model.faces(py)?, model.unit());
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
            together::agree(&self.0, b)?;
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.collides(poses);
            if let Some(answers) = self.ask_gpu(device, other, pose, clearance, ask)? {
                return Ok(PyArray1::from_vec(py, answers).into_any());
            }
        }
        let poses = Poses::of(pose)?;
        self.beside(other, &poses)?;
        match poses {
            Poses::One(pose) => {
                let answer = py.detach(|| self.0.ask(b, clearance).collides(&pose));
                Ok(answer.into_pyobject(py)?.to_owned().into_any())
            }
            Poses::Many(batch) => {
                let pair = self.0.ask(b, clearance);
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.collides(pose));
                let answers = batch.rows()?.ask(py, threads, || pair.fork(), ask)?;
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
        let poses = Poses::of(pose)?;
        self.beside(other, &poses)?;
        match poses {
            Poses::One(pose) => {
                let mut pair = self.0.ask(b, Ask::new().limit(up_to));
                let found = py.detach(|| pair.distance(&pose));
                Ok(found.map(Distance::from).into_pyobject(py)?)
            }
            Poses::Many(batch) => {
                let pair = self.0.ask(b, Ask::new().limit(up_to));
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.distance(pose));
                let found = batch.rows()?.ask(py, threads, || pair.fork(), ask)?;
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
        together::at(other.py(), &self.0, &b.0, &pose)?;
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
        let all = |stop: interrupt::Stop| {
            let lots = rays.chunks(RAYS_AT_ONCE).take_while(|_| !stop.is_set());
            lots.flat_map(|lot| self.0.rays().first_batch(lot)).collect()
        };
        Ok(RayHits(interrupt::run(origins.py(), threads, all)?))
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
        let (py, b) = (other.py(), &other.get().0);
        let center = b.ball().center;
        together::anywhere(py, &self.0, b, rows.iter().map(|row| pose::place(row, center)))?;
        let legs = rows.len().saturating_sub(1) as f64;
        let path = Rows::new(rows).map_err(failure::value)?;
        let options = sweep_options(tolerance, clearance)?;
        let answer = interrupt::run(py, Some(1), |stop| {
            self.0.ask(b, options.budget(stop.budget())).sweep(&path)
        })?;
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
        let (py, b) = (other.py(), &other.get().0);
        let (center, ends_too) = (b.ball().center, starts.iter().chain(&ends));
        together::anywhere(py, &self.0, b, ends_too.map(|row| pose::place(row, center)))?;
        let edges = starts.into_iter().zip(ends).enumerate();
        let paths: PyResult<Vec<Rows>> = edges
            .map(|(edge, (start, end))| {
                let at = |error| failure::value(format!("edge {edge}: {error}"));
                Rows::new(vec![start, end]).map_err(at)
            })
            .collect();
        let (paths, options) = (paths?, sweep_options(tolerance, clearance)?);
        let all = |stop: interrupt::Stop| {
            let pair = self.0.ask(b, options.budget(stop.budget()));
            let ask = |pair: &mut Pair, path: &Rows| (!stop.is_set()).then(|| pair.sweep(path));
            paths.par_iter().map_init(|| pair.fork(), ask).while_some().collect()
        };
        Ok(Sweeps(interrupt::run(py, threads, all)?))
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
            together::agree(&self.0, b)?;
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.contacts(poses);
            if let Some(found) = self.ask_gpu(device, other, pose, Clearance::NONE, ask)? {
                let lists: PyResult<Vec<_>> =
                    found.iter().map(|found| arrays::pairs(py, found)).collect();
                return Ok(lists?.into_pyobject(py)?.into_any());
            }
        }
        let poses = Poses::of(pose)?;
        self.beside(other, &poses)?;
        match poses {
            Poses::One(pose) => {
                let found = py.detach(|| self.0.contacts(b, &pose));
                Ok(arrays::pairs(py, &found)?.into_any())
            }
            Poses::Many(batch) => {
                let pair = self.0.ask(b, Ask::new());
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.contacts(pose).pairs);
                let found = batch.rows()?.ask(py, threads, || pair.fork(), ask)?;
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
        together::at(py, &self.0, b, &pose)?;
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for (i, j) in contact::pairs(&self.0, b, pairs)? {
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
        together::at(other.py(), &self.0, b, &pose)?;
        let ask = || self.0.ask(b, Ask::new()).first_contact(&pose);
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
        let poses = Poses::of(pose)?;
        self.beside(other, &poses)?;
        match poses {
            Poses::One(pose) => {
                let answer = py.detach(|| a.collides(b, &pose));
                Ok(answer.into_pyobject(py)?.to_owned().into_any())
            }
            Poses::Many(batch) => {
                let rows = batch.rows()?;
                let ask = |_: &mut (), pose: &Pose| Ok(a.collides(b, pose));
                let answers = rows.ask(py, threads, || (), ask)?;
                Ok(PyArray1::from_vec(py, answers).into_any())
            }
        }
    }

    /// Refuses two models in different units, and warns of two that are hardly in one.
    fn beside(&self, other: &Bound<'_, Model>, poses: &Poses) -> PyResult<()> {
        let (py, b) = (other.py(), &other.get().0);
        match poses {
            Poses::One(pose) => together::at(py, &self.0, b, pose),
            Poses::Many(batch) => {
                together::anywhere(py, &self.0, b, batch.places(b.ball().center)?)
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
}
