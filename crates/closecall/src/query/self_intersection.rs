//! Where does a mesh run through itself?

use super::{Ask, Model};
use crate::geom::Pose;
use crate::geom::exact::meet_beyond;
use std::ops::ControlFlow;

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
        let mut found = Vec::new();
        let mesh = self.mesh();
        self.ask(self, Ask::new()).visit_contacts(&Pose::IDENTITY, |a, b| {
            // At the identity every pair is told of twice. `carry` is the identity on coordinates
            // in range.
            if a < b && meet_beyond(&mesh.triangle(a as usize), &mesh.triangle(b as usize)) {
                found.push((a, b));
            }
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found
    }
}
