//! The places where a mesh runs through itself.

use super::timed::{ContactPairs, PairsFound};
use super::{Ask, Model, Pair};
use crate::geom::Pose;
use crate::geom::exact::meet_beyond;
use std::ops::ControlFlow;

impl Model {
    /// Every pair of triangles of this mesh, the lower number first, that share a point beyond the
    /// corners and the edge they have in common; sorted. Exact. Neighbours that only share an edge
    /// or a corner are not among them, twins are.
    ///
    /// ```
    /// use closecall::{Mesh, Model, mesh::shapes::icosphere};
    /// assert!(Model::new(icosphere(1.0, 2)).self_intersections().is_empty());
    /// let folded = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 2.0, 0.0]], vec![[0, 1, 2], [1, 0, 3]])?;
    /// assert_eq!(Model::new(folded).self_intersections(), [(0, 1)]);
    /// # Ok::<(), closecall::MeshError>(())
    /// ```
    #[must_use]
    pub fn self_intersections(&self) -> Vec<(u32, u32)> {
        self.self_intersections_asked(Ask::new(), |_| {}).pairs
    }

    /// [`Model::self_intersections`] as far as a budget goes, or until [`Ask::most`] are found. Of n
    /// copies of one triangle every two run through each other. A test of the budget is one of two
    /// triangles that touch. `watch` hears how many triangles were compared with themselves, which
    /// every triangle is once: a measure of how far the search is.
    ///
    /// ```
    /// use closecall::{Ask, Mesh, Model};
    /// let copies = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]; 400])?;
    /// let found = Model::new(copies).self_intersections_asked(Ask::new().most(1000), |_| {});
    /// assert_eq!((found.pairs.len(), found.rest.is_some()), (1000, true));
    /// # Ok::<(), closecall::MeshError>(())
    /// ```
    #[must_use]
    pub fn self_intersections_asked(
        &self,
        ask: impl Into<Ask>,
        mut watch: impl FnMut(usize),
    ) -> ContactPairs {
        let ask = ask.into();
        let (mesh, mut meter) = (self.mesh(), ask.budget.start());
        let (mut found, mut seen) = (PairsFound::new(ask.most), 0);
        if meter.is_over() || found.is_full() {
            return ContactPairs { rest: Some(f64::INFINITY), ..ContactPairs::default() };
        }
        let visit = |a: u32, b: u32| {
            meter.spend(1);
            seen += usize::from(a == b);
            if a == b {
                watch(seen);
            }
            // At the identity every pair is reported twice. `carry` is the identity on coordinates
            // in range.
            if a < b && meet_beyond(&mesh.triangle_at(a as usize), &mesh.triangle_at(b as usize)) {
                found.take((a, b))?;
            }
            if meter.is_over() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        Pair::cold(self, self, Ask::new()).visit_contacts(&Pose::IDENTITY, visit);
        let cut = meter.is_over().then_some(f64::INFINITY);
        let found = found.sorted();
        ContactPairs { rest: found.rest.or(cut), ..found }
    }
}
