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

use super::Body;
use super::kernel::{BlockOverBox, BoxOverBoxes, BoxesOverBox, NodeVsBox, TriangleOverBlock};
use super::relation::{MovedBox, Relation, scales};
use super::simd::{Hardware, Level, Task};
use super::step::{Side, moved_triangle};
use super::tree::{Child, Place};

use crate::cost::Meter;
use crate::geom::Ball;
use crate::path::Travel;
use flow::{Flow, Stream, Unit};
use std::ops::ControlFlow;

/// Boxes that move further than this share of the larger one's half diagonal are divided in time.
const SHARE: f32 = 0.25;

/// The same for two blocks: pairs of triangles cost more than boxes. With 0.25 motions take 2 to
/// 12 % longer on four of five flights.
const SHARE_OF_BLOCKS: f32 = 0.15;

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

/// Told of pairs of triangles that may meet; breaks off when it has heard enough.
pub(crate) type Judge<'j> = dyn FnMut(u32, u32, &mut Vec<Entry>) -> ControlFlow<()> + 'j;

/// One interval of time.
pub(crate) struct Interval<'q> {
    pub bodies: [Body<'q>; 2],
    pub travel: &'q Travel,
    pub clearance: f64,
    /// Boxes that move less than this are not divided in time.
    pub tolerance: f64,
    /// Where the walk begins, and what it leaves for the halves.
    pub entries: &'q [Entry],
    pub later: &'q mut Vec<Entry>,
    pub stack: &'q mut Vec<Entry>,
    /// The walk ends when it is over, whatever is left.
    pub meter: &'q mut Meter,
}

impl Interval<'_> {
    /// Tells the judge of all pairs that may meet and are not kept for later.
    pub(crate) fn walk(self, judge: &mut Judge) -> ControlFlow<()> {
        let [a, b] = self.bodies;
        let relation = Relation::anywhere(a.0, b.0, &self.travel.pose);
        let sides = Side::both(self.bodies, &relation);
        let (scale_a, scale_b, _) = scales(a.0.frame.scale, b.0.frame.scale);
        let radius = b.0.frame.ball().radius;
        let stream = Stream { travel: self.travel, radius, clearance: self.clearance };
        let [in_a, in_b] = [(scale_a, 0), (scale_b, 1)]
            .map(|(scale, side): (f64, usize)| Unit { scale, position: sides[side].map.position });
        let flows =
            [Flow::in_a(stream, in_a, sides[0].map.center_of_b(0)), Flow::in_b(stream, in_b)];
        let still = (self.tolerance * scale_a) as f32;
        let Self { entries, later, stack, meter, .. } = self;
        stack.clear();
        stack.extend_from_slice(entries);
        let walk = Walk { sides: &sides, flows: &flows, still, later, stack };
        Level::best().run(Judged { walk, judge, meter })
    }
}

/// The walk under way.
struct Walk<'q> {
    sides: &'q [Side<'q>; 2],
    flows: &'q [Flow; 2],
    still: f32,
    later: &'q mut Vec<Entry>,
    stack: &'q mut Vec<Entry>,
}

struct Judged<'q, 'j> {
    walk: Walk<'q>,
    judge: &'q mut Judge<'j>,
    meter: &'q mut Meter,
}

impl Task for Judged<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> ControlFlow<()> {
        let Self { mut walk, judge, meter } = self;
        while let Some(entry) = walk.stack.pop() {
            match entry.kind {
                Kind::Triangles => meter.spend_slow(1),
                _ => meter.spend(8),
            }
            if meter.is_over() {
                return ControlFlow::Break(());
            }
            match entry.kind {
                Kind::Roots => walk.route([0, 0], 0.0),
                Kind::OpenA => walk.open_a::<H>(Child(entry.own), entry.other),
                Kind::OpenB => walk.open_b::<H>(Child(entry.own), entry.other),
                Kind::Blocks => walk.blocks::<H>(entry.own, entry.other),
                Kind::Triangles => judge(entry.own, entry.other, walk.later)?,
            }
        }
        ControlFlow::Continue(())
    }
}

