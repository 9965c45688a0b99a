//! The question, asked of a solid.

use super::{Doubt, Hit};
use crate::Answer;
use crate::mesh::UnitsDiffer;
use crate::path::Path;
use crate::query::{Ask, Pair, Solid};

impl Solid {
    /// When do the two first share a point, if they do, `other` being on a path in this solid's
    /// frame?
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::path::Rows;
    /// use closecall::{Answer, Model};
    /// let cube = |half: f64| Model::new(shapes::cuboid([-half; 3], [half; 3]));
    /// let within = Rows::translation([0.0; 3], [0.1, 0.0, 0.0])?;
    /// assert_eq!(cube(1.0).sweep(&cube(0.5), &within)?, Answer::Clear);
    /// let (a, b) = (cube(1.0).solid()?, cube(0.5).solid()?);
    /// let Answer::Touching(inside) = a.sweep(&b, &within)? else { panic!("it is inside") };
    /// assert_eq!((inside.time.hi, inside.triangles), (0.0, None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`](crate::Model::unit).
    pub fn sweep(&self, other: &Self, path: &dyn Path) -> Result<Answer<Hit, Doubt>, UnitsDiffer> {
        Ok(Pair::new(self, other)?.with(Ask::new().cold()).sweep(path))
    }
}
