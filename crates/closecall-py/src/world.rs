//! `closecall.World`: many bodies, by name.

use crate::arrays;
use crate::model::Model;
use crate::pose::{self, to_rows};
use crate::robot::Robot;
use crate::{failure, threads};
use crate::robot_sweep::{EdgeFound, RobotSweeps, edges_of};
use closecall::query::sweep::SweepOptions;
use closecall::world::sweep::Sweeps;
use closecall::world::{Body, Groups, Handle};
use closecall_robot::RobotInWorld;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Bodies that come, move and go; which of them touch.
///
/// Threads may share it: each call is answered by itself.
#[pyclass(module = "closecall", frozen)]
pub struct World(RwLock<Inner>);

/// The world, and the robots in it by their prefixes.
struct Inner {
    world: closecall::World,
    robots: HashMap<String, RobotInWorld>,
}

type Contacts<'py> = Vec<(String, String, Bound<'py, PyArray2<u32>>)>;

impl World {
    fn read(&self) -> PyResult<RwLockReadGuard<'_, Inner>> {
        self.0.read().map_err(|_| failure::value(BROKEN))
    }

    fn write(&self) -> PyResult<RwLockWriteGuard<'_, Inner>> {
        self.0.write().map_err(|_| failure::value(BROKEN))
    }
}

const BROKEN: &str = "the world is broken: an earlier call of it panicked";

fn named(world: &closecall::World, name: &str) -> PyResult<Handle> {
    world.handle(name).ok_or_else(|| failure::value(format!("there is no body '{name}'")))
}

fn name_of(world: &closecall::World, handle: Handle) -> String {
    world.name(handle).unwrap_or_default().to_owned()
}

#[pymethods]
impl World {
    #[new]
    fn new() -> Self {
        Self(RwLock::new(Inner { world: closecall::World::new(), robots: HashMap::new() }))
    }

