//! Poses: 7 numbers, and 4×4 matrices of them.

use crate::error::{Failure, closecall_status, guard};
use crate::input;
use closecall::Pose;

/// The order of the 16 numbers of a matrix.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_layout {
    /// Row by row, as C arrays are written.
    RowMajor = 0,
    /// Column by column, as in Eigen and OpenGL.
    ColumnMajor = 1,
}

fn is_by_columns(layout: i32) -> Result<bool, Failure> {
    match layout {
        0 => Ok(false),
        1 => Ok(true),
        other => Err(Failure::value(format_args!("{other} is no closecall_layout"))),
    }
}

fn transposed(m: [[f64; 4]; 4]) -> [[f64; 4]; 4] {
    std::array::from_fn(|row| std::array::from_fn(|column| m[column][row]))
}

/// The rows of the matrix of a pose.
pub(crate) fn rows_of(pose: &Pose) -> [[f64; 4]; 4] {
    pose.to_matrix()
}

/// The 7 numbers of a pose. The quaternion is that of the rotation matrix, rounded, with the first of its
/// parts that is not 0 positive. (Shepperd 1978)
pub(crate) fn seven(pose: &Pose) -> [f64; 7] {
    let [[a, b, c, tx], [d, e, f, ty], [g, h, i, tz], _] = rows_of(pose);
    let squares = [a + e + i, a - e - i, e - a - i, i - a - e];
    let largest = (0..4).max_by(|&m, &n| squares[m].total_cmp(&squares[n])).unwrap_or(0);
    let mut q = match largest {
        0 => [1.0 + squares[0], h - f, c - g, d - b],
        1 => [h - f, 1.0 + squares[1], b + d, c + g],
        2 => [c - g, b + d, 1.0 + squares[2], f + h],
        _ => [d - b, c + g, f + h, 1.0 + squares[3]],
    };
    let norm = q.iter().map(|part| part * part).sum::<f64>().sqrt();
    let is_negative = q.iter().find(|part| **part != 0.0).is_some_and(|part| *part < 0.0);
    let scale = if is_negative { -norm } else { norm };
    q.iter_mut().for_each(|part| *part /= scale);
    // A quotient of 0 has the sign of the scale.
    let [w, x, y, z] = q.map(|part| if part == 0.0 { 0.0 } else { part });
    [tx, ty, tz, w, x, y, z]
}

/// Writes a pose to C.
///
/// # Safety
/// The pointer is NULL or points at room for 7 numbers.
pub(crate) unsafe fn give_pose(pose: &Pose, out: *mut f64) -> Result<(), Failure> {
    // SAFETY: as the caller says.
    unsafe { input::give(out.cast::<[f64; 7]>(), seven(pose), "pose") }
}

/// Makes the pose of a 4×4 matrix, `layout` being a closecall_layout. A matrix that is nearly a rotation,
/// as a rounded or single-precision one, becomes the nearest rotation; `deviation`, unless NULL, receives
/// by how much its entries were changed at most. A scale, a shear or a mirror is an error.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pose_from_matrix(
    matrix: *const f64,
    layout: i32,
    pose: *mut f64,
    deviation: *mut f64,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's matrix has 16 numbers, and the pose room for 7.
        unsafe {
            let given = *input::reference(matrix.cast::<[[f64; 4]; 4]>(), "matrix")?;
            let rows = if is_by_columns(layout)? { transposed(given) } else { given };
            let nearest = Pose::nearest_from_matrix(rows).map_err(Failure::value)?;
            input::check_place(pose, "pose")?;
            if !deviation.is_null() {
                input::give(deviation, nearest.deviation, "deviation")?;
            }
            give_pose(&nearest.pose, pose)?;
        }
        Ok(())
    })
}

/// Writes the 4×4 matrix of a pose, `layout` being a closecall_layout. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pose_to_matrix(
    pose: *const f64,
    layout: i32,
    matrix: *mut f64,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's pose has 7 numbers, and the matrix room for 16.
        unsafe {
            let rows = rows_of(&input::pose(pose, "pose")?);
            let given = if is_by_columns(layout)? { transposed(rows) } else { rows };
            input::give(matrix.cast::<[[f64; 4]; 4]>(), given, "matrix")
        }
    })
}

/// Makes the pose of a quaternion (w, x, y, z) of any length but 0, for numbers that were rounded:
/// questions take a quaternion only if its norm is within 1e-9 of 1. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pose_from_quaternion(
    translation: *const f64,
    quaternion: *const f64,
    pose: *mut f64,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's translation has 3 numbers, the quaternion 4, and the pose room for 7.
        unsafe {
            let translation = input::triple(translation, "translation")?;
            let quaternion = *input::reference(quaternion.cast::<[f64; 4]>(), "quaternion")?;
            let nearest =
                Pose::nearest_from_quaternion(translation, quaternion).map_err(Failure::value)?;
            give_pose(&nearest.pose, pose)
        }
    })
}

/// Composes two poses: a_from_c carries points of C as b_from_c and then a_from_b do, rounded.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pose_compose(
    a_from_b: *const f64,
    b_from_c: *const f64,
    a_from_c: *mut f64,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's poses have 7 numbers each.
        unsafe {
            let (first, second) =
                (input::pose(a_from_b, "a_from_b")?, input::pose(b_from_c, "b_from_c")?);
            give_pose(&first.compose(&second).map_err(Failure::value)?, a_from_c)
        }
    })
}

/// Inverts a pose, rounded. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_pose_inverse(
    a_from_b: *const f64,
    b_from_a: *mut f64,
) -> closecall_status {
    guard(|| {
        // SAFETY: the caller's poses have 7 numbers each.
        unsafe {
            let pose = input::pose(a_from_b, "a_from_b")?;
            give_pose(&pose.inverse().map_err(Failure::value)?, b_from_a)
        }
    })
}
