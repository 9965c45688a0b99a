//! The triangles of a model near a convex body: candidates for a caller that decides what "near"
//! means.

use super::model::{Model, Scratch};
use crate::geom::Convex;
use crate::wide;
use std::ops::ControlFlow;

impl Model {
    /// Calls `visit` with the number and corners of every triangle that may share a point with a
    /// convex body, once each, in no particular order, until it breaks off. No triangle that shares
    /// a point is left out; some others come with them, where single-precision tests cannot tell
    /// the difference.
    ///
    /// ```
    /// use closecall::geom::Convex;
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Scratch};
    /// use std::ops::ControlFlow;
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let body = Convex::capsule([0.5, 0.5, 2.0], [0.6, 0.5, 2.0], 1.25)?;
    /// let mut found = Vec::new();
    /// cube.triangles_near(&body, &mut Scratch::default(), |number, _corners| {
    ///     found.push(number);
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(found.len() >= 2 && found.len() < 12);
    /// # Ok::<(), closecall::geom::ConvexError>(())
    /// ```
    pub fn triangles_near(
        &self,
        body: &Convex,
        scratch: &mut Scratch,
        mut visit: impl FnMut(u32, &[[f64; 3]; 3]) -> ControlFlow<()>,
    ) {
        let corners = self.mesh().indexed();
        let mut visit =
            |number: u32| visit(number, &bytemuck::cast(corners.triangle(number as usize)));
        wide::triangles_near(self.tree(), body, scratch, &mut visit);
    }
}
