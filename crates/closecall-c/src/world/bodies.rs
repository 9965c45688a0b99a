//! The bodies of a world by their numbers: what they consist of, and the rules that hold for them.
//!
//! A body of several shapes is a frame in the library's world with a node for each shape, and nodes of one
//! body may touch. A body of one shape that is where the body is is one node. So a pair of nodes tells the
//! shapes, and no mesh is copied or rounded. Rules are kept for bodies and told to all their nodes.

use super::shape::NodeShape;
use crate::error::{Failure, closecall_status};
use closecall::world::Groups;
use closecall::{Body, Clearance, Handle, Pose, World, WorldError};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Turns an error of the library's world into a failure.
pub(crate) fn refused(error: WorldError) -> Failure {
    let status = match error {
        WorldError::Units { .. } => closecall_status::UnitsDiffer,
        WorldError::Open { .. } => closecall_status::NotClosed,
        _ => closecall_status::BadValue,
    };
    Failure::new(status, error)
}

/// A body.
#[derive(Clone, Debug)]
pub(crate) struct BodyEntry {
    pub name: String,
    /// The node that its pose is of.
    pub frame: Handle,
    /// The nodes of its shapes, and what callers call these.
    pub nodes: Vec<(Handle, u32)>,
    pub groups: Groups,
    pub is_enabled: bool,
    pub padding: Clearance,
    pub is_fixed: bool,
    /// Links of a robot keep their shapes.
    pub is_link: bool,
}

/// All bodies, by number. A number is never used twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bodies {
    list: Vec<Option<BodyEntry>>,
    names: HashMap<String, u32>,
    /// The body and the shape of every node.
    of_nodes: HashMap<Handle, (u32, u32)>,
    /// Pairs that may touch, and pairs with margins of their own; the lower number first.
    allowed: BTreeSet<(u32, u32)>,
    margins: BTreeMap<(u32, u32), Clearance>,
    /// The number of names of nodes that were made.
    made: u64,
}

/// The data that a new body needs.
pub(crate) struct NewBody<'n> {
    pub name: &'n str,
    pub shapes: Vec<NodeShape>,
    pub parent: Option<u32>,
    pub pose: Pose,
    pub groups: Groups,
    pub padding: Clearance,
    pub is_fixed: bool,
}

impl Bodies {
    /// A body that is here.
    pub(crate) fn get(&self, body: u32) -> Result<&BodyEntry, Failure> {
        let entry = self.list.get(body as usize).and_then(Option::as_ref);
        entry.ok_or_else(|| {
            Failure::value(format_args!("body {body} is not in the world, or not any more"))
        })
    }

    fn get_mut(&mut self, body: u32) -> Result<&mut BodyEntry, Failure> {
        self.get(body)?;
        Ok(self.list[body as usize].as_mut().expect("it is here"))
    }

    /// The frame of a body; none for no body.
    pub(crate) fn frame(&self, body: Option<u32>) -> Result<Option<Handle>, Failure> {
        body.map(|body| Ok(self.get(body)?.frame)).transpose()
    }

    pub(crate) fn named(&self, name: &str) -> Option<u32> {
        self.names.get(name).copied()
    }

