//! Poses on the command line: `--pose tx,ty,tz,qw,qx,qy,qz` or `--matrix` with 16 numbers row by
//! row.

use closecall::engine::geom::ROUNDING_TOLERANCE;
use closecall::geom::NearestPose;
use closecall::{Pose, PoseError};
use closecall_flight::numbers::{coordinates, digits};

use crate::failure::Failure;

/// The pose of B in A's frame; without either flag, A's frame is B's.
#[derive(clap::Args, Debug)]
pub struct PoseArgs {
    /// Pose of B in A's frame: translation and unit quaternion.
    #[arg(
        long,
        value_name = "tx,ty,tz,qw,qx,qy,qz",
        allow_hyphen_values = true,
        conflicts_with = "matrix"
    )]
    pose: Option<String>,

    /// Pose of B in A's frame: a 4×4 matrix, 16 numbers row by row, separated by commas or blanks.
    #[arg(long, value_name = "16 NUMBERS", allow_hyphen_values = true)]
    matrix: Option<String>,

    /// Make the rotation a true one where its digits were rounded, and say by how much it was
    /// changed.
    #[arg(long)]
    normalize: bool,
}

impl PoseArgs {
    /// Are rotations made true ones?
    pub fn normalizes(&self) -> bool {
        self.normalize
    }

    /// The pose they mean. By how much it was changed is added to `warnings`.
    pub fn pose(&self, warnings: &mut Vec<String>) -> Result<Pose, Failure> {
        let mut nearest = |flag: &str, what: &str, nearest: Result<NearestPose, PoseError>| {
            let NearestPose { pose, deviation } =
                nearest.map_err(|error| Failure::of_usage(flag, error))?;
            warnings.push(format!("{flag}: made a rotation; {what} by {deviation:e}"));
            Ok(pose)
        };
        if let Some(text) = &self.pose {
            let [tx, ty, tz, qw, qx, qy, qz] = numbers("--pose", text)?;
            let (t, q) = ([tx, ty, tz], [qw, qx, qy, qz]);
            if self.normalize {
                let found = Pose::nearest_from_quaternion(t, q);
                return nearest("--pose", "the norm of the quaternion was off", found);
            }
            return Pose::from_quaternion(t, q).map_err(|error| rounded("--pose", &error));
        }
        if let Some(text) = &self.matrix {
            let entries: [f64; 16] = numbers("--matrix", text)?;
            let rows =
                std::array::from_fn(|row| std::array::from_fn(|column| entries[4 * row + column]));
            if self.normalize {
                return nearest(
                    "--matrix",
                    "entries were changed",
                    Pose::nearest_from_matrix(rows),
                );
            }
            return Pose::from_matrix(rows).map_err(|error| rounded("--matrix", &error));
        }
        if self.normalize {
            let message = "there is no --pose, --matrix or --path whose rotation could be rounded";
            return Err(Failure::of_usage("--normalize", message));
        }
        Ok(Pose::IDENTITY)
    }
}

/// A pose as a matrix, row by row.
pub fn rows(pose: &Pose) -> [[f64; 4]; 4] {
    pose.to_matrix()
}

/// A pose in words, as it was understood: where, and by which turn about which axis.
pub fn words(pose: &Pose) -> String {
    let rows = rows(pose);
    let place = coordinates([rows[0][3], rows[1][3], rows[2][3]]);
    let [[xx, xy, xz, _], [yx, yy, yz, _], [zx, zy, zz, _], _] = rows;
    // Twice the sine of the angle times the axis, and twice the cosine.
    let twice = [zy - yz, xz - zx, yx - xy];
    let sine = twice.iter().map(|x| x * x).sum::<f64>().sqrt();
    let cosine = xx + yy + zz - 1.0;
    let degrees = sine.atan2(cosine).to_degrees();
    if degrees < 1e-9 {
        return format!("at {place}, not turned");
    }
    // Near half a turn the sine is small, and the axis is in the diagonal.
    let axis = if sine > 1e-3 {
        twice.map(|x| x / sine)
    } else {
        let signs = [xy + yx, xz + zx, yz + zy];
        let [x, y, z] = [xx, yy, zz].map(|x| ((x + 1.0).max(0.0) / 2.0).sqrt());
        let sign = |product: f64| if product < 0.0 { -1.0 } else { 1.0 };
        match () {
            _ if x >= y && x >= z => [x, y * sign(signs[0]), z * sign(signs[1])],
            _ if y >= z => [x * sign(signs[0]), y, z * sign(signs[2])],
            _ => [x * sign(signs[1]), y * sign(signs[2]), z],
        }
    };
    let axis = axis.map(|x| (x * 1e6).round() / 1e6);
    let degrees = (degrees * 1e6).round() / 1e6;
    format!("at {place}, turned {}° about {}", digits(degrees), coordinates(axis))
}

