//! Rigid poses, checked at the door, and the one rounding they may cause.

use super::range::{MAX_ANGLE, MAX_COORDINATE, MIN_COORDINATE, is_coordinate};
use super::vectors::vector;
use super::{DMat3, DVec3, Triangle};
use crate::rounding::ACCEPTED_ROTATION;

/// The distance of a quaternion's norm from 1 that is accepted.
pub const QUATERNION_TOLERANCE: f64 = 1e-6;

/// The distance of an entry of RᵀR from the identity's that is accepted.
pub const ROTATION_TOLERANCE: f64 = ACCEPTED_ROTATION;

/// The place of body B, seen from body A: `a_from_b`. A rotation matrix and a translation.
///
/// A query carries B's vertices into A's frame once, by [`Pose::carry`]; from there on its answer
/// is exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    pub(super) rotation: DMat3,
    pub(super) translation: DVec3,
}

/// Why a pose was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PoseError {
    /// A number is infinite or not a number.
    #[error("{name} is {value}, not a finite number")]
    NotFinite {
        /// The name of the number: `tx`, `qw`, `row 2 column 3`…
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A translation is outside the range of exact computation.
    #[error(
        "{name} is {value:e}: a translation must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    OutOfRange {
        /// The name of the component.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// The quaternion is not a unit quaternion.
    #[error("the quaternion's norm is {norm}, further than {QUATERNION_TOLERANCE:e} from 1")]
    NotUnit {
        /// Its norm.
        norm: f64,
    },
    /// The axis of a turn is not a unit vector.
    #[error("the length of the axis is {norm}, further than 1e-9 from 1")]
    AxisNotUnit {
        /// Its length.
        norm: f64,
    },
    /// An angle is so large that rounding would spoil the pose.
    #[error("an angle is {value:e} rad: it must be at most {MAX_ANGLE:e} in magnitude")]
    AngleOutOfRange {
        /// Its value.
        value: f64,
    },
    /// The last row of a 4×4 matrix is not 0 0 0 1.
    #[error("the last row of the matrix is {0} {1} {2} {3}, not 0 0 0 1", row[0], row[1], row[2], row[3])]
    LastRow {
        /// The components of that row.
        row: [f64; 4],
    },
    /// The upper left 3×3 is not a rotation.
    #[error(
        "the matrix is not a rotation: an entry of RᵀR is off by {deviation:e}, more than {tolerance:e}"
    )]
    NotOrthogonal {
        /// The largest deviation of an entry of RᵀR from the identity.
        deviation: f64,
        /// The largest that is accepted.
        tolerance: f64,
    },
    /// The upper left 3×3 mirrors.
    #[error("the matrix mirrors: its determinant is {determinant}")]
    Mirror {
        /// Its determinant.
        determinant: f64,
    },
}

