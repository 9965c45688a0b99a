//! The steps of a walk through two trees, written once for every walk.
//!
//! Of two volumes the larger gives way. There are five kinds of work, each for either of the two
//! trees, and every pair of triangles that is not ruled out is reached along exactly one path:
//!
//! ```text
//! NodeVsBox:       node of this tree × box of the other       → NodeVsBox of either tree, BlockVsBox of either tree, BlockVsBlock
//! BlockVsBox:      block of this tree × box of the other      → TriangleVsNode; TriangleVsBlock
//! TriangleVsNode:  triangle of this tree × node of the other  → TriangleVsNode, TriangleVsBlock
//! TriangleVsBlock: triangle of this tree × block of the other → pairs of triangles
//! BlockVsBlock:    block of this tree × block of the other    → pairs of triangles
//! ```
//!
//! A step finds the volumes, moves one into the other's frame, has them tested, and routes the
//! lanes that are not ruled out. Walks differ in what they want to know of the lanes and where
//! these go: that is a [`Sink`]. The cold walk has stacks ([`super::walk`]), the front has lists
//! with expiries ([`super::front`]).

use super::TreeAndMesh;
use super::relation::{FrameMap, MovedBox, MovedTriangle, Relation};
use super::simd::Hardware;
use super::tree::{Arrays, Block, Child, ChildPlace, Node};
use crate::mesh::Corners;

/// The kinds of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkKind {
    NodeVsBox,
    BlockVsBox,
    TriangleVsNode,
    TriangleVsBlock,
    BlockVsBlock,
}

/// One of the two bodies, and the map into its frame from the other's.
#[derive(Clone, Copy)]
pub(super) struct TreeSide<'q> {
    pub tree: Arrays<'q>,
    pub mesh: Corners<'q>,
    pub map: FrameMap,
}

impl<'b> TreeSide<'b> {
    /// Both bodies of a query.
    #[inline(always)]
    pub(super) fn both([a, b]: [TreeAndMesh<'b>; 2], relation: &Relation) -> [Self; 2] {
        [
            TreeSide { tree: a.0.arrays(), mesh: a.1.indexed(), map: relation.a_from_b },
            TreeSide { tree: b.0.arrays(), mesh: b.1.indexed(), map: relation.b_from_a },
        ]
    }
}

/// A node of body `side`, and a box of the other in its frame.
pub(super) struct NodeAndBox<'t> {
    pub side: usize,
    pub map: &'t FrameMap,
    pub node: &'t Node,
    /// All boxes of the node are aligned with its frame.
    pub aligned: bool,
    pub moved: &'t MovedBox,
}

/// A block of body `side`, and a box of the other in its frame.
pub(super) struct BlockAndBox<'t> {
    pub side: usize,
    pub map: &'t FrameMap,
    pub block: &'t Block,
    pub moved: &'t MovedBox,
}

/// A triangle of body `side`, and a node of the other, in the other's frame.
pub(super) struct TriangleAndNode<'t> {
    pub side: usize,
    /// Into the other's frame.
    pub map: &'t FrameMap,
    pub moved: &'t MovedTriangle,
    pub node: &'t Node,
}

/// A triangle of body `side`, and a block of the other, in the other's frame.
pub(super) struct TriangleAndBlock<'t> {
    pub side: usize,
    /// Into the other's frame.
    pub map: &'t FrameMap,
    pub moved: &'t MovedTriangle,
    pub block: &'t Block,
    /// The triangle's number in its mesh.
    pub id: u32,
    /// The lanes that are left.
    pub lanes: u32,
}

/// The destinations of the lanes of a node and a place of the other tree.
pub(super) struct Routes<'t> {
    pub node: &'t Node,
    /// The place, by its number, and its child.
    pub number: u32,
    pub other: u32,
    /// The number of the node's first place.
    pub base: u32,
    /// A bit for every lane that gives way, and for every lane that is a block.
    pub larger: u32,
    pub blocks: u32,
    /// All ones if the place is a block's.
    pub on_block: u32,
}

