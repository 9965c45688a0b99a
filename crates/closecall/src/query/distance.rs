//! The distance of two models.

use super::model::{Model, Scratch};
use crate::geom::Pose;
use crate::mesh::UnitsDiffer;
use crate::wide::{self, Distance, DistanceAsked};

impl Model {
    /// The distance of the two, and their nearest points; 0 if and only if they touch.
    ///
    /// ```
    /// use closecall::mesh::shapes;
    /// use closecall::{Model, Pose};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let found = cube.distance(&cube, &Pose::from_translation([3.0, 0.0, 0.0])?)?;
    /// assert!(found.distance.contains(2.0) && found.distance.width() < 1e-15);
    /// assert_eq!((found.point_a[0], found.point_b[0]), (1.0, 3.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If they state different units: [`Model::unit`].
    pub fn distance(&self, other: &Self, a_from_b: &Pose) -> Result<Distance, UnitsDiffer> {
        self.check_units(other)?;
        let asked = DistanceAsked::default();
        let found = self.distance_asked(other, a_from_b, &asked, &mut Scratch::default());
        Ok(found.expect("no distance is above no limit"))
    }

    /// [`Model::distance`] with a limit, a tolerance or a start, and a scratch that is used again.
    pub(crate) fn distance_asked(
        &self,
        other: &Self,
        a_from_b: &Pose,
        asked: &DistanceAsked,
        scratch: &mut Scratch,
    ) -> Option<Distance> {
        wide::distance(self.body(), other.body(), a_from_b, asked, scratch)
    }
}
