//! The bodies of a world by handle and name, and who is attached to whom. (Pedersen 2006, "Maintain two
//! graphs: a scene graph and a BVH tree")

use super::body::{Body, Groups};
use super::broad::Mobility;
use super::outline::Outline;
use super::pair::FilledParts;
use super::{Handle, WorldError};
use crate::geom::{Clearance, Pose};
use crate::query::solid::Filled;
use crate::query::{Model, Solid};
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// A model and its outline, which bodies of the same model share.
#[derive(Clone, Debug)]
pub(super) struct Geometry {
    pub model: Model,
    pub outline: Arc<Outline>,
    /// The solid that the mesh encloses, if what lies inside counts.
    pub solid: Option<Solid>,
}

impl Geometry {
    fn new(model: Model, outline: Arc<Outline>) -> Self {
        Self { model, outline, solid: None }
    }

    /// Its surface, and the solid if what lies inside counts.
    pub(super) fn filled(&self) -> Filled<'_> {
        (&self.model, self.solid.as_ref())
    }
}

/// The filled parts of a body: exact shapes.
#[derive(Clone, Debug)]
pub(super) struct BodyShapes {
    pub parts: Arc<FilledParts>,
    /// Around them and the mesh; none if one is without bounds.
    outline: Option<Arc<Outline>>,
}

impl BodyShapes {
    fn new(parts: Arc<FilledParts>, mesh: Option<&Geometry>) -> Self {
        let mesh = mesh.map(|mesh| mesh.model.mesh());
        let outline = parts.corners().map(|corners| Arc::new(Outline::around(mesh, corners)));
        Self { parts, outline }
    }
}

/// A body or frame.
#[derive(Clone, Debug)]
pub(super) struct SceneNode {
    pub name: String,
    pub mesh: Option<Geometry>,
    /// Its filled parts, if it has some.
    pub shapes: Option<BodyShapes>,
    pub mobility: Mobility,
    pub groups: Groups,
    pub padding: Clearance,
    /// By how much the body's volume is enlarged, so that no pair within its clearance is lost.
    pub growth: f64,
    pub parent: Option<u32>,
    /// The number of bodies above it.
    pub depth: u32,
    pub children: Vec<u32>,
}

impl SceneNode {
    /// Is it more than a frame?
    pub(super) fn is_body(&self) -> bool {
        self.mesh.is_some() || self.shapes.is_some()
    }

    /// Its outline, if it is a body with bounds.
    pub(super) fn outline(&self) -> Option<&Outline> {
        match &self.shapes {
            Some(shapes) => shapes.outline.as_deref(),
            None => self.mesh.as_ref().map(|mesh| &*mesh.outline),
        }
    }
}

/// All bodies and frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Scene {
    nodes: Vec<Option<SceneNode>>,
    /// The number of earlier uses of every slot. One that has been used 2³² times is not used
    /// again.
    generations: Vec<u32>,
    free: Vec<u32>,
    names: HashMap<String, u32>,
    /// The outlines of models, by where their meshes are. An outline lives as long as a body with
    /// that model, and so does the mesh: what is still alive is of this mesh, and of no other that
    /// took its place.
    outlines: HashMap<usize, Weak<Outline>>,
    /// Bodies with exact shapes, sorted.
    shaped: Vec<u32>,
}

impl Scene {
    /// Can the body be taken in?
    pub(super) fn accepts(&self, body: &Body) -> Result<(), WorldError> {
        if self.names.contains_key(&body.name) {
            return Err(WorldError::NameTaken { name: body.name.clone() });
        }
        body.parent.map_or(Ok(()), |parent| self.slot(parent).map(drop))
    }

