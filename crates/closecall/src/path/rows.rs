//! A table of poses: between two rows the translation of B's origin goes straight, and B turns
//! about it the shorter way at constant speed. This is what `fly --step` samples.

use super::slerp::{Arc, Row, between, turn};
use super::{Motion, Path, Travel, TurnAxis, clamped};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{Ball, DVec3, Pose, PoseError};
use crate::rounding::factor::UP_16;
use crate::rounding::motion::{ROW_AXIS, ROW_MOTION, ROW_PLACE, ROW_REACH, ROW_SHIFT, SLERP};

/// A path through rows: one leg between each two that follow each other.
///
/// ```
/// use closecall::path::{Path, Rows};
/// // tx, ty, tz, qw, qx, qy, qz
/// let path = Rows::new(vec![[-10.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], [10.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0]])?;
/// assert_eq!(path.pose(0.25).translation()[0], -5.0);
/// # Ok::<(), closecall::path::PathError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rows {
    rows: Vec<Row>,
    legs: Vec<Leg>,
}

/// A row of a path, as it was written: a translation and a unit quaternion (w, x, y, z), or the
/// seven numbers in this order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowPose {
    /// The place of B's origin.
    pub translation: [f64; 3],
    /// The rotation of B.
    pub quaternion: [f64; 4],
}

impl From<([f64; 3], [f64; 4])> for RowPose {
    fn from((translation, quaternion): ([f64; 3], [f64; 4])) -> Self {
        Self { translation, quaternion }
    }
}

impl From<[f64; 7]> for RowPose {
    fn from([tx, ty, tz, qw, qx, qy, qz]: [f64; 7]) -> Self {
        Self { translation: [tx, ty, tz], quaternion: [qw, qx, qy, qz] }
    }
}

/// The motion of B from one row to the next, in one unit of time.
#[derive(Clone, Copy, Debug)]
struct Leg {
    shift: DVec3,
    /// The turn, in B's frame: the axis times the angle in radians.
    turn: DVec3,
    arc: Arc,
}

/// Why rows are no path.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A single row, or none.
    #[error("a path needs at least 2 poses, but there are {count}")]
    TooShort {
        /// The number of rows.
        count: usize,
    },
    /// A row is no pose.
    #[error("row {row}: {source}")]
    Row {
        /// Its number, from 0.
        row: usize,
        /// The reason.
        source: PoseError,
    },
}

impl Rows {
    /// Checks rows of a translation and a unit quaternion (w, x, y, z), or of the seven numbers in
    /// this order.
    pub fn new<R: Into<RowPose>>(rows: Vec<R>) -> Result<Self, PathError> {
        let row = |row: R| {
            let RowPose { translation, quaternion } = row.into();
            (translation, quaternion)
        };
        let rows: Vec<Row> = rows.into_iter().map(row).collect();
        for (row, (translation, quaternion)) in rows.iter().enumerate() {
            Pose::from_quaternion(*translation, *quaternion)
                .map_err(|source| PathError::Row { row, source })?;
        }
        if rows.len() < 2 {
            return Err(PathError::TooShort { count: rows.len() });
        }
        let leg = |ends: &[Row]| Leg {
            shift: DVec3::from_array(ends[1].0) - DVec3::from_array(ends[0].0),
            turn: turn(ends[0].1, ends[1].1),
            arc: Arc::new(ends[0].1, ends[1].1),
        };
        let legs = rows.windows(2).map(leg).collect();
        Ok(Self { rows, legs })
    }

    /// A straight way without a turn.
    pub fn translation(from: [f64; 3], to: [f64; 3]) -> Result<Self, PathError> {
        let still = [1.0, 0.0, 0.0, 0.0];
        Self::new(vec![(from, still), (to, still)])
    }

    fn between(&self, leg: usize, share: f64) -> Pose {
        let ends = [&self.rows[leg], &self.rows[leg + 1]];
        between(ends[0], ends[1], &self.legs[leg].arc, share)
            .expect("what lies between two poses is a pose")
    }
}

