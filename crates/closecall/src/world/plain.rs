//! A world as plain lists, for engines outside of this crate that ask its questions on other
//! hardware.

use super::{Handle, World, WorldError};
use crate::geom::{Clearance, Pose};
use crate::query::Model;

/// Frames, and the pairs of bodies to be looked at.
#[derive(Clone, Debug)]
pub struct PlainWorld {
    /// Bodies and frames, each after the one it is attached to.
    pub nodes: Vec<PlainNode>,
    /// Pairs of which at least one moves, the lower handle first.
    pub pairs: Vec<PlainPair>,
}

/// A body or frame.
#[derive(Clone, Debug)]
pub struct PlainNode {
    /// Its handle.
    pub handle: Handle,
    /// The place in the list of the body that it is attached to.
    pub parent: Option<usize>,
    /// The pose in the frame of the parent.
    pub parent_from_body: Pose,
    /// Its mesh, if it is a body.
    pub model: Option<Model>,
}

/// Two bodies.
#[derive(Clone, Copy, Debug)]
pub struct PlainPair {
    /// The one with the lower handle, by its place in the list.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// Bodies no further apart count as touching.
    pub clearance: Clearance,
}

impl World {
    /// The pairs that are looked at when these bodies, and what is attached to them, move. None if a
    /// solid or an exact shape takes part: of these there is no plain list.
    ///
    /// # Errors
    /// If a body is not here.
    pub(crate) fn plain(&self, moving: &[Handle]) -> Result<Option<PlainWorld>, WorldError> {
        let Self { scene, poses, filter, .. } = self;
        let mut slots: Vec<u32> = scene.slots().collect();
        slots.sort_by_key(|&slot| (scene.node(slot).depth, slot));
        let mut place_of =
            vec![usize::MAX; slots.iter().max().map_or(0, |&last| last as usize + 1)];
        slots.iter().enumerate().for_each(|(place, &slot)| place_of[slot as usize] = place);
        let mut moves = vec![false; slots.len()];
        for &handle in moving {
            moves[place_of[scene.slot(handle)? as usize]] = true;
        }
        let mut nodes: Vec<PlainNode> = Vec::with_capacity(slots.len());
        for (place, &slot) in slots.iter().enumerate() {
            let node = scene.node(slot);
            let is_solid = node.mesh.as_ref().is_some_and(|mesh| mesh.solid.is_some());
            if is_solid || node.shapes.is_some() {
                return Ok(None);
            }
            let parent = node.parent.map(|parent| place_of[parent as usize]);
            moves[place] |= parent.is_some_and(|parent| moves[parent]);
            nodes.push(PlainNode {
                handle: scene.handle(slot),
                parent,
                parent_from_body: *poses.parent_from(slot),
                model: node.mesh.as_ref().map(|mesh| mesh.model.clone()),
            });
        }
        let bodies: Vec<u32> =
            scene.slots().filter(|&slot| scene.node(slot).mesh.is_some()).collect();
        let mut pairs = Vec::new();
        for (i, &a) in bodies.iter().enumerate() {
            for &b in &bodies[i + 1..] {
                let [x, y] = [a, b].map(|slot| place_of[slot as usize]);
                if (moves[x] || moves[y]) && filter.passes(scene, a, b) {
                    pairs.push(PlainPair {
                        a: x,
                        b: y,
                        clearance: self.bodies().clearance([a, b]),
                    });
                }
            }
        }
        Ok(Some(PlainWorld { nodes, pairs }))
    }
}
