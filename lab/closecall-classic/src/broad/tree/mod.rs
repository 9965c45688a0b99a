//! A tree of volumes that takes and loses bodies, and follows them. (Pedersen 2006, "Bounding
//! Volume Hierarchies"; Klosowski 1998, §9.1)
//!
//! Binary, every body a leaf. Invariants, checked by `check`: an inner node's volume is exactly the
//! union of its children's; the heights of two siblings differ by at most one (Adelson-Velsky and
//! Landis), so that the height stays below 1.45·log₂ n whatever happens. Moves refit the nodes
//! above what moved, once each, and exchange children with grandchildren where that makes a surface
//! smaller (Kopta and others, 2012); a body that leaves its old volume altogether is inserted anew.
//! When every body has changed a few times, the tree is built anew.

mod balance;
mod check;
mod pairs;
mod rebuild;

use closecall::engine::geom::DVec3;
use closecall::lab::broad::{Mobility, overlap};
use closecall::lab::kdop::Kdop;

const NONE: u32 = u32::MAX;

/// A node; a leaf has height 0 and its body's number for a child.
#[derive(Clone, Copy, Debug)]
struct BodyNode<const S: usize> {
    volume: Kdop<S>,
    parent: u32,
    children: [u32; 2],
    height: u32,
    /// Something below has moved.
    dirty: bool,
}

/// The data of a body beside its volume.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    node: u32,
    mobility: Mobility,
    /// Since pairs were last asked for.
    moved: bool,
}

/// A dynamic bounding volume tree: for worlds in which few bodies move in a step, and for searches.
#[derive(Clone, Debug)]
pub struct BoxTree<const S: usize> {
    nodes: Vec<BodyNode<S>>,
    free: Vec<u32>,
    root: u32,
    leaves: Vec<Option<Leaf>>,
    count: usize,
    /// The bodies that have the mark [`Leaf::moved`], or had it before they were removed.
    moved: Vec<u32>,
    /// The pairs as of the last time, sorted.
    pairs: Vec<(u32, u32)>,
    /// The next leaf to be inserted anew for the tree's sake.
    turn: u32,
    /// Leaves on their way to a place far off; empty between calls.
    far: Vec<(u32, Kdop<S>)>,
    /// How much has changed since the tree was built as a whole.
    churn: usize,
}

impl<const S: usize> Default for BoxTree<S> {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            free: Vec::new(),
            root: NONE,
            leaves: Vec::new(),
            count: 0,
            moved: Vec::new(),
            pairs: Vec::new(),
            turn: 0,
            far: Vec::new(),
            churn: 0,
        }
    }
}

/// If more than one body in this many moves at once, the tree is only refitted: it will be built
/// anew soon.
const BULK: usize = 4;

/// Of this many bodies that move, one is inserted anew, in turn: those whose neighbours have drifted
/// away find better ones.
const RENEWED: usize = 32;

impl<const S: usize> BoxTree<S> {
    pub(super) fn contains(&self, id: u32) -> bool {
        self.leaves.get(id as usize).is_some_and(Option::is_some)
    }

    #[inline(always)]
    fn node(&self, index: u32) -> &BodyNode<S> {
        &self.nodes[index as usize]
    }

    #[inline(always)]
    fn node_mut(&mut self, index: u32) -> &mut BodyNode<S> {
        &mut self.nodes[index as usize]
    }

    fn leaf(&self, id: u32) -> &Leaf {
        let leaf = self.leaves.get(id as usize).and_then(Option::as_ref);
        leaf.unwrap_or_else(|| panic!("there is no body {id}"))
    }

