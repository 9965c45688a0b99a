//! Points near a model: distances, signed where the mesh is closed.

use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use closecall::Model;
use closecall::engine::geom::DVec3;
use closecall::query::{Near, SignedError};

/// The triangle that is nearest to a point.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_near {
    /// Not above the distance; of a signed one negative inside.
    pub lo: f64,
    /// Not below it.
    pub hi: f64,
    /// The point of the triangle that is nearest, rounded.
    pub point: [f64; 3],
    /// A unit vector, rounded: the way in which the distance grows. 0 on the surface, and any of several where
    /// other points are as near.
    pub gradient: [f64; 3],
    /// The triangle.
    pub triangle: u32,
}

impl closecall_near {
    fn of(near: &Near, asked: DVec3) -> Self {
        Self {
            lo: near.distance.lo,
            hi: near.distance.hi,
            point: near.point,
            gradient: near.gradient(asked),
            triangle: near.triangle,
        }
    }
}

unsafe fn ask_points(
    model: *const closecall_model,
    points: *const f64,
    count: usize,
    near: *mut closecall_near,
    ask: impl FnOnce(&Model, &[DVec3]) -> Result<Vec<Near>, Failure>,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        // SAFETY: the caller's arrays are as long as stated.
        let (points, room) = unsafe {
            (
                input::array(points.cast::<[f64; 3]>(), count, "points")?,
                input::room(near, count, "near")?,
            )
        };
        let points: Vec<DVec3> = points.iter().map(|&point| point.into()).collect();
        for ((place, found), &asked) in room.iter_mut().zip(ask(&model, &points)?).zip(&points) {
            place.write(closecall_near::of(&found, asked));
        }
        Ok(())
    })
}

/// Finds the triangle nearest to every point (x, y, z of each in turn), on all cores.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_nearest(
    model: *const closecall_model,
    points: *const f64,
    count: usize,
    near: *mut closecall_near,
) -> closecall_status {
    let ask = |model: &Model, points: &[DVec3]| {
        model.points().nearest_batch(points).map_err(Failure::value)
    };
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { ask_points(model, points, count, near, ask) }
}

/// Finds the signed distance of every point, negative inside; the mesh must be closed. On all cores.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_signed(
    model: *const closecall_model,
    points: *const f64,
    count: usize,
    near: *mut closecall_near,
) -> closecall_status {
    let ask = |model: &Model, points: &[DVec3]| {
        model.points().signed_batch(points).map_err(|error| match error {
            SignedError::Open(open) => Failure::new(closecall_status::NotClosed, open),
            other => Failure::value(other),
        })
    };
    // SAFETY: the caller's arrays are as long as stated.
    unsafe { ask_points(model, points, count, near, ask) }
}