/// The receiver of a walk: it says what to find out about eight lanes, and where the lanes go that
/// are not ruled out.
pub(super) trait Sink {
    /// Do two blocks wait as one piece of work? Else the one's triangles do, each for the other
    /// block.
    const PAIRS_OF_BLOCKS: bool;
    /// May a block give way to a smaller node, triangle by triangle? Else the node gives way.
    const SPLITS_BLOCKS: bool;
    /// Names a piece of work, if it has to be found again.
    type Entry: Copy;

    /// Tests eight lanes, and returns the lanes that are to go on.
    fn node_vs_box<H: Hardware>(&mut self, entry: Self::Entry, test: &NodeAndBox) -> u32;
    fn block_vs_box<H: Hardware>(&mut self, entry: Self::Entry, test: &BlockAndBox) -> u32;
    fn triangle_vs_node<H: Hardware>(&mut self, entry: Self::Entry, test: &TriangleAndNode) -> u32;
    fn triangle_vs_block<H: Hardware>(
        &mut self,
        entry: Self::Entry,
        test: &TriangleAndBlock,
    ) -> u32;

    /// Takes the lanes of a node that go on; those of one kind together, unless said otherwise.
    #[inline(always)]
    fn push_routed<H: Hardware>(&mut self, side: usize, lanes: u32, to: &Routes) {
        let &Routes { node, number, base, other, larger, blocks, on_block } = to;
        self.push_low::<H>(
            WorkKind::NodeVsBox,
            side,
            lanes & larger & !blocks,
            &node.child,
            number,
        );
        self.push_high::<H>(
            WorkKind::NodeVsBox,
            1 - side,
            lanes & !larger & !on_block,
            other,
            base,
        );
        let small = lanes & (blocks & larger | on_block & !larger | blocks & on_block);
        if small != 0 {
            let both = lanes & blocks & on_block;
            let split =
                lanes & larger & blocks & !on_block | if Self::PAIRS_OF_BLOCKS { 0 } else { both };
            self.push_low::<H>(WorkKind::BlockVsBox, side, split, &node.child, number);
            self.push_high::<H>(
                WorkKind::BlockVsBox,
                1 - side,
                lanes & !larger & !blocks & on_block,
                other,
                base,
            );
            if Self::PAIRS_OF_BLOCKS {
                self.push_lanes(WorkKind::BlockVsBlock, side, both, base, number);
            }
        }
    }

    /// Takes the lanes of `low`, each with `high`.
    fn push_low<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        lanes: u32,
        low: &[u32; 8],
        high: u32,
    );
    /// Takes `low` with `base + lane` for every lane.
    fn push_high<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        lanes: u32,
        low: u32,
        base: u32,
    );
    /// Takes `base + lane` with `high` for every lane.
    fn push_lanes(&mut self, kind: WorkKind, side: usize, lanes: u32, base: u32, high: u32);
    /// Takes pairs: a triangle of body `side`, and those lanes of the other's.
    fn push_pairs(&mut self, side: usize, id: u32, lanes: u32, ids: &[u32; 8]);
}

/// Lists pairs: a triangle of body `side`, and those lanes of the other's; A's first.
#[inline(always)]
pub(super) fn list_pairs(
    list: &mut Vec<(u32, u32)>,
    side: usize,
    id: u32,
    mut lanes: u32,
    ids: &[u32; 8],
) {
    while lanes != 0 {
        let other = ids[lanes.trailing_zeros() as usize];
        list.push(if side == 0 { (id, other) } else { (other, id) });
        lanes &= lanes - 1;
    }
}

/// The larger of the two roots, its child, and what it is against the other: how every walk begins.
#[inline(always)]
pub(super) fn roots(sides: &[TreeSide; 2]) -> (usize, Child, WorkKind) {
    let roots = [sides[0].tree.place(0), sides[1].tree.place(0)];
    let larger = usize::from(roots[0].size() < sides[0].map.squared_ratio * roots[1].size());
    let child = roots[larger].child();
    let kind = if !child.is_block() {
        WorkKind::NodeVsBox
    } else if roots[1 - larger].child().is_block() {
        WorkKind::BlockVsBlock
    } else {
        WorkKind::BlockVsBox
    };
    (larger, child, kind)
}

