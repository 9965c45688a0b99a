//! Rays against the bodies of a world.
//!
//! **What an answer means**: the triangles of a body are carried into the world's frame by its pose
//! ([`Pose::carry`]), which is the only rounding; then everything is as for a model at rest.
//!
//! For the walk the ray is brought into the body's frame instead: R⁻¹(x − t). In f64, v = 2⁻⁵³,
//! that is off by less than 40v(|x| + |t| + |c| + r), c and r the centre and radius of the body's
//! ball in its own frame: the inverse of a matrix with RᵀR = I up to 10⁻⁹ is good to 10v, the
//! difference from the carried centre costs 5v(|c| + |t|) and 2v|x|; the carried corners are off by
//! 4v(|c| + r + |t|), and 2⁻²⁰⁰ where they were set to 0. [`OFF`] is 128 roundings.

use super::{Handle, World};
use crate::geom::exact::Sooner;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Pose, Ray, Triangle};
use crate::mesh::Corners;
use crate::query::{Cast, Crossings, Hit, Model, Scratch, Triangles};
use crate::wide::RayWalk;
use std::cmp::Ordering;
use std::ops::ControlFlow;

const OFF: f64 = 64.0 * f64::EPSILON;

/// A body that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// The body.
    pub body: Handle,
    /// Its triangle, and where on the ray.
    pub hit: Hit,
}

/// A world that is asked about rays.
///
/// ```
/// use closecall::geom::{DVec3, Pose, Ray};
/// use closecall::mesh::shapes;
/// use closecall::world::{Body, World};
/// use closecall::Model;
/// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
/// let mut world = World::new();
/// world.insert(Body::new("far", &cube).at(Pose::from_translation([5.0, 0.0, 0.0])?))?;
/// let near = world.insert(Body::new("near", &cube).at(Pose::from_translation([2.0, 0.0, 0.0])?))?;
/// let mut rays = world.rays();
/// let found = rays.first(&Ray::new(DVec3::new(0.0, 0.5, 0.5), DVec3::X)?).unwrap();
/// assert_eq!(found.body, near);
/// assert!(found.hit.t.low <= 2.0 && 2.0 <= found.hit.t.high);
/// assert_eq!(rays.all(&Ray::new(DVec3::new(0.0, 0.5, 0.25), DVec3::X)?).len(), 4);
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

/// A mesh at a pose.
struct Carried<'q> {
    corners: Corners<'q>,
    world_from_body: &'q Pose,
}

impl Triangles for Carried<'_> {
    #[inline]
    fn triangle(&self, number: u32) -> Triangle {
        self.world_from_body.carry_triangle(&self.corners.triangle(number as usize))
    }
}

impl WorldRays<'_> {
    /// What the ray meets first; of several at the same parameter, the body with the lowest handle
    /// and its triangle with the lowest number.
    pub fn first(&mut self, ray: &Ray) -> Option<BodyHit> {
        let mut best: Option<(BodyHit, Triangle)> = None;
        self.each(ray, |body, cast, scratch| {
            let Some((hit, corners)) = cast.first(scratch) else { return ControlFlow::Continue(()) };
            let sooner = |(other, other_corners): &(BodyHit, Triangle)| {
                Sooner(ray).compare((hit.t, &corners), (other.hit.t, other_corners)) == Ordering::Less
            };
            if best.as_ref().is_none_or(sooner) {
                best = Some((BodyHit { body, hit }, corners));
            }
            ControlFlow::Continue(())
        });
        best.map(|(hit, _)| hit)
    }

    /// Does the ray meet anything?
    pub fn any(&mut self, ray: &Ray) -> bool {
        let mut met = false;
        self.each(ray, |_, cast, scratch| {
            met = cast.any(scratch);
            if met { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        met
    }

    /// Everything that the ray meets, body by body in the order of their handles, each sorted along
    /// the ray.
    pub fn all(&mut self, ray: &Ray) -> Vec<BodyHit> {
        let mut found = Vec::new();
        self.each(ray, |body, cast, scratch| {
            found.extend(cast.all(scratch).into_iter().map(|hit| BodyHit { body, hit }));
            ControlFlow::Continue(())
        });
        found
    }

    /// How often the ray goes through the surface of each body; bodies that it does not go through
    /// are left out.
    pub fn crossings(&mut self, ray: &Ray) -> Vec<(Handle, Crossings)> {
        let mut found = Vec::new();
        self.each(ray, |body, cast, scratch| {
            let crossings = cast.crossings(scratch);
            if crossings != Crossings::default() {
                found.push((body, crossings));
            }
            ControlFlow::Continue(())
        });
        found
    }

    /// Every body whose ball the ray comes through, until `ask` breaks off.
    fn each(&mut self, ray: &Ray, mut ask: impl FnMut(Handle, &Cast<Carried>, &mut Scratch) -> ControlFlow<()>) {
        let World { scene, poses, .. } = self.world;
        for slot in scene.slots() {
            let Some(geometry) = &scene.node(slot).mesh else { continue };
            let world_from_body = poses.world_from(slot);
            let Some(walk) = walk(&geometry.model, world_from_body, ray) else { continue };
            let triangles = Carried { corners: geometry.model.mesh().corners(), world_from_body };
            if ask(scene.handle(slot), &Cast { walk, ray, triangles }, &mut self.scratch).is_break() {
                return;
            }
        }
    }
}

/// The ray in the frame of a body; none if it misses the ball around it.
fn walk<'m>(model: &'m Model, world_from_body: &Pose, ray: &Ray) -> Option<RayWalk<'m>> {
    let (tree, ball) = (model.tree(), model.tree().ball());
    let body_from_world = world_from_body.rotation().inverse();
    let origin = body_from_world * (ray.origin() - world_from_body.carry(ball.center));
    let direction = body_from_world * ray.direction();
    let lengths = ray.origin().abs() + world_from_body.translation().abs() + ball.center.abs();
    let off = OFF * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE;
    RayWalk::seen_from_center(tree, origin, direction, ray.end().is_some(), off)
}
