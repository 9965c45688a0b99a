//! A tree that takes and loses triangles, as an R-tree does. (Klosowski 1998, §9.1, "Dynamic
//! Environments"; §3.4.4)
//!
//! A triangle goes down to the block where the boxes above it grow least; a block that overflows,
//! or runs empty, has the node above it built anew. Boxes on the way are enlarged, the block's own
//! is fitted anew, and none above is made smaller. What that spoils is made good locally: a node
//! below which more than one triangle in [`CHANGED`] has changed is built anew, with everything
//! below it (Galperin and Rivest, "Scapegoat trees", 1993). New parts are built behind the old,
//! which are left where they are until the whole tree is built anew; that happens when more is left
//! behind than is in use, when the mesh outgrows its frame, and when it has shrunk so far that the
//! frame does not fit it any more ([`super::frame::Frame::fits`]).
//!
//! Numbers are those of a loose mesh ([`Mesh::swap_remove_loose`]): always dense.

mod aside;
#[cfg(any(feature = "lab", feature = "tree-file"))]
mod compact;

use self::aside::aside;
use super::build::{BUILT_DEPTH, BuildOptions, MAX_DEPTH, roomy};
use super::frame::is_far;
use super::tree::{Block, Child, Node, Tree};
use crate::geom::{DVec3, Triangle};
use crate::mesh::Mesh;

/// A part is built anew when one in this many of its triangles has changed.
const CHANGED: u32 = 8;

/// The place of the root: the first lane of the first node.
const ROOT: u32 = 0;

/// The data of a node that are not in the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Account {
    /// Its place: eight times the node above plus the lane.
    place: u32,
    /// The number of triangles below, and of those that came or went since it was built.
    triangles: u32,
    changes: u32,
}

/// The accounts of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Accounts {
    nodes: Vec<Account>,
    /// The places of the blocks.
    blocks: Vec<u32>,
    /// The places of the triangles: eight times the block plus the lane.
    homes: Vec<u32>,
    /// The number of blocks that are in use.
    used_blocks: usize,
    /// The number of triangles that reach far enough for the frame to fit.
    far: usize,
    options: BuildOptions,
}

const NOWHERE: Account = Account { place: 0, triangles: 0, changes: 0 };

impl Accounts {
    /// A tree over a loose mesh, with room to grow, and its accounts.
    pub(crate) fn start(mesh: &Mesh, options: &BuildOptions) -> (Tree, Self) {
        let tree = Tree::build_in(roomy(mesh), mesh, options);
        let mut accounts = Self::empty(*options);
        accounts.open(&tree);
        (tree, accounts)
    }

    fn empty(options: BuildOptions) -> Self {
        Self {
            nodes: Vec::new(),
            blocks: Vec::new(),
            homes: Vec::new(),
            used_blocks: 0,
            far: 0,
            options,
        }
    }

    /// Accounts for a tree that was just built.
    fn open(&mut self, tree: &Tree) {
        self.nodes.clear();
        self.blocks.clear();
        self.homes.clear();
        self.homes.resize(tree.triangles, 0);
        self.used_blocks = 0;
        self.enter(tree, ROOT);
        self.far = (0..tree.triangles).filter(|&id| is_far(&self.stored(tree, id))).count();
    }

    /// A triangle as it is in its block.
    fn stored(&self, tree: &Tree, id: usize) -> [[f32; 3]; 3] {
        let home = self.homes[id];
        tree.blocks[(home >> 3) as usize].triangle((home & 7) as usize)
    }

    /// Enters everything below a place; how many triangles that is.
    fn enter(&mut self, tree: &Tree, place: u32) -> u32 {
        self.nodes.resize(tree.nodes.len(), NOWHERE);
        self.blocks.resize(tree.blocks.len(), 0);
        let child = tree.arrays().place(place).child();
        if child.is_block() {
            let ids = &tree.blocks[child.index()].ids;
            let homes = (0..).zip(ids.iter().take_while(|&&id| id != Block::UNUSED));
            homes.for_each(|(lane, &id)| self.homes[id as usize] = child.index() as u32 * 8 + lane);
            self.blocks[child.index()] = place;
            self.used_blocks += 1;
            return used(&tree.blocks[child.index()]);
        }
        let lanes = lanes(&tree.nodes[child.index()]);
        let triangles = lanes.map(|lane| self.enter(tree, child.index() as u32 * 8 + lane)).sum();
        self.nodes[child.index()] = Account { place, triangles, changes: 0 };
        triangles
    }

