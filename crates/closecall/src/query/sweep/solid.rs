//! The question, asked of a solid.

use super::Answer;
use crate::path::Path;
use crate::query::{Ask, Pair, Solid};

impl Solid {
    /// When do the two first share a point, if they do, `other` being on a path in this solid's
    /// frame?
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::query::sweep::{Answer, Hit};
    /// use closecall::{Model, geom::DVec3};
    /// let cube = |half: f64| Model::new(shapes::cuboid(DVec3::splat(-half), DVec3::splat(half)));
    /// let within = Rows::translation([0.0; 3], [0.1, 0.0, 0.0])?;
    /// assert_eq!(cube(1.0).sweep(&cube(0.5), &within), Answer::Free);
    /// let (a, b) = (cube(1.0).solid()?, cube(0.5).solid()?);
    /// let inside = Hit { from: 0.0, to: 0.0, triangles: None };
    /// assert_eq!(a.sweep(&b, &within), Answer::Hits(inside));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn sweep(&self, other: &Self, path: &dyn Path) -> Answer {
        Pair::new(self, other).with(Ask::new().cold()).sweep(path)
    }
}
