//! Rays against the bodies of a world.
//!
//! **What an answer means**: the triangles and shapes of a body are carried into the world's frame
//! by its pose ([`Pose::carry`], [`Shape::carried`]), which is the only rounding; then everything
//! is as for a model at rest, and exact: [`Shape::pierced`].
//!
//! For the walk the ray is brought into the body's frame instead: R⁻¹(x − t). That is off by less
//! than [`CARRIED_BACK`] of |x| + |t| + |c| + r, c and r the centre and radius of the body's ball in
//! its own frame; carried corners, which are 2⁻²⁰⁰ off where they were set to 0, are paid for too.

use super::{Handle, World, shaped};
use crate::geom::exact::Sooner;
use crate::geom::exact::root::Root;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::shape::{Passage, Shape};
use crate::geom::{Interval, Pose, Ray, Triangle};
use crate::mesh::Corners;
use crate::parallel;
use crate::query::{Cast, Crossings, Model, RayHit, Scratch, Triangles};
use crate::rounding::shape::CARRIED_BACK;
use crate::wide::RayWalk;
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// A body that a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// The body.
    pub body: Handle,
    /// What of it.
    pub part: BodyPart,
    /// Where on the ray it begins: the point is origin + t·direction.
    pub t: Interval,
}

/// What of a body a ray meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum BodyPart {
    /// The triangle of its mesh with this number.
    Triangle(u32),
    /// The exact shape with this number ([`World::exact_shapes`]).
    Shape(u32),
}

/// So many rays at least are asked by one thread.
const STRIDE: usize = 32;

/// A world that is asked about rays. They meet the triangles of meshes, and exact shapes
/// ([`World::exact_shapes`]), which are filled: a ray that begins inside one meets it at once.
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
/// assert!(found.t.contains(2.0));
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

/// A part that a ray meets, where it is in the world: what it takes to compare two exactly.
enum RayMet {
    Triangle(Triangle),
    Shape(Root),
}

impl RayMet {
    fn root(&self, ray: &Ray) -> Root {
        match self {
            Self::Triangle(corners) => Sooner(ray).root(corners),
            Self::Shape(root) => root.clone(),
        }
    }
}

/// By parameter, exactly, then by body and part.
fn order(ray: &Ray, (a, a_met): &(BodyHit, RayMet), (b, b_met): &(BodyHit, RayMet)) -> Ordering {
    let along = match (a_met, b_met) {
        _ if a.t.hi < b.t.lo => Ordering::Less,
        _ if a.t.lo > b.t.hi => Ordering::Greater,
        (RayMet::Triangle(of_a), RayMet::Triangle(of_b)) => {
            Sooner(ray).compare((a.t, of_a), (b.t, of_b))
        }
        _ => a_met.root(ray).compare(&b_met.root(ray)),
    };
    along.then((a.body, a.part).cmp(&(b.body, b.part)))
}

/// A body that a ray may meet: its mesh, or one of its shapes.
enum Candidate<'q> {
    Mesh(Cast<'q, Carried<'q>>),
    Shape(u32, Shape),
}

