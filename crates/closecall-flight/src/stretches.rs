//! Pieces of a flight, from all over it, as they were given or in steps of one size.

use closecall::Pose;
use closecall::engine::geom::{Ball, GlamMesh as _};

use super::path::filled;
use super::{Flight, StepError, Waypoint};

impl Flight {
    /// `count` stretches of `rows` rows each, or of all there are, the first at the beginning and
    /// the last at the end.
    pub fn stretches(&self, count: usize, rows: usize) -> impl Iterator<Item = &[Waypoint]> {
        let rows = rows.min(self.waypoints.len());
        let room = self.waypoints.len() - rows;
        let starts = (0..count).map(move |stretch| room * stretch / (count - 1).max(1));
        starts.map(move |start| &self.waypoints[start..start + rows])
    }

    /// `count` stretches of `poses` poses each, or as many as there are, filled in so that no point
    /// moves by more than `step` times the longest side of the object's box. Where the path itself
    /// has smaller steps, rows of it are left out first.
    pub fn stepped_stretches(
        &self,
        count: usize,
        poses: usize,
        step: f64,
    ) -> Result<Vec<Vec<Pose>>, StepError> {
        let given = self.stretches(count, poses).flatten().map(Waypoint::pose).collect::<Vec<_>>();
        let given = self.median_motion(&given);
        let stride = if given > 0.0 { (step / given).max(1.0) as usize } else { 1 };
        let mut rows = 2;
        loop {
            let stretches =
                self.stretches(count, rows).map(|rows| self.stepped(rows, stride, step));
            let mut stretches = stretches.collect::<Result<Vec<_>, _>>()?;
            if rows >= self.waypoints.len()
                || stretches.iter().all(|stretch| stretch.len() >= poses)
            {
                stretches.iter_mut().for_each(|stretch| stretch.truncate(poses));
                return Ok(stretches);
            }
            rows *= 2;
        }
    }

    fn stepped(&self, rows: &[Waypoint], stride: usize, step: f64) -> Result<Vec<Pose>, StepError> {
        let picked: Vec<(usize, Waypoint)> =
            rows.iter().copied().enumerate().step_by(stride).collect();
        Ok(filled(&self.obj, &picked, step)?.into_iter().map(|frame| frame.pose).collect())
    }

    /// By how much any point of the object moves at most from one pose to the next, in sizes of it:
    /// the longest side of its box.
    #[must_use]
    pub fn motions(&self, poses: &[Pose]) -> Vec<f64> {
        let corners = || self.obj.iter().flatten();
        let ball = Ball::around(corners().collect::<Vec<_>>().into_iter());
        let longest = (0..3).map(|k| {
            let (low, high) = corners()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v[k]), h.max(v[k])));
            high - low
        });
        let size = longest.fold(0.0, f64::max);
        poses.windows(2).map(|pair| ball.motion(&pair[0], &pair[1]) / size).collect()
    }

    /// The middle one of the motions; 0 if there is none.
    #[must_use]
    pub fn median_motion(&self, poses: &[Pose]) -> f64 {
        let mut motions = self.motions(poses);
        motions.sort_by(f64::total_cmp);
        motions.get(motions.len() / 2).copied().unwrap_or(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cave::cave;

    #[test]
    fn stretches_reach_from_the_beginning_to_the_end() {
        let flight = cave();
        let stretches: Vec<_> = flight.stretches(3, 100).collect();
        assert!(stretches.iter().all(|rows| rows.len() == 100));
        assert_eq!(
            (stretches[0][0], stretches[2][99]),
            (flight.waypoints[0], *flight.waypoints.last().unwrap())
        );
        assert_eq!(flight.stretches(1, 9999).next(), Some(&flight.waypoints[..]));
    }

    #[test]
    fn steps_are_of_the_size_asked_for_even_where_the_path_has_smaller_ones() {
        let flight = cave();
        for step in [0.001, 0.03, 0.3] {
            let stretches = flight.stepped_stretches(3, 50, step).unwrap();
            assert_eq!(stretches.len(), 3);
            for poses in stretches {
                let (most, middle) = (
                    flight.motions(&poses).into_iter().fold(0.0, f64::max),
                    flight.median_motion(&poses),
                );
                assert!(
                    poses.len() == 50 && most <= 1.5 * step && middle >= 0.5 * step,
                    "{step}: {middle} {most}"
                );
            }
        }
    }
}
