//! The parts of bodies in the world, and what each kind of part answers.
//!
//! For a walk through the tree of a mesh, a ray or a shape is brought into the frame of the mesh:
//! R⁻¹(x − t). That is off by less than [`CARRIED_BACK`] of |x| + |t| + |c| + r, c and r the centre
//! and radius of the mesh's ball in its own frame; carried corners, which are 2⁻²⁰⁰ off where they
//! were set to 0, are paid for too.

use super::{Against, NearestParts};
use crate::Answer;
use crate::geom::exact::Sooner;
use crate::geom::exact::root::Root;
use crate::geom::range::MIN_COORDINATE;
use crate::geom::shape::{Passage, Shape, ShapeError};
use crate::geom::{Ball, Clearance, DVec3, Interval, Pose, Ray, Triangle};
use crate::mesh::Corners;
use crate::query::{Cast, Crossings, RayHit, Scratch, Triangles, around_shape};
use crate::rounding::factor::UP_10;
use crate::rounding::shape::{CARRIED_BACK, CLEARANCE_BACK_UP};
use crate::wide::{self, PointWalk, RayWalk};
use crate::world::scene::{Geometry, SceneNode};
use crate::world::{BodyHit, BodyPart, Handle};
use std::cmp::Ordering;
use std::ops::ControlFlow;

/// The parts of a body that are filled, in its own frame: all but its mesh.
#[derive(Clone, Debug, Default)]
pub(in crate::world) struct FilledParts {
    pub shapes: Vec<Shape>,
}

impl FilledParts {
    pub(in crate::world) fn is_empty(&self) -> bool {
        self.shapes.is_empty()
    }