impl Motion for Rows {
    /// B's origin goes straight and a turn at constant speed accelerates a point by ω² times its
    /// distance from the axis, which is at most its distance from the origin.
    fn travel(&self, leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let leg = leg.min(self.legs.len() - 1);
        let (middle, half) = Travel::halves(from, to);
        let pose = self.between(leg, clamped(middle - leg as f64, 1.0));
        let Leg { shift, turn, .. } = self.legs[leg];
        let turn = pose.matrix() * turn * half;
        let arm = pose.matrix() * ball.center;
        let reach = ball.center.length() + ball.radius;
        let angle = turn.length();
        let [a, b] = [leg, leg + 1].map(|row| DVec3::from_array(self.rows[row].0).abs());
        let rounded =
            ROW_PLACE * a.max(b).length() + ROW_SHIFT * shift.length() + ROW_REACH * reach;
        let rounding = ROW_MOTION * (angle * reach + shift.length() * half + reach * half);
        let bend = angle * angle * 0.5 * reach;
        let along = (ROW_AXIS * bend + rounding) * UP_16;
        Travel {
            pose,
            shift: shift * half + turn.cross(arm),
            turn,
            curve: (bend + rounding) * UP_16,
            axis: turn.try_normalize().map(|direction| TurnAxis { direction, curve: along }),
            off: 2.0 * (SLERP * reach + rounded + 4.0 * MIN_COORDINATE),
        }
    }
}

impl Path for Rows {
    fn legs(&self) -> usize {
        self.legs.len()
    }

    fn pose(&self, time: f64) -> Pose {
        let time = clamped(time, self.legs.len() as f64);
        let leg = time.floor() as usize;
        match self.rows.get(leg + 1) {
            Some(_) => self.between(leg, time - leg as f64),
            None => Pose::from_quaternion(self.rows[leg].0, self.rows[leg].1)
                .expect("rows were checked"),
        }
    }

    fn is_straight(&self, leg: usize) -> bool {
        let leg = leg.min(self.legs.len() - 1);
        self.rows[leg].1 == self.rows[leg + 1].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;
    use crate::path::tests_support::no_point_strays;

    #[test]
    fn no_point_gets_further_than_its_travel_says() {
        let mut rng = Rng::new(191);
        for _ in 0..40 {
            let row = |rng: &mut Rng| ((rng.in_ball() * 5.0).to_array(), rng.quaternion());
            let path = Rows::new(vec![row(&mut rng), row(&mut rng), row(&mut rng)]).unwrap();
            no_point_strays(&path, &mut rng);
        }
    }

    #[test]
    fn rows_are_poses_bit_for_bit() {
        let mut rng = Rng::new(192);
        let rows: Vec<Row> = (0..4).map(|_| (rng.in_ball().to_array(), rng.quaternion())).collect();
        let path = Rows::new(rows.clone()).unwrap();
        for (time, row) in (0..).zip(rows) {
            assert_eq!(path.pose(f64::from(time)), Pose::from_quaternion(row.0, row.1).unwrap());
        }
    }

    #[test]
    fn times_outside_are_the_ends() {
        let turned = [0.6, 0.0, 0.8, 0.0];
        let rows = vec![([0.0; 3], [1.0, 0.0, 0.0, 0.0]), ([1.0, 2.0, 3.0], turned)];
        let path = Rows::new(rows).unwrap();
        let ball = Ball { center: DVec3::ONE, radius: 1.0 };
        for time in [f64::NAN, f64::NEG_INFINITY, -3.0, -1e-310, 1.0, 7.0, 1e300, f64::INFINITY] {
            let end = if time >= 1.0 { 1.0 } else { 0.0 };
            assert_eq!(path.pose(time), path.pose(end), "{time}");
            for leg in [0, 1, usize::MAX] {
                let _ = (path.travel(leg, time, time, &ball), path.is_straight(leg));
            }
        }
    }

    #[test]
    fn seven_numbers_are_a_translation_and_a_quaternion() {
        let (t, q) = ([1.0, 2.0, 3.0], [0.6, 0.0, 0.8, 0.0]);
        let seven = [1.0, 2.0, 3.0, 0.6, 0.0, 0.8, 0.0];
        let paths = [Rows::new(vec![(t, q); 2]).unwrap(), Rows::new(vec![seven; 2]).unwrap()];
        assert_eq!(paths[0].pose(0.5), paths[1].pose(0.5));
        assert_eq!(Pose::try_from(seven), Pose::from_quaternion(t, q));
        assert!(Pose::try_from([0.0; 7]).is_err());
    }

    #[test]
    fn a_single_row_and_a_bad_row_are_refused() {
        let still = [1.0, 0.0, 0.0, 0.0];
        let one = Rows::new(vec![([0.0; 3], still)]).unwrap_err();
        assert_eq!(one.to_string(), "a path needs at least 2 poses, but there are 1");
        let bad = Rows::new(vec![([0.0; 3], still), ([0.0; 3], [0.9, 0.0, 0.0, 0.0])]);
        assert!(bad.unwrap_err().to_string().starts_with("row 1: the quaternion's norm is 0.9"));
    }
}