impl Pose {
    /// No motion at all.
    pub const IDENTITY: Self = Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO };

    /// From a translation and a unit quaternion (w, x, y, z), divided by its norm
    /// √(((w²+x²)+y²)+z²).
    #[inline]
    pub fn from_quaternion(
        translation: [f64; 3],
        [w, x, y, z]: [f64; 4],
    ) -> Result<Self, PoseError> {
        let norm = (((w * w + x * x) + y * y) + z * z).sqrt();
        // Where a number of the quaternion is not finite, neither is the norm, and this is false.
        let is_unit = (norm - 1.0).abs() <= QUATERNION_TOLERANCE;
        if !(is_unit && translation.iter().all(|&t| is_coordinate(t))) {
            return Err(refusal(translation, [w, x, y, z], norm));
        }
        let translation = DVec3::from_array(translation);
        let (w, x, y, z) = (w / norm, x / norm, y / norm, z / norm);
        let row0 = [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)];
        let row1 = [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)];
        let row2 = [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)];
        Ok(Self { rotation: from_rows([row0, row1, row2]), translation })
    }

    /// From the rows of a 4×4 matrix, taken entry by entry.
    pub fn from_matrix(rows: [[f64; 4]; 4]) -> Result<Self, PoseError> {
        let rotation = rows_of_motion(&rows, ROTATION_TOLERANCE)?;
        Ok(Self {
            rotation,
            translation: checked_translation([rows[0][3], rows[1][3], rows[2][3]])?,
        })
    }

    /// A pure translation.
    pub fn from_translation(translation: [f64; 3]) -> Result<Self, PoseError> {
        Ok(Self { rotation: DMat3::IDENTITY, translation: checked_translation(translation)? })
    }

    /// From parts that are known to be a pose; components of the translation under the range
    /// become 0.
    pub(crate) fn rigid(rotation: DMat3, translation: DVec3) -> Self {
        let [x, y, z] = translation.to_array().map(flush);
        Self { rotation, translation: DVec3::new(x, y, z) }
    }

    /// The rows of the rotation matrix, exactly as queries use it.
    #[must_use]
    pub fn rotation(&self) -> [[f64; 3]; 3] {
        self.rotation.transpose().to_cols_array_2d()
    }

    /// The translation, exactly as queries use it.
    #[must_use]
    pub fn translation(&self) -> [f64; 3] {
        self.translation.to_array()
    }

    /// The rows of the pose as a 4×4 matrix: [`Pose::from_matrix`] takes them back.
    #[must_use]
    pub fn to_matrix(&self) -> [[f64; 4]; 4] {
        let [x, y, z] = self.to_rows();
        [x, y, z, [0.0, 0.0, 0.0, 1.0]]
    }

    /// [`Pose::rotation`] as a matrix.
    #[inline]
    #[must_use]
    pub(crate) fn matrix(&self) -> DMat3 {
        self.rotation
    }

    /// [`Pose::translation`] as a vector.
    #[inline]
    #[must_use]
    pub(crate) fn shift(&self) -> DVec3 {
        self.translation
    }

    /// Carries a point of B into A's frame: ((r₀x + r₁y) + r₂z) + t in f64, each operation rounded
    /// once, and results under 2⁻²⁰⁰ set to 0. This is the only rounding between the input and the
    /// exact answer.
    #[inline]
    #[must_use]
    pub fn carry(&self, v: impl Into<[f64; 3]>) -> [f64; 3] {
        self.carried(vector(v)).to_array()
    }

    /// [`Pose::carry`] of a vector.
    #[inline]
    #[must_use]
    pub(crate) fn carried(&self, v: DVec3) -> DVec3 {
        let r = &self.rotation;
        let x = ((r.x_axis.x * v.x + r.y_axis.x * v.y) + r.z_axis.x * v.z) + self.translation.x;
        let y = ((r.x_axis.y * v.x + r.y_axis.y * v.y) + r.z_axis.y * v.z) + self.translation.y;
        let z = ((r.x_axis.z * v.x + r.y_axis.z * v.y) + r.z_axis.z * v.z) + self.translation.z;
        DVec3::new(flush(x), flush(y), flush(z))
    }

    /// The last step of [`Pose::carry`]: coordinates under 2⁻²⁰⁰ become 0.
    pub(crate) fn flushed(v: DVec3) -> DVec3 {
        DVec3::new(flush(v.x), flush(v.y), flush(v.z))
    }

    /// Carries the corners of a triangle.
    #[inline]
    #[must_use]
    pub(crate) fn carried_triangle(&self, triangle: &Triangle) -> Triangle {
        [self.carried(triangle[0]), self.carried(triangle[1]), self.carried(triangle[2])]
    }
}

/// From tx, ty, tz, qw, qx, qy, qz, as [`Pose::from_quaternion`].
///
/// ```
/// use closecall::Pose;
/// let pose = Pose::try_from([0.15, 0.0, 0.45, 1.0, 0.0, 0.0, 0.0])?;
/// assert_eq!(pose.translation(), [0.15, 0.0, 0.45]);
/// # Ok::<(), closecall::PoseError>(())
/// ```
impl TryFrom<[f64; 7]> for Pose {
    type Error = PoseError;

    fn try_from([tx, ty, tz, qw, qx, qy, qz]: [f64; 7]) -> Result<Self, PoseError> {
        Self::from_quaternion([tx, ty, tz], [qw, qx, qy, qz])
    }
}

