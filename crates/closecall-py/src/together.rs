//! Two models of one question: are they in one unit, and do they touch?

use crate::failure;
use closecall::engine::{
    geom::{Ball, DVec3},
    scale::{ball, pair_doubt},
};
use closecall::query::{ScaleDoubt, Side};
use closecall::world::{Body, Handle};
use closecall::{Model, Pose, World, WorldError};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;
use std::ffi::CString;

/// Refuses models that state different units, and warns of two that are hardly in one, `b` being
/// at a pose in the frame of `a`.
pub fn at(py: Python<'_>, a: &Model, b: &Model, pose: &Pose) -> PyResult<()> {
    agree(a, b)?;
    warn_of(py, a.scale_doubt(b, [pose]))
}

/// The same where `b` is at many places, given those of the centre of its ball.
pub fn anywhere(
    py: Python<'_>,
    a: &Model,
    b: &Model,
    places: impl Iterator<Item = DVec3>,
) -> PyResult<()> {
    agree(a, b)?;
    if a.unit().is_some() && a.unit() == b.unit() {
        return Ok(());
    }
    let around = ball(a);
    let away = |place: &DVec3| around.center.distance_squared(*place);
    let nearest = places.min_by(|one, other| away(one).total_cmp(&away(other)));
    let placed = Ball { center: nearest.unwrap_or(around.center), ..ball(b) };
    warn_of(py, pair_doubt(around, placed))
}

/// Warns of a model that is hardly in one unit with any of others.
pub fn with_all<'m>(
    py: Python<'_>,
    others: impl Iterator<Item = &'m Model>,
    model: &Model,
) -> PyResult<()> {
    let doubts: Option<Vec<_>> = others.map(|other| other.scale_doubt(model, [])).collect();
    warn_of(py, doubts.and_then(|doubts| doubts.into_iter().next()))
}

/// Refuses models that state different units.
pub fn agree(a: &Model, b: &Model) -> PyResult<()> {
    a.check_units(b).map_err(|differ| {
        let to = differ.a;
        failure::value(format!("{differ}: Model(path, unit=\"{to}\")"))
    })
}

/// The touching triangles of a body and of a model at a pose, as in a world of the two that has the
/// clearance of this one; none if they are apart, an empty list where an exact shape touches or one
/// lies inside the other, a solid.
pub fn touching(
    world: &World,
    body: Handle,
    (model, pose): (&Model, Pose),
) -> Result<Option<Vec<(u32, u32)>>, WorldError> {
    let (shapes, place) = (world.exact_shapes(body)?, world.world_from_body(body)?);
    let alone = match world.model(body)? {
        Some(own) => Body::new("body", own),
        None => Body::frame("body"),
    };
    let mut two = World::new();
    two.set_clearance(world.default_clearance());
    let alone = alone.with_shapes(shapes.iter().copied()).at(place).padded(world.padding(body)?);
    let alone = two.insert(alone)?;
    if world.is_solid(body)? {
        two.set_solid(alone, true)?;
    }
    two.insert(Body::new("model", model).at(pose))?;
    Ok(two.contacts().pop().map(|found| found.triangles))
}

fn warn_of(py: Python<'_>, doubt: Option<ScaleDoubt<Side>>) -> PyResult<()> {
    let Some(doubt) = doubt else { return Ok(()) };
    let name = |side| match side {
        Side::A => "this model".to_owned(),
        Side::B => "the other".to_owned(),
    };
    let words = doubt.words(name);
    match doubt.remedy() {
        Some((_, scale)) => warn(py, &format!("{words} Model(…, scale={scale}) makes it smaller")),
        None => warn(py, &words),
    }
}

/// Says something in the way of Python.
pub fn warn(py: Python<'_>, words: &str) -> PyResult<()> {
    let words = CString::new(words).map_err(failure::value)?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &words, 1)
}