impl WorldRays<'_> {
    /// What the ray meets first; of several at the same parameter, the body with the lowest handle,
    /// and of that triangles before shapes, those with the lowest number first.
    pub fn first(&mut self, ray: &Ray) -> Option<BodyHit> {
        let mut best: Option<(BodyHit, RayMet)> = None;
        self.each(ray, |body, candidate, scratch| {
            let next = match candidate {
                Candidate::Mesh(cast) => {
                    cast.first(scratch).map(|(hit, corners)| of_mesh(body, hit, corners))
                }
                Candidate::Shape(number, shape) => of_shape(body, number, &shape, ray),
            };
            if let Some(next) = next
                && best.as_ref().is_none_or(|best| order(ray, &next, best) == Ordering::Less)
            {
                best = Some(next);
            }
            ControlFlow::Continue(())
        });
        best.map(|(hit, _)| hit)
    }

    /// Does the ray meet anything?
    pub fn any(&mut self, ray: &Ray) -> bool {
        let mut met = false;
        self.each(ray, |_, candidate, scratch| {
            met = match candidate {
                Candidate::Mesh(cast) => cast.any(scratch),
                Candidate::Shape(_, shape) => shape.passed(ray).is_some(),
            };
            if met { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        met
    }

    /// Everything that the ray meets, body by body in the order of their handles, each sorted along
    /// the ray.
    pub fn all(&mut self, ray: &Ray) -> Vec<BodyHit> {
        let mut found: Vec<(BodyHit, RayMet)> = Vec::new();
        self.each(ray, |body, candidate, scratch| {
            match candidate {
                Candidate::Mesh(cast) => {
                    found.extend(
                        cast.all_met(scratch)
                            .into_iter()
                            .map(|(hit, corners)| of_mesh(body, hit, corners)),
                    );
                }
                Candidate::Shape(number, shape) => {
                    if let Some(next) = of_shape(body, number, &shape, ray) {
                        let own = found.partition_point(|(hit, _)| hit.body < body);
                        let place = found[own..]
                            .partition_point(|other| order(ray, other, &next) == Ordering::Less);
                        found.insert(own + place, next);
                    }
                }
            }
            ControlFlow::Continue(())
        });
        found.into_iter().map(|(hit, _)| hit).collect()
    }

    /// How often the ray goes through the surface of each body, of its mesh and of every exact
    /// shape; bodies that it does not go through are left out. Of shapes, an end in the surface
    /// counts as what is next to it on the ray.
    pub fn crossings(&mut self, ray: &Ray) -> Vec<(Handle, Crossings)> {
        let mut found: Vec<(Handle, Crossings)> = Vec::new();
        self.each(ray, |body, candidate, scratch| {
            let crossings = match candidate {
                Candidate::Mesh(cast) => cast.crossings(scratch),
                Candidate::Shape(_, shape) => {
                    let passed = shape.passed(ray);
                    passed.map_or_else(Crossings::default, |Passage { count, winding, .. }| {
                        Crossings { count, winding }
                    })
                }
            };
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
            ControlFlow::Continue(())
        });
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

    /// Every body whose ball the ray comes through, and every exact shape, until `ask` breaks off.
    fn each(
        &mut self,
        ray: &Ray,
        mut ask: impl FnMut(Handle, Candidate, &mut Scratch) -> ControlFlow<()>,
    ) {
        let World { scene, poses, .. } = self.world;
        for slot in scene.slots() {
            let (node, world_from_body) = (scene.node(slot), poses.world_from(slot));
            let mesh = node.mesh.as_ref().and_then(|geometry| {
                let walk = walk(&geometry.model, world_from_body, ray)?;
                let triangles =
                    Carried { corners: geometry.model.mesh().corners(), world_from_body };
                Some(Candidate::Mesh(Cast { walk, ray, triangles }))
            });
            let shapes = node.shapes.iter().flat_map(|shapes| (0..).zip(&*shapes.list));
            let shapes = shapes.map(|(number, shape)| {
                Candidate::Shape(number, shaped::in_world(shape, world_from_body))
            });
            for candidate in mesh.into_iter().chain(shapes) {
                if ask(scene.handle(slot), candidate, &mut self.scratch).is_break() {
                    return;
                }
            }
        }
    }
}

fn of_mesh(body: Handle, RayHit { triangle, t }: RayHit, corners: Triangle) -> (BodyHit, RayMet) {
    (BodyHit { body, part: BodyPart::Triangle(triangle), t }, RayMet::Triangle(corners))
}

fn of_shape(body: Handle, number: u32, shape: &Shape, ray: &Ray) -> Option<(BodyHit, RayMet)> {
    let Passage { enter, .. } = shape.passed(ray)?;
    Some((BodyHit { body, part: BodyPart::Shape(number), t: enter.bounds() }, RayMet::Shape(enter)))
}

/// The ray in the frame of a body; none if it misses the ball around it.
fn walk<'m>(model: &'m Model, world_from_body: &Pose, ray: &Ray) -> Option<RayWalk<'m>> {
    let (tree, ball) = (model.tree(), model.tree().ball());
    let body_from_world = world_from_body.rotation().inverse();
    let origin = body_from_world * (ray.origin() - world_from_body.carry(ball.center));
    let direction = body_from_world * ray.direction();
    let lengths = ray.origin().abs() + world_from_body.translation().abs() + ball.center.abs();
    let off = CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE;
    RayWalk::seen_from_center(tree, origin, direction, ray.end().is_some(), off)
}
