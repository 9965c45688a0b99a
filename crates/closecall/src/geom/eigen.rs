//! The principal axes of a symmetric 3×3 matrix, by Jacobi rotations.

use crate::geom::{DMat3, DVec3};

/// More sweeps than Jacobi's method ever needs at 3×3: it converges quadratically, in 4 to 6.
const SWEEPS: usize = 16;

/// The rest beside the diagonal turns the axes by no more than this: the box of a flat sheet
/// stays flat.
const CONVERGED: f64 = 1e-11;

/// Eigenvectors of a symmetric matrix, as the columns of a rotation, in the order of ascending
/// eigenvalues.
///
/// The matrix is scaled first, so that any finite input is safe; a zero matrix gives the identity.
#[must_use]
pub fn principal_axes(symmetric: &DMat3) -> DMat3 {
    let largest = symmetric.to_cols_array().into_iter().fold(0.0f64, |m, x| m.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return DMat3::IDENTITY;
    }
    let mut matrix = symmetric.to_cols_array_2d().map(|column| column.map(|x| x / largest));
    let mut axes = DMat3::IDENTITY.to_cols_array_2d();
    for _ in 0..SWEEPS {
        if matrix[0][1].abs() + matrix[0][2].abs() + matrix[1][2].abs() < CONVERGED {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut matrix, &mut axes, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| matrix[i][i].total_cmp(&matrix[j][j]));
    let shortest = DVec3::from_array(axes[order[0]]);
    let middle = DVec3::from_array(axes[order[1]]);
    orthonormal(shortest, middle)
}

/// A right-handed orthonormal frame whose first axis is along `x` and whose second is near `y`;
/// orthonormal to a few roundings, whatever the input.
#[must_use]
pub fn orthonormal(x: DVec3, y: DVec3) -> DMat3 {
    let x = x.try_normalize().unwrap_or(DVec3::X);
    let across = y - x * x.dot(y);
    // Once more, for what cancelled in the first subtraction.
    let across = (across - x * x.dot(across)).try_normalize();
    let y = match across {
        Some(y) if x.dot(y).abs() < 1e-15 => y,
        _ => x.any_orthonormal_vector(),
    };
    DMat3::from_cols(x, y, x.cross(y))
}

/// One Jacobi rotation that zeroes the entry (p, q).
fn rotate(matrix: &mut [[f64; 3]; 3], axes: &mut [[f64; 3]; 3], p: usize, q: usize) {
    if matrix[p][q] == 0.0 {
        return;
    }
    let theta = (matrix[q][q] - matrix[p][p]) / (2.0 * matrix[p][q]);
    // A square that overflows makes the tangent 0, which it is.
    let tangent = 1.0f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in matrix.iter_mut() {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
    for k in 0..3 {
        (matrix[p][k], matrix[q][k]) = (
            cosine * matrix[p][k] - sine * matrix[q][k],
            sine * matrix[p][k] + cosine * matrix[q][k],
        );
        (axes[p][k], axes[q][k]) =
            (cosine * axes[p][k] - sine * axes[q][k], sine * axes[p][k] + cosine * axes[q][k]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rebuilt(axes: &DMat3, values: DVec3) -> DMat3 {
        *axes * DMat3::from_diagonal(values) * axes.transpose()
    }

    #[test]
    fn finds_the_axes_of_a_known_matrix_in_ascending_order() {
        let frame = orthonormal(DVec3::new(1.0, 2.0, 2.0), DVec3::new(2.0, -2.0, 1.0));
        let found = principal_axes(&rebuilt(&frame, DVec3::new(1.0, 3.0, 7.0)));
        for (a, b) in [
            (found.x_axis, frame.x_axis),
            (found.y_axis, frame.y_axis),
            (found.z_axis, frame.z_axis),
        ] {
            assert!((a.dot(b).abs() - 1.0).abs() < 1e-12 && a.cross(b).length() < 1e-10, "{a} {b}");
        }
    }

    #[test]
    fn is_orthonormal_at_any_scale_and_for_multiple_values() {
        let frame = orthonormal(DVec3::new(0.3, -0.1, 0.7), DVec3::X);
        for scale in [1e-120, 1.0, 1e60] {
            for values in
                [DVec3::ZERO, DVec3::ONE, DVec3::new(0.0, 0.0, 1.0), DVec3::new(1e-30, 1.0, 1.0)]
            {
                let axes = principal_axes(&rebuilt(&frame, values * scale));
                let off = (axes.transpose() * axes - DMat3::IDENTITY).to_cols_array();
                assert!(off.iter().all(|x| x.abs() < 16.0 * f64::EPSILON / 2.0), "{off:?}");
                assert!(axes.determinant() > 0.0);
            }
        }
    }
}