/// A pose that is refused; if rounding may be the cause, what helps is said.
fn rounded(flag: &str, error: &PoseError) -> Failure {
    let helps = match error {
        PoseError::NotUnit { norm } => *norm > 0.0,
        PoseError::NotOrthogonal { deviation, .. } => *deviation <= ROUNDING_TOLERANCE,
        _ => false,
    };
    let hint = if helps { "; --normalize makes it a rotation" } else { "" };
    Failure::of_usage(flag, format_args!("{error}{hint}"))
}

/// Exactly `N` numbers separated by commas, blanks or both.
pub fn numbers<const N: usize>(flag: &str, text: &str) -> Result<[f64; N], Failure> {
    let fields: Vec<&str> = text.split(',').flat_map(fields_between_commas).collect();
    let found = fields.len();
    let fields: [&str; N] = fields.try_into().map_err(|_| {
        Failure::of_usage(flag, format!("expected {N} numbers, found {found}: `{text}`"))
    })?;
    let mut numbers = [0.0; N];
    for (number, field) in numbers.iter_mut().zip(fields) {
        *number = field
            .parse()
            .map_err(|_| Failure::of_usage(flag, format!("`{field}` is not a number")))?;
    }
    Ok(numbers)
}

/// Two commas with nothing between them leave an empty field, which is then refused as a number.
fn fields_between_commas(text: &str) -> Vec<&str> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.is_empty() { vec![""] } else { fields }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_and_blanks_separate() {
        assert_eq!(numbers("--x", "1,2,-3e2"), Ok([1.0, 2.0, -300.0]));
        assert_eq!(numbers("--x", " 1 2\t-3e2 "), Ok([1.0, 2.0, -300.0]));
        assert_eq!(numbers("--x", "1, 2 , 3"), Ok([1.0, 2.0, 3.0]));
    }

    #[test]
    fn a_pose_is_told_in_words() {
        let told = |t, q| words(&Pose::from_quaternion(t, q).unwrap());
        assert_eq!(told([0.15, 0.0, 0.45], [1.0, 0.0, 0.0, 0.0]), "at (0.15, 0, 0.45), not turned");
        let half = 0.5f64.sqrt();
        assert_eq!(
            told([0.0; 3], [half, 0.0, 0.0, half]),
            "at (0, 0, 0), turned 90° about (0, 0, 1)"
        );
        assert_eq!(
            told([0.0; 3], [0.0, 0.0, 0.0, 1.0]),
            "at (0, 0, 0), turned 180° about (0, 0, 1)"
        );
        assert_eq!(
            told([0.0; 3], [0.0, 0.6, -0.8, 0.0]),
            "at (0, 0, 0), turned 180° about (-0.6, 0.8, 0)"
        );
        assert_eq!(
            told([0.0; 3], [0.6, -0.8, 0.0, 0.0]),
            "at (0, 0, 0), turned 106.26° about (-1, 0, 0)"
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let message = |text| numbers::<3>("--x", text).unwrap_err().to_string();
        assert_eq!(message("1,2"), "--x: expected 3 numbers, found 2: `1,2`");
        assert_eq!(message("1,,3"), "--x: `` is not a number");
        assert_eq!(message("1,2,three"), "--x: `three` is not a number");
    }
}
