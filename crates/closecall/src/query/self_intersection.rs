//! Where does a mesh run through itself?

use super::{Ask, Model};
use crate::Budget;
use crate::geom::Pose;
use crate::geom::exact::meet_beyond;
use std::collections::BinaryHeap;
use std::ops::ControlFlow;

/// How it is asked where a mesh runs through itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SelfAsked {
    /// How many pairs are kept: the first in their order.
    pub keep: usize,
    /// When so many pairs are found, the search ends. Of n copies of one triangle every two run
    /// through each other.
    pub most: u64,
    /// How much it may cost; a test is one of two triangles that touch.
    pub budget: Budget,
}

/// Everything, however much that is.
impl Default for SelfAsked {
    fn default() -> Self {
        Self { keep: usize::MAX, most: u64::MAX, budget: Budget::ENDLESS }
    }
}

impl SelfAsked {
    /// Keeps no more pairs than this.
    #[must_use]
    pub fn keep(self, keep: usize) -> Self {
        Self { keep, ..self }
    }

    /// Ends when so many are found.
    #[must_use]
    pub fn most(self, most: u64) -> Self {
        Self { most, ..self }
    }

    /// Ends when this is spent.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        Self { budget, ..self }
    }
}

/// Where a mesh runs through itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelfIntersections {
    /// Pairs of triangles, the lower number first; sorted. The first of all pairs, or some of them
    /// if the search did not go through to its end.
    pub pairs: Vec<(u32, u32)>,
    /// How many were found.
    pub count: u64,
    /// Are these all? If not, there may be more.
    pub is_complete: bool,
}

impl Model {
    /// Every pair of triangles of this mesh, the lower number first, that share a point beyond the
    /// corners and the edge they have in common; sorted. Exact. Neighbours that only share an edge
    /// or a corner are not among them, twins are.
    ///
    /// ```
    /// use closecall::{Mesh, Model, geom::DVec3, mesh::shapes::icosphere};
    /// assert!(Model::new(icosphere(1.0, 2)).self_intersections().is_empty());
    /// let folded = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Y * 2.0], vec![[0, 1, 2], [1, 0, 3]])?;
    /// assert_eq!(Model::new(folded).self_intersections(), [(0, 1)]);
    /// # Ok::<(), closecall::MeshError>(())
    /// ```
    #[must_use]
    pub fn self_intersections(&self) -> Vec<(u32, u32)> {
        self.self_intersections_asked(&SelfAsked::default(), |_| {}).pairs
    }

    /// [`Model::self_intersections`] with a limit or a budget, and with as much memory as the pairs
    /// take that are kept. `watch` hears how many triangles were compared with themselves, which
    /// every triangle is once: a measure of how far the search is.
    ///
    /// ```
    /// use closecall::query::SelfAsked;
    /// use closecall::{Mesh, Model, geom::DVec3};
    /// let copies = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]; 400])?;
    /// let asked = SelfAsked::default().keep(2).most(1000);
    /// let found = Model::new(copies).self_intersections_asked(&asked, |_| {});
    /// assert_eq!((found.pairs.len(), found.count, found.is_complete), (2, 1000, false));
    /// # Ok::<(), closecall::MeshError>(())
    /// ```
    #[must_use]
    pub fn self_intersections_asked(
        &self,
        asked: &SelfAsked,
        mut watch: impl FnMut(usize),
    ) -> SelfIntersections {
        let (mesh, mut meter) = (self.mesh(), asked.budget.start());
        let (mut kept, mut count, mut seen) = (BinaryHeap::new(), 0, 0);
        if meter.is_over() || asked.most == 0 {
            return SelfIntersections::default();
        }
        let mut is_complete = true;
        let visit = |a: u32, b: u32| {
            meter.spend(1);
            seen += usize::from(a == b);
            if a == b {
                watch(seen);
            }
            // At the identity every pair is told of twice. `carry` is the identity on coordinates
            // in range.
            if a < b && meet_beyond(&mesh.triangle(a as usize), &mesh.triangle(b as usize)) {
                count += 1;
                kept.push((a, b));
                if kept.len() > asked.keep {
                    kept.pop();
                }
            }
            is_complete = !meter.is_over() && count < asked.most;
            if is_complete { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        self.ask(self, Ask::new()).visit_contacts(&Pose::IDENTITY, visit);
        SelfIntersections { pairs: kept.into_sorted_vec(), count, is_complete }
    }
}
