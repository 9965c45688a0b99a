//! A look inside for the laboratory: what each kernel costs on its own, and how often a query calls
//! it. No part of the library's promise.

mod inputs;
mod visits;

pub use visits::{Visits, visits};

use super::kernel::{
    BlockVsBox, Hits, MeetOrUndecided, NodeVsBox, TriangleVsBlock, TriangleVsNode,
};
use super::relation::{MovedBox, Relation};
use super::simd::{Hardware, Level, Task};
use super::step::{TreeSide, moved_triangle};
use super::{Clearance, Pose, TreeAndMesh};
use inputs::Inputs;
use std::hint::black_box;
use std::marker::PhantomData;

/// A kernel, together with the move of what it is given into the other frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// The oriented boxes of a node against a box.
    OrientedBoxes,
    /// The same, where all boxes of the node are aligned with the frame.
    AlignedBoxes,
    /// The triangles of a block against a box.
    BlockAgainstBox,
    /// A triangle against the boxes of a node.
    TriangleAgainstBoxes,
    /// A triangle against those of a block.
    TriangleAgainstBlock,
    /// Four pairs of triangles, in f64.
    FourPairs,
}

impl Kernel {
    /// All of them, in the order in which a walk reaches them.
    pub const ALL: [Self; 6] = [
        Self::OrientedBoxes,
        Self::AlignedBoxes,
        Self::BlockAgainstBox,
        Self::TriangleAgainstBoxes,
        Self::TriangleAgainstBlock,
        Self::FourPairs,
    ];
}

/// Two bodies at a pose, and some of what the kernels are asked there: little enough to stay in the
/// nearest cache.
pub struct Probe<'p> {
    sides: [TreeSide<'p>; 2],
    a_from_b: Pose,
    inputs: Inputs,
}

impl<'p> Probe<'p> {
    /// None unless the two come so close that every kernel is asked something.
    #[must_use]
    pub fn new(a: TreeAndMesh<'p>, b: TreeAndMesh<'p>, a_from_b: &Pose) -> Option<Self> {
        let relation = Relation::new(a.0, b.0, a_from_b, Clearance::NONE)?;
        let sides = TreeSide::both([a, b], &relation);
        let inputs = Level::Portable.run(inputs::Gather { sides: &sides });
        inputs.is_complete().then_some(Self { sides, a_from_b: *a_from_b, inputs })
    }

    /// Runs a kernel this many times; a digest of its answers.
    #[must_use]
    pub fn run(&self, level: Level, kernel: Kernel, times: usize) -> u32 {
        level.run(Repeat { probe: self, kernel, times })
    }
}

struct Repeat<'r> {
    probe: &'r Probe<'r>,
    kernel: Kernel,
    times: usize,
}

/// Asks about one input after the other, over and over. A loop in place and no closure: those do
/// not inherit the features that the function around them is compiled for.
macro_rules! each {
    ($times:expr, $inputs:expr, $input:ident => $ask:expr) => {{
        let mut digest = 0u32;
        for &$input in $inputs.iter().cycle().take($times) {
            digest = digest.wrapping_add($ask);
        }
        digest
    }};
}

impl Task for Repeat<'_> {
    type Output = u32;

    #[inline(always)]
    fn run<H: Hardware>(self) -> u32 {
        let Probe { sides: [a, b], a_from_b, inputs } = black_box(self.probe);
        match self.kernel {
            Kernel::OrientedBoxes => each!(self.times, inputs.nodes, input => {
                let other = &moved_box::<H>(a, b, input.1, a.map.boxes);
                NodeVsBox { node: &a.tree.nodes[input.0 as usize], aligned: false, other }.hits::<H>()
            }),
            Kernel::AlignedBoxes => each!(self.times, inputs.nodes, input => {
                let other = &moved_box::<H>(a, b, input.1, a.map.boxes);
                NodeVsBox { node: &a.tree.nodes[input.0 as usize], aligned: true, other }.hits::<H>()
            }),
            Kernel::BlockAgainstBox => each!(self.times, inputs.blocks, input => {
                let other = &moved_box::<H>(a, b, input.1, a.map.own_triangle);
                let block = &a.tree.blocks[input.0 as usize];
                let Hits(hits) = H::run(BlockVsBox { block, other, settled: 0, want: PhantomData });
                hits
            }),
            Kernel::TriangleAgainstBoxes => each!(self.times, inputs.triangles, input => {
                let triangle = &moved_triangle::<H>(b, a, input.0);
                let (node, slack) = (&a.tree.nodes[input.1 as usize], a.map.other_triangle);
                let Hits(hits) = H::run(TriangleVsNode { triangle, node, slack, settled: 0, want: PhantomData });
                hits
            }),
            Kernel::TriangleAgainstBlock => each!(self.times, inputs.sieve, input => {
                let triangle = &moved_triangle::<H>(b, a, input.0);
                let (block, slack) = (&a.tree.blocks[input.1 as usize], a.map.pair);
                let settled = !block.lanes::<H>();
                let Hits(hits) = H::run(TriangleVsBlock { triangle, block, slack, settled, want: PhantomData });
                hits
            }),
            Kernel::FourPairs => each!(self.times, inputs.fours, input => {
                let left = &input.map(|(i, _)| a.mesh.triangle(i as usize));
                let right = &input.map(|(_, j)| b.mesh.triangle(j as usize));
                H::run(MeetOrUndecided { a: left, b: right, a_from_b }).0
            }),
        }
    }
}

/// A box of `other`, by its place, in the frame of `own`.
#[inline(always)]
fn moved_box<H: Hardware>(own: &TreeSide, other: &TreeSide, place: u32, slack: f32) -> MovedBox {
    let mut moved = MovedBox::ZERO;
    own.map.carry_box::<H>(other.tree.place(place), slack, &mut moved);
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::{icosphere, torus};
    use crate::wide::{BuildOptions, Scratch, Tree};

    #[test]
    fn kernels_have_inputs_that_differ_and_every_level_answers_alike() {
        let (a, b) = (icosphere(1.0, 4), torus(0.9, 0.2, 64, 24));
        let trees = [&a, &b].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
        let (a, b, pose) =
            ((&trees[0], &a), (&trees[1], &b), Pose::from_translation([0.1, 0.2, 0.05]).unwrap());
        let probe = Probe::new(a, b, &pose).expect("they cross");
        for kernel in Kernel::ALL {
            let answers = |level| probe.run(level, kernel, 100);
            assert!(answers(Level::Portable) > 0, "{kernel:?}");
            assert_eq!(answers(Level::best()), answers(Level::Portable), "{kernel:?}");
        }
        let visits = visits(a, b, &pose, &mut Scratch::default());
        assert!(
            visits.of(Kernel::OrientedBoxes) > 10 && visits.of(Kernel::FourPairs) > 10,
            "{visits:?}"
        );
        let apart = Pose::from_translation([9.0, 0.0, 0.0]).unwrap();
        assert!(Probe::new(a, b, &apart).is_none());
    }
}
