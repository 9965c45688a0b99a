//! Poses from numbers that were rounded too much to be one: the nearest rotation, and how far it
//! is.
//!
//! The rotation nearest to a matrix is the orthogonal factor of its polar decomposition, which
//! Newton's iteration X ← (X + X⁻ᵀ)/2 finds. (Higham 1986, §3)

use super::pose::rows_of_motion;
use super::{DMat3, Pose, PoseError};

/// The distance of an entry of RᵀR from the identity's up to which R counts as a rounded rotation.
/// Two digits are within it; a scale or a shear that was meant is not.
pub const ROUNDING_TOLERANCE: f64 = 0.1;

/// Newton's iteration doubles the digits: from one digit, this is more than enough.
const STEPS: usize = 12;

/// A pose, and how far the numbers were from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPose {
    /// The pose.
    pub pose: Pose,
    /// For a quaternion, how far its norm was from 1; for a matrix, by how much its entries were
    /// changed at most.
    pub deviation: f64,
}

impl Pose {
    /// From a translation and a quaternion (w, x, y, z) of any length but 0.
    ///
    /// ```
    /// use closecall::Pose;
    /// let rounded = [0.9239, 0.0, 0.0, 0.3827];
    /// assert!(Pose::from_quaternion([0.0; 3], rounded).is_err());
    /// let nearest = Pose::nearest_from_quaternion([0.0; 3], rounded)?;
    /// assert!(nearest.deviation < 1e-4);
    /// # Ok::<(), closecall::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, the translation is out of range, or the quaternion has no
    /// direction.
    pub fn nearest_from_quaternion(
        translation: [f64; 3],
        quaternion: [f64; 4],
    ) -> Result<NearestPose, PoseError> {
        // Divided by the largest first, so that no square overflows or is lost.
        let largest = quaternion.iter().fold(0f64, |largest, part| largest.max(part.abs()));
        let scaled = quaternion.map(|part| part / largest);
        let norm = scaled.iter().map(|part| part * part).sum::<f64>().sqrt();
        if quaternion.iter().any(|part| !part.is_finite()) || !norm.is_finite() {
            // Zero, or what the strict form has the words for.
            let pose = Self::from_quaternion(translation, quaternion)?;
            return Ok(NearestPose { pose, deviation: 0.0 });
        }
        let pose = Self::from_quaternion(translation, scaled.map(|part| part / norm))?;
        Ok(NearestPose { pose, deviation: (largest * norm - 1.0).abs() })
    }

    /// From the rows of a 4×4 matrix whose upper left 3×3 is nearly a rotation.
    ///
    /// # Errors
    /// As [`Pose::from_matrix`], if the matrix is further from a rotation than
    /// [`ROUNDING_TOLERANCE`].
    pub fn nearest_from_matrix(rows: [[f64; 4]; 4]) -> Result<NearestPose, PoseError> {
        let given = rows_of_motion(&rows, ROUNDING_TOLERANCE)?;
        let rotation = nearest_rotation(given);
        let mut exact = rows;
        for (row, entries) in exact.iter_mut().take(3).enumerate() {
            entries[..3].copy_from_slice(&rotation.row(row).to_array());
        }
        let changes =
            rows.iter().flatten().zip(exact.iter().flatten()).map(|(old, new)| (old - new).abs());
        let deviation = changes.fold(0.0, f64::max);
        Ok(NearestPose { pose: Self::from_matrix(exact)?, deviation })
    }
}

fn nearest_rotation(given: DMat3) -> DMat3 {
    let step = |x: DMat3| (x + x.inverse().transpose()) * 0.5;
    (0..STEPS).fold(given, |x, _| step(x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::pose::deviation_from_orthogonal;

    /// A turn about a skew axis, its entries rounded to a number of digits.
    fn rounded(digits: i32) -> [[f64; 4]; 4] {
        let pose =
            Pose::nearest_from_quaternion([1.0, -2.0, 3.0], [0.5, 0.123, -0.7, 0.4]).unwrap().pose;
        let unit = 10f64.powi(digits);
        pose.to_matrix().map(|row| row.map(|entry| (entry * unit).round() / unit))
    }

    #[test]
    fn rounded_matrices_become_rotations_near_them() {
        for digits in 2..12 {
            let rows = rounded(digits);
            // Nine digits are at the edge of what a pose may be off by.
            assert!(digits == 9 || Pose::from_matrix(rows).is_ok() == (digits > 9), "{digits}");
            let NearestPose { pose, deviation } = Pose::nearest_from_matrix(rows).unwrap();
            assert!(deviation_from_orthogonal(&pose.matrix()) < 4e-15);
            // The turn before rounding is within 1.5 units of the last digit, all entries together;
            // the nearest is nearer.
            assert!(
                deviation <= 1.5 * 10f64.powi(-digits) && deviation > 0.0,
                "{digits}: {deviation:e}"
            );
            assert_eq!(pose.shift().to_array(), [1.0, -2.0, 3.0]);
        }
    }

    #[test]
    fn what_is_meant_as_something_else_is_refused() {
        let mut rows = rounded(8);
        rows[0] = rows[0].map(|entry| 2.0 * entry);
        let error = Pose::nearest_from_matrix(rows).unwrap_err();
        assert!(matches!(error, PoseError::NotOrthogonal { tolerance: ROUNDING_TOLERANCE, .. }));
        assert!(error.to_string().ends_with("more than 1e-1"), "{error}");
        let mirrored = rounded(8).map(|[x, y, z, t]| [-x, y, z, t]);
        assert!(matches!(Pose::nearest_from_matrix(mirrored), Err(PoseError::Mirror { .. })));
        let nan = rounded(8).map(|[x, y, _, t]| [x, y, f64::NAN, t]);
        assert!(matches!(Pose::nearest_from_matrix(nan), Err(PoseError::NotFinite { .. })));
        for wrong in [[0.0; 4], [f64::NAN, 0.0, 0.0, 1.0], [f64::INFINITY, 0.0, 0.0, 0.0]] {
            assert!(Pose::nearest_from_quaternion([0.0; 3], wrong).is_err(), "{wrong:?}");
        }
        assert!(Pose::nearest_from_quaternion([f64::NAN, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]).is_err());
    }

    #[test]
    fn quaternions_of_any_length_have_their_direction() {
        let unit = Pose::from_quaternion([0.0; 3], [0.5, 0.5, -0.5, 0.5]).unwrap();
        for length in [1e-300, 0.9999, 1.0, 7.0, 1e300] {
            let NearestPose { pose, deviation } = Pose::nearest_from_quaternion(
                [0.0; 3],
                [0.5, 0.5, -0.5, 0.5].map(|part| part * length),
            )
            .unwrap();
            assert_eq!(pose, unit);
            assert!(
                (deviation - (length - 1.0).abs()).abs() <= 1e-12 * length.max(1.0),
                "{length}: {deviation}"
            );
        }
    }
}
