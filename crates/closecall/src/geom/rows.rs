//! Poses as plain rows of numbers, there and back without a rounding.

use super::{Pose, PoseError};

/// No motion at all: [`Pose::IDENTITY`].
impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Pose {
    /// From the first three rows of a 4×4 matrix, taken entry by entry: in each row three entries
    /// of the rotation, then one of the translation. Checked as by [`Pose::from_matrix`].
    ///
    /// [`Pose::to_rows`] gives the same rows again, bit for bit.
    ///
    /// # Errors
    /// If it is not a rigid motion, or out of range.
    pub fn from_rows([x, y, z]: [[f64; 4]; 3]) -> Result<Self, PoseError> {
        Self::from_matrix([x, y, z, [0.0, 0.0, 0.0, 1.0]])
    }

    /// The first three rows of the pose as a 4×4 matrix. [`Pose::from_rows`] accepts them, whatever
    /// way the pose was made, and gives the same pose again, bit for bit.
    ///
    /// ```
    /// use closecall::Pose;
    /// let pose = Pose::from_quaternion([0.1, 0.2, 0.3], [0.8, 0.0, 0.6, 0.0])?;
    /// assert_eq!(Pose::from_rows(pose.to_rows())?, pose);
    /// # Ok::<(), closecall::PoseError>(())
    /// ```
    #[must_use]
    pub fn to_rows(&self) -> [[f64; 4]; 3] {
        [0, 1, 2].map(|k| {
            let row = self.rotation.row(k);
            [row.x, row.y, row.z, self.translation[k]]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;

    fn bits(rows: [[f64; 4]; 3]) -> [[u64; 4]; 3] {
        rows.map(|row| row.map(f64::to_bits))
    }

    #[test]
    fn every_pose_comes_back_bit_for_bit() {
        let mut rng = Rng::new(83);
        let mut any = |_| {
            let at = (rng.in_ball() * 10.0).to_array();
            Pose::from_quaternion(at, rng.quaternion()).unwrap()
        };
        let poses: Vec<Pose> = (0..300).map(&mut any).collect();
        for two in poses.windows(2) {
            let (p, q) = (&two[0], &two[1]);
            let made = [*p, p.compose(q).unwrap(), p.relative(q).unwrap(), p.inverse().unwrap()];
            for pose in made {
                let again = Pose::from_rows(pose.to_rows()).unwrap();
                assert_eq!(bits(again.to_rows()), bits(pose.to_rows()));
            }
        }
    }

    #[test]
    fn a_matrix_at_the_edge_of_validity_and_a_negative_zero_come_back_too() {
        let mut rows = Pose::IDENTITY.to_rows();
        rows[0][1] = 0.9e-9;
        rows[1][3] = -0.0;
        assert_eq!(bits(Pose::from_rows(rows).unwrap().to_rows()), bits(rows));
        rows[0][1] = 1.1e-9;
        assert!(matches!(Pose::from_rows(rows), Err(PoseError::NotOrthogonal { .. })));
        assert_eq!(Pose::default(), Pose::IDENTITY);
    }
}
