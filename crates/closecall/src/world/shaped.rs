//! Bodies that have exact shapes: floors without end, balls, cylinders, boxes.
//!
//! **What an answer means**: shapes and triangles are carried into the world's frame by the poses
//! of their bodies ([`Shape::carried`], [`Pose::carry`]), which is the only rounding; then
//! [`Shape::touches_within`] and [`Shape::touches_shape_within`] decide. A shape is filled: what
//! lies inside touches it. A mesh is its surface, unless its body is a solid. Where there is no
//! exact predicate and rounding leaves it open, the answer is [`Touch::Undecided`].
//!
//! For the walk the shape's convex body is brought into the frame of the mesh: it is larger by the
//! clearance and by [`CARRIED_BACK`] of all lengths, as in `shapes`.

use super::poses::Poses;
use super::scene::{Geometry, Scene};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::shape::{Shape, Touch};
use crate::geom::{Clearance, Interval, Pose};
use crate::query::{Scratch, around_shape};
use crate::rounding::factor::UP_10;
use crate::rounding::shape::CARRIED_BACK;
use crate::rounding::shape::CLEARANCE_BACK_UP;
use crate::wide::{self, PointWalk};
use std::ops::ControlFlow;

/// Two bodies about to be asked, of which one has exact shapes.
pub(super) struct Shaped<'w> {
    pub scene: &'w Scene,
    pub poses: &'w Poses,
    pub clearance: Clearance,
}

impl Shaped<'_> {
    /// Does a shape of one touch a shape or the mesh of the other?
    pub(super) fn touch(&self, a: u32, b: u32, scratch: &mut Scratch) -> Touch {
        let [of_a, of_b] = [a, b].map(|slot| self.shapes(slot));
        let mut answer = Touch::Apart;
        for (one, other) in of_a.iter().flat_map(|one| of_b.iter().map(move |other| (one, other))) {
            answer = stronger(answer, one.touches_shape_within(other, self.clearance));
        }
        for (shapes, slot) in [(&of_a, b), (&of_b, a)] {
            let Some(geometry) = &self.scene.node(slot).mesh else { continue };
            for shape in shapes {
                if answer == Touch::Touching {
                    return answer;
                }
                answer = stronger(
                    answer,
                    self.touches_mesh(shape, geometry, self.poses.world_from(slot), scratch),
                );
            }
        }
        answer
    }

    /// How far the shapes of one are from the other: at least and at most, where that is not above
    /// the limit; beyond it only the lower bound counts.
    pub(super) fn distance(&self, a: u32, b: u32, limit: f64, scratch: &mut Scratch) -> Interval {
        let [of_a, of_b] = [a, b].map(|slot| self.shapes(slot));
        let mut best = BestShape { low: limit.next_up(), high: f64::INFINITY };
        for (one, other) in of_a.iter().flat_map(|one| of_b.iter().map(move |other| (one, other))) {
            best.offer(one.distance_to_shape(other), || one.touches_shape(other));
        }
        for (shapes, slot) in [(&of_a, b), (&of_b, a)] {
            let Some(geometry) = &self.scene.node(slot).mesh else { continue };
            for shape in shapes {
                self.to_mesh(shape, geometry, self.poses.world_from(slot), &mut best, scratch);
            }
        }
        Interval { lo: best.low.min(best.high), hi: best.high }
    }

    fn to_mesh(
        &self,
        shape: &Shape,
        body: &Geometry,
        world_from_body: &Pose,
        best: &mut BestShape,
        scratch: &mut Scratch,
    ) {
        let (mesh, tree) = (body.model.mesh(), body.model.tree());
        let offer = |best: &mut BestShape, number: u32| {
            let triangle = world_from_body.carry_triangle(&mesh.triangle(number as usize));
            best.offer(shape.distance_to(&triangle), || shape.touches(&triangle));
        };
        match shape.ball_around() {
            None => (0..mesh.triangle_count() as u32).for_each(|number| offer(best, number)),
            Some((center, radius)) => {
                let ball = tree.ball();
                let lengths =
                    world_from_body.translation().abs() + ball.center.abs() + center.abs();
                let off =
                    CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE;
                let seen =
                    world_from_body.rotation().inverse() * (center - world_from_body.translation());
                PointWalk::new(tree, seen).nearest_first(scratch, &mut |number| {
                    offer(best, number);
                    // What is further from the centre is further from the shape than the best, or
                    // than the limit.
                    (best.high.min(best.low) + radius + off) * UP_10
                });
            }
        }
        if best.high > 0.0 && lies_inside(shape, body, world_from_body) {
            *best = BestShape { low: 0.0, high: 0.0 };
        }
    }

    /// The shapes of a body, in the world.
    fn shapes(&self, slot: u32) -> Vec<Shape> {
        let shapes = self.scene.node(slot).shapes.iter().flat_map(|shapes| &*shapes.list);
        let world_from_body = self.poses.world_from(slot);
        shapes.map(|shape| in_world(shape, world_from_body)).collect()
    }

    fn touches_mesh(
        &self,
        shape: &Shape,
        body: &Geometry,
        world_from_body: &Pose,
        scratch: &mut Scratch,
    ) -> Touch {
        let (mesh, tree) = (body.model.mesh(), body.model.tree());
        let ball = tree.ball();
        let lengths = world_from_body.translation().abs() + ball.center.abs();
        let limit = self.clearance.distance() * CLEARANCE_BACK_UP;
        let off =
            limit + CARRIED_BACK * (lengths.element_sum() + ball.radius) + 4.0 * MIN_COORDINATE;
        let around = around_shape(shape).carried_back(world_from_body, off);
        let mut answer = Touch::Apart;
        wide::triangles_near(tree, &around, scratch, &mut |number| {
            let triangle = world_from_body.carry_triangle(&mesh.triangle(number as usize));
            answer = stronger(answer, shape.touches_within(&triangle, self.clearance));
            if answer == Touch::Touching {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if answer == Touch::Apart && lies_inside(shape, body, world_from_body) {
            Touch::Touching
        } else {
            answer
        }
    }
}

/// A shape of a body, in the world.
pub(super) fn in_world(shape: &Shape, world_from_body: &Pose) -> Shape {
    shape.carried(world_from_body).expect("checked when the body was put there")
}

/// Of a shape that touches no triangle of a body: does it lie inside, if that is a solid? It is
/// connected, so that one of its points tells. A half-space is larger than any body.
fn lies_inside(shape: &Shape, body: &Geometry, world_from_body: &Pose) -> bool {
    let Some(solid) = &body.solid else { return false };
    let point = shape.some_point();
    shape.corners_around().is_some() && solid.holds(world_from_body, &[0], |_| [point; 3])
}

/// The nearest so far.
struct BestShape {
    low: f64,
    high: f64,
}

impl BestShape {
    /// An interval of a distance; where it holds 0, the predicate may know more.
    fn offer(&mut self, Interval { lo, hi }: Interval, touch: impl Fn() -> Touch) {
        let touches = lo <= 0.0 && self.high > 0.0 && touch() == Touch::Touching;
        self.low = self.low.min(lo);
        self.high = self.high.min(if touches { 0.0 } else { hi });
    }
}

/// What both say together: a touch is a touch, and what is open stays open beside what is apart.
fn stronger(one: Touch, other: Touch) -> Touch {
    match (one, other) {
        (Touch::Touching, _) | (_, Touch::Touching) => Touch::Touching,
        (Touch::Undecided, _) | (_, Touch::Undecided) => Touch::Undecided,
        (Touch::Apart, Touch::Apart) => Touch::Apart,
    }
}
