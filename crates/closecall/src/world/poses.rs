//! Where everything is: poses in the parents' frames, as given, and in the world, as composed from them.

use super::scene::Scene;
use super::space::Placed;
use super::{MAX_TRANSLATION, WorldError};
use crate::geom::Pose;

/// The poses of all bodies and frames, by slot.
#[derive(Clone, Debug, Default)]
pub(super) struct Poses {
    parent_from_body: Vec<Pose>,
    world_from_body: Vec<Pose>,
    /// Who has moved since this was last asked, each once, and marks for that.
    moved: Vec<u32>,
    marked: Vec<bool>,
}

impl Poses {
    /// A pose for a new body.
    pub(super) fn insert(&mut self, scene: &Scene, slot: u32, parent_from_body: Pose) -> Result<(), WorldError> {
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

    /// The outline of a body where it is; none of a frame.
    pub(super) fn placed<'p>(&'p self, scene: &'p Scene, slot: u32) -> Option<Placed<'p>> {
        let mesh = scene.node(slot).mesh.as_ref()?;
        Some(Placed { outline: &mesh.outline, world_from_body: self.world_from(slot) })
    }

    /// Another pose for a body, and for all that hangs on it. Where one is out of range, all stay.
    pub(super) fn set(&mut self, scene: &Scene, slot: u32, parent_from_body: Pose) -> Result<(), WorldError> {
        let before = std::mem::replace(&mut self.parent_from_body[slot as usize], parent_from_body);
        let set = self.follow(scene, slot);
        if set.is_err() {
            self.parent_from_body[slot as usize] = before;
            self.follow(scene, slot).expect("where they were they can be again");
        }
        set
    }

    /// Composes the poses of a body and of all that hangs on it anew.
    fn follow(&mut self, scene: &Scene, top: u32) -> Result<(), WorldError> {
        let (mut waiting, mut next) = (Vec::new(), Some(top));
        while let Some(slot) = next {
            let pose = self.composed(scene, slot)?;
            self.put(slot, pose);
            waiting.extend(&scene.node(slot).children);
            next = waiting.pop();
        }
        Ok(())
    }

    fn put(&mut self, slot: u32, world_from_body: Pose) {
        self.world_from_body[slot as usize] = world_from_body;
        if !std::mem::replace(&mut self.marked[slot as usize], true) {
            self.moved.push(slot);
        }
    }

    /// The pose in the world: the parent's, composed with the body's own.
    fn composed(&self, scene: &Scene, slot: u32) -> Result<Pose, WorldError> {
        let node = scene.node(slot);
        let own = &self.parent_from_body[slot as usize];
        let pose = match node.parent {
            Some(parent) => self.world_from(parent).compose(own),
            None => Ok(own.orthogonal()),
        };
        let pose = pose.map_err(|error| WorldError::Pose { name: node.name.clone(), error })?;
        let value = pose.translation().abs().max_element();
        if value > MAX_TRANSLATION {
            return Err(WorldError::TooFar { name: node.name.clone(), value });
        }
        Ok(pose)
    }

    /// Who has moved; the list is lent out, so that it keeps its room.
    pub(super) fn take_moved(&mut self) -> Vec<u32> {
        let moved = std::mem::take(&mut self.moved);
        moved.iter().for_each(|&slot| self.marked[slot as usize] = false);
        moved
    }

    pub(super) fn give_back(&mut self, emptied: Vec<u32>) {
        self.moved = emptied;
    }
}
