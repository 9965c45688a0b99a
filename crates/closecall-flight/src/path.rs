//! The poses that are asked about: the rows of a flight, thinned by a stride or filled in by a
//! step.
//!
//! A step bounds how far any point of the object moves between two frames. Let c be the centre of
//! the object's root AABB and r the largest distance of a vertex from c. Between two frames with
//! rotations R, R′ a point p of the object moves by
//!
//! |(R′p + t′) − (Rp + t)| ≤ |(R′c + t′) − (Rc + t)| + |(R′ − R)(p − c)| ≤ |Δc| + ‖R′ − R‖₂·r,
//!
//! where ‖R′ − R‖₂ = 2 sin(θ/2) for the angle θ between them, which is the Frobenius norm over √2:
//! R′ − R has two equal singular values and a zero. Both terms are taken from the poses that
//! queries use, about c and not the frame's origin, which may lie anywhere. (The rounding of
//! [`Pose::carry`] comes on top of it.)

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use std::f64::consts::FRAC_PI_2;

use closecall::geom::range::MIN_COORDINATE;
use closecall::path::slerp;
use closecall::{Mesh, Pose, PoseError};

use super::{Flight, Waypoint};

/// A pose to ask about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightFrame {
    /// The row of `poses.csv`, 0-based, that this is, or that it follows when it lies between two
    /// rows.
    pub row: usize,
    /// The pose of the object in the environment's frame.
    pub pose: Pose,
}

/// The most frames that a step may ask for; they are all held in memory.
pub const MAX_FRAMES: usize = 5_000_000;

/// Why a path cannot be filled in.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// The step is not a positive number.
    #[error("a step of {step:?} is not a positive number")]
    NotPositive {
        /// The step asked for.
        step: f64,
    },
    /// The object is a point, so there is nothing to measure a step by.
    #[error("the object has no extent to measure a step by")]
    NoExtent,
    /// The step is so small that the frames would not fit in memory.
    #[error(
        "a step of {step:?} needs more than {MAX_FRAMES} frames: the limit is reached after row {row}"
    )]
    TooManyFrames {
        /// The step asked for.
        step: f64,
        /// The row after which the limit is reached.
        row: usize,
    },
    /// No number of frames would do.
    #[error(
        "a step of {step:?} is finer than poses can be set between row {row} and the next: they are rounded"
    )]
    TooFine {
        /// The step asked for.
        step: f64,
        /// The row after which it fails.
        row: usize,
    },
    /// A pose between two rows is no rigid pose.
    #[error("between row {row} and the next: {source}")]
    Pose {
        /// The row before it.
        row: usize,
        /// The reason.
        source: PoseError,
    },
}

impl Flight {
    /// Every `stride`-th row, beginning with the first.
    #[must_use]
    pub fn frames(&self, stride: usize) -> Vec<FlightFrame> {
        self.picked(stride)
            .map(|(row, waypoint)| FlightFrame { row, pose: waypoint.pose() })
            .collect()
    }

    /// Every `stride`-th row, with frames between them (translation linear, rotation along the
    /// shorter arc) so that no point of the object moves by more than `step` times the longest edge
    /// of its AABB from one frame to the next.
    pub fn stepped_frames(&self, stride: usize, step: f64) -> Result<Vec<FlightFrame>, StepError> {
        filled(&self.obj, &self.picked(stride).collect::<Vec<_>>(), step)
    }

    fn picked(&self, stride: usize) -> impl Iterator<Item = (usize, Waypoint)> + '_ {
        self.waypoints.iter().copied().enumerate().step_by(stride.max(1))
    }
}

