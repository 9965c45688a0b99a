//! `closecall.World`: bodies that come, move and go; and `closecall.Snapshot`: a world at a moment.

use crate::bodies::Bodies;
use crate::live::{Live, Source, named, robot_of};
use crate::robot::Robot;
use crate::shape::Shape;
use crate::source::AnyModel;
use crate::{arrays, failure, pickled, pose, together};
use closecall::geom::Clearance;
use closecall::world::{Body, Groups};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::HashMap;

/// Bodies that come, move and go; which of them touch.
///
/// Threads may share it: each call is answered by itself.
#[pyclass(module = "closecall", frozen, extends = Bodies)]
pub struct World(Source);

/// A world as it was when `World.snapshot` was called. It never changes; threads may share it.
#[pyclass(module = "closecall", frozen, extends = Bodies)]
pub struct Snapshot;

#[pymethods]
impl World {
    #[new]
    fn new() -> PyClassInitializer<Self> {
        let source = Source::new();
        PyClassInitializer::from(Bodies(source.clone())).add_subclass(Self(source))
    }

    /// The world as it is now, to keep: for planners and other threads. Models are shared; the rest
    /// is copied, about 1 KB a body.
    fn snapshot(&self, py: Python<'_>) -> PyResult<Py<Snapshot>> {
        Bodies(self.0.clone()).judge(py)?;
        let frozen = py.detach(|| self.0.frozen())?;
        let base = PyClassInitializer::from(Bodies(Source::Frozen(frozen)));
        Py::new(py, base.add_subclass(Snapshot))
    }