    /// Does a model state the unit of the bodies that are here? `slot` is its own body's, if that is
    /// here already. All that state a unit state the same, so the first that does is enough.
    pub(super) fn check_unit(
        &self,
        name: &str,
        model: &Model,
        slot: Option<u32>,
    ) -> Result<(), WorldError> {
        let Some(unit) = model.unit() else { return Ok(()) };
        let nodes = (0..).zip(&self.nodes).filter(|(other, _)| Some(*other) != slot);
        let stated = nodes.filter_map(|(_, node)| {
            let node = node.as_ref()?;
            Some((node, node.mesh.as_ref()?.model.unit()?))
        });
        match stated.into_iter().next() {
            Some((node, other_unit)) if other_unit != unit => Err(WorldError::Units {
                name: name.to_owned(),
                unit,
                other: node.name.clone(),
                other_unit,
            }),
            _ => Ok(()),
        }
    }

    /// Takes in a body that was accepted.
    pub(super) fn insert(&mut self, body: Body) -> u32 {
        let slot = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(None);
            self.generations.push(0);
            (self.nodes.len() - 1) as u32
        });
        let Body { name, model, filled, mobility, groups, parent, padding, .. } = body;
        let parent = parent.map(|parent| parent.slot);
        let mut depth = 0;
        if let Some(parent) = parent {
            self.node_mut(parent).children.push(slot);
            depth = self.node(parent).depth + 1;
        }
        let mesh = model.map(|model| self.outlined(model));
        let shapes = (!filled.is_empty()).then(|| BodyShapes::new(filled.into(), mesh.as_ref()));
        if shapes.is_some() {
            let place = self.shaped.partition_point(|&other| other < slot);
            self.shaped.insert(place, slot);
        }
        self.names.insert(name.clone(), slot);
        self.nodes[slot as usize] = Some(SceneNode {
            name,
            mesh,
            shapes,
            mobility,
            groups,
            padding,
            growth: padding.distance(),
            parent,
            depth,
            children: Vec::new(),
        });
        slot
    }

    /// With the outline of a body that has the same model, if there is one.
    fn outlined(&mut self, model: Model) -> Geometry {
        let place = std::ptr::from_ref(model.mesh()).addr();
        if let Some(outline) = self.outlines.get(&place).and_then(Weak::upgrade) {
            return Geometry::new(model, outline);
        }
        if self.outlines.len() > 2 * self.names.len() + 16 {
            self.outlines.retain(|_, outline| outline.strong_count() > 0);
        }
        let outline = Arc::new(Outline::of(model.mesh()));
        self.outlines.insert(place, Arc::downgrade(&outline));
        Geometry::new(model, outline)
    }

    pub(super) fn set_model(&mut self, slot: u32, model: &Model) -> Result<(), WorldError> {
        let mut geometry = self.outlined(model.clone());
        if self.node(slot).mesh.as_ref().is_some_and(|mesh| mesh.solid.is_some()) {
            geometry.solid = Some(self.solid(slot, model)?);
        }
        let SceneNode { name, mesh, shapes, .. } = self.node_mut(slot);
        match mesh {
            Some(mesh) => {
                *shapes =
                    shapes.take().map(|shapes| BodyShapes::new(shapes.parts, Some(&geometry)));
                *mesh = geometry;
            }
            None => return Err(WorldError::NoMesh { name: name.clone() }),
        }
        Ok(())
    }

    /// The solid that a model of this body encloses.
    pub(super) fn solid(&self, slot: u32, model: &Model) -> Result<Solid, WorldError> {
        let open = |error| WorldError::Open { name: self.node(slot).name.clone(), error };
        model.solid().map_err(open)
    }

    /// Removes a body on which nothing hangs.
    pub(super) fn remove(&mut self, slot: u32) {
        let node = self.nodes[slot as usize].take().expect("it was looked up");
        debug_assert!(node.children.is_empty());
        self.names.remove(&node.name);
        self.shaped.retain(|&shaped| shaped != slot);
        if let Some(parent) = node.parent {
            self.node_mut(parent).children.retain(|&child| child != slot);
        }
        if let Some(next) = self.generations[slot as usize].checked_add(1) {
            self.generations[slot as usize] = next;
            self.free.push(slot);
        }
    }

    /// Attaches a body to another, or to nothing.
    pub(super) fn set_parent(&mut self, slot: u32, parent: Option<u32>) {
        if let Some(before) = std::mem::replace(&mut self.node_mut(slot).parent, parent) {
            self.node_mut(before).children.retain(|&child| child != slot);
        }
        if let Some(parent) = parent {
            self.node_mut(parent).children.push(slot);
        }
        for below in self.below(slot) {
            let parent = self.node(below).parent;
            self.node_mut(below).depth = parent.map_or(0, |parent| self.node(parent).depth + 1);
        }
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

    /// Are all these here?
    pub(super) fn have_all(&self, posed: &[(Handle, Pose)]) -> Result<(), WorldError> {
        posed.iter().try_for_each(|&(handle, _)| self.slot(handle).map(drop))
    }

    pub(super) fn named(&self, name: &str) -> Option<Handle> {
        self.names.get(name).map(|&slot| self.handle(slot))
    }

    pub(super) fn node(&self, slot: u32) -> &SceneNode {
        self.nodes[slot as usize].as_ref().expect("slots in use have nodes")
    }

    pub(super) fn node_mut(&mut self, slot: u32) -> &mut SceneNode {
        self.nodes[slot as usize].as_mut().expect("slots in use have nodes")
    }

    /// The mesh of a body that is known to have one.
    pub(super) fn geometry(&self, slot: u32) -> &Geometry {
        self.node(slot).mesh.as_ref().expect("only bodies with meshes are near anything")
    }

    /// The meshes of two bodies, if both have one.
    pub(super) fn meshes(&self, slots: [u32; 2]) -> Option<[&Geometry; 2]> {
        let [a, b] = slots.map(|slot| self.node(slot).mesh.as_ref());
        Some([a?, b?])
    }

    /// Has one of two bodies an exact shape?
    pub(super) fn one_is_shaped(&self, a: u32, b: u32) -> bool {
        !self.shaped.is_empty() && (self.node(a).shapes.is_some() || self.node(b).shapes.is_some())
    }

    /// A body with exact shapes, if there is one.
    pub(super) fn any_shaped(&self) -> Option<u32> {
        self.shaped.first().copied()
    }

    pub(super) fn slots(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.nodes).filter(|(_, node)| node.is_some()).map(|(slot, _)| slot)
    }

    /// A body and all that is attached to it, parents before children.
    pub(super) fn below(&self, top: u32) -> Vec<u32> {
        let mut all = vec![top];
        let mut next = 0;
        while next < all.len() {
            all.extend(&self.node(all[next]).children);
            next += 1;
        }
        all
    }

    #[cfg(feature = "lab")]
    pub(super) fn check(&self) {
        assert_eq!(self.names.len(), self.slots().count());
        for slot in self.slots() {
            let SceneNode { name, parent, children, depth, .. } = self.node(slot);
            assert_eq!(
                *depth,
                parent.map_or(0, |parent| self.node(parent).depth + 1),
                "the depth of body {slot}"
            );
            assert_eq!(self.names.get(name), Some(&slot), "the name of body {slot}");
            assert!(
                children.iter().all(|&child| self.node(child).parent == Some(slot)),
                "a child of body {slot}"
            );
            assert!(
                parent.is_none_or(|parent| self.node(parent).children.contains(&slot)),
                "the parent of body {slot}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_was_used_too_often_is_not_used_again() {
        let mut scene = Scene::default();
        let first = scene.insert(Body::frame("a"));
        scene.remove(first);
        scene.generations[first as usize] = u32::MAX;
        let last = scene.insert(Body::frame("a"));
        let handle = scene.handle(last);
        assert_eq!((last, handle.generation), (first, u32::MAX));
        scene.remove(last);
        assert_eq!(scene.slot(handle), Err(WorldError::NoSuchBody { handle }));
        let next = scene.insert(Body::frame("a"));
        assert_ne!(next, last);
        assert_eq!(scene.slot(handle), Err(WorldError::NoSuchBody { handle }));
        scene.check();
    }
}