/// These rows with frames between them, for an object that makes steps of this size.
pub(super) fn filled(
    obj: &Mesh,
    rows: &[(usize, Waypoint)],
    step: f64,
) -> Result<Vec<FlightFrame>, StepError> {
    if !(step > 0.0 && step.is_finite()) {
        return Err(StepError::NotPositive { step });
    }
    let reach = Reach::of(obj);
    if reach.longest_edge == 0.0 {
        return Err(StepError::NoExtent);
    }
    let mut frames = Vec::new();
    for leg in rows.windows(2) {
        let [(row, from), (_, to)] = [leg[0], leg[1]];
        let room = MAX_FRAMES - frames.len();
        let fill = fill_leg(&from, &to, &reach, step * reach.longest_edge, room);
        let poses = fill.map_err(|unfilled| match unfilled {
            Unfilled::NoRoom => StepError::TooManyFrames { step, row },
            Unfilled::Rounded => StepError::TooFine { step, row },
            Unfilled::Pose(source) => StepError::Pose { row, source },
        })?;
        frames.extend(poses.into_iter().map(|pose| FlightFrame { row, pose }));
    }
    frames.extend(
        rows.last().map(|(row, waypoint)| FlightFrame { row: *row, pose: waypoint.pose() }),
    );
    Ok(frames)
}

/// The reach of a mesh from the centre of its AABB.
struct Reach {
    centre: DVec3,
    radius: f64,
    longest_edge: f64,
}

impl Reach {
    fn of(mesh: &Mesh) -> Self {
        let corners = || mesh.iter().flatten();
        let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = corners().fold(start, |(low, high), v| (low.min(v), high.max(v)));
        let centre = low + (high - low) * 0.5;
        let radius = corners().map(|v| v.distance(centre)).fold(0.0, f64::max);
        Self { centre, radius, longest_edge: (high - low).max_element() }
    }

    /// No point of the mesh moves by more than this from one pose to the other.
    fn motion(&self, from: &Pose, to: &Pose) -> f64 {
        to.carried(self.centre).distance(from.carried(self.centre)) + turn(from, to) * self.radius
    }

    /// No point of the mesh has a longer way from one pose to the other: straight for the frame's
    /// origin, and about it along an arc, which is at most π/2 times its chord.
    fn way(&self, from: &Pose, to: &Pose) -> f64 {
        let arc = FRAC_PI_2 * turn(from, to) * (self.centre.length() + self.radius);
        to.shift().distance(from.shift()) + arc
    }
}

/// ‖R′ − R‖₂: how far a point moves that is 1 from the axis.
fn turn(from: &Pose, to: &Pose) -> f64 {
    let turn = to.matrix() - from.matrix();
    let squares: f64 = turn.to_cols_array().iter().map(|x| x * x).sum();
    (squares * 0.5).sqrt()
}

/// Why a leg is not filled in.
#[derive(Debug, PartialEq)]
enum Unfilled {
    /// There are more poses than there is room for.
    NoRoom,
    /// Twice as many pieces as are enough without rounding are not enough.
    Rounded,
    /// A pose between is none.
    Pose(PoseError),
}

/// The poses from `from` up to but without `to`, no two neighbours further apart than `limit`, and
/// no more than `room`.
fn fill_leg(
    from: &Waypoint,
    to: &Waypoint,
    reach: &Reach,
    limit: f64,
    room: usize,
) -> Result<Vec<Pose>, Unfilled> {
    // Without rounding, half as many were enough: the way takes constant speed.
    let enough = (2.0 * reach.way(&from.pose(), &to.pose()) / limit).ceil() + 8.0;
    let (mut pieces, mut more) = (1.0, 0.5);
    loop {
        if pieces > room as f64 {
            return Err(Unfilled::NoRoom);
        }
        let poses = (0..pieces as usize)
            .map(|k| between(from, to, k as f64 / pieces))
            .collect::<Result<Vec<_>, _>>();
        let poses = poses.map_err(Unfilled::Pose)?;
        let end = to.pose();
        let ends = poses[1..].iter().chain([&end]);
        let furthest = poses.iter().zip(ends).map(|(a, b)| reach.motion(a, b)).fold(0.0, f64::max);
        if furthest <= limit {
            return Ok(poses);
        }
        if pieces >= enough {
            return Err(Unfilled::Rounded);
        }
        // The centre's path is curved, so a piece may exceed its share of the whole; then it is cut
        // again. The least increase doubles, because rounding may let `furthest` shrink slowly or
        // not at all.
        pieces = (pieces * (furthest / limit)).max(pieces + more).ceil().min(enough);
        more *= 2.0;
    }
}

