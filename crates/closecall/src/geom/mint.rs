//! Poses to and from the types of `mint`, which most libraries of vectors convert to and from.
//! (Feature `mint`.)

use super::{Pose, PoseError};
use mint::{ColumnMatrix4, Quaternion, RowMatrix4, Vector3};

impl Pose {
    /// [`Pose::from_quaternion`] with the types of any library that knows `mint`.
    ///
    /// # Errors
    /// If the quaternion is not a unit quaternion, or the translation is out of range.
    pub fn from_mint(
        translation: impl Into<Vector3<f64>>,
        rotation: impl Into<Quaternion<f64>>,
    ) -> Result<Self, PoseError> {
        let (Vector3 { x, y, z }, Quaternion { v, s }) = (translation.into(), rotation.into());
        Self::from_quaternion([x, y, z], [s, v.x, v.y, v.z])
    }
}

/// Entry by entry, checked as by [`Pose::from_matrix`].
impl TryFrom<RowMatrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: RowMatrix4<f64>) -> Result<Self, PoseError> {
        Self::from_matrix(matrix.into())
    }
}

/// Entry by entry, checked as by [`Pose::from_matrix`].
impl TryFrom<ColumnMatrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: ColumnMatrix4<f64>) -> Result<Self, PoseError> {
        let columns: [[f64; 4]; 4] = matrix.into();
        Self::from_matrix(std::array::from_fn(|row| columns.map(|column| column[row])))
    }
}

/// Entry by entry; the way back gives the same pose, bit for bit.
impl From<Pose> for RowMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        let [x, y, z] = pose.to_rows();
        [x, y, z, [0.0, 0.0, 0.0, 1.0]].into()
    }
}

/// Entry by entry; the way back gives the same pose, bit for bit.
impl From<Pose> for ColumnMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        RowMatrix4::from(pose).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_of_matrices_come_back() {
        let turn = Quaternion { s: 0.8, v: Vector3 { x: 0.0, y: 0.6, z: 0.0 } };
        let pose = Pose::from_mint([1.0, 2.0, 3.0], turn).unwrap();
        assert_eq!(Pose::try_from(RowMatrix4::from(pose)), Ok(pose));
        assert_eq!(Pose::try_from(ColumnMatrix4::from(pose)), Ok(pose));
        assert_eq!(RowMatrix4::from(pose).y.w, 2.0);
        assert_eq!(ColumnMatrix4::from(pose).w.y, 2.0);
    }
}
