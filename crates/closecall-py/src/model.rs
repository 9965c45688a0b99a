//! `closecall.Model`: a mesh that is ready to be asked.

use crate::arrays;
use crate::depth::Parting;
use crate::distance::{Distance, Distances};
use crate::options::Options;
use crate::patch::Patch;
use crate::pose::{self, Poses};
use crate::rays::{self, RayHits};
use crate::signed::SignedPoints;
use crate::source::{self, AnyModel, Measure};
use crate::sweep::{Sweep, Sweeps};
use crate::{contact, deep, failure, gpu, interrupt, threads, together};
use closecall::engine::{
    geom::{GlamMesh as _, GlamPose as _},
    scale::ball,
};
use closecall::path::Rows;
use closecall::{Pair, Pose, Solid};
use closecall_gpu::{GpuBatch, GpuModel, Poses as GpuPoses};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::prelude::*;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock};

/// The number of rays that are asked before signals are looked for.
const RAYS_AT_ONCE: usize = 1 << 14;

/// A triangle mesh and its tree: immutable, shared by threads, cheap to copy.
///
/// Made of a file (`Model("part.stl")`), of arrays (`Model(vertices, faces)`), or of anything with
/// `vertices` and `faces`, as a trimesh mesh. A file that states a unit is converted to `unit`; what
/// states none is multiplied by `scale`, and is then taken to be in `unit`.
#[pyclass(module = "closecall", frozen)]
pub struct Model {
    pub model: closecall::Model,
    /// The solid that the mesh bounds, or why there is none.
    pub solid: OnceLock<Result<Solid, String>>,
    /// The model on devices, by their numbers.
    pub on_devices: Mutex<Vec<(usize, GpuModel)>>,
    /// The arrays of `vertices` and `faces`, made when they were first asked for.
    pub vertices: OnceLock<Py<PyArray2<f64>>>,
    pub faces: OnceLock<Py<PyArray2<u32>>>,
}

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
        py.detach(|| self.model.save(path)).map_err(failure::file)
    }

    /// The vertices, an (n, 3) array that cannot be written to.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::kept(py, &self.vertices, || {
            let flat = self.model.mesh().points().iter().flat_map(|v| v.to_array()).collect();
            arrays::table(py, flat, 3)
        })
    }

    /// The triangles, an (n, 3) array of numbers of vertices that cannot be written to.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        arrays::kept(py, &self.faces, || {
            arrays::table(py, self.model.mesh().triangles().iter().flatten().copied().collect(), 3)
        })
    }

    /// The box around it: a (2, 3) array of its lowest and its highest corner.
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let bounds = self.model.mesh().bounds();
        arrays::table(py, bounds.into_iter().flatten().collect(), 3)
    }

    /// The unit of the coordinates: "millimeter", "meter"…; None if it is not known. Two models in
    /// different units are not asked about each other: that is a ValueError.
    #[getter]
    fn unit(&self) -> Option<String> {
        self.model.unit().map(|unit| unit.to_string())
    }

    /// Is the mesh closed, so that it has an inside?
    #[getter]
    fn is_closed(&self, py: Python<'_>) -> bool {
        py.detach(|| self.solid().is_ok())
    }

    /// Warnings: contents of its file that the mesh does not have, or not for certain.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.model.warnings().iter().map(ToString::to_string).collect()
    }

    fn __len__(&self) -> usize {
        self.model.mesh().triangle_count()
    }

    fn __repr__(&self) -> String {
        let mesh = self.model.mesh();
        let (triangles, vertices) = (mesh.triangle_count(), mesh.points().len());
        format!("<closecall.Model of {triangles} triangles, {vertices} vertices>")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::picture::picture(slf.as_any(), "model")
    }

    /// For pickle: the arrays go along, and the tree is built anew.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let model = slf.get();
        let py = slf.py();
        let arrays = (model.vertices(py)?, model.faces(py)?, model.unit());
        (slf.get_type(), arrays).into_pyobject(py)
    }

    /// Do the surfaces touch, `other` being at `pose` in this model's frame? With a clearance: are
    /// they no further apart than that, decided exactly? With `solid`, what lies inside counts too;
    /// both meshes must be closed. For a batch of n poses, n booleans.
    ///
    /// With `device="cuda"` a batch is asked of a GPU, with the same answers; poses may lie there
    /// already (DLPack, float64).
    #[pyo3(signature = (other, pose = None, *, clearance = 0.0, solid = false, threads = None, device = None))]
    #[allow(clippy::too_many_arguments)]
    fn collides<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        clearance: f64,
        solid: bool,
        threads: Option<usize>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, device) = (other.py(), gpu::number(device)?);
        let options = Options::new().clearance(clearance)?.solid(solid);
        if let Some(device) = device {
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.collides(poses);
            if let Some(answers) = self.ask_gpu(device, &other, pose, &options, ask)? {
                return Ok(PyArray1::from_vec(py, answers).into_any());
            }
        }
        let (mut pair, poses) = self.beside(&other, pose, &options)?;
        match poses {
            Poses::One(pose) => {
                let answer = py.detach(|| pair.collides(&pose));
                Ok(answer.into_pyobject(py)?.to_owned().into_any())
            }
            Poses::Many(batch) => {
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.collides(pose));
                let answers = batch.rows()?.ask(py, threads, || pair.fork(), ask)?;
                Ok(PyArray1::from_vec(py, answers).into_any())
            }
        }
    }

    /// How far apart are the surfaces? A `Distance`, or None if it is certainly above `limit`; for
    /// a batch, `Distances`. With `solid`, it is 0 where one body lies inside the other.
    #[pyo3(signature = (other, pose = None, *, limit = f64::INFINITY, solid = false, threads = None))]
    fn distance<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        limit: f64,
        solid: bool,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let options = Options::new().limit(limit)?.solid(solid);
        let (mut pair, poses) = self.beside(&other, pose, &options)?;
        match poses {
            Poses::One(pose) => {
                let found = py.detach(|| pair.distance(&pose));
                let drawn = |found| Distance::new(found, [&self.model, &other.get().model], pose);
                Ok(found.map(drawn).into_pyobject(py)?)
            }
            Poses::Many(batch) => {
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.distance(pose));
                let found = batch.rows()?.ask(py, threads, || pair.fork(), ask)?;
                Ok(Bound::new(py, Distances::new(found, limit))?.into_any())
            }
        }
    }

    /// In what way do the bodies meet: "apart", "touching", "crossing", "contained" or "identical"?
    /// Of solids, if both meshes are closed; else of surfaces, which know no insides.
    #[pyo3(signature = (other, pose = None))]
    fn kind(&self, other: AnyModel<'_>, pose: Option<&Bound<'_, PyAny>>) -> PyResult<&'static str> {
        let (pose, b) = (pose::one(pose)?, other.get());
        together::at(other.py(), &self.model, &b.model, &pose)?;
        let meeting = other.py().detach(|| match (self.solid(), b.solid()) {
            (Ok(a), Ok(b)) => a.meeting(b, &pose),
            _ => self.model.surface_meeting(&b.model, &pose),
        });
        Ok(meeting.map_err(failure::value)?.kind.name())
    }

    /// How deep are the two in each other? A `Penetration`: the length of the shortest translation of
    /// `other` that parts them, as an interval, with a translation; None if they share no point. For
    /// a batch, `Penetrations`. Both meshes must be closed.
    ///
    /// The bounds come as close as `accuracy`, a share of the depth (0.001 unless it is given), or
    /// `tolerance`, a length, says. After a `budget`, in seconds for each pose, the interval is what is
    /// known by then.
    #[pyo3(signature = (other, pose = None, *, accuracy = None, tolerance = None, budget = None,
                        threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn penetration<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::of_depth(accuracy, tolerance, budget)?;
        let found = self.ask_solids(&other, pose, &options, threads, |a, b, pose, ask| {
            a.penetration(b, pose, ask).map_err(|why| why.to_string())
        })?;
        self.depth_object(&other, found)
    }

    /// How far does `other` have to go along a direction, three numbers, until the two are parted for
    /// the first time? As `penetration`; the length of the direction does not matter.
    #[pyo3(signature = (other, direction, pose = None, *, budget = None, threads = None))]
    fn penetration_along<'py>(
        &self,
        other: AnyModel<'py>,
        direction: &Bound<'py, PyAny>,
        pose: Option<&Bound<'py, PyAny>>,
        budget: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (options, way) = (Options::new().budget(budget)?, deep::direction(direction)?);
        let found = self.ask_solids(&other, pose, &options, threads, |a, b, pose, ask| {
            a.penetration_along(b, pose, way, ask).map_err(|why| why.to_string())
        })?;
        self.depth_object(&other, found)
    }

    /// A quick way out near a direction, three numbers: a `Parting` that no small change makes shorter.
    /// Its length is an upper bound of the depth. None if the two share no point, or if the budget
    /// ended before.
    #[pyo3(signature = (other, direction, pose = None, *, budget = None))]
    fn parting_near(
        &self,
        other: AnyModel<'_>,
        direction: &Bound<'_, PyAny>,
        pose: Option<&Bound<'_, PyAny>>,
        budget: Option<f64>,
    ) -> PyResult<Option<Parting>> {
        let (options, way) = (Options::new().budget(budget)?, deep::direction(direction)?);
        let (pose, a, b) = (pose::one(pose)?, self.solid()?, other.get().solid()?);
        together::at(other.py(), &self.model, &other.get().model, &pose)?;
        let found = other.py().detach(|| a.parting_near(b, &pose, way, options.ask));
        Ok(found.map_err(failure::value)?.map(Parting))
    }

    /// How far apart are the two solids, or, as a negative number, how deep in each other? A
    /// `SignedDistance` with its gradient; for a batch, `SignedDistances`. The options are those of
    /// `penetration`.
    #[pyo3(signature = (other, pose = None, *, accuracy = None, tolerance = None, budget = None,
                        threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn signed_distance<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        accuracy: Option<f64>,
        tolerance: Option<f64>,
        budget: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = Options::of_depth(accuracy, tolerance, budget)?;
        let found = self.ask_solids(&other, pose, &options, threads, |a, b, pose, ask| {
            a.signed_distance(b, pose, ask).map_err(|why| why.to_string())
        })?;
        deep::signed_object(other.py(), found)
    }

    /// How far is each point, of an (n, 3) array, from the surface, with a negative number inside? The
    /// mesh must be closed. `SignedPoints`, with the nearest points and gradients; on all cores.
    #[pyo3(signature = (points, *, threads = None))]
    fn signed_points(
        &self,
        points: &Bound<'_, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<SignedPoints> {
        self.ask_points(points, threads)
    }

    /// The connected patches in which the surfaces touch, the largest first: a list of `Patch`, for
    /// simulators. Both meshes must be closed.
    #[pyo3(signature = (other, pose = None))]
    fn patches(
        &self,
        other: AnyModel<'_>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<Patch>> {
        let (pose, a, b) = (pose::one(pose)?, self.solid()?, other.get().solid()?);
        together::at(other.py(), &self.model, &other.get().model, &pose)?;
        let found = other.py().detach(|| a.patches(b, &pose)).map_err(failure::value)?;
        Ok(found.into_iter().map(Patch).collect())
    }

    /// Finds the first triangle that each ray meets. Origins and directions are (n, 3) arrays, or three numbers
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
            lots.flat_map(|lot| self.model.rays().first_batch(lot)).collect()
        };
        Ok(RayHits::new(interrupt::run(origins.py(), threads, all)?, &self.model, &rays))
    }

    /// Does `other` meet this model on its way along a path, (n, 7) or (n, 4, 4) poses? Certified
    /// between them too: the translation is linear, the rotation the shorter slerp. Times are rows
    /// plus fractions. With `solid`, what lies inside at the start counts; both meshes must be
    /// closed. A `budget` is a time in seconds, after which the answer is "undecided".
    #[pyo3(signature = (other, path, *, tolerance = None, clearance = 0.0, solid = false, budget = None))]
    #[allow(clippy::too_many_arguments)]
    fn sweep(
        &self,
        other: AnyModel<'_>,
        path: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        clearance: f64,
        solid: bool,
        budget: Option<f64>,
    ) -> PyResult<Sweep> {
        let rows = pose::rows_of(path)?;
        let options = Options::new().clearance(clearance)?.tolerance(tolerance)?.solid(solid);
        let options = options.budget(budget)?;
        let (py, b) = (other.py(), &other.get().model);
        let mut pair = self.pair(&other, &options)?;
        let center = ball(b).center;
        together::anywhere(py, &self.model, b, rows.iter().map(|row| pose::place(row, center)))?;
        let legs = rows.len().saturating_sub(1) as f64;
        let path = Rows::new(rows).map_err(failure::value)?;
        let answer = interrupt::run(py, Some(1), |stop| {
            pair.set(pair.asks().budget(stop.within(options.ask.budget)));
            pair.sweep(&path)
        })?;
        Ok(Sweep::new(&answer, legs, [&self.model, b], &path))
    }

    /// Is each edge from a pose of `starts` to the one of `ends` clear of contact? Both are (n, 7) or
    /// (n, 4, 4); on all cores.
    #[pyo3(signature = (other, starts, ends, *, tolerance = None, clearance = 0.0, solid = false,
                        threads = None))]
    #[allow(clippy::too_many_arguments)]
    fn sweep_edges(
        &self,
        other: AnyModel<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        tolerance: Option<f64>,
        clearance: f64,
        solid: bool,
        threads: Option<usize>,
    ) -> PyResult<Sweeps> {
        let options = Options::new().clearance(clearance)?.tolerance(tolerance)?.solid(solid);
        let [starts, ends] = [pose::rows_of(starts)?, pose::rows_of(ends)?];
        if starts.len() != ends.len() {
            let (starts, ends) = (starts.len(), ends.len());
            return Err(failure::value(format!("there are {starts} starts, but {ends} ends")));
        }
        let (py, b) = (other.py(), &other.get().model);
        let mut pair = self.pair(&other, &options)?;
        let (center, ends_too) = (ball(b).center, starts.iter().chain(&ends));
        together::anywhere(py, &self.model, b, ends_too.map(|row| pose::place(row, center)))?;
        let edges = starts.into_iter().zip(ends).enumerate();
        let paths: PyResult<Vec<Rows>> = edges
            .map(|(edge, (start, end))| {
                let at = |error| failure::value(format!("edge {edge}: {error}"));
                Rows::new(vec![start, end]).map_err(at)
            })
            .collect();
        let paths = paths?;
        let all = |stop: interrupt::Stop| {
            pair.set(pair.asks().budget(stop.within(options.ask.budget)));
            let pair = &pair;
            let ask = |pair: &mut Pair, path: &Rows| (!stop.is_set()).then(|| pair.sweep(path));
            paths.par_iter().map_init(|| pair.fork(), ask).while_some().collect()
        };
        Ok(Sweeps(interrupt::run(py, threads, all)?))
    }

    /// Every touching pair (triangle of this, triangle of `other`), sorted: an (n, 2) array. With a
    /// clearance, every pair that is no further apart. For a batch, a list of such arrays. With
    /// `device="cuda"` a batch is asked of a GPU.
    #[pyo3(signature = (other, pose = None, *, clearance = 0.0, threads = None, device = None))]
    fn contacts<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        clearance: f64,
        threads: Option<usize>,
        device: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, device) = (other.py(), gpu::number(device)?);
        let options = Options::new().clearance(clearance)?;
        let lists = |found: Vec<Vec<(u32, u32)>>| {
            let lists = found.iter().map(|found| arrays::pairs(py, found));
            Ok(lists.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.into_any())
        };
        if let Some(device) = device {
            let ask = |batch: &mut GpuBatch, poses: GpuPoses| batch.contacts(poses);
            if let Some(found) = self.ask_gpu(device, &other, pose, &options, ask)? {
                return lists(found);
            }
        }
        let (mut pair, poses) = self.beside(&other, pose, &options)?;
        match poses {
            Poses::One(pose) => {
                let found = py.detach(|| pair.contacts(&pose));
                Ok(arrays::pairs(py, &found.pairs)?.into_any())
            }
            Poses::Many(batch) => {
                let ask = |pair: &mut Pair, pose: &Pose| Ok(pair.contacts(pose).pairs);
                lists(batch.rows()?.ask(py, threads, || pair.fork(), ask)?)
            }
        }
    }

    /// For touching pairs of triangles, as `contacts` gives them: a point that both triangles
    /// share, in this model's frame, and the unit normal of the plane they touch in (0 where there
    /// is none). Two (n, 3) arrays.
    #[pyo3(signature = (other, pose, pairs))]
    fn contact_points<'py>(
        &self,
        other: AnyModel<'py>,
        pose: Option<&Bound<'py, PyAny>>,
        pairs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, b, pose) = (other.py(), &other.get().model, pose::one(pose)?);
        together::at(py, &self.model, b, &pose)?;
        let (mut points, mut normals) = (Vec::new(), Vec::new());
        for (i, j) in contact::pairs(&self.model, b, pairs)? {
            let own = self.model.mesh().triangle_at(i);
            let other = pose.carried_triangle(&b.mesh().triangle_at(j));
            let (point, normal) = contact::of(&own, &other).ok_or_else(|| {
                failure::value(format!("triangle {i} and triangle {j} of the other do not touch"))
            })?;
            points.extend(point.to_array());
            normals.extend(normal.to_array());
        }
        (arrays::table(py, points, 3)?, arrays::table(py, normals, 3)?).into_pyobject(py)
    }

    /// A touching pair of triangles, any of them, or None. With a clearance, a pair that is no
    /// further apart.
    #[pyo3(signature = (other, pose = None, *, clearance = 0.0))]
    fn first_contact(
        &self,
        other: AnyModel<'_>,
        pose: Option<&Bound<'_, PyAny>>,
        clearance: f64,
    ) -> PyResult<Option<(u32, u32)>> {
        let pose = pose::one(pose)?;
        let mut pair = self.pair(&other, &Options::new().clearance(clearance)?)?;
        together::at(other.py(), &self.model, &other.get().model, &pose)?;
        Ok(other.py().detach(|| pair.first_contact(&pose)))
    }
}
