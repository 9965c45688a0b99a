//! Rays and segments against a model.

use crate::error::{Failure, closecall_status, guard};
use crate::handle;
use crate::input;
use crate::model::closecall_model;
use closecall::Model;
use closecall::geom::Ray;
use closecall::query::RayHit;

/// The kind of a closecall_ray.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_ray_kind {
    /// A ray without end: `toward` is its direction, of any length but 0.
    Ray = 0,
    /// A segment: `toward` is the point where it ends.
    Segment = 1,
}

/// A ray or a segment.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_ray {
    /// A closecall_ray_kind.
    pub kind: i32,
    /// The point at which the ray begins.
    pub origin: [f64; 3],
    /// Its direction, or its end.
    pub toward: [f64; 3],
}

impl closecall_ray {
    pub(crate) fn ray(&self) -> Result<Ray, Failure> {
        let (origin, toward) = (self.origin, self.toward);
        match self.kind {
            0 => Ray::new(origin, toward).map_err(Failure::value),
            1 => Ray::segment(origin, toward).map_err(Failure::value),
            other => Err(Failure::value(format_args!("{other} is no closecall_ray_kind"))),
        }
    }
}

/// A triangle that a ray meets.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_ray_hit {
    /// The number of triangles. INFINITY if nothing is hit.
    pub t_lo: f64,
    /// Not below it.
    pub t_hi: f64,
    /// The triangle; CLOSECALL_NO_TRIANGLE if nothing is hit.
    pub triangle: u32,
}

impl From<RayHit> for closecall_ray_hit {
    fn from(hit: RayHit) -> Self {
        Self { t_lo: hit.t.lo, t_hi: hit.t.hi, triangle: hit.triangle }
    }
}

impl closecall_ray_hit {
    fn of(hit: Option<RayHit>) -> Self {
        let none = Self {
            t_lo: f64::INFINITY,
            t_hi: f64::INFINITY,
            triangle: crate::CLOSECALL_NO_TRIANGLE,
        };
        hit.map_or(none, Self::from)
    }
}

/// Finds the triangle that every ray meets first, on all cores if there are many.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_rays_first(
    model: *const closecall_model,
    rays: *const closecall_ray,
    count: usize,
    hits: *mut closecall_ray_hit,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        // SAFETY: the caller's arrays are as long as stated.
        let (rays, room) =
            unsafe { (input::array(rays, count, "rays")?, input::room(hits, count, "hits")?) };
        let found = match rays {
            [one] => vec![model.rays().first(&one.ray()?)],
            many => model.rays().first_batch(&all(many)?),
        };
        for (place, hit) in room.iter_mut().zip(found) {
            place.write(closecall_ray_hit::of(hit));
        }
        Ok(())
    })
}

/// Asks of every ray whether it meets anything, on all cores if there are many: answers[k] is 1 or 0.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_rays_any(
    model: *const closecall_model,
    rays: *const closecall_ray,
    count: usize,
    answers: *mut u8,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        // SAFETY: the caller's arrays are as long as stated.
        let (rays, room) = unsafe {
            (input::array(rays, count, "rays")?, input::room(answers, count, "answers")?)
        };
        let found = model.rays().any_batch(&all(rays)?);
        for (place, hit) in room.iter_mut().zip(found) {
            place.write(u8::from(hit));
        }
        Ok(())
    })
}

/// Lists every triangle that a ray meets, by parameter. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_model_ray_all(
    model: *const closecall_model,
    ray: *const closecall_ray,
    hits: *mut closecall_ray_hit,
    capacity: usize,
    count: *mut usize,
) -> closecall_status {
    guard(|| {
        let model = handle::read::<Model>(model)?;
        // SAFETY: the caller's ray is one, and the list has as much room as stated.
        unsafe {
            let found = model.rays().all(&input::reference(ray, "ray")?.ray()?);
            let list: Vec<closecall_ray_hit> = found.into_iter().map(Into::into).collect();
            input::give_list(&list, hits, capacity, count)
        }
    })
}

pub(crate) fn all(rays: &[closecall_ray]) -> Result<Vec<Ray>, Failure> {
    let rays = rays.iter().enumerate();
    rays.map(|(n, ray)| ray.ray().map_err(|why| why.at("ray", n))).collect()
}
