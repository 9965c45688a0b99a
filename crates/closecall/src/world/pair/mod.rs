//! Two bodies: the one place that decides which code answers for them.
//!
//! A body has *parts*: at most one mesh, which is a surface or bounds a solid, and any number of
//! exact shapes, which are filled. A body without parts is a frame. Two bodies touch if two of
//! their parts do, and their distance is the least of two parts. The table of the parts:
//!
//! | parts | frame | touch | distance | triangles | memory, budget |
//! |---|---|---|---|---|---|
//! | mesh, mesh | of A, [`Pose::relative`] | exact | certified interval | all | yes |
//! | shape, mesh | of the world | [`Shape::touches_within`] | certified interval | none | no |
//! | shape, shape | of the world | [`Shape::touches_shape_within`] | certified interval | none | no |
//!
//! Into the world's frame parts are carried by the poses of their bodies ([`Shape::carried`],
//! [`Pose::carry`]), which is the only rounding. An answer has three values: where there is no exact
//! predicate for two parts and rounding leaves it open, the answer is [`Answer::Undecided(())`], which
//! never counts as apart. What lies inside a solid touches it, though it touches no triangle.
//!
//! A kind of part supplies, in `part`: its parts of a body in the world ([`Part`]), its rows of the
//! table, and its answers to rays. What bounds it, `Outline` knows. A new kind is a variant there
//! and a row here; a new question is a function here.

mod meshes;
mod part;

pub(super) use meshes::{MeshPair, one_is_inside};
pub(super) use part::{Part, PartHit, PlacedMesh};

use super::clearance::Clearances;
use super::nearest::BodyDistance;
use super::poses::Poses;
use super::scene::Scene;
use super::{Contacts, Handle};
use crate::Answer;
use crate::geom::shape::Shape;
use crate::geom::{Clearance, Interval, Pose};
use crate::query::Scratch;
use crate::wide::Warm;

/// All bodies, at the poses that a question is about.
#[derive(Clone, Copy)]
pub(super) struct Bodies<'w> {
    pub scene: &'w Scene,
    pub poses: &'w Poses,
    pub clearances: &'w Clearances,
}

impl<'w> Bodies<'w> {
    /// Two bodies, the lower slot first, and the clearance that they have.
    pub(super) fn pair(self, (a, b): (u32, u32)) -> BodyPair<'w> {
        let Self { scene, poses, clearances } = self;
        BodyPair { scene, poses, slots: [a, b], clearance: clearances.of(scene, a, b) }
    }
}

/// Two bodies about to be asked, A with the lower slot.
#[derive(Clone, Copy)]
pub(super) struct BodyPair<'w> {
    pub scene: &'w Scene,
    pub poses: &'w Poses,
    pub slots: [u32; 2],
    /// What is no further apart counts as touching.
    pub clearance: Clearance,
}

impl<'w> BodyPair<'w> {
    /// Has one of the two exact shapes?
    fn is_shaped(&self) -> bool {
        self.scene.one_is_shaped(self.slots[0], self.slots[1])
    }

    pub(super) fn handles(&self) -> (Handle, Handle) {
        let [a, b] = self.slots.map(|slot| self.scene.handle(slot));
        (a, b)
    }

    /// Do they touch? A memory, if there is one, is of their meshes.
    pub(super) fn touch(&self, warm: Option<&mut Warm>, scratch: &mut Scratch) -> Answer {
        match self.meshes() {
            Some(meshes) if meshes.touch(warm, scratch) => Answer::Touching(()),
            _ => self.shapes_touch(scratch),
        }
    }

    /// Their handles, unless they are certainly apart.
    pub(super) fn collision(
        &self,
        warm: Option<&mut Warm>,
        scratch: &mut Scratch,
    ) -> Option<(Handle, Handle)> {
        (self.touch(warm, scratch) != Answer::Clear).then(|| self.handles())
    }

    /// Their touching triangles, unless they are certainly apart.
    pub(super) fn contacts(
        &self,
        warm: Option<&mut Warm>,
        scratch: &mut Scratch,
    ) -> Option<Contacts> {
        let found = self.meshes().and_then(|meshes| meshes.contacts(warm, scratch));
        let (a, b) = self.handles();
        found
            .or_else(|| (self.shapes_touch(scratch) != Answer::Clear).then(Vec::new))
            .map(|triangles| Contacts { a, b, triangles })
    }

