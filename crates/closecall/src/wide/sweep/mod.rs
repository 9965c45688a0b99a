//! The walk of two trees over an interval of time: which pairs of triangles may come together in
//! it?
//!
//! A contact walk over swept boxes. Two boxes that may meet are opened in space if they are large
//! against their motion, and kept for the two halves of the interval if they are not: so every pair
//! of boxes has its own subdivision of time, and a half starts where the whole left off.
//!
//! **Invariant.** Every pair of triangles that may meet in the interval is, when the walk is over,
//! either told to the judge or under exactly one entry that was kept.

mod axes;
pub(in crate::wide) mod flow;
pub(crate) mod pair;
pub(crate) mod plane;

use super::TreeAndMesh;
use super::kernel::{
    BlockOverBox, BoxOverBoxes, BoxesOverBox, NodeVsBox, SweptBits, TriangleOverBlock, radius,
};
use super::relation::{MovedBox, Relation, scales};
use super::simd::{Hardware, Level, Task};
use super::step::{TreeSide, moved_triangle};
use super::tree::{Child, ChildPlace};

use crate::cost::Meter;
use crate::geom::Ball;
use crate::path::Travel;
use flow::{Flow, Stream, Unit};
use std::ops::ControlFlow;

/// Two volumes that may meet, to be looked at in a part of the time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    kind: Kind,
    own: u32,
    other: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The two roots.
    Roots,
    /// A node of A, and a place of B.
    OpenA,
    /// A node of B, and a place of A.
    OpenB,
    /// A place of A and one of B, both of blocks.
    Blocks,
    /// A triangle of A and one of B, by their numbers in the meshes.
    Triangles,
}

impl Kind {
    /// A node of this side, and a place of the other.
    #[inline(always)]
    fn opens(side: usize) -> Self {
        [Self::OpenA, Self::OpenB][side]
    }
}

impl Entry {
    /// The two trees.
    pub(crate) const ROOTS: Self = Self { kind: Kind::Roots, own: 0, other: 0 };

    pub(crate) fn is_roots(self) -> bool {
        self.kind == Kind::Roots
    }

    /// Two triangles, by their numbers.
    pub(crate) fn triangles(a: u32, b: u32) -> Self {
        Self { kind: Kind::Triangles, own: a, other: b }
    }
}

/// The number of nodes that are opened at once, and pairs of blocks looked at. With 8 motions take
/// 1 to 3 % longer on pipes and bunny; with 4, 4 to 9 %.
const CHUNK: usize = 16;

/// The entries that wait in an interval, by kind; kept for the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stacks {
    opens: [Vec<(u32, u32)>; 2],
    blocks: Vec<(u32, u32)>,
    triangles: Vec<(u32, u32)>,
}

impl Stacks {
    fn clear(&mut self) {
        let Self { opens: [a, b], blocks, triangles } = self;
        [a, b, blocks, triangles].into_iter().for_each(Vec::clear);
    }
}

/// Called with pairs of triangles that may meet, until it breaks off.
pub(crate) type Judge<'j> = dyn FnMut(u32, u32, &mut Vec<Entry>) -> ControlFlow<()> + 'j;

/// One interval of time.
pub(crate) struct Stretch<'q> {
    pub bodies: [TreeAndMesh<'q>; 2],
    pub travel: &'q Travel,
    pub clearance: f64,
    /// Boxes that move less than this are not divided in time.
    pub tolerance: f64,
    /// The entries with which the walk begins, and which it leaves for the halves.
    pub entries: &'q [Entry],
    pub later: &'q mut Vec<Entry>,
    pub stacks: &'q mut Stacks,
    /// The walk ends when it is over, whatever is left.
    pub meter: &'q mut Meter,
}

impl Stretch<'_> {
    /// Tells the judge of all pairs that may meet and are not kept for later.
    pub(crate) fn walk(self, judge: &mut Judge) -> ControlFlow<()> {
        let [a, b] = self.bodies;
        let relation = Relation::anywhere(a.0, b.0, &self.travel.pose);
        let sides = TreeSide::both(self.bodies, &relation);
        let (scale_a, scale_b, _) = scales(a.0.frame.scale, b.0.frame.scale);
        let radius = b.0.frame.ball().radius;
        let stream = Stream { travel: self.travel, radius, clearance: self.clearance };
        let [in_a, in_b] = [(scale_a, 0), (scale_b, 1)]
            .map(|(scale, side): (f64, usize)| Unit { scale, position: sides[side].map.position });
        let flows =
            [Flow::in_a(stream, in_a, sides[0].map.center_of_b(0)), Flow::in_b(stream, in_b)];
        let still = [scale_a, scale_b].map(|scale| (self.tolerance * scale) as f32);
        let Self { entries, later, stacks, meter, .. } = self;
        let walk = Walk { sides: &sides, flows: &flows, still, later, stacks };
        Level::best().run(Judged { walk, entries, judge, meter })
    }
}

/// The walk under way.
struct Walk<'q> {
    sides: &'q [TreeSide<'q>; 2],
    flows: &'q [Flow; 2],
    /// Boxes that move less are not divided in time, in the units of each.
    still: [f32; 2],
    later: &'q mut Vec<Entry>,
    stacks: &'q mut Stacks,
}

