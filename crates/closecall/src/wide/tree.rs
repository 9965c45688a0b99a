//! The wide tree: plain arrays of nodes with eight children and of blocks of up to eight triangles.
//!
//! Invariant: every vertex u (in local coordinates, exact) of the triangles under a child
//! has |axisᵢ·(u − center)| ≤ halfᵢ in exact arithmetic with the stored f32 numbers, and more:
//! `half` is larger by [`BOX_MARGIN`] of the box's size, which pays for the rounding of every test
//! (see [`super::relation`]).

use super::build::Quality;
use super::frame::Frame;
use super::simd::{F32x8, Hardware, Lanes};
use crate::geom::{Ball, Triangle};
use crate::store::Store;
use bytemuck::{Pod, Zeroable};

/// The kind and place of a child, in 32 bits: a block, or a node of oriented or of aligned boxes,
/// or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Child(pub u32);

impl Child {
    pub(super) const NONE: u32 = u32::MAX;
    const BLOCK: u32 = 1 << 31;
    const ALIGNED: u32 = 1 << 30;

    pub(super) fn block(index: usize) -> Self {
        Self(Self::BLOCK | checked(index))
    }

    pub(super) fn node(index: usize, aligned: bool) -> Self {
        Self(checked(index) | if aligned { Self::ALIGNED } else { 0 })
    }

    #[inline(always)]
    pub(super) fn is_block(self) -> bool {
        self.0 & Self::BLOCK != 0
    }

    /// A node whose boxes are all aligned with the frame.
    #[inline(always)]
    pub(super) fn is_aligned(self) -> bool {
        self.0 & Self::ALIGNED != 0
    }

    /// The number of the node or block.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        (self.0 & !(Self::BLOCK | Self::ALIGNED)) as usize
    }
}

/// Node and block numbers have three bits to spare below 32: a slot or a triangle is named by eight
/// times the number plus a lane, and two bits say what kind it is.
fn checked(index: usize) -> u32 {
    assert!(index < 1 << 29, "{index} nodes or blocks are more than a tree can number");
    index as u32
}

/// Eight children, lane by lane, in eight cache lines. Unused lanes are a box of no size far away.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Node {
    pub center: [[f32; 8]; 3],
    pub half: [[f32; 8]; 3],
    /// `axes[i][k]`: coordinate k of axis i.
    pub axes: [[[f32; 8]; 3]; 3],
    pub child: [u32; 8],
}

/// One child on its own, as it is built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slot {
    pub axes: [[f32; 3]; 3],
    pub half: [f32; 3],
    pub center: [f32; 3],
    pub child: Child,
}

/// The place of a child: a lane of a node.
#[derive(Clone, Copy)]
pub(super) struct ChildPlace<'t> {
    pub node: &'t Node,
    pub lane: usize,
}

/// Up to eight triangles in local coordinates, rounded to f32. Unused lanes repeat the first
/// triangle.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Block {
    /// `corners[q][k]`: coordinate k of corner q.
    pub corners: [[[f32; 8]; 3]; 3],
    /// The numbers of the triangles in the mesh, or [`Block::UNUSED`].
    pub ids: [u32; 8],
}

/// The position of an unused lane. Far beyond all contents (at most 2³⁶ in any frame of a query),
/// and no product of the tests overflows.
const FAR: f32 = 1e18;

impl Node {
    pub(super) fn empty() -> Self {
        let mut axes = [[[0.0; 8]; 3]; 3];
        (0..3).for_each(|k| axes[k][k] = [1.0; 8]);
        Self { center: [[FAR; 8]; 3], half: [[0.0; 8]; 3], axes, child: [Child::NONE; 8] }
    }

    pub(super) fn set(&mut self, lane: usize, slot: &Slot) {
        for i in 0..3 {
            self.center[i][lane] = slot.center[i];
            self.half[i][lane] = slot.half[i];
            for k in 0..3 {
                self.axes[i][k][lane] = slot.axes[i][k];
            }
        }
        self.child[lane] = slot.child.0;
    }

    /// A bit for every child that is a block.
    #[inline(always)]
    pub(super) fn blocks<H: Hardware>(&self) -> u32 {
        H::high_bits(&self.child)
    }

    /// A bit for every child whose size, as in [`ChildPlace::size`], is at least this.
    #[inline(always)]
    pub(super) fn at_least<H: Hardware>(&self, size: f32) -> u32 {
        let [x, y, z] = &self.half;
        let (x, y, z) = (H::F::load(x), H::F::load(y), H::F::load(z));
        H::F::splat(size).at_most(x.mul_add(x, y.mul_add(y, z * z)))
    }

    /// A bit for every lane with a child: only those without one lie so far away.
    #[inline(always)]
    pub(super) fn used<H: Hardware>(&self) -> u32 {
        H::F::load(&self.center[0]).at_most(H::F::splat(0.5 * FAR))
    }

    /// A bit for every lane without a child.
    #[inline(always)]
    pub(super) fn unused(&self) -> u32 {
        let mut unused = 0;
        for (lane, &child) in self.child.iter().enumerate() {
            unused |= u32::from(child == Child::NONE) << lane;
        }
        unused
    }

