//! Inputs of the kernels at a pose: triangles of B are sent down A's tree, and what they meet
//! is written down.

use super::super::kernel::{Hits, TriangleVsBlock, TriangleVsNode};
use super::super::simd::{Hardware, Task};
use super::super::step::{TreeSide, moved_triangle};
use super::super::tree::{Block, Child};
use std::marker::PhantomData;

/// The number of each.
const EACH: usize = 16;

/// Numbers of nodes and blocks of A, of places (eight times the node plus the lane), triangles
/// (eight times the block plus the lane) and boxes of B, and of triangles of both meshes.
#[derive(Default)]
pub(super) struct Inputs {
    /// A node of A and a place of B.
    pub nodes: Vec<(u32, u32)>,
    /// A block of A and a place of B.
    pub blocks: Vec<(u32, u32)>,
    /// A triangle of B and a node of A.
    pub triangles: Vec<(u32, u32)>,
    /// A triangle of B and a block of A.
    pub sieve: Vec<(u32, u32)>,
    /// Triangles of A and B.
    pub fours: Vec<[(u32, u32); 4]>,
}

impl Inputs {
    pub(super) fn is_complete(&self) -> bool {
        !(self.nodes.is_empty()
            || self.triangles.is_empty()
            || self.sieve.is_empty()
            || self.fours.is_empty())
    }
}

/// Gathers inputs evenly from all the triangles of B that come near.
pub(super) struct Gather<'g> {
    pub sides: &'g [TreeSide<'g>; 2],
}

impl Task for Gather<'_> {
    type Output = Inputs;

    fn run<H: Hardware>(self) -> Inputs {
        let b = self.sides[1].tree;
        let mut all = Inputs::default();
        let mut pairs = Vec::new();
        for (number, node) in (0..).zip(b.nodes) {
            let blocks = (0..8).filter(|&lane| {
                node.child[lane] != Child::NONE && Child(node.child[lane]).is_block()
            });
            for lane in blocks {
                let (block, place) =
                    (Child(node.child[lane]).index() as u32, number * 8 + lane as u32);
                let used = b.blocks[block as usize].lanes::<H>();
                for triangle in
                    (0..8).filter(|lane| used >> lane & 1 != 0).map(|lane| block * 8 + lane)
                {
                    self.descend::<H>(triangle, place, &mut all, &mut pairs);
                }
            }
        }
        Inputs {
            nodes: spread(all.nodes),
            blocks: spread(all.blocks),
            triangles: spread(all.triangles),
            sieve: spread(all.sieve),
            fours: spread(pairs.as_chunks::<4>().0.to_vec()),
        }
    }
}

impl Gather<'_> {
    /// Sends a triangle of B, in the box at a place, down A's tree.
    fn descend<H: Hardware>(
        &self,
        triangle: u32,
        place: u32,
        all: &mut Inputs,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let [a, b] = self.sides;
        let moved = moved_triangle::<H>(b, a, triangle);
        let mut waiting = vec![a.tree.place(0).child()];
        while let Some(child) = waiting.pop() {
            let number = child.index() as u32;
            if child.is_block() {
                all.sieve.push((triangle, number));
                all.blocks.push((number, place));
                self.sieve::<H>(triangle, &moved, &a.tree.blocks[child.index()], pairs);
                continue;
            }
            all.triangles.push((triangle, number));
            all.nodes.push((number, place));
            let node = &a.tree.nodes[child.index()];
            let slack = a.map.other_triangle;
            let test =
                TriangleVsNode { triangle: &moved, node, slack, settled: 0, want: PhantomData };
            let Hits(hits) = H::run(test);
            waiting.extend(
                (0..8).filter(|lane| hits >> lane & 1 != 0).map(|lane| Child(node.child[lane])),
            );
        }
    }

    fn sieve<H: Hardware>(
        &self,
        number: u32,
        moved: &[[f32; 4]; 3],
        block: &Block,
        pairs: &mut Vec<(u32, u32)>,
    ) {
        let [a, b] = self.sides;
        let (slack, lanes) = (a.map.pair, block.lanes::<H>());
        let test =
            TriangleVsBlock { triangle: moved, block, slack, settled: !lanes, want: PhantomData };
        let Hits(hits) = H::run(test);
        let id = b.tree.blocks[(number >> 3) as usize].ids[(number & 7) as usize];
        pairs.extend((0..8).filter(|lane| hits >> lane & 1 != 0).map(|lane| (block.ids[lane], id)));
    }
}

/// Some of many, evenly.
fn spread<T: Copy>(all: Vec<T>) -> Vec<T> {
    let stride = all.len().div_ceil(EACH).max(1);
    all.into_iter().step_by(stride).collect()
}
