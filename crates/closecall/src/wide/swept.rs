//! The triangles of two deforming meshes that may meet: the [steps](super::step) over trees whose
//! boxes hold both states ([`Tree::build_swept`]), and for pairs of triangles the boxes around
//! their six corners each.
//!
//! **What is claimed.** Every pair of triangles that come within the clearance of each other at any
//! time is reported, once. Boxes are told apart by the slack of [`super::relation`], which includes
//! the clearance; boxes around triangles have no rounding but that of the clearance added, which is
//! rounded up.

use super::kernel::NodeVsBox;
use super::relation::Relation;
use super::simd::{Hardware, Level, Task};
use super::step::{
    self, BlockAndBox, NodeAndBox, Sink, TreeSide, TriangleAndBlock, TriangleAndNode, WorkKind,
    route_node_vs_box, test_node_vs_box,
};
use super::tree::{Child, Tree};
use crate::geom::{Clearance, DVec3, Pose};
use crate::mesh::Mesh;

/// The box around a triangle on its way.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WayBox {
    low: DVec3,
    high: DVec3,
}

impl WayBox {
    /// Of every triangle, in two states.
    pub(crate) fn of_all(start: &Mesh, end: &Mesh) -> Vec<Self> {
        let both = start.iter().zip(end.iter());
        both.map(|([p, q, r], [s, t, u])| Self {
            low: p.min(q).min(r).min(s.min(t).min(u)),
            high: p.max(q).max(r).max(s.max(t).max(u)),
        })
        .collect()
    }

    fn larger(&self, by: f64) -> Self {
        let (low, high) = (self.low - by, self.high + by);
        Self { low: low.map(f64::next_down), high: high.map(f64::next_up) }
    }

    #[inline(always)]
    fn overlaps(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }
}

/// A deforming mesh: its tree, its first state, and the boxes around its triangles.
#[derive(Clone, Copy)]
pub(crate) struct Deforming<'d> {
    pub tree: &'d Tree,
    pub mesh: &'d Mesh,
    pub bounds: &'d [WayBox],
}

/// Every pair of triangles that may come within a clearance of each other, in no particular order.
pub(crate) fn swept_candidates(bodies: [Deforming; 2], clearance: Clearance) -> Vec<(u32, u32)> {
    let [a, b] = bodies;
    let Some(relation) = Relation::new(a.tree, b.tree, &Pose::IDENTITY, clearance) else {
        return Vec::new();
    };
    let sides = TreeSide::both([(a.tree, a.mesh), (b.tree, b.mesh)], &relation);
    let by = clearance.distance();
    Level::best().run(SweptWalk { sides: &sides, bounds: [a.bounds, b.bounds], by })
}

struct SweptWalk<'q> {
    sides: &'q [TreeSide<'q>; 2],
    bounds: [&'q [WayBox]; 2],
    by: f64,
}

impl Task for SweptWalk<'_> {
    type Output = Vec<(u32, u32)>;

    #[inline(always)]
    fn run<H: Hardware>(self) -> Vec<(u32, u32)> {
        let Self { sides, bounds, by } = self;
        let mut sink = SweptPairs { bounds, by, waiting: Vec::new(), found: Vec::new() };
        // The first node of A has its root alone.
        sink.waiting.push(SweptWork {
            kind: WorkKind::NodeVsBox,
            side: 0,
            words: (Child::node(0, false).0, 0),
        });
        while let Some(SweptWork { kind, side, words }) = sink.waiting.pop() {
            if kind == WorkKind::BlockVsBlock {
                step::block_vs_block::<H, _>(&mut sink, sides, side, words, ());
            } else {
                let lanes = test_node_vs_box::<H, _>(&mut sink, sides, side, words, ());
                route_node_vs_box::<H, _>(&mut sink, sides, side, words, lanes);
            }
        }
        sink.found
    }
}

struct SweptWork {
    kind: WorkKind,
    side: usize,
    words: (u32, u32),
}

/// The destination of the lanes: a stack, and a list for pairs of triangles.
struct SweptPairs<'q> {
    bounds: [&'q [WayBox]; 2],
    by: f64,
    waiting: Vec<SweptWork>,
    found: Vec<(u32, u32)>,
}

impl Sink for SweptPairs<'_> {
    const PAIRS_OF_BLOCKS: bool = true;
    const SPLITS_BLOCKS: bool = false;
    type Entry = ();

    #[inline(always)]
    fn node_vs_box<H: Hardware>(&mut self, (): (), test: &NodeAndBox) -> u32 {
        NodeVsBox { node: test.node, aligned: test.aligned, other: test.moved }.hits::<H>()
    }

    /// Blocks hold the triangles of one state: of the way between, only boxes know.
    #[inline(always)]
    fn block_vs_box<H: Hardware>(&mut self, (): (), test: &BlockAndBox) -> u32 {
        test.block.lanes::<H>()
    }

    fn triangle_vs_node<H: Hardware>(&mut self, (): (), _: &TriangleAndNode) -> u32 {
        unreachable!("blocks are not split")
    }

    #[inline(always)]
    fn triangle_vs_block<H: Hardware>(&mut self, (): (), test: &TriangleAndBlock) -> u32 {
        let own = self.bounds[test.side][test.id as usize].larger(self.by);
        let others = self.bounds[1 - test.side];
        let mut hits = 0;
        for lane in (0..8).filter(|lane| test.lanes >> lane & 1 != 0) {
            hits |= u32::from(own.overlaps(&others[test.block.ids[lane] as usize])) << lane;
        }
        hits
    }

    #[inline(always)]
    fn push_low<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        mut lanes: u32,
        low: &[u32; 8],
        high: u32,
    ) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            lanes &= lanes - 1;
            self.waiting.push(SweptWork { kind, side, words: (low[lane], high) });
        }
    }

    #[inline(always)]
    fn push_high<H: Hardware>(
        &mut self,
        kind: WorkKind,
        side: usize,
        mut lanes: u32,
        low: u32,
        base: u32,
    ) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.waiting.push(SweptWork { kind, side, words: (low, base + lane) });
        }
    }

    #[inline(always)]
    fn push_lanes(&mut self, kind: WorkKind, side: usize, mut lanes: u32, base: u32, high: u32) {
        while lanes != 0 {
            let lane = lanes.trailing_zeros();
            lanes &= lanes - 1;
            self.waiting.push(SweptWork { kind, side, words: (base + lane, high) });
        }
    }

    #[inline(always)]
    fn push_pairs(&mut self, side: usize, id: u32, lanes: u32, ids: &[u32; 8]) {
        step::list_pairs(&mut self.found, side, id, lanes, ids);
    }
}