/// The upper left 3×3 of a matrix that moves rigidly, as far as the tolerance goes; the translation
/// is not looked at.
pub(super) fn rows_of_motion(rows: &[[f64; 4]; 4], tolerance: f64) -> Result<DMat3, PoseError> {
    const NAMES: [[&str; 4]; 4] = [
        ["row 1 column 1", "row 1 column 2", "row 1 column 3", "row 1 column 4"],
        ["row 2 column 1", "row 2 column 2", "row 2 column 3", "row 2 column 4"],
        ["row 3 column 1", "row 3 column 2", "row 3 column 3", "row 3 column 4"],
        ["row 4 column 1", "row 4 column 2", "row 4 column 3", "row 4 column 4"],
    ];
    for (names, row) in NAMES.iter().zip(rows) {
        for (name, &value) in names.iter().zip(row) {
            finite(name, value)?;
        }
    }
    if rows[3] != [0.0, 0.0, 0.0, 1.0] {
        return Err(PoseError::LastRow { row: rows[3] });
    }
    let [r0, r1, r2, _] = *rows;
    let rotation = from_rows([[r0[0], r0[1], r0[2]], [r1[0], r1[1], r1[2]], [r2[0], r2[1], r2[2]]]);
    let deviation = deviation_from_orthogonal(&rotation);
    if deviation > tolerance || deviation.is_nan() {
        return Err(PoseError::NotOrthogonal { deviation, tolerance });
    }
    let determinant = rotation.determinant();
    if determinant <= 0.0 {
        return Err(PoseError::Mirror { determinant });
    }
    Ok(rotation)
}

/// Why a translation and a quaternion are no pose.
#[cold]
fn refusal(translation: [f64; 3], [w, x, y, z]: [f64; 4], norm: f64) -> PoseError {
    let finite =
        [("qw", w), ("qx", x), ("qy", y), ("qz", z)].map(|(name, value)| finite(name, value));
    let first = checked_translation(translation).map(drop).err();
    first
        .or_else(|| finite.into_iter().find_map(Result::err))
        .unwrap_or(PoseError::NotUnit { norm })
}

#[inline]
pub(crate) fn flush(x: f64) -> f64 {
    if x.abs() < MIN_COORDINATE { 0.0 } else { x }
}

/// The largest deviation of an entry of RᵀR from the identity's.
#[must_use]
pub fn deviation_from_orthogonal(rotation: &DMat3) -> f64 {
    let columns = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
    let mut deviation = 0.0;
    for (i, a) in columns.iter().enumerate() {
        for (j, b) in columns.iter().enumerate() {
            let off = (a.dot(*b) - if i == j { 1.0 } else { 0.0 }).abs();
            // NaN must not be swallowed: `f64::max` would.
            if off > deviation || off.is_nan() {
                deviation = off;
            }
        }
    }
    deviation
}

#[inline]
fn from_rows(rows: [[f64; 3]; 3]) -> DMat3 {
    DMat3::from_cols_array_2d(&rows).transpose()
}

fn finite(name: &'static str, value: f64) -> Result<(), PoseError> {
    if value.is_finite() { Ok(()) } else { Err(PoseError::NotFinite { name, value }) }
}

