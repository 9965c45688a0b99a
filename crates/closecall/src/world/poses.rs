//! The places of all bodies: poses in the parents' frames, as given, and in the world, as composed from
//! them.

use super::broad::Mobility;
use super::scene::Scene;
use super::space::PlacedOutline;
use super::{MAX_TRANSLATION, WorldError};
use crate::geom::Pose;

/// The poses of all bodies and frames, by slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Poses {
    parent_from_body: Vec<Pose>,
    world_from_body: Vec<Pose>,
    /// The bodies that moved since the last question, each once, and marks for that.
    moved: Vec<u32>,
    marked: Vec<bool>,
    /// Room for a change: who is given a pose, with how many bodies above, and what it replaces.
    given: Vec<(u32, u32)>,
    before: Before,
}

/// The data that a change replaces: poses that are given, and poses in the world of all bodies
/// that moved.
#[derive(Clone, Debug, Default)]
struct Before {
    given: Vec<(u32, Pose)>,
    world: Vec<Pose>,
}

impl Poses {
    /// A pose for a new body.
    pub(super) fn insert(
        &mut self,
        scene: &Scene,
        slot: u32,
        parent_from_body: Pose,
    ) -> Result<(), WorldError> {
        let place = slot as usize;
        if place >= self.marked.len() {
            self.parent_from_body.resize(place + 1, Pose::IDENTITY);
            self.world_from_body.resize(place + 1, Pose::IDENTITY);
            self.marked.resize(place + 1, false);
        }
        self.parent_from_body[place] = parent_from_body;
        self.world_from_body[place] = self.composed(scene, slot)?;
        Ok(())
    }

    pub(super) fn parent_from(&self, slot: u32) -> &Pose {
        &self.parent_from_body[slot as usize]
    }

    pub(super) fn world_from(&self, slot: u32) -> &Pose {
        &self.world_from_body[slot as usize]
    }

    /// The outline of a body where it is; none of a frame, or without bounds.
    pub(super) fn placed<'p>(&'p self, scene: &'p Scene, slot: u32) -> Option<PlacedOutline<'p>> {
        let node = scene.node(slot);
        let outline = node.outline()?;
        Some(PlacedOutline { outline, world_from_body: self.world_from(slot), growth: node.growth })
    }

    /// Other poses for some bodies, and for all that is attached to them. Where one is out of range, or
    /// fixed and would move, all stay.
    ///
    /// Every body is composed once, after the one it is attached to: bodies are followed from the highest
    /// down, and one that was reached from above is done.
    pub(super) fn set(
        &mut self,
        scene: &Scene,
        given: impl IntoIterator<Item = (u32, Pose)>,
    ) -> Result<(), WorldError> {
        debug_assert!(self.moved.is_empty(), "what moved was asked for");
        for (slot, parent_from_body) in given {
            let before =
                std::mem::replace(&mut self.parent_from_body[slot as usize], parent_from_body);
            self.given.push((scene.node(slot).depth, slot));
            self.before.given.push((slot, before));
        }
        let mut given = std::mem::take(&mut self.given);
        given.sort_unstable();
        let mut tops = given.drain(..).map(|(_, slot)| slot);
        let set = tops.try_for_each(|slot| {
            if self.marked[slot as usize] { Ok(()) } else { self.follow(scene, slot) }
        });
        drop(tops);
        self.given = given;
        if set.is_err() {
            self.take_back();
        }
        self.before.given.clear();
        self.before.world.clear();
        set
    }

    /// Composes the poses of a body and of all that is attached to it anew.
    fn follow(&mut self, scene: &Scene, top: u32) -> Result<(), WorldError> {
        let (mut waiting, mut next) = (Vec::new(), Some(top));
        while let Some(slot) = next {
            let pose = self.composed(scene, slot)?;
            let node = scene.node(slot);
            if node.mobility == Mobility::Fixed && pose != *self.world_from(slot) {
                return Err(WorldError::Fixed { name: node.name.clone() });
            }
            self.before
                .world
                .push(std::mem::replace(&mut self.world_from_body[slot as usize], pose));
            self.marked[slot as usize] = true;
            self.moved.push(slot);
            waiting.extend(&node.children);
            next = waiting.pop();
        }
        Ok(())
    }

    /// Everything as it was before [`Poses::set`]; nothing has moved.
    fn take_back(&mut self) {
        for (slot, pose) in self.moved.drain(..).zip(self.before.world.drain(..)) {
            self.world_from_body[slot as usize] = pose;
            self.marked[slot as usize] = false;
        }
        // The last first: a body may be given twice.
        for (slot, pose) in self.before.given.drain(..).rev() {
            self.parent_from_body[slot as usize] = pose;
        }
    }

    /// The pose in the world: the parent's, composed with the body's own.
    #[inline]
    fn composed(&self, scene: &Scene, slot: u32) -> Result<Pose, WorldError> {
        let node = scene.node(slot);
        let own = &self.parent_from_body[slot as usize];
        let pose = match node.parent {
            Some(parent) => self.world_from(parent).compose(own),
            None => Ok(own.orthogonal()),
        };
        let pose = pose.map_err(|error| WorldError::Pose { name: node.name.clone(), error })?;
        let value = pose.shift().abs().max_element();
        if value > MAX_TRANSLATION {
            return Err(WorldError::TooFar { name: node.name.clone(), value });
        }
        let checked = node.shapes.as_ref().map_or(Ok(()), |shapes| shapes.parts.check(&pose));
        checked.map_err(|error| WorldError::Shape { name: node.name.clone(), error })?;
        Ok(pose)
    }

    /// The bodies that moved; the list is lent out, so that it keeps its room.
    pub(super) fn take_moved(&mut self) -> Vec<u32> {
        let moved = std::mem::take(&mut self.moved);
        moved.iter().for_each(|&slot| self.marked[slot as usize] = false);
        moved
    }

    pub(super) fn give_back(&mut self, emptied: Vec<u32>) {
        self.moved = emptied;
    }
}