impl Walk<'_> {
    /// Two boxes that may meet: on in space or, if they move far for their size, in time.
    #[inline(always)]
    fn route(&mut self, [a, b]: [u32; 2], motion: f32) {
        let places = [self.sides[0].tree.place(a), self.sides[1].tree.place(b)];
        let children = places.map(Place::child);
        let sizes = [places[0].size(), self.sides[0].map.squared_ratio * places[1].size()];
        let entry = match children.map(Child::is_block) {
            [true, true] => Entry { kind: Kind::Blocks, own: a, other: b },
            [false, block] if block || sizes[0] >= sizes[1] => {
                Entry { kind: Kind::OpenA, own: children[0].0, other: b }
            }
            _ => Entry { kind: Kind::OpenB, own: children[1].0, other: a },
        };
        let size = sizes[0].max(sizes[1]);
        let share = if entry.kind == Kind::Blocks { SHARE_OF_BLOCKS } else { SHARE };
        let far = motion * motion > share * share * size && motion > self.still;
        if far { self.later.push(entry) } else { self.stack.push(entry) }
    }

    /// The boxes of a node of A, which stay, and a box of B.
    #[inline(always)]
    fn open_a<H: Hardware>(&mut self, child: Child, place: u32) {
        let (own, flow) = (&self.sides[0], &self.flows[0]);
        let node = &own.tree.nodes[child.index()];
        let mut other = MovedBox::ZERO;
        own.map.carry_box::<H>(self.sides[1].tree.place(place), own.map.position, &mut other);
        let [x, y, z, _] = other.center;
        let (way, rest) = (flow.way([x, y, z]), flow.rest(radius(&other.half)));
        let boxes = NodeVsBox { node, aligned: child.is_aligned(), other: &other };
        let swept = H::run(BoxOverBoxes { boxes, way, rest });
        let motion = swept.motion[0];
        let mut hits = swept.hits;
        while hits != 0 {
            let lane = hits.trailing_zeros();
            hits &= hits - 1;
            if node.child[lane as usize] != Child::NONE {
                self.route([child.index() as u32 * 8 + lane, place], motion);
            }
        }
    }

    /// The boxes of a node of B, each with its own way, and a box of A.
    #[inline(always)]
    fn open_b<H: Hardware>(&mut self, child: Child, place: u32) {
        let (own, flow) = (&self.sides[1], &self.flows[1]);
        let node = &own.tree.nodes[child.index()];
        let mut other = MovedBox::ZERO;
        own.map.carry_box::<H>(self.sides[0].tree.place(place), own.map.position, &mut other);
        let boxes = NodeVsBox { node, aligned: child.is_aligned(), other: &other };
        let swept = H::run(BoxesOverBox { boxes, flow });
        let unit = self.sides[0].map.ratio;
        let mut hits = swept.hits;
        while hits != 0 {
            let lane = hits.trailing_zeros();
            hits &= hits - 1;
            if node.child[lane as usize] != Child::NONE {
                let motion = swept.motion[lane as usize] * unit;
                self.route([place, child.index() as u32 * 8 + lane], motion);
            }
        }
    }

    /// Two blocks: each one's triangles against the other's box, then those of B that are left
    /// against those of A.
    #[inline(always)]
    fn blocks<H: Hardware>(&mut self, a: u32, b: u32) {
        let places = [self.sides[0].tree.place(a), self.sides[1].tree.place(b)];
        let mut left = [0; 2];
        for side in [0, 1] {
            let (own, flow) = (&self.sides[side], &self.flows[side]);
            let mut other = MovedBox::ZERO;
            own.map.carry_box::<H>(places[1 - side], own.map.own_triangle, &mut other);
            let block = &own.tree.blocks[places[side].child().index()];
            let (center, half) = match side {
                0 => ([other.center[0], other.center[1], other.center[2]], other.half),
                _ => center_and_half(places[1]),
            };
            let (way, rest) = (flow.way(center), flow.rest(radius(&half)));
            let hits = H::run(BlockOverBox { block, other: &other, way, rest });
            left[side] = hits & block.lanes::<H>();
            if left[side] == 0 {
                return;
            }
        }
        let [block_a, block_b] = [0, 1].map(|side| {
            let index = places[side].child().index();
            (index, &self.sides[side].tree.blocks[index])
        });
        let mut lanes = left[1];
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            let [own, other] = [&self.sides[1], &self.sides[0]];
            let triangle = moved_triangle::<H>(own, other, block_b.0 as u32 * 8 + lane);
            let flow = &self.flows[0];
            let task = TriangleOverBlock {
                triangle: &triangle,
                block: block_a.1,
                ways: triangle.map(|[x, y, z, _]| flow.way([x, y, z])),
                slack: flow.rest(0.0) + other.map.pair,
                lanes: left[0],
            };
            let mut hits = H::run(task);
            while hits != 0 {
                let x = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                self.stack.push(Entry::triangles(block_a.1.ids[x], block_b.1.ids[lane as usize]));
            }
        }
    }
}

/// No point of a box is further from its centre.
#[inline(always)]
fn radius([x, y, z]: &[f32; 3]) -> f32 {
    (x * x + y * y + z * z).sqrt() * (1.0 + 1e-5)
}

#[inline(always)]
fn center_and_half(Place { node, lane }: Place) -> ([f32; 3], [f32; 3]) {
    let at = |rows: &[[f32; 8]; 3]| [rows[0][lane], rows[1][lane], rows[2][lane]];
    (at(&node.center), at(&node.half))
}

/// The ball around a body, in its frame.
pub(crate) fn ball((tree, _): Body) -> Ball {
    tree.frame.ball()
}
