//! The trait of all indexes of space.
//!
//! An index is of the obstacles, which stand still. The body that flies has no tree: an index is
//! searched with its box first (phase I), and where an obstacle's box overlaps that, with each of
//! its triangles (phase II, the full-resolution check). (Klosowski 1998, §2.2.2 and §2.3)
//!
//! Invariant: what is told to a visitor are pairs of triangles that share a point by
//! [`closecall::engine::geom::exact::meet`], the flying corners carried by [`Pose::carry`]. An index may
//! offer too many candidates, never too few: so answers are those of [`closecall::Model`].

use std::ops::ControlFlow;

use closecall::{Cost, Mesh, Pose};

use crate::Flying;

/// Hears of touching pairs (triangle of the obstacles, triangle of the flying body), and says
/// whether it wants more.
pub type Visitor<'v> = dyn FnMut(u32, u32) -> ControlFlow<()> + 'v;

/// An index of the space in which obstacles stand, with the memory that its queries use.
pub trait SpaceIndex: Send {
    /// The name: `grid`, `kd-tree`, `tetra-mesh`…: `grid`, `kd-tree`, `tetra-mesh`…
    fn name(&self) -> &'static str;

    /// The obstacles.
    fn obstacles(&self) -> &Mesh;

    /// How large it became.
    fn figures(&self) -> IndexFigures;

    /// Tells the visitor of every touching pair once, in any order, until it breaks off. The body
    /// has been placed already.
    fn visit_placed(
        &mut self,
        flying: &mut Flying,
        work: &mut SpaceWork,
        visitor: &mut Visitor<'_>,
    );

    /// The same obstacles and the same index for another thread, with a memory of its own.
    fn fork(&self) -> Box<dyn SpaceIndex>;

    /// A pair that touches at this pose, the first that is found.
    fn first_contact(
        &mut self,
        flying: &mut Flying,
        env_from_flying: &Pose,
        work: &mut SpaceWork,
    ) -> Option<(u32, u32)> {
        flying.place(env_from_flying);
        let mut first = None;
        self.visit_placed(flying, work, &mut |a, b| {
            first = Some((a, b));
            ControlFlow::Break(())
        });
        first
    }

    /// Every pair that touches at this pose, sorted.
    fn contacts(
        &mut self,
        flying: &mut Flying,
        env_from_flying: &Pose,
        work: &mut SpaceWork,
    ) -> Vec<(u32, u32)> {
        flying.place(env_from_flying);
        let mut pairs = Vec::new();
        self.visit_placed(flying, work, &mut |a, b| {
            pairs.push((a, b));
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        pairs
    }
}

/// How large an index became. (Klosowski 1998, Table 1)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexFigures {
    /// Triangles stored: an obstacle in three cells counts three times.
    pub stored: usize,
    /// Cells, leaves or tetrahedra.
    pub cells: usize,
    /// Levels below the root of the deepest leaf; 0 of what is no tree.
    pub height: usize,
    /// The number of bytes it takes, without the mesh.
    pub bytes: usize,
    /// Did building stop early, because the index would have become too large? It is as right as
    /// any, but its cells hold more than they should.
    pub cut_short: bool,
}

/// The work of one or more queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpaceWork {
    /// Queries that got to phase II.
    pub full_checks: u64,
    /// Cells or nodes looked at.
    pub cells: u64,
    /// Boxes of triangles compared.
    pub box_tests: u64,
    /// Pairs of triangles tested.
    pub triangle_tests: u64,
    /// Pairs of triangles that needed exact arithmetic.
    pub exact_tests: u64,
}

impl SpaceWork {
    /// As the library counts: cells and boxes are volumes.
    #[must_use]
    pub fn cost(&self) -> Cost {
        Cost {
            volume_tests: self.cells + self.box_tests,
            triangle_tests: self.triangle_tests,
            exact_tests: self.exact_tests,
            ..Cost::default()
        }
    }
}
