//! A world as plain values, for pickle. The part that is written in Python makes a world of them.

use crate::live::{Frozen, name_of};
use crate::model::Model;
use crate::pose;
use crate::robot::Robot;
use crate::shape::Shape;
use closecall::world::{Handle, World, WorldError};
use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// All that makes a world: the arguments of `World.add`, `allow`, `set_pair_clearance` and
/// `set_clearance`, and its robots by their prefixes.
pub fn state<'py>(py: Python<'py>, frozen: &Frozen) -> PyResult<Bound<'py, PyDict>> {
    let world = frozen.world();
    let handles = parents_first(world);
    let state = PyDict::new(py);
    let bodies = handles.iter().map(|&handle| body(py, world, handle));
    state.set_item("bodies", bodies.collect::<PyResult<Vec<_>>>()?)?;
    state.set_item("allowed", allowed(world, &handles))?;
    let named = |(a, b, clearance): (Handle, Handle, closecall::Clearance)| {
        (name_of(world, a), name_of(world, b), clearance.distance())
    };
    let clearances: Vec<_> = world.pair_clearances().into_iter().map(named).collect();
    state.set_item("clearances", clearances)?;
    state.set_item("clearance", world.default_clearance().distance())?;
    let robots: Vec<(String, Robot)> = frozen.made_robots().collect();
    state.set_item("robots", robots)?;
    Ok(state)
}

/// Bodies and frames in an order in which they can be added again.
fn parents_first(world: &World) -> Vec<Handle> {
    let depth = |&handle: &Handle| {
        let above = |&handle: &Handle| world.parent(handle).ok().flatten();
        std::iter::successors(Some(handle), above).count()
    };
    let mut handles: Vec<Handle> = world.handles().collect();
    if handles.iter().zip(0..).any(|(&handle, place)| {
        let parent = world.parent(handle).ok().flatten();
        parent.is_some_and(|parent| !handles[..place].contains(&parent))
    }) {
        handles.sort_by_cached_key(depth);
    }
    handles
}

/// The arguments of a body: its name, model and pose, and the rest by their names.
type BodyArguments<'py> = (String, Option<Model>, Bound<'py, PyArray2<f64>>, Bound<'py, PyDict>);

/// The arguments that add a body again.
fn body<'py>(py: Python<'py>, world: &World, handle: Handle) -> PyResult<BodyArguments<'py>> {
    let refused = |error: WorldError| crate::failure::value(error);
    let options = PyDict::new(py);
    let parent = world.parent(handle).map_err(refused)?;
    options.set_item("parent", parent.map(|parent| name_of(world, parent)))?;
    let groups = world.groups(handle).map_err(refused)?;
    options.set_item("groups", (groups.member, groups.meets))?;
    options.set_item("fixed", world.is_fixed(handle).map_err(refused)?)?;
    options.set_item("solid", world.is_solid(handle).map_err(refused)?)?;
    options.set_item("padding", world.padding(handle).map_err(refused)?.distance())?;
    let shapes = world.exact_shapes(handle).map_err(refused)?;
    options.set_item("shapes", shapes.iter().map(Shape::of).collect::<Vec<_>>())?;
    let model = world.model(handle).map_err(refused)?.cloned().map(Model::of);
    let place = world.parent_from_body(handle).map_err(refused)?;
    Ok((name_of(world, handle), model, pose::matrix(py, &place)?, options))
}

/// Every two bodies that may touch.
fn allowed(world: &World, handles: &[Handle]) -> Vec<(String, String)> {
    let pairs = handles
        .iter()
        .enumerate()
        .flat_map(|(place, a)| handles[..place].iter().map(move |b| (b, a)));
    let may = pairs.filter(|&(&a, &b)| world.is_allowed(a, b) == Ok(true));
    may.map(|(&a, &b)| (name_of(world, a), name_of(world, b))).collect()
}
