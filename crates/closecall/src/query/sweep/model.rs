//! The question, asked of a model.

use super::{Answer, Approach, SweepOptions, Sweeper};
use crate::path::Path;
use crate::query::Model;

impl Model {
    /// When does `other` first touch this model on a path, if it does? See [`crate::query::sweep`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::query::sweep::Answer;
    /// use closecall::{Model, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let way = |y: f64| Rows::translation([-10.0, y, 0.0], [10.0, y, 0.0]);
    /// let Answer::Hits(hit) = cube.sweep(&cube, &way(0.5)?) else { panic!("it passes through") };
    /// assert!(hit.from <= 0.45 && hit.to >= 0.45 && hit.to - hit.from < 1e-6);
    /// assert_eq!(cube.sweep(&cube, &way(1.0 + 1e-9)?), Answer::Free);
    /// # Ok::<(), closecall::path::PathError>(())
    /// ```
    #[must_use]
    pub fn sweep(&self, other: &Self, path: &dyn Path) -> Answer {
        Sweeper::new(self, other, &SweepOptions::default()).ask(path)
    }

    /// How near does `other` come to this model on a path?
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::{Model, geom::DVec3};
    /// let cube = Model::new(shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    /// let way = Rows::translation([-10.0, 1.25, 0.0], [10.0, 1.25, 0.0])?;
    /// let approach = cube.approach(&cube, &way);
    /// assert!(approach.lo <= 0.25 && 0.25 <= approach.hi && approach.hi - approach.lo < 1e-4);
    /// # Ok::<(), closecall::path::PathError>(())
    /// ```
    #[must_use]
    pub fn approach(&self, other: &Self, path: &dyn Path) -> Approach {
        Sweeper::new(self, other, &SweepOptions::default()).approach(path)
    }
}