    /// Takes a body in: a model of that name, at `pose` in the world or in the frame of `parent`.
    /// Without a model it is a frame that others are attached to. `groups` is a pair of bit sets: the
    /// groups it is in, and the groups it meets. Bodies that are `fixed` are not asked against each
    /// other, and cannot be moved: not with their parents either. With `solid`, what lies inside it touches it. `padding` is a layer around it: two
    /// bodies count as touching if they are no further apart than their layers are thick together.
    /// `shapes` are exact shapes in its own frame, beside the model or without one.
    #[pyo3(signature = (name, model = None, pose = None, *, parent = None, groups = None,
                        fixed = false, solid = false, padding = 0.0, shapes = Vec::new()))]
    #[allow(clippy::too_many_arguments)]
    fn add(
        &self,
        py: Python<'_>,
        name: &str,
        model: Option<AnyModel<'_>>,
        pose: Option<&Bound<'_, PyAny>>,
        parent: Option<&str>,
        groups: Option<(u32, u32)>,
        fixed: bool,
        solid: bool,
        padding: f64,
        shapes: Vec<Shape>,
    ) -> PyResult<()> {
        let body = match &model {
            Some(model) => Body::new(name, &model.get().model),
            None => Body::frame(name),
        };
        let body = body.with_shapes(shapes.into_iter().map(|shape| shape.exact));
        let mut body = body.at(pose::one(pose)?).padded(clearance(padding)?);
        if let Some((member, meets)) = groups {
            body = body.in_groups(Groups { member, meets });
        }
        if fixed {
            body = body.fixed();
        }
        self.change(py, |Live { world, .. }| {
            if let Some(parent) = parent {
                body = body.on(named(world, parent)?);
            }
            let handle = world.insert(body).map_err(failure::value)?;
            if solid && let Err(error) = world.set_solid(handle, true) {
                world.remove(handle).map_err(failure::value)?;
                return Err(failure::value(error));
            }
            Ok(())
        })
    }

    /// Puts a robot in: a body for every link, of the link's name with `prefix` before it.
    #[pyo3(signature = (robot, *, prefix = "", base = None))]
    fn add_robot(
        &self,
        py: Python<'_>,
        robot: &Robot,
        prefix: &str,
        base: Option<&str>,
    ) -> PyResult<()> {
        self.change(py, |Live { world, robots, .. }| {
            let base = base.map(|base| named(world, base)).transpose()?;
            let placed = robot.robot.insert(world, prefix, base).map_err(failure::value)?;
            robots.insert(prefix.to_owned(), robot.placed(placed));
            Ok(())
        })
    }

    /// Takes a robot whose links are bodies already, for pickle.
    fn _adopt(&self, py: Python<'_>, robot: &Robot, prefix: &str) -> PyResult<()> {
        self.change(py, |Live { world, robots, .. }| {
            let missing = || failure::value(format!("the robot '{prefix}' is not in the world"));
            let placed = robot.robot.find_in(world, prefix).ok_or_else(missing)?;
            robots.insert(prefix.to_owned(), robot.placed(placed));
            Ok(())
        })
    }

    /// For pickle: a world with the same bodies, and no memory of earlier questions.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let frozen = py.detach(|| self.0.frozen())?;
        Ok((py.import("closecall._pickled")?.getattr("world")?, (pickled::state(py, &frozen)?,)))
    }

    /// Removes a body, and all that is attached to it.
    fn remove(&self, py: Python<'_>, name: &str) -> PyResult<()> {
        self.change(py, |Live { world, .. }| {
            let handle = named(world, name)?;
            world.remove(handle).map_err(failure::value)
        })
    }

    /// Attaches a body to another body or frame, or to nothing, at a pose in that one's frame: a part
    /// that a gripper takes or lets go. Without a pose it stays where it is. What is attached to it moves
    /// along; which pairs are looked at stays as it is.
    #[pyo3(signature = (name, parent = None, pose = None))]
    fn attach(
        &self,
        py: Python<'_>,
        name: &str,
        parent: Option<&str>,
        pose: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let pose = pose.map(|pose| pose::one(Some(pose))).transpose()?;
        self.change(py, |Live { world, .. }| {
            let body = named(world, name)?;
            let parent = parent.map(|parent| named(world, parent)).transpose()?;
            let place = |body| world.world_from_body(body).map_err(failure::value);
            let pose = match (pose, parent) {
                (Some(pose), _) => pose,
                (None, None) => place(body)?,
                (None, Some(parent)) => {
                    place(parent)?.relative(&place(body)?).map_err(failure::value)?
                }
            };
            world.attach(body, parent, pose).map_err(failure::value)
        })
    }

    /// Puts a body at another pose in its parent's frame.
    fn set_pose(&self, py: Python<'_>, name: &str, pose: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = pose::one(Some(pose))?;
        self.change(py, |Live { world, .. }| {
            let handle = named(world, name)?;
            world.set_pose(handle, pose).map_err(failure::value)
        })
    }

    /// Puts many bodies at other poses in their parents' frames, by their names: all, or none if
    /// one of them is refused.
    fn set_poses(&self, py: Python<'_>, poses: HashMap<String, Bound<'_, PyAny>>) -> PyResult<()> {
        let at = |name: &str, error: PyErr| failure::value(format!("'{name}': {error}"));
        let read = |(name, pose): (String, Bound<'_, PyAny>)| {
            let pose = pose::one(Some(&pose)).map_err(|error| at(&name, error))?;
            Ok((name, pose))
        };
        let poses = poses.into_iter().map(read).collect::<PyResult<Vec<_>>>()?;
        self.change(py, |Live { world, .. }| {
            let posed = poses.iter().map(|(name, pose)| Ok((named(world, name)?, *pose)));
            let posed = posed.collect::<PyResult<Vec<_>>>()?;
            world.set_poses(&posed).map_err(failure::value)
        })
    }

    /// Puts the links of a robot where its joints say; positions in the order of
    /// `robot.coordinates`.
    #[pyo3(signature = (positions, *, prefix = ""))]
    fn set_joints(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        prefix: &str,
    ) -> PyResult<()> {
        let positions = arrays::numbers(positions, "joint positions")?;
        let values = positions.as_slice().map_err(failure::value)?.to_vec();
        let doubt = self.change(py, |Live { world, robots, .. }| {
            let placed = robot_of(robots, prefix)?;
            let poses = placed.poses(&values).map_err(failure::value)?;
            world.set_poses(&poses).map_err(failure::value)?;
            Ok(placed.robot().degrees_doubt(&values))
        })?;
        doubt.map_or(Ok(()), |said| together::warn(py, &said))
    }

    /// Two bodies may touch from now on.
    fn allow(&self, py: Python<'_>, a: &str, b: &str) -> PyResult<()> {
        self.change(py, |Live { world, .. }| {
            let (a, b) = (named(world, a)?, named(world, b)?);
            world.allow(a, b).map_err(failure::value)
        })
    }

    /// Two bodies may not touch any more.
    fn disallow(&self, py: Python<'_>, a: &str, b: &str) -> PyResult<()> {
        self.change(py, |Live { world, .. }| {
            let (a, b) = (named(world, a)?, named(world, b)?);
            world.disallow(a, b).map_err(failure::value)
        })
    }

    /// Bodies that are no further apart than this count as touching, for every two that have no
    /// clearance of their own and no larger paddings.
    fn set_clearance(&self, py: Python<'_>, distance: f64) -> PyResult<()> {
        let distance = clearance(distance)?;
        self.change(py, |Live { world, .. }| {
            world.set_clearance(distance);
            Ok(())
        })
    }

    /// Gives two bodies a clearance of their own, in place of paddings and the world's clearance;
    /// None takes it back.
    fn set_pair_clearance(
        &self,
        py: Python<'_>,
        a: &str,
        b: &str,
        distance: Option<f64>,
    ) -> PyResult<()> {
        let distance = distance.map(clearance).transpose()?;
        self.change(py, |Live { world, .. }| {
            let (a, b) = (named(world, a)?, named(world, b)?);
            world.set_pair_clearance(a, b, distance).map_err(failure::value)
        })
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<closecall.World of {} bodies>", slf.len()?))
    }
}

impl World {
    /// Changes the world, with Python's lock released.
    fn change<T: Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut Live) -> PyResult<T> + Send,
    ) -> PyResult<T> {
        py.detach(|| self.0.change(change))
    }
}

/// A function, and the arguments with which it makes an object again.
type Reduced<'py> = (Bound<'py, PyAny>, (Bound<'py, PyDict>,));

#[pymethods]
impl Snapshot {
    /// For pickle.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
        let py = slf.py();
        let frozen = slf.as_super().get().0.frozen()?;
        Ok((py.import("closecall._pickled")?.getattr("snapshot")?, (pickled::state(py, &frozen)?,)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        Ok(format!("<closecall.Snapshot of {} bodies>", slf.len()?))
    }
}

fn clearance(distance: f64) -> PyResult<Clearance> {
    Clearance::new(distance).map_err(failure::value)
}