pub(super) fn checked_translation(t: [f64; 3]) -> Result<DVec3, PoseError> {
    for (name, value) in [("tx", t[0]), ("ty", t[1]), ("tz", t[2])] {
        finite(name, value)?;
        if !is_coordinate(value) {
            return Err(PoseError::OutOfRange { name, value });
        }
    }
    Ok(DVec3::from_array(t))
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: [f64; 4] = [1.0, 0.0, 0.0, 0.0];
    const HALF: f64 = std::f64::consts::FRAC_1_SQRT_2;

    fn identity_rows() -> [[f64; 4]; 4] {
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    }

    #[test]
    fn a_quarter_turn_about_z_takes_x_to_y() {
        let pose = Pose::from_quaternion([10.0, 20.0, 30.0], [HALF, 0.0, 0.0, HALF]).unwrap();
        let carried = pose.carried(DVec3::new(1.0, 0.0, 0.5));
        assert!((carried - DVec3::new(10.0, 21.0, 30.5)).length() < 1e-14, "{carried}");
    }

    #[test]
    fn the_quaternion_is_divided_by_its_norm_as_stated() {
        let q: [f64; 4] = [0.5 + 1e-7, 0.5, -0.5, 0.5 - 2e-7];
        let norm = (((q[0] * q[0] + q[1] * q[1]) + q[2] * q[2]) + q[3] * q[3]).sqrt();
        let [w, x, y, z] = q.map(|c| c / norm);
        let rotation = Pose::from_quaternion([0.0; 3], q).unwrap().matrix();
        assert_eq!(
            rotation.row(0).to_array(),
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)]
        );
        assert_eq!(
            rotation.row(2).to_array(),
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)]
        );
    }

    #[test]
    fn quaternions_off_the_unit_sphere_are_refused_and_near_it_accepted() {
        let at = |norm: f64| Pose::from_quaternion([0.0; 3], [norm, 0.0, 0.0, 0.0]);
        assert!(at(1.0 + 0.999e-6).is_ok() && at(1.0 - 0.999e-6).is_ok());
        assert_eq!(at(1.1), Err(PoseError::NotUnit { norm: 1.1 }));
        assert_eq!(at(0.0), Err(PoseError::NotUnit { norm: 0.0 }));
        assert!(matches!(at(f64::NAN), Err(PoseError::NotFinite { name: "qw", .. })));
        assert!(matches!(at(1e200), Err(PoseError::NotUnit { .. })));
    }

    #[test]
    fn translations_outside_the_range_are_refused_by_name() {
        let at = |y: f64| Pose::from_quaternion([0.0, y, 0.0], UNIT);
        assert!(at(MAX_COORDINATE).is_ok() && at(-MIN_COORDINATE).is_ok() && at(0.0).is_ok());
        assert!(matches!(at(1e31), Err(PoseError::OutOfRange { name: "ty", .. })));
        assert!(matches!(at(1e-100), Err(PoseError::OutOfRange { name: "ty", .. })));
        assert!(matches!(at(f64::INFINITY), Err(PoseError::NotFinite { name: "ty", .. })));
    }

    #[test]
    fn a_matrix_is_taken_entry_by_entry() {
        let pose = Pose::from_quaternion([1.0, -2.0, 3.0], [0.5, 0.5, -0.5, 0.5]).unwrap();
        let matrix = pose.to_matrix();
        assert_eq!(Pose::from_matrix(matrix), Ok(pose));
    }

    #[test]
    fn matrices_that_do_not_move_rigidly_are_refused() {
        let with = |row: usize, column: usize, value: f64| {
            let mut rows = identity_rows();
            rows[row][column] = value;
            Pose::from_matrix(rows)
        };
        assert!(with(0, 1, 0.9e-9).is_ok());
        assert!(matches!(with(0, 1, 1.1e-9), Err(PoseError::NotOrthogonal { .. })));
        assert!(matches!(with(2, 2, -1.0), Err(PoseError::Mirror { .. })));
        assert!(matches!(with(3, 3, 2.0), Err(PoseError::LastRow { .. })));
        assert!(matches!(
            with(1, 2, f64::NAN),
            Err(PoseError::NotFinite { name: "row 2 column 3", .. })
        ));
        assert!(matches!(with(0, 3, 1e-90), Err(PoseError::OutOfRange { name: "tx", .. })));
        assert!(matches!(with(0, 0, 1e200), Err(PoseError::NotOrthogonal { .. })));
    }

    #[test]
    fn results_under_the_range_become_zero() {
        let pose = Pose::from_quaternion([0.0; 3], [HALF, 0.0, 0.0, HALF]).unwrap();
        let tiny = MIN_COORDINATE;
        let carried = pose.carried(DVec3::new(tiny, 0.0, tiny));
        assert_eq!((carried.x, carried.z), (0.0, tiny));
    }
}