    /// How far apart they are; none if that is certainly above a limit. Clearances play no part.
    pub(super) fn distance(&self, limit: f64, scratch: &mut Scratch) -> Option<BodyDistance> {
        let meshes = self.meshes().and_then(|meshes| meshes.distance(limit, scratch));
        let (a, b) = self.handles();
        let of = |distance, meshes| BodyDistance { a, b, distance, meshes };
        let gap = meshes.map(|found| found.distance);
        if !self.is_shaped() {
            return gap.map(|gap| of(gap, meshes));
        }
        let limit = gap.map_or(limit, |gap| gap.hi);
        let shapes = self.shapes_distance(limit, scratch);
        match gap {
            Some(gap) if gap.hi <= shapes.hi => {
                Some(of(Interval { lo: gap.lo.min(shapes.lo), ..gap }, meshes))
            }
            Some(gap) => Some(of(Interval { lo: gap.lo.min(shapes.lo), ..shapes }, None)),
            None => (shapes.lo <= limit).then(|| of(shapes, None)),
        }
    }

    /// The row of two meshes, if both have one.
    pub(super) fn meshes(&self) -> Option<MeshPair<'w>> {
        let [a, b] = self.scene.meshes(self.slots)?;
        let [world_from_a, world_from_b] = self.slots.map(|slot| self.poses.world_from(slot));
        let a_from_b = relative(world_from_a, world_from_b);
        Some(MeshPair { bodies: [a, b], a_from_b, clearance: self.clearance })
    }

    /// The rows of a shape: does a shape of one touch a part of the other?
    pub(super) fn shapes_touch(&self, scratch: &mut Scratch) -> Answer {
        let mut answer = Answer::Clear;
        self.each_row_of_shapes(|shape, part| {
            if answer != Answer::Touching(()) {
                answer = answer.either(part.touches(shape, self.clearance, scratch));
            }
        });
        answer
    }

    /// The rows of a shape: how far the shapes of one are from the other, at least and at most,
    /// where that is not above the limit; beyond it only the lower bound counts.
    pub(super) fn shapes_distance(&self, limit: f64, scratch: &mut Scratch) -> Interval {
        let mut best = Interval { lo: limit.next_up(), hi: f64::INFINITY };
        self.each_row_of_shapes(|shape, part| part.offer_distance(shape, &mut best, scratch));
        Interval { lo: best.lo.min(best.hi), ..best }
    }

    /// Visits every two parts of which one is a shape, the shape first: two shapes before shape and
    /// mesh.
    fn each_row_of_shapes(&self, mut visit: impl FnMut(&Shape, &Part)) {
        if !self.is_shaped() {
            return;
        }
        let body = |slot| (self.scene.node(slot), self.poses.world_from(slot));
        let [of_a, of_b]: [Vec<Part>; 2] = self.slots.map(|slot| {
            let (node, pose) = body(slot);
            Part::shapes_of(node, pose).collect()
        });
        let mut visit_all = |shapes: &[Part], others: &[Part]| {
            for shape in shapes.iter().filter_map(Part::shape) {
                others.iter().for_each(|other| visit(shape, other));
            }
        };
        visit_all(&of_a, &of_b);
        for (shapes, other) in [(&of_a, self.slots[1]), (&of_b, self.slots[0])] {
            let (node, pose) = body(other);
            if let Some(mesh) = Part::mesh_of(node, pose) {
                visit_all(shapes, &[mesh]);
            }
        }
    }
}

/// Takes an interval of a distance into the least so far; where it holds 0, the predicate may know
/// more.
fn offer(best: &mut Interval, Interval { lo, hi }: Interval, touch: impl Fn() -> Answer) {
    let touches = lo <= 0.0 && best.hi > 0.0 && touch() == Answer::Touching(());
    best.lo = best.lo.min(lo);
    best.hi = best.hi.min(if touches { 0.0 } else { hi });
}

/// The relative pose of the contract.
pub(super) fn relative(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    world_from_a.relative(world_from_b).expect("no body is so far away that this is out of range")
}