    /// The numbers of all bodies, rising.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.list).filter(|(_, entry)| entry.is_some()).map(|(number, _)| number)
    }

    /// The body and the shape of a node.
    pub(crate) fn of(&self, node: Handle) -> (u32, u32) {
        self.of_nodes.get(&node).copied().unwrap_or((super::CLOSECALL_NO_BODY, 0))
    }

    /// Puts a body in the world.
    pub(crate) fn add(&mut self, world: &mut World, new: NewBody) -> Result<u32, Failure> {
        let NewBody { name, shapes, parent, pose, groups, padding, is_fixed } = new;
        if name.is_empty() {
            return Err(Failure::value("the name of a body is empty"));
        }
        let parent = self.frame(parent)?;
        let placed = |body: Body| {
            let body = body.in_groups(groups).padded(padding).at(pose);
            let body = if is_fixed { body.fixed() } else { body };
            parent.into_iter().fold(body, Body::on)
        };
        let is_one = matches!(&shapes[..], [one] if one.is_at_origin());
        let made = if is_one { shapes[0].body(name) } else { Body::frame(name) };
        let frame = world.insert(placed(made)).map_err(refused)?;
        let mut entry = BodyEntry {
            name: name.to_owned(),
            frame,
            nodes: Vec::new(),
            groups,
            is_enabled: true,
            padding,
            is_fixed,
            is_link: false,
        };
        let filled = if is_one {
            entry.nodes.push((frame, shapes[0].id));
            shapes[0].make_solid(world, frame)
        } else {
            self.fill(&mut entry, world, &shapes)
        };
        if let Err(failure) = filled {
            world.remove(frame).map_err(refused)?;
            return Err(failure);
        }
        Ok(self.enter(entry))
    }

    /// Takes a body in that is in the world already.
    pub(crate) fn enter(&mut self, entry: BodyEntry) -> u32 {
        let number = self.list.len() as u32;
        self.names.insert(entry.name.clone(), number);
        self.of_nodes.extend(entry.nodes.iter().map(|&(node, shape)| (node, (number, shape))));
        self.list.push(Some(entry));
        number
    }

    /// Takes a body out, and all that is attached to it.
    pub(crate) fn remove(&mut self, world: &mut World, body: u32) -> Result<(), Failure> {
        let frame = self.get(body)?.frame;
        let attached = self.attached(world, frame)?;
        if let Some(&link) =
            attached.iter().find(|&&body| self.get(body).is_ok_and(|entry| entry.is_link))
        {
            let name = &self.get(link)?.name;
            return Err(Failure::value(format_args!(
                "`{name}` is a link of a robot, which stays whole"
            )));
        }
        world.remove(frame).map_err(refused)?;
        for number in attached {
            if let Some(entry) = self.list[number as usize].take() {
                self.names.remove(&entry.name);
                self.forget_nodes(&entry);
            }
            let is_other = |&(a, b): &(u32, u32)| a != number && b != number;
            self.allowed.retain(is_other);
            self.margins.retain(|pair, _| is_other(pair));
        }
        Ok(())
    }

    fn forget_nodes(&mut self, entry: &BodyEntry) {
        for (node, _) in &entry.nodes {
            self.of_nodes.remove(node);
        }
    }

    /// A body and all that is attached to it.
    fn attached(&self, world: &World, frame: Handle) -> Result<Vec<u32>, Failure> {
        let mut found = Vec::new();
        for number in self.numbers() {
            let mut next = Some(self.get(number)?.frame);
            while let Some(handle) = next {
                if handle == frame {
                    found.push(number);
                    break;
                }
                next = world.parent(handle).map_err(refused)?;
            }
        }
        Ok(found)
    }

    /// Gives a body other shapes: its pose, its rules and what is attached to it stay.
    pub(crate) fn replace(
        &mut self,
        world: &mut World,
        body: u32,
        shapes: &[NodeShape],
    ) -> Result<(), Failure> {
        let before = self.get(body)?.clone();
        if before.is_link {
            let name = before.name;
            return Err(Failure::value(format_args!(
                "`{name}` is a link of a robot, which keeps its shapes"
            )));
        }
        let old = before.frame;
        let frame = Body::frame(self.new_name(&before.name))
            .at(world.parent_from_body(old).map_err(refused)?);
        let parent = world.parent(old).map_err(refused)?;
        let frame = world.insert(parent.into_iter().fold(frame, Body::on)).map_err(refused)?;
        let mut entry = BodyEntry { frame, nodes: Vec::new(), ..before.clone() };
        if let Err(failure) = self.fill(&mut entry, world, shapes) {
            world.remove(frame).map_err(refused)?;
            return Err(failure);
        }
        self.move_attached(world, &before, frame)?;
        world.remove(old).map_err(refused)?;
        self.forget_nodes(&before);
        self.of_nodes.extend(entry.nodes.iter().map(|&(node, shape)| (node, (body, shape))));
        self.list[body as usize] = Some(entry);
        self.tell_rules(world, body)
    }

    /// Attaches to a new frame what is attached to the old one, but for its shapes.
    fn move_attached(
        &self,
        world: &mut World,
        before: &BodyEntry,
        frame: Handle,
    ) -> Result<(), Failure> {
        let mut attached = Vec::new();
        for handle in world.handles() {
            let is_shape = before.nodes.iter().any(|&(node, _)| node == handle);
            if !is_shape && world.parent(handle).map_err(refused)? == Some(before.frame) {
                attached.push((handle, world.parent_from_body(handle).map_err(refused)?));
            }
        }
        let attach = |(handle, pose)| world.attach(handle, Some(frame), pose).map_err(refused);
        attached.into_iter().try_for_each(attach)
    }

    /// A name for a node, which no other has: callers know bodies, not nodes.
    fn new_name(&mut self, name: &str) -> String {
        self.made += 1;
        format!("{name}\u{1f}{}", self.made)
    }

    /// Makes a node for each shape of a body. They may touch each other.
    fn fill(
        &mut self,
        entry: &mut BodyEntry,
        world: &mut World,
        shapes: &[NodeShape],
    ) -> Result<(), Failure> {
        for shape in shapes {
            let body = shape.body(&self.new_name(&entry.name)).at(shape.body_from_node());
            let body = body.on(entry.frame).in_groups(entry.groups).padded(entry.padding);
            let body = if entry.is_fixed { body.fixed() } else { body };
            let node = world.insert(body).map_err(refused)?;
            entry.nodes.push((node, shape.id));
            shape.make_solid(world, node)?;
        }
        let nodes: Vec<Handle> = entry.nodes.iter().map(|&(node, _)| node).collect();
        world.allow_among(&nodes).map_err(refused)
    }

    /// Tells the world the rules of a body whose nodes are new.
    fn tell_rules(&self, world: &mut World, body: u32) -> Result<(), Failure> {
        self.tell_groups(world, body)?;
        for &(a, b) in self.allowed.iter().filter(|&&(a, b)| a == body || b == body) {
            self.each_node_pair(a, b, |x, y| world.allow(x, y))?;
        }
        for (&(a, b), &margin) in self.margins.iter().filter(|((a, b), _)| *a == body || *b == body)
        {
            self.each_node_pair(a, b, |x, y| world.set_pair_clearance(x, y, Some(margin)))?;
        }
        Ok(())
    }

    fn tell_groups(&self, world: &mut World, body: u32) -> Result<(), Failure> {
        let entry = self.get(body)?;
        let none = Groups { member: 0, meets: 0 };
        let groups = if entry.is_enabled { entry.groups } else { none };
        entry.each_node(|node| world.set_groups(node, groups))
    }

    /// Calls for every two nodes of two bodies.
    fn each_node_pair(
        &self,
        a: u32,
        b: u32,
        mut tell: impl FnMut(Handle, Handle) -> Result<(), WorldError>,
    ) -> Result<(), Failure> {
        let (a, b) = (self.get(a)?, self.get(b)?);
        a.each_node(|x| b.nodes.iter().try_for_each(|&(y, _)| tell(x, y)))
    }

    /// Two bodies may touch from now on, or may not any more.
    pub(crate) fn allow(
        &mut self,
        world: &mut World,
        a: u32,
        b: u32,
        may: bool,
    ) -> Result<(), Failure> {
        self.each_node_pair(
            a,
            b,
            |x, y| if may { world.allow(x, y) } else { world.disallow(x, y) },
        )?;
        let pair = (a.min(b), a.max(b));
        if may {
            self.allowed.insert(pair)
        } else {
            self.allowed.remove(&pair)
        };
        Ok(())
    }

    /// Gives two bodies a margin of their own, or takes it back.
    pub(crate) fn set_margin(
        &mut self,
        world: &mut World,
        a: u32,
        b: u32,
        margin: Option<Clearance>,
    ) -> Result<(), Failure> {
        self.each_node_pair(a, b, |x, y| world.set_pair_clearance(x, y, margin))?;
        let pair = (a.min(b), a.max(b));
        match margin {
            Some(margin) => drop(self.margins.insert(pair, margin)),
            None => drop(self.margins.remove(&pair)),
        }
        Ok(())
    }

    pub(crate) fn set_groups(
        &mut self,
        world: &mut World,
        body: u32,
        groups: Groups,
    ) -> Result<(), Failure> {
        self.get_mut(body)?.groups = groups;
        self.tell_groups(world, body)
    }

    pub(crate) fn enable(
        &mut self,
        world: &mut World,
        body: u32,
        is_enabled: bool,
    ) -> Result<(), Failure> {
        self.get_mut(body)?.is_enabled = is_enabled;
        self.tell_groups(world, body)
    }

    pub(crate) fn set_padding(
        &mut self,
        world: &mut World,
        body: u32,
        padding: Clearance,
    ) -> Result<(), Failure> {
        self.get(body)?.each_node(|node| world.set_padding(node, padding))?;
        self.get_mut(body)?.padding = padding;
        Ok(())
    }
}

impl BodyEntry {
    fn each_node(
        &self,
        mut tell: impl FnMut(Handle) -> Result<(), WorldError>,
    ) -> Result<(), Failure> {
        self.nodes.iter().try_for_each(|&(node, _)| tell(node)).map_err(refused)
    }
}