/// A node of body `side` against a place of the other: the lanes that go on.
#[inline(always)]
pub(super) fn test_node_vs_box<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (child, number): (u32, u32),
    entry: S::Entry,
) -> u32 {
    let moved = moved_box::<H>(sides, side, number);
    test_node::<H, S>(sink, &sides[side], side, (child, &moved), entry)
}

/// The box at a place of the other body, in the frame of body `side`.
#[inline(always)]
pub(super) fn moved_box<H: Hardware>(sides: &[TreeSide; 2], side: usize, number: u32) -> MovedBox {
    let (map, place) = (&sides[side].map, sides[1 - side].tree.place(number));
    let mut moved = MovedBox::ZERO;
    map.carry_box::<H>(place, map.boxes, &mut moved);
    moved
}

/// A node of body `side` against a box of the other: the lanes that go on.
#[inline(always)]
pub(super) fn test_node<H: Hardware, S: Sink>(
    sink: &mut S,
    own: &TreeSide,
    side: usize,
    (child, moved): (u32, &MovedBox),
    entry: S::Entry,
) -> u32 {
    let child = Child(child);
    let (map, node) = (&own.map, &own.tree.nodes[child.index()]);
    let aligned = child.is_aligned();
    sink.node_vs_box::<H>(entry, &NodeAndBox { side, map, node, aligned, moved })
}

/// Routes the lanes of a node and a place that go on.
#[inline(always)]
pub(super) fn route_node_vs_box<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (child, number): (u32, u32),
    lanes: u32,
) {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let index = Child(child).index();
    let (node, place) = (&own.tree.nodes[index], other.tree.place(number));
    let larger = node.at_least::<H>(own.map.squared_ratio * place.size());
    let blocks = node.blocks::<H>();
    let base = index as u32 * 8;
    let Child(other) = place.child();
    // All ones if the other box is a block's.
    let on_block = (other as i32 >> 31) as u32;
    let larger = if S::SPLITS_BLOCKS { larger } else { (larger | on_block) & (!blocks | on_block) };
    let to = Routes { node, number, base, other, larger, blocks, on_block };
    sink.push_routed::<H>(side, lanes, &to);
}

/// The only child of one lane of a node and a place, if that is a node and a place again: whose
/// node, and both. It is what [`route_node_vs_box`] does with one lane.
#[inline(always)]
pub(super) fn only_child(
    sides: &[TreeSide; 2],
    side: usize,
    (child, number): (u32, u32),
    lane: u32,
) -> Option<(usize, (u32, u32))> {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let index = Child(child).index();
    let one = ChildPlace { node: &own.tree.nodes[index], lane: lane as usize };
    let place = other.tree.place(number);
    let (side, child, number) = if one.size() >= own.map.squared_ratio * place.size() {
        (side, one.child(), number)
    } else {
        (1 - side, place.child(), index as u32 * 8 + lane)
    };
    (!child.is_block()).then_some((side, (child.0, number)))
}

/// The triangles of a block of body `side` against a box of the other.
#[inline(always)]
pub(super) fn block_vs_box<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (block, number): (u32, u32),
    entry: S::Entry,
) {
    let index = Child(block).index();
    let lanes = test_block::<H, S>(sink, sides, side, (index, number), entry);
    let child = sides[1 - side].tree.place(number).child();
    let on_block = !S::PAIRS_OF_BLOCKS && child.is_block();
    let kind = if on_block { WorkKind::TriangleVsBlock } else { WorkKind::TriangleVsNode };
    sink.push_lanes(kind, side, lanes, index as u32 * 8, child.0);
}

