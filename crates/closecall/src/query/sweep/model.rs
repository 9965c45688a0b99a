//! The question, asked of a model.

use super::{Doubt, Hit};
use crate::Answer;
use crate::mesh::UnitsDiffer;
use crate::path::Path;
use crate::query::{Ask, Model};

impl Model {
    /// When does `other` first touch this model on a path, if it does? See [`crate::query::sweep`].
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::{Answer, Model};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let way = |y: f64| Rows::translation([-10.0, y, 0.0], [10.0, y, 0.0]);
    /// let Answer::Touching(hit) = cube.sweep(&cube, &way(0.5)?)? else { panic!("it passes through") };
    /// assert!(hit.time.contains(0.45) && hit.time.width() < 1e-6);
    /// assert_eq!(cube.sweep(&cube, &way(1.0 + 1e-9)?)?, Answer::Clear);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn sweep(&self, other: &Self, path: &dyn Path) -> Result<Answer<Hit, Doubt>, UnitsDiffer> {
        Ok(self.ask(other, Ask::new())?.sweep(path))
    }
}