    /// Points whose hull holds all of them; none if one is without bounds.
    pub(in crate::world) fn corners(&self) -> Option<Vec<DVec3>> {
        let around = self.shapes.iter().map(Shape::corners_around);
        Some(around.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Are all of them within the range of coordinates, at a pose?
    pub(in crate::world) fn check(&self, world_from_body: &Pose) -> Result<(), ShapeError> {
        self.shapes.iter().try_for_each(|shape| shape.carried(world_from_body).map(drop))
    }

    /// The parts in the world, at a pose that was checked.
    fn at<'p>(&'p self, world_from_body: &'p Pose) -> impl Iterator<Item = Part<'p>> {
        (0..).zip(&self.shapes).map(move |(number, shape)| {
            let carried = shape.carried(world_from_body);
            Part::Shape(number, carried.expect("checked when the body was put there"))
        })
    }
}

/// A part of a body, in the world.
#[derive(Clone, Copy)]
pub(in crate::world) enum Part<'w> {
    Mesh(PlacedMesh<'w>),
    /// The exact shape with this number, carried.
    Shape(u32, Shape),
}

impl<'w> Part<'w> {
    /// The parts of a body at a pose, its mesh first.
    pub(in crate::world) fn of(
        node: &'w SceneNode,
        world_from_body: &'w Pose,
    ) -> impl Iterator<Item = Self> {
        Self::mesh_of(node, world_from_body)
            .into_iter()
            .chain(Self::filled_of(node, world_from_body))
    }

    pub(super) fn mesh_of(node: &'w SceneNode, world_from_body: &'w Pose) -> Option<Self> {
        Some(Self::Mesh(PlacedMesh::new(node.mesh.as_ref()?, world_from_body)))
    }

    pub(super) fn filled_of(
        node: &'w SceneNode,
        world_from_body: &'w Pose,
    ) -> impl Iterator<Item = Self> {
        node.shapes.iter().flat_map(|shapes| shapes.parts.at(world_from_body))
    }

    /// Does this filled part touch another, filled or a mesh?
    pub(super) fn touches(
        &self,
        other: &Self,
        clearance: Clearance,
        scratch: &mut Scratch,
    ) -> Answer {
        match (self, other) {
            (Self::Shape(_, shape), Self::Mesh(mesh)) => mesh.touches(shape, clearance, scratch),
            (Self::Shape(_, shape), Self::Shape(_, other)) => shape.touches_shape(other, clearance),
            // Two meshes have a row of their own.
            (Self::Mesh(_), _) => Answer::Undecided(()),
        }
    }

    /// Offers how far this filled part is from another, filled or a mesh.
    pub(super) fn offer_distance(
        &self,
        other: &Self,
        best: &mut NearestParts,
        scratch: &mut Scratch,
    ) {
        match (self, other) {
            (Self::Shape(_, shape), Self::Mesh(mesh)) => mesh.offer_distance(shape, best, scratch),
            (Self::Shape(_, shape), Self::Shape(_, other)) => {
                let (parts, gap) =
                    ((shape, Against::Shape(*other)), shape.distance_to_shape(other));
                best.offer(parts, gap, || shape.touches_shape(other, Clearance::NONE));
            }
            (Self::Mesh(_), _) => best.gap.lo = 0.0,
        }
    }

    /// Does a ray meet it?
    pub(in crate::world) fn is_met(&self, ray: &Ray, scratch: &mut Scratch) -> bool {
        match self {
            Self::Mesh(mesh) => mesh.cast(ray).is_some_and(|cast| cast.any(scratch)),
            Self::Shape(_, shape) => shape.passed(ray).is_some(),
        }
    }

    /// The first part of it that a ray meets.
    pub(in crate::world) fn first_met(
        &self,
        body: Handle,
        ray: &Ray,
        scratch: &mut Scratch,
    ) -> Option<PartHit> {
        match self {
            Self::Mesh(mesh) => mesh.cast(ray)?.first(scratch).map(|met| PartHit::mesh(body, met)),
            Self::Shape(number, shape) => {
                let Passage { enter, .. } = shape.passed(ray)?;
                let hit = BodyHit { body, part: BodyPart::Shape(*number), t: enter.bounds() };
                Some(PartHit { hit, met: Met::Shape(enter) })
            }
        }
    }

    /// All that a ray meets of it, in order.
    pub(in crate::world) fn all_met(
        &self,
        body: Handle,
        ray: &Ray,
        scratch: &mut Scratch,
    ) -> Vec<PartHit> {
        match self {
            Self::Mesh(mesh) => {
                let met = mesh.cast(ray).map_or_else(Vec::new, |cast| cast.all_met(scratch));
                met.into_iter().map(|met| PartHit::mesh(body, met)).collect()
            }
            Self::Shape(..) => self.first_met(body, ray, scratch).into_iter().collect(),
        }
    }

    /// The number of times that a ray goes through its surface.
    pub(in crate::world) fn crossings(&self, ray: &Ray, scratch: &mut Scratch) -> Crossings {
        let found = match self {
            Self::Mesh(mesh) => mesh.cast(ray).map(|cast| cast.crossings(scratch)),
            Self::Shape(_, shape) => {
                shape.passed(ray).map(|Passage { count, winding, .. }| Crossings { count, winding })
            }
        };
        found.unwrap_or_default()
    }
}

/// A mesh at a pose.
#[derive(Clone, Copy)]
pub(in crate::world) struct PlacedMesh<'w> {
    body: &'w Geometry,
    corners: Corners<'w>,
    world_from_body: &'w Pose,
}

impl Triangles for PlacedMesh<'_> {
    /// A triangle, carried into the world.
    #[inline(always)]
    fn triangle(&self, number: u32) -> Triangle {
        self.world_from_body.carried_triangle(&self.corners.triangle(number as usize))
    }
}

impl<'w> PlacedMesh<'w> {
    pub(in crate::world) fn new(body: &'w Geometry, world_from_body: &'w Pose) -> Self {
        Self { body, corners: body.model.mesh().indexed(), world_from_body }
    }

    /// The error of a point at x when it is brought into the mesh's frame, at most; x by the
    /// lengths of its coordinates.
    fn off(&self, lengths: DVec3) -> f64 {
        let ball = self.body.model.tree().ball();
        let lengths = lengths + self.world_from_body.shift().abs() + ball.center.abs();
        CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE
    }

    /// Compares a shape with every triangle that may come within a clearance of it.
    pub(in crate::world) fn each_near(
        &self,
        shape: &Shape,
        clearance: Clearance,
        scratch: &mut Scratch,
        mut tell: impl FnMut(u32, Answer) -> ControlFlow<()>,
    ) {
        // A shape brings its own share of the rounding along.
        let off = clearance.distance() * CLEARANCE_BACK_UP + self.off(DVec3::ZERO);
        let around = around_shape(shape).carried_back(self.world_from_body, off);
        wide::triangles_near(self.body.model.tree(), &around, scratch, &mut |number| {
            tell(number, shape.near(&self.triangle(number), clearance))
        });
    }

