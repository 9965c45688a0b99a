//! The direction in which the distance of a point from a mesh grows.

use super::Near;
use crate::geom::vectors::vector;

impl Near {
    /// The gradient of the distance at the point that was asked about: a unit vector, rounded. It
    /// points away from the nearest point, and of a negative distance towards it. 0 on the surface,
    /// and any of several where other points are as near.
    ///
    /// ```
    /// use closecall::{Model, mesh::shapes};
    /// let cube = Model::new(shapes::cuboid([0.0; 3], [1.0; 3]));
    /// let [outside, inside] = [[0.5, 0.5, 3.0], [0.5, 0.5, 0.75]];
    /// for point in [outside, inside] {
    ///     let signed = cube.points().signed(point)?;
    ///     assert_eq!(signed.gradient(point), [0.0, 0.0, 1.0]);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn gradient(&self, point: impl Into<[f64; 3]>) -> [f64; 3] {
        let away = (vector(point) - vector(self.point)).normalize_or_zero();
        if self.distance.hi < 0.0 { (-away).to_array() } else { away.to_array() }
    }
}