fn between(from: &Waypoint, to: &Waypoint, share: f64) -> Result<Pose, PoseError> {
    if share == 0.0 {
        return Ok(from.pose());
    }
    let mut translation = [0.0; 3];
    for (t, (a, b)) in
        translation.iter_mut().zip(from.translation().into_iter().zip(to.translation()))
    {
        let mixed = a + (b - a) * share;
        // A translation on its way through zero may be smaller than a pose can hold.
        *t = if mixed.abs() < MIN_COORDINATE { 0.0 } else { mixed };
    }
    Pose::from_quaternion(translation, slerp(from.quaternion(), to.quaternion(), share))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rod() -> Mesh {
        let corners =
            vec![DVec3::new(9.0, 0.0, 0.0), DVec3::new(11.0, 0.0, 0.0), DVec3::new(10.0, 0.5, 0.1)];
        Mesh::new(corners, vec![[0, 1, 2]]).unwrap()
    }

    fn flight(rows: &[([f64; 3], [f64; 4])]) -> Flight {
        let waypoints = rows.iter().map(|&(t, q)| Waypoint::new(t, q).unwrap()).collect();
        Flight { env: rod(), obj: rod(), waypoints }
    }

    fn turn_z(degrees: f64) -> [f64; 4] {
        let half = degrees.to_radians() / 2.0;
        [half.cos(), 0.0, 0.0, half.sin()]
    }

    fn tumbling() -> Flight {
        flight(&[
            ([0.0; 3], [1.0, 0.0, 0.0, 0.0]),
            ([1.0, -2.0, 3.0], [-0.5, 0.5, -0.5, 0.5]),
            ([1.0, -2.0, 3.0], [-0.5, 0.5, -0.5, 0.5]),
            ([-1.0, 2.0, -3.0], turn_z(179.0)),
            ([-1.0, 2.0, -3.0], turn_z(-179.0)),
        ])
    }

    #[test]
    fn a_stride_keeps_the_row_numbers() {
        let rows: Vec<usize> = tumbling().frames(3).iter().map(|frame| frame.row).collect();
        assert_eq!(rows, [0, 3]);
        assert_eq!(tumbling().frames(1).len(), 5);
    }

    #[test]
    fn no_vertex_moves_further_than_the_step() {
        let flight = tumbling();
        for step in [0.01, 0.1, 1.0, 50.0] {
            let frames = flight.stepped_frames(1, step).unwrap();
            let limit = step * 2.0;
            for pair in frames.windows(2) {
                for vertex in flight.obj.points() {
                    let moved =
                        pair[0].pose.carried(*vertex).distance(pair[1].pose.carried(*vertex));
                    assert!(moved <= limit * (1.0 + 1e-12), "{moved} at step {step}");
                }
            }
        }
    }

    #[test]
    fn the_step_is_used_and_not_only_kept() {
        let flight = flight(&[([0.0; 3], turn_z(0.0)), ([20.0, 0.0, 0.0], turn_z(0.0))]);
        let frames = flight.stepped_frames(1, 0.1).unwrap().len();
        assert!((101..=102).contains(&frames), "{frames}");
        let coarse = tumbling().stepped_frames(1, 0.1).unwrap().len();
        let fine = tumbling().stepped_frames(1, 0.01).unwrap().len();
        assert!((9 * coarse..=11 * coarse).contains(&fine), "{coarse} and {fine}");
    }

    #[test]
    fn rows_stay_frames_bit_for_bit_and_number_what_follows_them() {
        let flight = tumbling();
        let frames = flight.stepped_frames(1, 0.05).unwrap();
        assert!(frames.windows(2).all(|pair| pair[0].row <= pair[1].row));
        for (row, waypoint) in flight.waypoints.iter().enumerate() {
            let first = frames.iter().find(|frame| frame.row == row).unwrap();
            assert_eq!(first.pose, waypoint.pose());
        }
        assert_eq!(frames.last().unwrap().row, 4);
    }

    #[test]
    fn rotations_take_the_shorter_arc() {
        let flight = flight(&[([0.0; 3], turn_z(179.0)), ([0.0; 3], turn_z(-179.0))]);
        let frames = flight.stepped_frames(1, 0.05).unwrap();
        assert!(frames.len() < 20, "{} frames for two degrees", frames.len());
        assert!(frames.iter().all(|frame| frame.pose.matrix().x_axis.x < -0.999));
    }

    #[test]
    fn slerp_turns_at_constant_speed() {
        for (share, degrees) in [(0.25, 30.0), (0.5, 60.0), (1.0, 120.0)] {
            let got = slerp(turn_z(0.0), turn_z(120.0), share);
            for (got, want) in got.into_iter().zip(turn_z(degrees)) {
                assert!((got - want).abs() < 1e-15, "{share}: {got} and {want}");
            }
        }
    }

    #[test]
    fn steps_that_make_no_sense_are_refused() {
        let flight = tumbling();
        for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(flight.stepped_frames(1, step), Err(StepError::NotPositive { .. })));
        }
        let refused = flight.stepped_frames(1, 1e-12).unwrap_err();
        assert_eq!(refused, StepError::TooManyFrames { step: 1e-12, row: 0 });
        let point = Mesh::new(vec![DVec3::ONE], vec![[0, 0, 0]]).unwrap();
        let refused = Flight { obj: point, ..flight }.stepped_frames(1, 0.1).unwrap_err();
        assert_eq!(refused, StepError::NoExtent);
    }

    #[test]
    fn a_limit_below_the_rounding_of_the_poses_is_refused_soon() {
        let far =
            flight(&[([1e15, 0.0, 0.0], turn_z(0.0)), ([1e15 + 1.0, 0.0, 0.0], turn_z(90.0))]);
        let [from, to] = [far.waypoints[0], far.waypoints[1]];
        assert_eq!(
            fill_leg(&from, &to, &Reach::of(&far.obj), 0.1, 100_000),
            Err(Unfilled::Rounded)
        );
        let refused = far.stepped_frames(1, 0.05).unwrap_err();
        assert_eq!(refused, StepError::TooFine { step: 0.05, row: 0 });
        assert!(far.stepped_frames(1, 2.0).is_ok(), "a coarser step is not refused");
    }

    #[test]
    fn the_smallest_objects_have_no_room_for_small_steps() {
        let least = MIN_COORDINATE;
        let corners = [[0.0; 3], [least, 0.0, 0.0], [0.0, least, 0.0]].map(DVec3::from).to_vec();
        let obj = Mesh::new(corners, vec![[0, 1, 2]]).unwrap();
        let there = flight(&[([0.0; 3], turn_z(0.0)), ([4.0 * least, 0.0, 0.0], turn_z(0.0))]);
        let tiny = Flight { obj, ..there };
        assert_eq!(tiny.stepped_frames(1, 0.25), Err(StepError::TooFine { step: 0.25, row: 0 }));
        assert!(tiny.stepped_frames(1, 2.0).is_ok(), "a coarser step is not refused");
    }

    #[test]
    fn a_small_step_is_named_in_few_words() {
        let refused = tumbling().stepped_frames(1, 1e-300).unwrap_err().to_string();
        assert!(
            refused.starts_with("a step of 1e-300 needs more than 5000000 frames"),
            "{refused}"
        );
        assert_eq!(
            tumbling().stepped_frames(1, -1e-300).unwrap_err().to_string(),
            "a step of -1e-300 is not a positive number"
        );
    }

    #[test]
    fn a_single_row_is_a_single_frame() {
        let flight = flight(&[([1.0, 2.0, 3.0], turn_z(40.0))]);
        assert_eq!(flight.stepped_frames(1, 0.01).unwrap(), flight.frames(1));
    }
}
