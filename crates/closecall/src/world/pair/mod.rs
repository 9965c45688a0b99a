//! Two bodies: the one place that decides which code answers for them.
//!
//! A body has *parts*: at most one mesh, which is a surface or bounds a solid, and any number of
//! exact shapes, which are filled. A body without parts is a frame. Two bodies touch if two of
//! their parts do, and their distance is the least of two parts. The table of the parts:
//!
//! | parts | frame | touch | distance | triangles | memory, budget |
//! |---|---|---|---|---|---|
//! | mesh, mesh | of A, [`Pose::relative`] | exact | certified interval | all | yes |
//! | shape, mesh | of the world | [`Shape::touches`] | certified interval | none | no |
//! | shape, shape | of the world | [`Shape::touches_shape`] | certified interval | none | no |
//!
//! Into the world's frame parts are carried by the poses of their bodies ([`Shape::carried`],
//! [`Pose::carry`]), which is the only rounding. An answer has three values: where there is no exact
//! predicate for two parts and rounding leaves it open, the answer is [`Answer::Undecided(())`], which
//! never counts as apart. What lies inside a solid touches it, though it touches no triangle.
//!
//! A kind of part supplies, in `part`: how a body holds it ([`FilledParts`]) and its bounds, its parts
//! in the world ([`Part`]), its rows of the table, and its answers to rays. A new kind is written
//! there, and has a builder in [`Body`](super::Body); a new question is a function here. Of bodies that move, `sweep::rows` has the
//! answers of each [`Row`].

mod nearest;
mod part;

use nearest::{Against, NearestParts};

pub(super) use part::{FilledParts, Part, PartHit, PlacedMesh};

use super::clearance::{Clearances, larger};
use super::nearest::BodyDistance;
use super::poses::Poses;
use super::scene::Scene;
use super::{Contacts, Handle};
use crate::Answer;
use crate::geom::{Clearance, Interval, Pose};
use crate::query::solid::Filled;
use crate::query::two::{Means, Two};
use crate::query::{Ask, ContactPairs, Scratch};
use crate::wide::Distance;

/// A row of the table, or two: the kinds of parts that one piece of code answers for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Row {
    /// The meshes of both bodies.
    Meshes,
    /// The exact shapes of one body, and all parts of the other.
    Shapes,
}

impl Row {
    /// All of them, in the order in which they are asked.
    pub(super) const ALL: [Self; 2] = [Self::Meshes, Self::Shapes];

    /// Do two bodies have parts of this row?
    #[inline]
    pub(super) fn is_of(self, scene: &Scene, [a, b]: [u32; 2]) -> bool {
        match self {
            Self::Meshes => scene.meshes([a, b]).is_some(),
            Self::Shapes => scene.one_is_shaped(a, b),
        }
    }

    /// Returns a body with parts of this row, if any may have some.
    pub(super) fn any(self, scene: &Scene) -> Option<u32> {
        match self {
            Self::Meshes => scene.slots().next(),
            Self::Shapes => scene.any_shaped(),
        }
    }
}

/// All bodies, at the poses that a question is about.
#[derive(Clone, Copy)]
pub(super) struct Bodies<'w> {
    pub scene: &'w Scene,
    pub poses: &'w Poses,
    pub clearances: &'w Clearances,
    pub ask: &'w Ask,
}

impl<'w> Bodies<'w> {
    /// Two bodies, the lower slot first, and how they are asked.
    pub(super) fn pair(self, (a, b): (u32, u32)) -> BodyPair<'w> {
        let Self { scene, poses, ask, .. } = self;
        BodyPair { scene, poses, slots: [a, b], ask, clearance: self.clearance([a, b]) }
    }

    /// The larger of what the question asks for and what two bodies have.
    pub(super) fn clearance(self, [a, b]: [u32; 2]) -> Clearance {
        larger(self.clearances.of(self.scene, a, b), self.ask.clearance)
    }
}

/// Two bodies about to be asked, A with the lower slot.
#[derive(Clone, Copy)]
pub(super) struct BodyPair<'w> {
    pub scene: &'w Scene,
    pub poses: &'w Poses,
    pub slots: [u32; 2],
    pub ask: &'w Ask,
    /// Bodies no further apart count as touching.
    pub clearance: Clearance,
}

/// The meshes of two bodies about to be asked.
#[derive(Clone, Copy)]
pub(super) struct MeshPair<'w> {
    bodies: [Filled<'w>; 2],
    pub a_from_b: Pose,
    ask: Ask,
}

impl MeshPair<'_> {
    pub(super) fn two(&self) -> Two<'_> {
        Two { bodies: self.bodies, a_from_b: &self.a_from_b, ask: &self.ask }
    }

    /// Is one of the two a solid?
    pub(super) fn has_solid(&self) -> bool {
        self.bodies.iter().any(|(_, solid)| solid.is_some())
    }
}

impl<'w> BodyPair<'w> {
    /// Has one of the two exact shapes?
    fn is_shaped(&self) -> bool {
        Row::Shapes.is_of(self.scene, self.slots)
    }

    pub(super) fn handles(&self) -> (Handle, Handle) {
        let [a, b] = self.slots.map(|slot| self.scene.handle(slot));
        (a, b)
    }

    /// Do they touch? A memory, if there is one, is of their meshes.
    pub(super) fn touch(&self, means: &mut Means) -> Answer {
        match self.meshes() {
            Some(meshes) if meshes.two().collides(means) => Answer::Touching(()),
            _ => self.shapes_touch(means.scratch),
        }
    }

