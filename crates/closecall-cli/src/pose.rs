//! Poses on the command line: `--pose tx,ty,tz,qw,qx,qy,qz` or `--matrix` with 16 numbers row by
//! row.

use closecall::geom::NearestPose;
use closecall::geom::nearest_pose::ROUNDING_TOLERANCE;
use closecall::{Pose, PoseError};

use crate::failure::Failure;

/// Where B is in A's frame; without either flag, A's frame is B's.
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
        Ok(Pose::IDENTITY)
    }
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
    fn what_is_wrong_is_said() {
        let message = |text| numbers::<3>("--x", text).unwrap_err().to_string();
        assert_eq!(message("1,2"), "--x: expected 3 numbers, found 2: `1,2`");
        assert_eq!(message("1,,3"), "--x: `` is not a number");
        assert_eq!(message("1,2,three"), "--x: `three` is not a number");
    }
}