#[inline(always)]
fn test_block<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (block, number): (usize, u32),
    entry: S::Entry,
) -> u32 {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let mut moved = MovedBox::ZERO;
    own.map.carry_box::<H>(other.tree.place(number), own.map.own_triangle, &mut moved);
    let block = &own.tree.blocks[block];
    sink.block_vs_box::<H>(entry, &BlockAndBox { side, map: &own.map, block, moved: &moved })
}

/// A triangle of body `side` against the boxes of a node of the other.
#[inline(always)]
pub(super) fn triangle_vs_node<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (triangle, child): (u32, u32),
    entry: S::Entry,
) {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let node = &other.tree.nodes[Child(child).index()];
    let moved = moved_triangle::<H>(own, other, triangle);
    let lanes = sink.triangle_vs_node::<H>(
        entry,
        &TriangleAndNode { side, map: &other.map, moved: &moved, node },
    );
    let blocks = node.blocks::<H>();
    for (kind, mut lanes) in
        [(WorkKind::TriangleVsNode, lanes & !blocks), (WorkKind::TriangleVsBlock, lanes & blocks)]
    {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            sink.push_lanes(kind, side, 1, triangle, node.child[lane]);
            lanes &= lanes - 1;
        }
    }
}

/// A triangle of body `side` against those of a block of the other.
#[inline(always)]
pub(super) fn triangle_vs_block<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (triangle, block): (u32, u32),
    entry: S::Entry,
) {
    let block = &sides[1 - side].tree.blocks[Child(block).index()];
    row::<H, S>(sink, sides, side, triangle, (block, block.lanes::<H>()), entry);
}

/// A triangle of body `side` against some of a block of the other.
#[inline(always)]
fn row<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    triangle: u32,
    (block, lanes): (&Block, u32),
    entry: S::Entry,
) {
    let (own, other) = (&sides[side], &sides[1 - side]);
    let moved = moved_triangle::<H>(own, other, triangle);
    let id = own.tree.blocks[(triangle >> 3) as usize].ids[(triangle & 7) as usize];
    let test = TriangleAndBlock { side, map: &other.map, moved: &moved, block, id, lanes };
    let lanes = sink.triangle_vs_block::<H>(entry, &test);
    sink.push_pairs(side, id, lanes, &block.ids);
}

/// Two blocks by their places: each one's triangles against the other's box, then the fewer of
/// those left against the others.
#[inline(always)]
pub(super) fn block_vs_block<H: Hardware, S: Sink>(
    sink: &mut S,
    sides: &[TreeSide; 2],
    side: usize,
    (own_place, other_place): (u32, u32),
    entry: S::Entry,
) {
    let places = [(side, own_place), (1 - side, other_place)];
    let blocks = [0, 1].map(|x: usize| sides[places[x].0].tree.place(places[x].1).child().index());
    let mut left = [0; 2];
    for x in 0..2 {
        left[x] = test_block::<H, S>(sink, sides, places[x].0, (blocks[x], places[1 - x].1), entry);
        if left[x] == 0 {
            return;
        }
    }
    let few = usize::from(left[1].count_ones() < left[0].count_ones());
    let (one, contents) = (places[few].0, &sides[places[1 - few].0].tree.blocks[blocks[1 - few]]);
    let mut lanes = left[few];
    while lanes != 0 {
        let triangle = blocks[few] as u32 * 8 + lanes.trailing_zeros();
        lanes &= lanes - 1;
        row::<H, S>(sink, sides, one, triangle, (contents, left[1 - few]), entry);
    }
}

/// A triangle of `own`, by eight times its block plus its lane, in the frame of `other`.
#[inline(always)]
pub(super) fn moved_triangle<H: Hardware>(
    own: &TreeSide,
    other: &TreeSide,
    triangle: u32,
) -> MovedTriangle {
    let (block, lane) = (&own.tree.blocks[(triangle >> 3) as usize], (triangle & 7) as usize);
    let mut moved = [[0.0; 4]; 3];
    for (moved, [x, y, z]) in moved.iter_mut().zip(&block.corners) {
        other.map.carry_point::<H>([x[lane], y[lane], z[lane]], moved);
    }
    moved
}