struct Judged<'q, 'j> {
    walk: Walk<'q>,
    entries: &'q [Entry],
    judge: &'q mut Judge<'j>,
    meter: &'q mut Meter,
}

impl Task for Judged<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> ControlFlow<()> {
        let Self { mut walk, entries, judge, meter } = self;
        walk.stacks.clear();
        for &entry in entries {
            walk.take(entry);
        }
        loop {
            if let Some((a, b)) = walk.stacks.triangles.pop() {
                meter.spend_slow(1);
                judge(a, b, walk.later)?;
            } else if !walk.stacks.blocks.is_empty() {
                meter.spend(8 * walk.blocks::<H>());
            } else if !walk.stacks.opens[0].is_empty() {
                meter.spend(8 * walk.open::<H, false>());
            } else if !walk.stacks.opens[1].is_empty() {
                meter.spend(8 * walk.open::<H, true>());
            } else {
                return ControlFlow::Continue(());
            }
            if meter.is_over() {
                return ControlFlow::Break(());
            }
        }
    }
}

impl Walk<'_> {
    /// Puts an entry where it waits.
    #[inline(always)]
    fn take(&mut self, Entry { kind, own, other }: Entry) {
        match kind {
            Kind::Roots => self.roots(),
            Kind::OpenA => self.stacks.opens[0].push((own, other)),
            Kind::OpenB => self.stacks.opens[1].push((own, other)),
            Kind::Blocks => self.stacks.blocks.push((own, other)),
            Kind::Triangles => self.stacks.triangles.push((own, other)),
        }
    }

    /// The two roots.
    fn roots(&mut self) {
        let places = [self.sides[0].tree.place(0), self.sides[1].tree.place(0)];
        let children = places.map(ChildPlace::child);
        let sizes = [places[0].size(), self.sides[0].map.squared_ratio * places[1].size()];
        match children.map(Child::is_block) {
            [true, true] => self.stacks.blocks.push((0, 0)),
            [false, block] if block || sizes[0] >= sizes[1] => {
                self.stacks.opens[0].push((children[0].0, 0));
            }
            _ => self.stacks.opens[1].push((children[1].0, 0)),
        }
    }

    /// Some nodes of A, whose boxes stay, each with a box of B; or nodes of B, whose boxes have
    /// their own ways, each with a box of A. Tests come first, so that the processor can overlap
    /// them. How many there were.
    #[inline(always)]
    fn open<H: Hardware, const B: bool>(&mut self) -> u64 {
        let side = usize::from(B);
        let stack = &mut self.stacks.opens[side];
        let count = stack.len().min(CHUNK);
        let mut chunk = [(0, 0); CHUNK];
        for slot in &mut chunk[..count] {
            *slot = stack.pop().expect("there are as many");
        }
        let mut swept = [SweptBits::default(); CHUNK];
        for (swept, &(child, place)) in swept.iter_mut().zip(&chunk[..count]) {
            *swept = self.test::<H, B>(Child(child), place);
        }
        for (&swept, &(child, place)) in swept.iter().zip(&chunk[..count]) {
            if swept.hits != 0 {
                self.route::<H, B>(swept, Child(child), place);
            }
        }
        count as u64
    }

    #[inline(always)]
    fn test<H: Hardware, const B: bool>(&self, child: Child, place: u32) -> SweptBits {
        let side = usize::from(B);
        let (own, flow, still) = (&self.sides[side], &self.flows[side], self.still[side]);
        let node = &own.tree.nodes[child.index()];
        let mut other = MovedBox::ZERO;
        let place = self.sides[1 - side].tree.place(place);
        own.map.carry_box::<H>(place, own.map.position, &mut other);
        let boxes = NodeVsBox { node, aligned: child.is_aligned(), other: &other };
        if B {
            BoxesOverBox { boxes, flow, still }.look::<H>()
        } else {
            BoxOverBoxes { boxes, flow, still }.look::<H>()
        }
    }

    /// Boxes of a node that may meet a box of the other tree: on in space or, if they move far for
    /// their size, in time.
    #[inline(always)]
    fn route<H: Hardware, const B: bool>(&mut self, swept: SweptBits, child: Child, place: u32) {
        let side = usize::from(B);
        let node = &self.sides[side].tree.nodes[child.index()];
        let first = child.index() as u32 * 8;
        let other = self.sides[1 - side].tree.place(place).child();
        let blocks = node.blocks::<H>();
        let on_block = if other.is_block() { u32::MAX } else { 0 };
        let SweptBits { hits, larger, far, far_for_blocks } = swept;
        let hits = u32::from(hits) & node.used::<H>();
        let both = blocks & on_block;
        let far = hits & (both & u32::from(far_for_blocks) | !both & u32::from(far));
        let opens = !blocks & (u32::from(larger) | on_block);
        let near = hits & !far;
        for lane in lanes(near & both) {
            self.stacks.blocks.push(ordered::<B>(first + lane, place));
        }
        for lane in lanes(near & opens) {
            self.stacks.opens[side].push((node.child[lane as usize], place));
        }
        for lane in lanes(near & !both & !opens) {
            self.stacks.opens[1 - side].push((other.0, first + lane));
        }
        for lane in lanes(far) {
            let bit = 1 << lane;
            self.later.push(if both & bit != 0 {
                let (own, other) = ordered::<B>(first + lane, place);
                Entry { kind: Kind::Blocks, own, other }
            } else if opens & bit != 0 {
                Entry { kind: Kind::opens(side), own: node.child[lane as usize], other: place }
            } else {
                Entry { kind: Kind::opens(1 - side), own: other.0, other: first + lane }
            });
        }
    }

    /// Some pairs of blocks: each one's triangles against the other's box, then those of B that are
    /// left against those of A. How many there were.
    #[inline(always)]
    fn blocks<H: Hardware>(&mut self) -> u64 {
        let stack = &mut self.stacks.blocks;
        let count = stack.len().min(CHUNK);
        let mut chunk = [(0, 0); CHUNK];
        for slot in &mut chunk[..count] {
            *slot = stack.pop().expect("there are as many");
        }
        let mut left = [[0; 2]; CHUNK];
        for (left, &pair) in left.iter_mut().zip(&chunk[..count]) {
            left[0] = self.test_block::<H, 0>(pair);
        }
        for (left, &pair) in left.iter_mut().zip(&chunk[..count]) {
            if left[0] != 0 {
                left[1] = self.test_block::<H, 1>(pair);
            }
        }
        for (&[a, b], &pair) in left.iter().zip(&chunk[..count]) {
            if b != 0 {
                self.triangles::<H>(pair, [a, b]);
            }
        }
        count as u64
    }

    /// The triangles of a block of A, or of B, that may meet the other block's box.
    #[inline(always)]
    fn test_block<H: Hardware, const SIDE: usize>(&self, (a, b): (u32, u32)) -> u32 {
        let places = [self.sides[0].tree.place(a), self.sides[1].tree.place(b)];
        let (own, flow) = (&self.sides[SIDE], &self.flows[SIDE]);
        let mut other = MovedBox::ZERO;
        own.map.carry_box::<H>(places[1 - SIDE], own.map.own_triangle, &mut other);
        let block = &own.tree.blocks[places[SIDE].child().index()];
        let (center, half) = match SIDE {
            0 => ([other.center[0], other.center[1], other.center[2]], other.half),
            _ => center_and_half(places[1]),
        };
        let (way, rest) = (flow.way(center), flow.rest(radius(&half)));
        BlockOverBox { block, other: &other, way, rest }.look::<H>() & block.lanes::<H>()
    }

    /// The triangles of two blocks that are left: the fewer of them, one by one, against the
    /// others.
    #[inline(always)]
    fn triangles<H: Hardware>(&mut self, pair: (u32, u32), left: [u32; 2]) {
        if left[0].count_ones() < left[1].count_ones() {
            self.rows::<H, 0>(pair, left);
        } else {
            self.rows::<H, 1>(pair, left);
        }
    }

    /// Triangles of a block of one side, in the frame of the other, against those of its block.
    #[inline(always)]
    fn rows<H: Hardware, const SIDE: usize>(&mut self, (a, b): (u32, u32), left: [u32; 2]) {
        let indices = [
            self.sides[0].tree.place(a).child().index(),
            self.sides[1].tree.place(b).child().index(),
        ];
        let (own, other) = (&self.sides[SIDE], &self.sides[1 - SIDE]);
        let (one, block) = (&own.tree.blocks[indices[SIDE]], &other.tree.blocks[indices[1 - SIDE]]);
        let flow = &self.flows[1 - SIDE];
        let slack = flow.rest(0.0) + other.map.pair;
        for lane in lanes(left[SIDE]) {
            let triangle = &moved_triangle::<H>(own, other, indices[SIDE] as u32 * 8 + lane);
            let (lanes_left, block_moves) = (left[1 - SIDE], SIDE == 0);
            let task =
                TriangleOverBlock { triangle, block, flow, block_moves, slack, lanes: lanes_left };
            let id = one.ids[lane as usize];
            for x in lanes(H::run(task)) {
                let ids = [id, block.ids[x as usize]];
                self.stacks.triangles.push((ids[SIDE], ids[1 - SIDE]));
            }
        }
    }
}

/// The numbers of the bits that are set.
#[inline(always)]
fn lanes(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (lane < 32).then_some(lane)
    })
}

/// A place of A's and one of B's, from one of a tree's own and one of the other's.
#[inline(always)]
fn ordered<const B: bool>(own: u32, other: u32) -> (u32, u32) {
    if B { (other, own) } else { (own, other) }
}

#[inline(always)]
fn center_and_half(ChildPlace { node, lane }: ChildPlace) -> ([f32; 3], [f32; 3]) {
    let at = |rows: &[[f32; 8]; 3]| [rows[0][lane], rows[1][lane], rows[2][lane]];
    (at(&node.center), at(&node.half))
}

/// The ball around a body, in its frame.
pub(crate) fn ball((tree, _): TreeAndMesh) -> Ball {
    tree.frame.ball()
}