    /// Takes in the last triangle of the mesh.
    pub(crate) fn insert(&mut self, tree: &mut Tree, mesh: &Mesh) {
        let id = mesh.triangle_count() as u32 - 1;
        tree.triangles += 1;
        self.homes.push(0);
        let corners = tree.frame.local_triangle(mesh.triangle_at(id as usize));
        if corners.iter().any(|corner| corner.abs().max_element() > 1.0) {
            return self.rebuild(tree, mesh);
        }
        tree.admit(&corners);
        self.far += usize::from(is_far(&corners.map(|corner| corner.as_vec3().to_array())));
        let place = way_down(tree, &corners);
        let above = place >> 3;
        self.count(above, 1);
        let block = tree.arrays().place(place).child().index();
        let lane = used(&tree.blocks[block]) as usize;
        if lane < 8 {
            tree.blocks[block].ids[lane] = id;
            self.homes[id as usize] = (block * 8 + lane) as u32;
            self.fit(tree, mesh, block);
            self.renew_if_due(tree, mesh, above);
        } else {
            self.renew(tree, mesh, above, Some(id));
        }
    }

    /// Loses a triangle, which has just been removed from the mesh: the last one had its number
    /// changed to this. There must be one left.
    pub(crate) fn remove(&mut self, tree: &mut Tree, mesh: &Mesh, id: u32) {
        self.far -= usize::from(is_far(&self.stored(tree, id as usize)));
        if self.far == 0 && !tree.frame.is_of_a_point() {
            return self.rebuild(tree, mesh);
        }
        let home = self.homes[id as usize];
        let (block, lane) = ((home >> 3) as usize, (home & 7) as usize);
        let last_lane = used(&tree.blocks[block]) as usize - 1;
        let ids = &mut tree.blocks[block].ids;
        let stays = ids[last_lane];
        self.homes[stays as usize] = home;
        (ids[lane], ids[last_lane]) = (stays, Block::UNUSED);
        if lane == last_lane {
            ids[lane] = Block::UNUSED;
        }
        self.renumber(tree, mesh.triangle_count() as u32, id);
        tree.triangles -= 1;
        let above = self.blocks[block] >> 3;
        self.count(above, -1);
        if last_lane == 0 {
            self.renew(tree, mesh, above, None);
        } else {
            self.fit(tree, mesh, block);
            self.renew_if_due(tree, mesh, above);
        }
    }

    /// The last triangle gets another number.
    fn renumber(&mut self, tree: &mut Tree, last: u32, id: u32) {
        let home = self.homes[last as usize];
        if last != id {
            tree.blocks[(home >> 3) as usize].ids[(home & 7) as usize] = id;
            self.homes[id as usize] = home;
        }
        self.homes.pop();
    }

    /// A triangle came or went below a node.
    fn count(&mut self, mut node: u32, by: i32) {
        while node != 0 {
            let account = &mut self.nodes[node as usize];
            account.triangles =
                account.triangles.checked_add_signed(by).expect("triangles are counted");
            account.changes += 1;
            node = account.place >> 3;
        }
    }

    /// Writes the corners of a block anew, and fits its box.
    fn fit(&mut self, tree: &mut Tree, mesh: &Mesh, block: usize) {
        let ids = tree.blocks[block].ids;
        for (lane, &id) in ids.iter().enumerate() {
            let id = if id == Block::UNUSED { ids[0] } else { id };
            let corners = tree.frame.local_triangle(mesh.triangle_at(id as usize));
            tree.blocks[block].set(lane, corners);
        }
        let place = self.blocks[block];
        let slot = tree.fitted(block, mesh, self.is_aligned(tree, place >> 3));
        tree.put(place, &slot);
    }

    /// Must the boxes of a node be aligned?
    fn is_aligned(&self, tree: &Tree, node: u32) -> bool {
        node != 0 && tree.arrays().place(self.nodes[node as usize].place).child().is_aligned()
    }

    /// Builds the highest node at or above this one anew in which too much has changed, if there is
    /// one.
    fn renew_if_due(&mut self, tree: &mut Tree, mesh: &Mesh, node: u32) {
        if let Some(due) = self.due(node) {
            self.renew(tree, mesh, due, None);
        }
    }

    fn due(&self, mut node: u32) -> Option<u32> {
        let mut due = None;
        while node != 0 {
            let Account { place, triangles, changes } = self.nodes[node as usize];
            if changes * CHANGED > triangles {
                due = Some(node);
            }
            node = place >> 3;
        }
        due
    }