    fn touches(&self, shape: &Shape, clearance: Clearance, scratch: &mut Scratch) -> Answer {
        let mut answer = Answer::Clear;
        self.each_near(shape, clearance, scratch, |_, touch| {
            answer = answer.either(touch);
            match answer {
                Answer::Touching(()) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        match answer {
            Answer::Clear if self.holds(shape) => Answer::Touching(()),
            _ => answer,
        }
    }

    fn offer_distance(&self, shape: &Shape, best: &mut NearestParts, scratch: &mut Scratch) {
        let offer_triangle = |best: &mut NearestParts, number: u32| {
            let triangle = self.triangle(number);
            let parts = (shape, Against::Triangle(number, triangle));
            best.offer(parts, shape.distance_from(&triangle), || {
                shape.near(&triangle, Clearance::NONE)
            });
        };
        match shape.ball_of() {
            None => (0..self.body.model.mesh().triangle_count() as u32)
                .for_each(|number| offer_triangle(best, number)),
            Some(Ball { center, radius }) => {
                let (off, pose) = (self.off(center.abs()), self.world_from_body);
                let seen = pose.matrix().inverse() * (center - pose.shift());
                PointWalk::new(self.body.model.tree(), seen).nearest_first(
                    scratch,
                    &mut |number| {
                        offer_triangle(best, number);
                        // What is further from the centre is further from the shape than the best, or
                        // than the limit.
                        (best.gap.hi.min(best.gap.lo) + radius + off) * UP_10
                    },
                );
            }
        }
        if best.gap.hi > 0.0 && self.holds(shape) {
            best.offer((shape, Against::Inside), Interval::exactly(0.0), || Answer::Touching(()));
        }
    }

    /// Of a shape that touches no triangle: does it lie inside, if this is a solid? It is
    /// connected, so that one of its points tells. A half-space is larger than any body.
    pub(in crate::world) fn holds(&self, shape: &Shape) -> bool {
        let Some(solid) = &self.body.solid else { return false };
        let point = shape.some_point();
        shape.corners_around().is_some() && solid.holds(self.world_from_body, &[0], |_| [point; 3])
    }

    /// The ray in the frame of the mesh; none if it misses the ball around it.
    fn cast<'q>(&self, ray: &'q Ray) -> Option<Cast<'q, Self>>
    where
        'w: 'q,
    {
        let (tree, pose) = (self.body.model.tree(), self.world_from_body);
        let body_from_world = pose.matrix().inverse();
        let origin = body_from_world * (ray.origin - pose.carried(tree.ball().center));
        let direction = body_from_world * ray.direction;
        let (is_segment, off) = (ray.end.is_some(), self.off(ray.origin.abs()));
        let walk = RayWalk::seen_from_center(tree, origin, direction, is_segment, off)?;
        Some(Cast { walk, ray, triangles: *self })
    }
}

/// A part that a ray meets, and its pose in the world: this is enough to compare two exactly.
pub(in crate::world) struct PartHit {
    pub hit: BodyHit,
    met: Met,
}

enum Met {
    Triangle(Triangle),
    Shape(Root),
}

impl PartHit {
    fn mesh(body: Handle, (RayHit { triangle, t }, corners): (RayHit, Triangle)) -> Self {
        let hit = BodyHit { body, part: BodyPart::Triangle(triangle), t };
        Self { hit, met: Met::Triangle(corners) }
    }

    /// By parameter, exactly, then by body and part.
    pub(in crate::world) fn compare(&self, other: &Self, ray: &Ray) -> Ordering {
        let (a, b) = (&self.hit, &other.hit);
        let along = match (&self.met, &other.met) {
            _ if a.t.hi < b.t.lo => Ordering::Less,
            _ if a.t.lo > b.t.hi => Ordering::Greater,
            (Met::Triangle(of_a), Met::Triangle(of_b)) => {
                Sooner(ray).compare((a.t, of_a), (b.t, of_b))
            }
            _ => self.root(ray).compare(&other.root(ray)),
        };
        along.then((a.body, a.part).cmp(&(b.body, b.part)))
    }

    fn root(&self, ray: &Ray) -> Root {
        match &self.met {
            Met::Triangle(corners) => Sooner(ray).root(corners),
            Met::Shape(root) => root.clone(),
        }
    }
}