    /// Takes a body in: a model of that name, at `pose` in the world or in the frame of `parent`.
    /// Without a model it is a frame that others hang on. `groups` is a pair of bit sets: the groups
    /// it is in, and the groups it meets. Bodies that are `fixed` are not asked against each other.
    /// With `solid`, what lies inside it touches it.
    #[pyo3(signature = (name, model = None, pose = None, *, parent = None, groups = None,
                        fixed = false, solid = false))]
    #[allow(clippy::too_many_arguments)]
    fn add(
        &self,
        name: &str,
        model: Option<&Model>,
        pose: Option<&Bound<'_, PyAny>>,
        parent: Option<&str>,
        groups: Option<(u32, u32)>,
        fixed: bool,
        solid: bool,
    ) -> PyResult<()> {
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let body = match model {
            Some(model) => Body::new(name, &model.0),
            None => Body::frame(name),
        };
        let mut body = body.at(pose::one(pose)?);
        if let Some(parent) = parent {
            body = body.on(named(world, parent)?);
        }
        if let Some((member, meets)) = groups {
            body = body.in_groups(Groups { member, meets });
        }
        if fixed {
            body = body.fixed();
        }
        let handle = world.insert(body).map_err(failure::value)?;
        if solid && let Err(error) = world.set_solid(handle, true) {
            world.remove(handle).map_err(failure::value)?;
            return Err(failure::value(error));
        }
        Ok(())
    }

    /// Puts a robot in: a body for every link, of the link's name with `prefix` before it.
    #[pyo3(signature = (robot, *, prefix = "", base = None))]
    fn add_robot(&self, robot: &Robot, prefix: &str, base: Option<&str>) -> PyResult<()> {
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let base = base.map(|base| named(world, base)).transpose()?;
        let placed = robot.robot.insert(world, prefix, base).map_err(failure::value)?;
        inner.robots.insert(prefix.to_owned(), placed);
        Ok(())
    }

    /// Lets a body go, and all that hangs on it.
    fn remove(&self, name: &str) -> PyResult<()> {
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let handle = named(world, name)?;
        world.remove(handle).map_err(failure::value)
    }

    /// Puts a body at another pose in its parent's frame.
    fn set_pose(&self, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = pose::one(Some(pose))?;
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let handle = named(world, name)?;
        world.set_pose(handle, pose).map_err(failure::value)
    }

    /// Puts the links of a robot where its joints say; positions in the order of
    /// `robot.coordinates`.
    #[pyo3(signature = (robot, positions, *, prefix = ""))]
    fn set_joints(
        &self,
        robot: &Robot,
        positions: &Bound<'_, PyAny>,
        prefix: &str,
    ) -> PyResult<()> {
        let positions = arrays::numbers(positions, "joint positions")?;
        let values = positions.as_slice().map_err(failure::value)?;
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let poses = robot.poses_in(world, prefix, values)?;
        world.set_poses(&poses).map_err(failure::value)
    }

    /// Where a body is in the world, as a (4, 4) array.
    fn pose<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let inner = self.read()?;
        let world = &inner.world;
        let pose = world.world_from_body(named(world, name)?).map_err(failure::value)?;
        PyArray1::from_slice(py, &to_rows(&pose)).reshape([4, 4])
    }

    /// The names of all bodies and frames.
    #[getter]
    fn names(&self) -> PyResult<Vec<String>> {
        let inner = self.read()?;
        let world = &inner.world;
        Ok(world.handles().map(|handle| name_of(world, handle)).collect())
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.read()?.world.len())
    }

    fn __contains__(&self, name: &str) -> PyResult<bool> {
        Ok(self.read()?.world.handle(name).is_some())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<closecall.World of {} bodies>", self.read()?.world.len()))
    }

    /// Two bodies may touch from now on.
    fn allow(&self, a: &str, b: &str) -> PyResult<()> {
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let (a, b) = (named(world, a)?, named(world, b)?);
        world.allow(a, b).map_err(failure::value)
    }

    /// Two bodies may not touch any more.
    fn disallow(&self, a: &str, b: &str) -> PyResult<()> {
        let mut inner = self.write()?;
        let world = &mut inner.world;
        let (a, b) = (named(world, a)?, named(world, b)?);
        world.disallow(a, b).map_err(failure::value)
    }

    /// Does any pair of bodies touch?
    fn collides(&self, py: Python<'_>) -> PyResult<bool> {
        py.detach(|| Ok(self.write()?.world.collides()))
    }

    /// The pairs of names of bodies that touch, sorted by the order in which bodies came.
    fn collisions(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        py.detach(|| {
            let mut inner = self.write()?;
        let world = &mut inner.world;
            let found = world.collisions();
            Ok(found.iter().map(|&(a, b)| (name_of(world, a), name_of(world, b))).collect())
        })
    }

    /// The pairs of bodies that touch, each with its touching triangles as an (n, 2) array.
    fn contacts<'py>(&self, py: Python<'py>) -> PyResult<Contacts<'py>> {
        let found = py.detach(|| {
            let mut inner = self.write()?;
        let world = &mut inner.world;
            let found = world.contacts().into_iter();
            PyResult::Ok(
                found
                    .map(|found| {
                        let names = (name_of(world, found.a), name_of(world, found.b));
                        (names, found.triangles)
                    })
                    .collect::<Vec<_>>(),
            )
        })?;
        let rows = found.into_iter();
        rows.map(|((a, b), triangles)| Ok((a, b, arrays::pairs(py, &triangles)?))).collect()
    }

    /// The bodies that a model at `pose` in the world touches, each with the touching triangles
    /// (of the body, of the model) as an (n, 2) array. The world stays as it is.
    #[pyo3(signature = (model, pose = None))]
    fn contacts_with<'py>(
        &self,
        py: Python<'py>,
        model: &Model,
        pose: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Vec<(String, Bound<'py, PyArray2<u32>>)>> {
        let pose = pose::one(pose)?;
        let found = py.detach(|| {
            let inner = self.read()?;
        let world = &inner.world;
            let bodies: Vec<Handle> = world.handles().collect();
            let ask = |&handle: &Handle| -> PyResult<Option<(String, Vec<(u32, u32)>)>> {
                let Some(body) = world.model(handle).map_err(failure::value)? else {
                    return Ok(None);
                };
                let place = world.world_from_body(handle).map_err(failure::value)?;
                let a_from_b = place.relative(&pose).map_err(failure::value)?;
                let triangles = body.contacts(&model.0, &a_from_b);
                Ok((!triangles.is_empty()).then(|| (name_of(world, handle), triangles)))
            };
            bodies.par_iter().with_min_len(8).map(ask).collect::<PyResult<Vec<_>>>()
        })?;
        let rows = found.into_iter().flatten();
        rows.map(|(name, triangles)| Ok((name, arrays::pairs(py, &triangles)?))).collect()
    }

    /// Would the body touch anything at each of these poses in its parent's frame? The world stays
    /// as it is. One boolean per pose.
    #[pyo3(signature = (name, poses, *, threads = None))]
    fn collides_at<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        poses: &Bound<'py, PyAny>,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let poses = pose::many(poses)?;
        let answers = py.detach(|| {
            let inner = self.read()?;
        let world = &inner.world;
            let handle = named(world, name)?;
            let sets: Vec<_> = poses.into_iter().map(|pose| vec![pose]).collect();
            threads::on(threads, || world.collides_at(&[handle], &sets))?.map_err(failure::value)
        })?;
        Ok(PyArray1::from_vec(py, answers))
    }

    /// Does the robot touch anything on its way from each row of `starts` to the one of `ends`, every
    /// joint going evenly? Certified between them too; the world stays as it is. On all cores.
    #[pyo3(signature = (starts, ends, *, prefix = "", tolerance = None, threads = None))]
    fn sweep_joints(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        ends: &Bound<'_, PyAny>,
        prefix: &str,
        tolerance: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<RobotSweeps> {
        let inner = self.read()?;
        let placed = inner.robots.get(prefix);
        let missing = || failure::value(format!("there is no robot with the prefix '{prefix}'"));
        let placed = placed.ok_or_else(missing)?;
        let robot = Robot { robot: placed.robot().clone() };
        let [starts, ends] = [robot.rows(starts)?, robot.rows(ends)?];
        let edges = edges_of(placed, &starts, &ends)?;
        let options = SweepOptions { tolerance, ..SweepOptions::default() };
        let world = &inner.world;
        let all = || Sweeps::new(world, &options).ask_all(&edges);
        let answers = py.detach(|| threads::on(threads, all))?.map_err(failure::value)?;
        Ok(RobotSweeps(answers.iter().map(|answer| EdgeFound::of(world, answer)).collect()))
    }

    /// Would the robot touch anything, itself included, at each row of joint positions, an (n, dof)
    /// array? The world stays as it is. One boolean per row.
    #[pyo3(signature = (robot, positions, *, prefix = "", threads = None))]
    fn collides_at_joints<'py>(
        &self,
        py: Python<'py>,
        robot: &Robot,
        positions: &Bound<'py, PyAny>,
        prefix: &str,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let rows = robot.rows(positions)?;
        let answers: Vec<bool> = py.detach(|| {
            let inner = self.read()?;
        let world = &inner.world;
            let ask = |query: &mut closecall::world::Query, (row, values): (usize, &[f64])| {
                let at = |error: PyErr| failure::value(format!("row {row}: {error}"));
                let poses = robot.poses_in(world, prefix, values).map_err(at)?;
                for (handle, pose) in poses {
                    query.set_pose(handle, pose).map_err(failure::value)?;
                }
                Ok(query.collides())
            };
            let rows: Vec<_> = rows.values.chunks_exact(rows.width).enumerate().collect();
            let all = || {
                let rows = rows.into_par_iter().with_min_len(4);
                rows.map_init(|| world.query(), ask).collect::<PyResult<_>>()
            };
            threads::on(threads, all)?
        })?;
        Ok(PyArray1::from_vec(py, answers))
    }
}