    /// Asks for all eight cache lines.
    #[inline(always)]
    pub(super) fn prefetch<H: Hardware>(&self) {
        H::prefetch(&self.center[0]);
        H::prefetch(&self.center[2]);
        H::prefetch(&self.half[1]);
        H::prefetch(&self.axes[0][0]);
        H::prefetch(&self.axes[0][2]);
        H::prefetch(&self.axes[1][1]);
        H::prefetch(&self.axes[2][0]);
        H::prefetch(&self.axes[2][2]);
    }

    /// The number of children.
    #[inline(always)]
    pub(super) fn count(&self) -> u32 {
        self.child.iter().filter(|&&child| child != Child::NONE).count() as u32
    }
}

impl ChildPlace<'_> {
    #[inline(always)]
    pub(super) fn child(self) -> Child {
        Child(self.node.child[self.lane])
    }

    /// The size by which "larger" is decided for two volumes: the squared half diagonal.
    #[inline(always)]
    pub(super) fn size(self) -> f32 {
        let [x, y, z] = &self.node.half;
        let (x, y, z) = (x[self.lane], y[self.lane], z[self.lane]);
        x * x + y * y + z * z
    }
}

impl Block {
    pub(super) const UNUSED: u32 = u32::MAX;

    pub(super) fn empty() -> Self {
        Self { corners: [[[0.0; 8]; 3]; 3], ids: [Self::UNUSED; 8] }
    }

    /// A bit for every lane in use: ids have 31 bits.
    #[inline(always)]
    pub(super) fn lanes<H: Hardware>(&self) -> u32 {
        !H::high_bits(&self.ids) & 255
    }

    /// Stores a triangle, given in local coordinates.
    pub(super) fn set(&mut self, lane: usize, corners: Triangle) {
        for (q, corner) in corners.iter().enumerate() {
            let corner = corner.as_vec3();
            (0..3).for_each(|k| self.corners[q][k][lane] = corner[k]);
        }
    }

    /// One triangle.
    #[inline(always)]
    pub(super) fn triangle(&self, lane: usize) -> [[f32; 3]; 3] {
        let at = |q: usize, k: usize| self.corners[q][k][lane];
        [
            [at(0, 0), at(0, 1), at(0, 2)],
            [at(1, 0), at(1, 1), at(1, 2)],
            [at(2, 0), at(2, 1), at(2, 2)],
        ]
    }
}

/// A tree over the triangles of one mesh, in the mesh's own frame. It does not keep the mesh:
/// queries are given both.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    pub(super) frame: Frame,
    /// The first holds the root alone.
    pub(super) nodes: Store<Node>,
    pub(super) blocks: Store<Block>,
    /// No box has its centre further from the frame's than this, and no vertex lies further; local
    /// units, rounded up.
    pub(super) reach: f32,
    /// No triangle has a longer edge; local units, rounded up.
    pub(super) longest_edge: f32,
    pub(super) triangles: usize,
    /// The quality and memory of the build, so that it can be refitted likewise, and the size of
    /// its boxes then.
    pub(super) quality: Quality,
    pub(super) built_surface: f64,
}

/// The plain arrays of a tree: what a query reads, taken out once.
#[derive(Clone, Copy)]
pub(super) struct Arrays<'t> {
    pub nodes: &'t [Node],
    pub blocks: &'t [Block],
}

impl<'t> Arrays<'t> {
    /// The only child of the first node.
    #[inline(always)]
    pub(super) fn root(&self) -> Child {
        Child(self.nodes[0].child[0])
    }

    /// Asks for the memory of a child.
    #[inline(always)]
    pub(super) fn prefetch<H: Hardware>(&self, child: Child) {
        if child.is_block() {
            let Block { corners, ids } = &self.blocks[child.index()];
            H::prefetch(&corners[0][0]);
            H::prefetch(&corners[0][2]);
            H::prefetch(&corners[1][1]);
            H::prefetch(&corners[2][0]);
            H::prefetch(ids);
        } else {
            self.nodes[child.index()].prefetch::<H>();
        }
    }

    /// The place with a number: eight times the node's plus the lane.
    #[inline(always)]
    pub(super) fn place(&self, number: u32) -> ChildPlace<'t> {
        ChildPlace { node: &self.nodes[(number >> 3) as usize], lane: (number & 7) as usize }
    }
}

impl Tree {
    /// The number of triangles it holds.
    #[must_use]
    #[cfg(feature = "lab")]
    pub fn triangle_count(&self) -> usize {
        self.triangles
    }

    /// The number of bytes it takes, all told.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.nodes) + size_of_val(&*self.blocks)
    }

    /// The ball around the mesh.
    pub(crate) fn ball(&self) -> Ball {
        self.frame.ball()
    }

    #[inline(always)]
    pub(super) fn arrays(&self) -> Arrays<'_> {
        Arrays { nodes: &self.nodes, blocks: &self.blocks }
    }

    /// Panics, saying where, unless the tree is what this module promises for this mesh. For tests.
    ///
    /// # Panics
    /// If it is not.
    #[cfg(feature = "lab")]
    pub fn check(&self, mesh: &crate::mesh::Mesh) {
        super::check::sound(self, mesh).expect("the tree is sound");
    }
}