    /// Builds a node anew, with one triangle more, and all above it that is due, or that holds
    /// nothing else.
    fn renew(&mut self, tree: &mut Tree, mesh: &Mesh, node: u32, extra: Option<u32>) {
        let mut node = self.due(node).unwrap_or(node);
        while node != 0 && self.nodes[node as usize].triangles == 0 {
            node = self.nodes[node as usize].place >> 3;
        }
        let wasteful = tree.blocks.len() > 2 * self.used_blocks + 64;
        if node == 0 || self.nodes[node as usize].place == ROOT || wasteful || self.is_deep(node) {
            return self.rebuild(tree, mesh);
        }
        let place = self.nodes[node as usize].place;
        let mut ids: Vec<u32> = Vec::from_iter(extra);
        self.used_blocks -= gather(tree, Child::node(node as usize, false), &mut ids);
        let aligned = self.is_aligned(tree, place >> 3);
        let slot = aside(ids.len(), || tree.graft(mesh, &ids, &self.options, aligned));
        tree.put(place, &slot);
        self.enter(tree, place);
    }

    /// Might the tree get too deep if this node were built anew?
    fn is_deep(&self, node: u32) -> bool {
        let up = |&node: &u32| Some(self.nodes[node as usize].place >> 3);
        let path = std::iter::successors(Some(node), up).take_while(|&node| node != 0);
        path.take(MAX_DEPTH).count() + BUILT_DEPTH > MAX_DEPTH
    }

    /// Builds everything anew.
    pub(crate) fn rebuild(&mut self, tree: &mut Tree, mesh: &Mesh) {
        *tree = aside(mesh.triangle_count(), || Tree::build_in(roomy(mesh), mesh, &self.options));
        self.open(tree);
    }

    /// Panics, saying where, unless tree and accounts are in order. For tests.
    #[cfg(feature = "lab")]
    pub(crate) fn check(&self, tree: &Tree, mesh: &Mesh) {
        tree.compacted().as_ref().unwrap_or(tree).check(mesh);
        let mut fresh = Self::empty(self.options);
        fresh.open(tree);
        assert_eq!(
            (&fresh.homes, fresh.used_blocks),
            (&self.homes, self.used_blocks),
            "homes and blocks in use"
        );
        assert_eq!(fresh.far, self.far, "far triangles");
        for (index, (is, said)) in fresh.nodes.iter().zip(&self.nodes).enumerate() {
            let unused = *is == NOWHERE;
            assert!(
                unused || (is.place, is.triangles) == (said.place, said.triangles),
                "node {index}: {said:?}, not {is:?}"
            );
        }
    }
}

/// The number of triangles a block has.
fn used(block: &Block) -> u32 {
    block.ids.iter().take_while(|&&id| id != Block::UNUSED).count() as u32
}

/// The lanes in use.
fn lanes(node: &Node) -> impl Iterator<Item = u32> + use<> {
    let child = node.child;
    (0..8).filter(move |&lane| child[lane as usize] != Child::NONE)
}

/// Appends the triangles below to a list; how many blocks they are in.
fn gather(tree: &Tree, child: Child, ids: &mut Vec<u32>) -> usize {
    if child.is_block() {
        ids.extend(tree.blocks[child.index()].ids.iter().take_while(|&&id| id != Block::UNUSED));
        return 1;
    }
    let node = &tree.nodes[child.index()];
    lanes(node).map(|lane| gather(tree, Child(node.child[lane as usize]), ids)).sum()
}

/// Makes room for a triangle from the root down, always where the surface grows least; the place of
/// the block it ends in.
fn way_down(tree: &mut Tree, corners: &Triangle) -> u32 {
    let mut place = ROOT;
    loop {
        tree.enlarge(place, corners);
        let child = tree.arrays().place(place).child();
        if child.is_block() {
            return place;
        }
        let node = &tree.nodes[child.index()];
        let growth = |&lane: &u32| growth(node, lane as usize, corners);
        let best = lanes(node)
            .min_by(|a, b| growth(a).partial_cmp(&growth(b)).expect("areas are numbers"));
        place = child.index() as u32 * 8 + best.expect("a node has children");
    }
}

/// By how much the surface of a box grows with a triangle, and its surface.
fn growth(node: &Node, lane: usize, corners: &Triangle) -> (f64, f64) {
    let at = |rows: &[[f32; 8]; 3]| DVec3::from_array(rows.map(|row| f64::from(row[lane])));
    let (center, half) = (at(&node.center), at(&node.half));
    let along = |axis: DVec3| {
        corners.iter().map(|corner| axis.dot(*corner - center).abs()).fold(0.0, f64::max)
    };
    let grown = half.max(DVec3::from_array(node.axes.each_ref().map(|axis| along(at(axis)))));
    let area = |half: DVec3| half.x * half.y + half.y * half.z + half.z * half.x;
    (area(grown) - area(half), area(half))
}
