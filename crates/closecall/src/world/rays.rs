//! Rays against the bodies of a world.
//!
//! **What an answer means**: the triangles and shapes of a body are carried into the world's frame
//! by its pose ([`Pose::carry`], [`Shape::carried`]), which is the only rounding; then everything
//! is as for a model at rest, and exact: [`Shape::pierced`]. Only bodies whose boxes the ray comes
//! through are asked. Boxes hold what is carried: `outline` derives by how much they are larger.

use super::pair::{Part, PartHit};
use super::region::RayRegion;
use super::{Handle, World};
use crate::geom::{Interval, Ray};
use crate::parallel;
use crate::query::{Crossings, Scratch};
use std::cmp::Ordering;

#[cfg(doc)]
use crate::geom::{Pose, shape::Shape};

/// A body that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// The body.
    pub body: Handle,
    /// The part of the body.
    pub part: BodyPart,
    /// The parameter on the ray at which the hit begins: the point is origin + t·direction.
    pub t: Interval,
}

/// The part of a body that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BodyPart {
    /// The triangle of its mesh with this number.
    Triangle(u32),
    /// The exact shape with this number ([`World::exact_shapes`]).
    Shape(u32),
}

/// The least number of rays that are asked by one thread.
const STRIDE: usize = 32;

/// A world that is asked about rays. They meet the triangles of meshes, and exact shapes
/// ([`World::exact_shapes`]), which are filled: a ray that begins inside one meets it at once.
///
/// ```
/// use closecall::geom::{Pose, Ray};
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::Model;
/// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
/// let mut world = World::new();
/// world.insert(Body::new("far", &cube).at(Pose::from_translation([5.0, 0.0, 0.0])?))?;
/// let near = world.insert(Body::new("near", &cube).at(Pose::from_translation([2.0, 0.0, 0.0])?))?;
/// let mut rays = world.rays();
/// let found = rays.first(&Ray::new([0.0, 0.5, 0.5], [1.0, 0.0, 0.0])?).unwrap();
/// assert_eq!(found.body, near);
/// assert!(found.t.contains(2.0));
/// assert_eq!(rays.all(&Ray::new([0.0, 0.5, 0.25], [1.0, 0.0, 0.0])?).len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WorldRays<'w> {
    world: &'w World,
    scratch: Scratch,
}

impl World {
    /// Asks this world about rays.
    #[must_use]
    pub fn rays(&self) -> WorldRays<'_> {
        WorldRays { world: self, scratch: Scratch::default() }
    }
}

impl WorldRays<'_> {
    /// The first hit of the ray; of several at the same parameter, the body with the lowest handle,
    /// and of that triangles before shapes, those with the lowest number first.
    pub fn first(&mut self, ray: &Ray) -> Option<BodyHit> {
        let region = RayRegion::new(ray);
        let enters = |slot| {
            let volume = self.world.space.volume(slot);
            (volume.and_then(|volume| region.enters(volume)).unwrap_or(0.0), slot)
        };
        let mut near: Vec<(f64, u32)> =
            self.world.near_ray(&region).into_iter().map(enters).collect();
        near.sort_unstable_by(|x, y| x.0.total_cmp(&y.0).then(x.1.cmp(&y.1)));
        let mut best: Option<PartHit> = None;
        for (from, slot) in near {
            if best.as_ref().is_some_and(|best| best.hit.t.hi < from) {
                break;
            }
            for part in self.world.parts(slot) {
                let body = self.world.scene.handle(slot);
                if let Some(next) = part.first_met(body, ray, &mut self.scratch)
                    && best.as_ref().is_none_or(|best| next.compare(best, ray) == Ordering::Less)
                {
                    best = Some(next);
                }
            }
        }
        best.map(|best| best.hit)
    }

    /// Does the ray meet anything?
    pub fn any(&mut self, ray: &Ray) -> bool {
        let near = self.world.near_ray(&RayRegion::new(ray));
        let mut parts = near.into_iter().flat_map(|slot| self.world.parts(slot));
        parts.any(|part| part.is_met(ray, &mut self.scratch))
    }

    /// Everything that the ray meets, body by body in the order of their handles, each sorted along
    /// the ray.
    pub fn all(&mut self, ray: &Ray) -> Vec<BodyHit> {
        let mut found: Vec<PartHit> = Vec::new();
        for (body, part) in self.world.parts_near_ray(ray) {
            let own = found.partition_point(|hit| hit.hit.body < body);
            let met = part.all_met(body, ray, &mut self.scratch);
            if own == found.len() {
                found.extend(met);
                continue;
            }
            for next in met {
                let sooner = |other: &PartHit| other.compare(&next, ray) == Ordering::Less;
                let place = own + found[own..].partition_point(sooner);
                found.insert(place, next);
            }
        }
        found.into_iter().map(|hit| hit.hit).collect()
    }

    /// The number of times that the ray goes through the surface of each body, of its mesh and of
    /// every exact shape; bodies that it does not go through are left out. Of shapes, an end in the
    /// surface counts as what is next to it on the ray.
    pub fn crossings(&mut self, ray: &Ray) -> Vec<(Handle, Crossings)> {
        let mut found: Vec<(Handle, Crossings)> = Vec::new();
        for (body, part) in self.world.parts_near_ray(ray) {
            let crossings = part.crossings(ray, &mut self.scratch);
            match found.last_mut() {
                _ if crossings == Crossings::default() => {}
                Some((last, sum)) if *last == body => {
                    *sum = Crossings {
                        count: sum.count + crossings.count,
                        winding: sum.winding + crossings.winding,
                    };
                }
                _ => found.push((body, crossings)),
            }
        }
        found
    }

    /// [`WorldRays::first`] of every ray, on all cores, in their order; likewise below.
    #[must_use]
    pub fn first_batch(&self, rays: &[Ray]) -> Vec<Option<BodyHit>> {
        self.batch(rays, Self::first)
    }

    /// [`WorldRays::any`] of every ray.
    #[must_use]
    pub fn any_batch(&self, rays: &[Ray]) -> Vec<bool> {
        self.batch(rays, Self::any)
    }

    /// [`WorldRays::all`] of every ray.
    #[must_use]
    pub fn all_batch(&self, rays: &[Ray]) -> Vec<Vec<BodyHit>> {
        self.batch(rays, Self::all)
    }

    /// [`WorldRays::crossings`] of every ray.
    #[must_use]
    pub fn crossings_batch(&self, rays: &[Ray]) -> Vec<Vec<(Handle, Crossings)>> {
        self.batch(rays, Self::crossings)
    }

    fn batch<T: Send>(&self, rays: &[Ray], ask: impl Fn(&mut Self, &Ray) -> T + Sync) -> Vec<T> {
        parallel::map(rays, STRIDE, || self.clone(), |own, ray| ask(own, ray))
    }
}

impl World {
    /// The bodies whose boxes a ray comes through, in no particular order.
    fn near_ray(&self, region: &RayRegion) -> Vec<u32> {
        let mut near = Vec::new();
        self.space.near(|volume| region.enters(volume).is_some(), |slot| near.push(slot));
        near
    }

    /// Their parts, in the order of the bodies' handles.
    fn parts_near_ray(&self, ray: &Ray) -> impl Iterator<Item = (Handle, Part<'_>)> + use<'_> {
        let mut near = self.near_ray(&RayRegion::new(ray));
        near.sort_unstable();
        near.into_iter()
            .flat_map(move |slot| self.parts(slot).map(move |part| (self.scene.handle(slot), part)))
    }
}