    /// Their handles, unless they are certainly apart.
    pub(super) fn collision(&self, means: &mut Means) -> Option<(Handle, Handle)> {
        (self.touch(means) != Answer::Clear).then(|| self.handles())
    }

    /// Their handles, and whether they touch.
    pub(super) fn answer(&self, means: &mut Means) -> ((Handle, Handle), Answer) {
        (self.handles(), self.touch(means))
    }

    /// Their touching triangles, unless they are certainly apart.
    pub(super) fn contacts(&self, means: &mut Means) -> Option<Contacts> {
        let (a, b) = self.handles();
        let contacts = |ContactPairs { pairs, rest }| Contacts { a, b, triangles: pairs, rest };
        if let Some(meshes) = self.meshes() {
            let found = meshes.two().contacts(means);
            if !found.pairs.is_empty() || found.rest.is_some() || meshes.two().one_is_inside() {
                return Some(contacts(found));
            }
        }
        let touches = self.shapes_touch(means.scratch) != Answer::Clear;
        touches.then(|| contacts(ContactPairs::default()))
    }

    /// The distance of the two; none if that is certainly above a limit. Clearances play no part.
    pub(super) fn distance(&self, limit: f64, means: &mut Means) -> Option<BodyDistance> {
        let meshes = self.meshes().and_then(|meshes| meshes.two().distance(limit, means));
        if !self.is_shaped() {
            return meshes.map(|found| self.meshes_apart(found));
        }
        let gap = meshes.map(|found| found.distance);
        let limit = gap.map_or(limit, |gap| gap.hi);
        let shapes = self.shapes_distance(limit, means.scratch);
        let found = match meshes {
            Some(found) if found.distance.hi <= shapes.gap.hi => self.meshes_apart(found),
            None if shapes.gap.lo > limit => return None,
            _ => self.shapes_apart(&shapes),
        };
        let lo = gap.map_or(shapes.gap.lo, |gap| gap.lo.min(shapes.gap.lo));
        Some(BodyDistance { distance: Interval { lo, ..found.distance }, ..found })
    }

    /// The distance, given the nearest points of their meshes.
    fn meshes_apart(&self, found: Distance) -> BodyDistance {
        let (a, b) = self.handles();
        let world_from_a = self.poses.world_from(self.slots[0]);
        let points = [found.point_a, found.point_b].map(|point| world_from_a.carry(point));
        let triangles = [Some(found.a), Some(found.b)];
        let (distance, points) = (found.distance, Some(points));
        BodyDistance { a, b, distance, meshes: Some(found), points, triangles }
    }

    /// The distance, given the nearest exact shape.
    fn shapes_apart(&self, found: &NearestParts) -> BodyDistance {
        let (a, b) = self.handles();
        let (points, triangles) = (found.points(), found.triangles());
        BodyDistance { a, b, distance: found.gap, meshes: None, points, triangles }
    }

    /// The row of two meshes, if both have one.
    pub(super) fn meshes(&self) -> Option<MeshPair<'w>> {
        let [a, b] = self.scene.meshes(self.slots)?;
        let [world_from_a, world_from_b] = self.slots.map(|slot| self.poses.world_from(slot));
        let a_from_b = relative(world_from_a, world_from_b);
        let ask = Ask { clearance: self.clearance, ..*self.ask };
        Some(MeshPair { bodies: [a.filled(), b.filled()], a_from_b, ask })
    }

    /// The rows of a shape: does a shape of one touch a part of the other?
    pub(super) fn shapes_touch(&self, scratch: &mut Scratch) -> Answer {
        let mut answer = Answer::Clear;
        self.each_filled_row(|_, filled, other| {
            if answer != Answer::Touching(()) {
                answer = answer.either(filled.touches(other, self.clearance, scratch));
            }
        });
        answer
    }

    /// The rows of a shape: how far the shapes of one are from the other, at least and at most,
    /// where that is not above the limit; beyond it only the lower bound counts.
    pub(super) fn shapes_distance(&self, limit: f64, scratch: &mut Scratch) -> NearestParts {
        let mut best = NearestParts::beyond(limit);
        self.each_filled_row(|side, filled, other| {
            best.side = side;
            filled.offer_distance(other, &mut best, scratch);
        });
        best.gap.lo = best.gap.lo.min(best.gap.hi);
        best
    }

    /// Visits every two parts of which one is filled, with its side and the filled one first: two
    /// filled ones before those with a mesh.
    fn each_filled_row(&self, mut visit: impl FnMut(usize, &Part, &Part)) {
        if !self.is_shaped() {
            return;
        }
        let body = |slot| (self.scene.node(slot), self.poses.world_from(slot));
        let [of_a, of_b]: [Vec<Part>; 2] = self.slots.map(|slot| {
            let (node, pose) = body(slot);
            Part::filled_of(node, pose).collect()
        });
        let mut visit_all = |side: usize, filled: &[Part], others: &[Part]| {
            for one in filled {
                others.iter().for_each(|other| visit(side, one, other));
            }
        };
        visit_all(0, &of_a, &of_b);
        for (side, filled) in [&of_a, &of_b].into_iter().enumerate() {
            let other = self.slots[1 - side];
            let (node, pose) = body(other);
            if let Some(mesh) = Part::mesh_of(node, pose) {
                visit_all(side, filled, &[mesh]);
            }
        }
    }
}

/// The relative pose of the contract.
pub(super) fn relative(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    world_from_a.relative(world_from_b).expect("no body is so far away that this is out of range")
}
