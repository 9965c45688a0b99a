//! The bodies of a world by handle and name, and who hangs on whom. (Pedersen 2006, "Maintain two graphs: a scene graph and a BVH tree")

use super::body::{Body, Groups};
use super::broad::Mobility;
use super::outline::Outline;
use super::{Handle, WorldError};
use crate::geom::Clearance;
use crate::query::Model;
use std::collections::HashMap;
use std::sync::Arc;

/// A model and its outline, which bodies of the same model share.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub model: Model,
    pub outline: Arc<Outline>,
}

/// A body or frame.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub name: String,
    pub mesh: Option<Geometry>,
    pub mobility: Mobility,
    pub groups: Groups,
    pub padding: Clearance,
    /// By how much the body's volume is enlarged, so that no pair within its clearance is lost.
    pub growth: f64,
    pub parent: Option<u32>,
    pub children: Vec<u32>,
}

/// All bodies and frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    nodes: Vec<Option<Node>>,
    generations: Vec<u32>,
    free: Vec<u32>,
    names: HashMap<String, u32>,
}

impl Scene {
    /// Can the body be taken in?
    pub(super) fn accepts(&self, body: &Body) -> Result<(), WorldError> {
        if self.names.contains_key(&body.name) {
            return Err(WorldError::NameTaken { name: body.name.clone() });
        }
        body.parent.map_or(Ok(()), |parent| self.slot(parent).map(drop))
    }

    /// Takes in a body that was accepted.
    pub(super) fn insert(&mut self, body: Body) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(None);
            self.generations.push(0);
            (self.nodes.len() - 1) as u32
        });
        let Body { name, model, mobility, groups, parent, padding, .. } = body;
        let parent = parent.map(|parent| parent.slot);
        if let Some(parent) = parent {
            self.node_mut(parent).children.push(slot);
        }
        let mesh = model.map(|model| self.outlined(model));
        self.names.insert(name.clone(), slot);
        self.nodes[slot as usize] = Some(Node {
            name,
            mesh,
            mobility,
            groups,
            padding,
            growth: padding.distance(),
            parent,
            children: Vec::new(),
        });
        slot
    }

    /// With the outline of a body that has the same model, if there is one.
    fn outlined(&self, model: Model) -> Geometry {
        let mut others = self.nodes.iter().rev().flatten().filter_map(|node| node.mesh.as_ref());
        let same = others.find(|other| std::ptr::eq(other.model.mesh(), model.mesh()));
        let outline = same.map_or_else(|| Arc::new(Outline::of(model.mesh())), |other| Arc::clone(&other.outline));
        Geometry { model, outline }
    }

    pub(super) fn set_model(&mut self, slot: u32, model: &Model) -> Result<(), WorldError> {
        let geometry = self.outlined(model.clone());
        let Node { name, mesh, .. } = self.node_mut(slot);
        match mesh {
            Some(mesh) => *mesh = geometry,
            None => return Err(WorldError::NoMesh { name: name.clone() }),
        }
        Ok(())
    }

    /// Removes a body on which nothing hangs.
    pub(super) fn remove(&mut self, slot: u32) {
        let node = self.nodes[slot as usize].take().expect("it was looked up");
        debug_assert!(node.children.is_empty());
        self.names.remove(&node.name);
        if let Some(parent) = node.parent {
            self.node_mut(parent).children.retain(|&child| child != slot);
        }
        self.generations[slot as usize] += 1;
        self.free.push(slot);
    }

    pub(super) fn handle(&self, slot: u32) -> Handle {
        Handle { slot, generation: self.generations[slot as usize] }
    }

    /// The slot of a handle that is not out of date.
    pub(super) fn slot(&self, handle: Handle) -> Result<u32, WorldError> {
        let here = self.nodes.get(handle.slot as usize).is_some_and(Option::is_some);
        if here && self.generations[handle.slot as usize] == handle.generation {
            Ok(handle.slot)
        } else {
            Err(WorldError::NoSuchBody { handle })
        }
    }

    pub(super) fn named(&self, name: &str) -> Option<Handle> {
        self.names.get(name).map(|&slot| self.handle(slot))
    }

    pub(super) fn node(&self, slot: u32) -> &Node {
        self.nodes[slot as usize].as_ref().expect("slots in use have nodes")
    }

    pub(super) fn node_mut(&mut self, slot: u32) -> &mut Node {
        self.nodes[slot as usize].as_mut().expect("slots in use have nodes")
    }

    /// The mesh of a body that is known to have one.
    pub(super) fn geometry(&self, slot: u32) -> &Geometry {
        self.node(slot).mesh.as_ref().expect("only bodies with meshes are near anything")
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.nodes).filter(|(_, node)| node.is_some()).map(|(slot, _)| slot)
    }

    /// A body and all that hangs on it, parents before children.
    pub(super) fn below(&self, top: u32) -> Vec<u32> {
        let mut all = vec![top];
        let mut next = 0;
        while next < all.len() {
            all.extend(&self.node(all[next]).children);
            next += 1;
        }
        all
    }

    pub(super) fn check(&self) {
        assert_eq!(self.names.len(), self.slots().count());
        for slot in self.slots() {
            let Node { name, parent, children, .. } = self.node(slot);
            assert_eq!(self.names.get(name), Some(&slot), "the name of body {slot}");
            assert!(children.iter().all(|&child| self.node(child).parent == Some(slot)), "a child of body {slot}");
            assert!(
                parent.is_none_or(|parent| self.node(parent).children.contains(&slot)),
                "the parent of body {slot}"
            );
        }
    }
}