    fn new_node(&mut self, node: BodyNode<S>) -> u32 {
        if let Some(index) = self.free.pop() {
            self.nodes[index as usize] = node;
            return index;
        }
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    fn mark_moved(&mut self, id: u32) {
        let leaf = self.leaves[id as usize].as_mut().expect("it was just looked up");
        if !leaf.moved {
            leaf.moved = true;
            self.moved.push(id);
        }
    }

    /// Visits every body that `may_meet` does not rule out.
    #[inline]
    pub(super) fn visit(&self, may_meet: impl Fn(&Kdop<S>) -> bool, mut visit: impl FnMut(u32)) {
        if self.root == NONE {
            return;
        }
        // One node waits on every level at most, and the balance bounds the levels: 1.45·log₂
        // 2³² < 47.
        let (mut stack, mut waiting, mut index) = ([NONE; 48], 0, self.root);
        loop {
            let node = self.node(index);
            if may_meet(&node.volume) {
                if node.height > 0 {
                    stack[waiting] = node.children[1];
                    waiting += 1;
                    index = node.children[0];
                    continue;
                }
                visit(node.children[0]);
            }
            if waiting == 0 {
                return;
            }
            waiting -= 1;
            index = stack[waiting];
        }
    }

    /// Marks all nodes above a leaf: something moved.
    fn soil(&mut self, leaf: u32) {
        let mut index = self.node(leaf).parent;
        while index != NONE && !self.node(index).dirty {
            self.node_mut(index).dirty = true;
            index = self.node(index).parent;
        }
    }

    /// Refits what is dirty, from below.
    fn settle(&mut self, index: u32, bulk: bool) {
        if !self.node(index).dirty {
            return;
        }
        for child in self.node(index).children {
            self.settle(child, bulk);
        }
        self.node_mut(index).dirty = false;
        self.refit(index);
        if !bulk {
            self.exchange(index);
        }
    }

    /// Inserts a few anew, in turn.
    fn renew_some(&mut self, count: usize) {
        for _ in 0..count {
            self.turn = (self.turn + 1) % self.leaves.len() as u32;
            if let Some(Leaf { node, .. }) = self.leaves[self.turn as usize] {
                self.take_out(node);
                self.put_in(node);
            }
        }
    }
}

impl<const S: usize> BoxTree<S> {
    /// Takes a body in.
    ///
    /// # Panics
    /// If its number is here already.
    pub fn insert(&mut self, id: u32, mobility: Mobility, volume: Kdop<S>) {
        if id as usize >= self.leaves.len() {
            self.leaves.resize(id as usize + 1, None);
        }
        assert!(!self.contains(id), "body {id} is here already");
        let leaf = BodyNode { volume, parent: NONE, children: [id, NONE], height: 0, dirty: false };
        let node = self.new_node(leaf);
        self.put_in(node);
        self.leaves[id as usize] = Some(Leaf { node, mobility, moved: false });
        self.mark_moved(id);
        self.count += 1;
        self.churn += rebuild::CHURN;
        self.rebuild_if_due();
    }

    /// Lets a body go; its number may be used again.
    ///
    /// # Panics
    /// If it is not here.
    pub fn remove(&mut self, id: u32) {
        let Leaf { node, .. } = *self.leaf(id);
        self.take_out(node);
        self.free.push(node);
        self.leaves[id as usize] = None;
        // Its pairs are to be dropped.
        self.moved.push(id);
        self.count -= 1;
    }

    /// Moves bodies, each named once.
    ///
    /// # Panics
    /// If one is not here.
    pub fn update(&mut self, changes: &[(u32, Kdop<S>)]) {
        for (id, volume) in changes {
            let Leaf { node, .. } = *self.leaf(*id);
            self.mark_moved(*id);
            if overlap(&self.node(node).volume, volume) {
                self.node_mut(node).volume = *volume;
                self.soil(node);
            } else {
                self.far.push((node, *volume));
            }
        }
        self.churn += changes.len();
        if self.root != NONE {
            let bulk = changes.len() * BULK > self.count;
            self.settle(self.root, bulk);
            if !bulk {
                self.renew_some(changes.len().div_ceil(RENEWED));
            }
        }
        while let Some((node, volume)) = self.far.pop() {
            self.take_out(node);
            self.node_mut(node).volume = volume;
            self.put_in(node);
        }
        self.rebuild_if_due();
    }

    /// Writes every overlapping pair, the lower number first, to `found`, sorted; but pairs of
    /// bodies that are both [`Mobility::Fixed`].
    pub fn pairs(&mut self, found: &mut Vec<(u32, u32)>) {
        self.renew_pairs();
        found.clone_from(&self.pairs);
    }

    /// Visits every body whose volume may meet something, in no particular order. `may_meet` must
    /// say yes to a volume that holds one it says yes to.
    pub fn search(&self, may_meet: &dyn Fn(&Kdop<S>) -> bool, visit: &mut dyn FnMut(u32)) {
        self.visit(may_meet, visit);
    }

    /// The volume of a body.
    ///
    /// # Panics
    /// If it is not here.
    #[must_use]
    pub fn volume(&self, id: u32) -> &Kdop<S> {
        &self.node(self.leaf(id).node).volume
    }

    /// Panics, saying where, unless the structure is what it promises to be. For tests.
    pub fn check(&self) {
        check::sound(self);
    }
}

/// The measure of size: half the surface of the box around.
#[inline(always)]
fn area<const S: usize>(volume: &Kdop<S>) -> f64 {
    let d = if S == 3 {
        DVec3::new(
            volume.high[0] - volume.low[0],
            volume.high[1] - volume.low[1],
            volume.high[2] - volume.low[2],
        )
    } else {
        let bounds = volume.bounds();
        bounds.high - bounds.low
    };
    d.x * d.y + d.y * d.z + d.z * d.x
}

/// The union.
#[inline(always)]
fn merged<const S: usize>(a: &Kdop<S>, b: &Kdop<S>) -> Kdop<S> {
    // Plain comparisons are half the instructions of `f64::min`, which has NaN to think of.
    let lesser = |x: f64, y: f64| if x < y { x } else { y };
    let greater = |x: f64, y: f64| if x > y { x } else { y };
    let slab =
        |slab: usize| (lesser(a.low[slab], b.low[slab]), greater(a.high[slab], b.high[slab]));
    Kdop { low: std::array::from_fn(|k| slab(k).0), high: std::array::from_fn(|k| slab(k).1) }
}
