//! Turns and slides one after the other, as in a chain of joints: every elementary motion is linear
//! in time, and so a screw, a robot's edge in joint space, and two bodies that both move are
//! chains.
//!
//! **Rounding.** The f64 pose is the product of the factors' by [`Pose::compose`], which leaves
//! rotations within η = 2⁻⁴⁸ of orthogonal and moves a point by at most 8η of its reach per factor
//! (`world::outline` derives it). [`CHAIN_FACTOR`] = 16η per factor covers that, sines, cosines and
//! the axis, and `ANGLE` an angle a + (b−a)·t.
//!
//! **Angles** are at most [`MAX_ANGLE`] = 2³⁰ radians, 171 million turns. Rounding costs up to
//! 4u·2³¹ = 2⁻²⁰ radians there, about 10⁻⁶: as much as sweeps tolerate by default. Of 10¹⁵ radians
//! it would leave nothing, and of 10³⁰⁸ the difference of two would overflow.

use super::bounds::Bounds;
use super::slerp::turn as turn_between;
use super::turning::{CommonAxis, period};
use super::{Motion, Path, Travel, clamped};
use crate::geom::range::{MAX_ANGLE, MAX_COORDINATE};
use crate::geom::vectors::vector;
use crate::geom::{Ball, DMat3, DQuat, DVec3, Pose, PoseError};
use crate::rounding::factor::{UP_32, UP_MANY};
use crate::rounding::motion::{CHAIN_FACTOR, CHAIN_MIDDLE};
use std::ops::Neg;

/// An elementary motion in one unit of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Factor {
    /// None.
    Fixed(Pose),
    /// A turn about a unit axis through the origin, by an angle that grows evenly; in radians, up to
    /// [`MAX_ANGLE`].
    Turn {
        /// The unit axis.
        axis: [f64; 3],
        /// The angle at the start.
        from: f64,
        /// The angle at the end.
        to: f64,
    },
    /// A straight way.
    Slide {
        /// The translation at the start.
        from: [f64; 3],
        /// The translation at the end.
        to: [f64; 3],
    },
}

/// Factors from A to B: the pose `a_from_b` is their product, in this order.
#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    factors: Vec<Factor>,
    axis: Option<CommonAxis>,
}

impl Chain {
    /// Checks and takes factors.
    ///
    /// # Errors
    /// If a number is not finite, an axis not of unit length, an angle beyond [`MAX_ANGLE`], or the
    /// chain could leave the range of coordinates.
    pub fn new(mut factors: Vec<Factor>) -> Result<Self, PoseError> {
        factors.iter_mut().try_for_each(Factor::check)?;
        let axis = CommonAxis::of(&factors);
        let chain = Self { factors, axis };
        let reach = chain.reach();
        if !(reach <= MAX_COORDINATE / 4.0) {
            return Err(PoseError::OutOfRange { name: "the reach of the chain", value: reach });
        }
        Ok(chain)
    }

    /// A screw: from `start`, a turn about the axis through a point of A's frame, while B advances
    /// along the axis.
    ///
    /// ```
    /// use closecall::path::{Chain, Path};
    /// use closecall::Pose;
    /// let half_turn = std::f64::consts::PI;
    /// let screw = Chain::screw(Pose::IDENTITY, [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], half_turn, 0.5)?;
    /// let [x, y, z] = screw.pose(1.0).carry([0.0; 3]);
    /// assert!((x - 2.0).abs() < 1e-12 && y.abs() < 1e-12 && (z - 0.5).abs() < 1e-12);
    /// # Ok::<(), closecall::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn screw(
        start: Pose,
        point: impl Into<[f64; 3]>,
        axis: impl Into<[f64; 3]>,
        angle: f64,
        advance: f64,
    ) -> Result<Self, PoseError> {
        let (point, axis) = (vector(point), vector(axis).normalize_or_zero());
        let back = (-point).into();
        Self::new(vec![
            Factor::Slide { from: point.into(), to: (point + axis * advance).into() },
            Factor::Turn { axis: axis.into(), from: 0.0, to: angle },
            Factor::Slide { from: back, to: back },
            Factor::Fixed(start),
        ])
    }

    /// From one pose to another: the origin goes straight, and the body turns about it the shorter
    /// way at constant speed.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn between(from: &Pose, to: &Pose) -> Result<Self, PoseError> {
        let [a, b] = [from, to].map(|pose| DQuat::from_mat3(&pose.orthogonal().matrix()));
        let [a, b] = [a, b].map(|q| [q.w, q.x, q.y, q.z]);
        let turn = turn_between(a, b);
        let angle = turn.length();
        let axis = if angle > 0.0 { turn / angle } else { DVec3::Z };
        Self::new(vec![
            Factor::Slide { from: from.shift().into(), to: to.shift().into() },
            Factor::Fixed(Pose::rigid(from.matrix(), DVec3::ZERO)),
            Factor::Turn { axis: axis.into(), from: 0.0, to: angle },
        ])
    }

    /// The motion of B seen from A, if this is A's in the world and the other is B's.
    ///
    /// # Errors
    /// As [`Chain::new`].
    pub fn relative(&self, world_from_b: &Self) -> Result<Self, PoseError> {
        let back = self.factors.iter().rev().map(Factor::inverse);
        let there = world_from_b.factors.iter().copied().map(Ok);
        Self::new(back.chain(there).collect::<Result<_, _>>()?)
    }

    /// The factors.
    #[must_use]
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// The distance from A's origin to which it can take B's.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let length = |factor: &Factor| match factor {
            Factor::Fixed(pose) => pose.shift().length(),
            Factor::Turn { .. } => 0.0,
            &Factor::Slide { from, to } => vector(from).length().max(vector(to).length()),
        };
        self.factors.iter().map(length).sum::<f64>() * UP_MANY
    }

    fn pose_at(&self, time: f64) -> Pose {
        let mut poses = self.factors.iter().map(|factor| factor.pose(time));
        let first = poses.next().map_or(Pose::IDENTITY, |pose| pose.orthogonal());
        poses.fold(first, |pose, next| pose.compose(&next).expect("the reach was checked"))
    }
}

impl Factor {
    /// Is it a motion at all? Its axis is made a unit vector, and its rotation orthogonal.
    fn check(&mut self) -> Result<(), PoseError> {
        let finite = |name, value: f64| match value.is_finite() {
            true => Ok(()),
            false => Err(PoseError::NotFinite { name, value }),
        };
        match self {
            Self::Fixed(pose) => *pose = pose.orthogonal(),
            Self::Slide { from, to } => {
                for value in [*from, *to].into_iter().flatten() {
                    finite("a slide", value)?;
                }
            }
            Self::Turn { axis, from, to } => {
                for value in [*from, *to] {
                    finite("an angle", value)?;
                    if value.abs() > MAX_ANGLE {
                        return Err(PoseError::AngleOutOfRange { value });
                    }
                }
                let norm = vector(*axis).length();
                if !((norm - 1.0).abs() <= 1e-9) {
                    return Err(PoseError::AxisNotUnit { norm });
                }
                *axis = (vector(*axis) / norm).into();
            }
        }
        Ok(())
    }

    /// Is it a motion at all?
    pub(crate) fn moves(&self) -> bool {
        match self {
            Self::Fixed(_) => false,
            Self::Turn { from, to, .. } => from != to,
            Self::Slide { from, to } => from != to,
        }
    }

    pub(crate) fn inverse(&self) -> Result<Self, PoseError> {
        Ok(match *self {
            Self::Fixed(pose) => Self::Fixed(pose.relative(&Pose::IDENTITY)?),
            Self::Turn { axis, from, to } => Self::Turn { axis: axis.map(f64::neg), from, to },
            Self::Slide { from, to } => {
                Self::Slide { from: from.map(f64::neg), to: to.map(f64::neg) }
            }
        })
    }

    fn pose(&self, time: f64) -> Pose {
        match *self {
            Self::Fixed(pose) => pose,
            Self::Turn { axis, from, to } => {
                Pose::rigid(about(vector(axis), from + (to - from) * time), DVec3::ZERO)
            }
            Self::Slide { from, to } => {
                let [from, to] = [from, to].map(vector);
                Pose::rigid(DMat3::IDENTITY, from + (to - from) * time)
            }
        }
    }
}

/// The rotation about a unit axis (Rodrigues).
pub(super) fn about(axis: DVec3, angle: f64) -> DMat3 {
    let (sin, cos) = angle.sin_cos();
    let (DVec3 { x, y, z }, rest) = (axis, 1.0 - cos);
    DMat3::from_cols(
        DVec3::new(rest * x * x + cos, rest * x * y + sin * z, rest * x * z - sin * y),
        DVec3::new(rest * x * y - sin * z, rest * y * y + cos, rest * y * z + sin * x),
        DVec3::new(rest * x * z + sin * y, rest * y * z - sin * x, rest * z * z + cos),
    )
}

/// The pose of a frame at a time, and its speed: its point at x, seen from A, has the speed
/// slide + turn × x. So its acceleration is slide′ + turn′ × x + turn × (slide + turn × x).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Course {
    pub rotation: DMat3,
    pub origin: DVec3,
    pub turn: DVec3,
    pub slide: DVec3,
    /// The change of the turn and the slide per time.
    turn_rate: DVec3,
    slide_rate: DVec3,
}

impl Course {
    /// A's own frame.
    pub(crate) const START: Self = Self {
        rotation: DMat3::IDENTITY,
        origin: DVec3::ZERO,
        turn: DVec3::ZERO,
        slide: DVec3::ZERO,
        turn_rate: DVec3::ZERO,
        slide_rate: DVec3::ZERO,
    };

    /// A frame that stays.
    pub(crate) fn still(pose: &Pose) -> Self {
        Self { rotation: pose.matrix(), origin: pose.shift(), ..Self::START }
    }

    /// Further down, behind factors. A turn with spin w about the point o moves x by w × (x − o);
    /// both are carried along by what is above, and so is the direction of a slide.
    pub(crate) fn along(mut self, factors: &[Factor], time: f64) -> Self {
        for factor in factors {
            match *factor {
                Factor::Fixed(pose) => {
                    self.origin += self.rotation * pose.shift();
                    self.rotation *= pose.matrix();
                }
                Factor::Slide { from, to } => {
                    let [from, to] = [from, to].map(vector);
                    let slide = self.rotation * (to - from);
                    self.slide_rate += self.turn.cross(slide);
                    self.slide += slide;
                    self.origin += self.rotation * (from + (to - from) * time);
                }
                Factor::Turn { axis, from, to } => {
                    let axis = vector(axis);
                    let spin = self.rotation * axis * (to - from);
                    let (spin_rate, origin) = (self.turn.cross(spin), self.origin);
                    self.slide_rate -= spin_rate.cross(origin) + spin.cross(self.speed_of(origin));
                    self.turn_rate += spin_rate;
                    self.slide -= spin.cross(self.origin);
                    self.turn += spin;
                    self.rotation *= about(axis, from + (to - from) * time);
                }
            }
        }
        self
    }

    pub(crate) fn pose(&self) -> Pose {
        Pose::rigid(self.rotation, self.origin)
    }

    pub(crate) fn carry(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.origin
    }

    /// The acceleration of the frame's point that is at x.
    fn acceleration_of(&self, x: DVec3) -> DVec3 {
        self.slide_rate + self.turn_rate.cross(x) + self.turn.cross(self.speed_of(x))
    }

    /// The acceleration of points of this frame, at most, seen from another, that are no further
    /// than a radius from the one at `center`.
    ///
    /// Of the difference of both accelerations there, twice the turn of the other times the
    /// relative speed is taken away (Coriolis). Its change from point to point is that of a relative
    /// turn ω, which changes by α: |ω|² + |α| at most.
    pub(crate) fn acceleration_from(&self, other: &Self, center: DVec3, radius: f64) -> f64 {
        let speed = self.speed_of(center) - other.speed_of(center);
        let turn = self.turn - other.turn;
        let acceleration = self.acceleration_of(center)
            - other.acceleration_of(center)
            - 2.0 * other.turn.cross(speed);
        let turn_rate = self.turn_rate - other.turn_rate - other.turn.cross(turn);
        acceleration.length() + (turn.length_squared() + turn_rate.length()) * radius
    }

    /// The speed of the frame's point that is at x.
    pub(crate) fn speed_of(&self, x: DVec3) -> DVec3 {
        self.slide + self.turn.cross(x)
    }
}

impl Motion for Chain {
    fn travel(&self, _leg: usize, from: f64, to: f64, ball: &Ball) -> Travel {
        let (middle, half) = Travel::halves(clamped(from, 1.0), clamped(to, 1.0));
        let bounds = self.factors.iter().rev().fold(Bounds::of(ball), Bounds::behind);
        let course = Course::START.along(&self.factors, middle);
        let pose = course.pose();
        let shift = course.speed_of(course.carry(ball.center));
        // Speeds are worked out at rounded poses, and about A's origin: off by under 16η per
        // factor.
        let speed = bounds.speed + bounds.turn * bounds.place;
        let rounding = CHAIN_FACTOR * (1.0 + self.factors.len() as f64) * speed * half * UP_32;
        let curve = bounds.curve(half);
        Travel {
            pose,
            shift: shift * half,
            turn: course.turn * half,
            curve: curve + rounding,
            axis: self.axis.map(|axis| axis.bends(curve, rounding)),
            off: 2.0 * (bounds.off + ball.carry_error(&pose) + CHAIN_MIDDLE * bounds.place),
        }
    }
}

impl Path for Chain {
    fn legs(&self) -> usize {
        1
    }

    fn pose(&self, time: f64) -> Pose {
        self.pose_at(clamped(time, 1.0))
    }

    fn is_straight(&self, _leg: usize) -> bool {
        let turns = |factor: &Factor| matches!(factor, Factor::Turn { from, to, .. } if from != to);
        !self.factors.iter().any(turns)
    }

    fn period(&self) -> Option<f64> {
        period(&self.factors)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::Rng;
    use crate::path::tests_support::no_point_strays;

    fn factor(rng: &mut Rng) -> Factor {
        match rng.below(3) {
            0 => Factor::Fixed(
                Pose::from_quaternion(rng.in_ball().to_array(), rng.quaternion()).unwrap(),
            ),
            1 => {
                let (from, to) = (rng.between(-3.0, 3.0), rng.between(-3.0, 3.0));
                Factor::Turn { axis: rng.in_ball().normalize().into(), from, to }
            }
            _ => Factor::Slide { from: rng.in_ball().into(), to: rng.in_ball().into() },
        }
    }

    #[test]
    fn no_point_gets_further_than_its_travel_says() {
        let mut rng = Rng::new(193);
        for length in 0..10 {
            for _ in 0..10 {
                let factors = (0..length).map(|_| factor(&mut rng)).collect();
                no_point_strays(&Chain::new(factors).unwrap(), &mut rng);
            }
        }
    }

    #[test]
    fn a_chain_between_poses_ends_at_them() {
        let mut rng = Rng::new(196);
        for _ in 0..100 {
            let pose = |rng: &mut Rng| {
                Pose::from_quaternion(rng.in_ball().to_array(), rng.quaternion()).unwrap()
            };
            let (from, to) = (pose(&mut rng), pose(&mut rng));
            let chain = Chain::between(&from, &to).unwrap();
            for (time, pose) in [(0.0, from), (1.0, to)] {
                let off = chain.pose(time).carried(DVec3::ONE).distance(pose.carried(DVec3::ONE));
                assert!(off < 1e-13, "{off:e}");
            }
            no_point_strays(&chain, &mut rng);
        }
    }

    #[test]
    fn a_body_seen_from_itself_stays() {
        let mut rng = Rng::new(194);
        let chain = Chain::new((0..6).map(|_| factor(&mut rng)).collect()).unwrap();
        let still = chain.relative(&chain).unwrap();
        for time in [0.0, 0.3, 1.0] {
            assert!(still.pose(time).carried(DVec3::ONE).distance(DVec3::ONE) < 1e-13);
        }
        let ball = Ball { center: DVec3::ZERO, radius: 1.0 };
        let travel = still.travel(0, 0.4, 0.6, &ball);
        assert!(travel.shift.length() < 1e-12 && travel.turn.length() < 1e-12, "{travel:?}");
    }

    #[test]
    fn what_is_no_motion_is_refused() {
        let turn = Factor::Turn { axis: [0.0, 0.0, 2.0], from: 0.0, to: 1.0 };
        assert!(matches!(Chain::new(vec![turn]), Err(PoseError::AxisNotUnit { .. })));
        let slide = Factor::Slide { from: [0.0; 3], to: [1e30; 3] };
        assert!(matches!(Chain::new(vec![slide]), Err(PoseError::OutOfRange { .. })));
    }

    /// Every pose of what is taken is a pose: no number of it is lost to overflow.
    #[test]
    fn numbers_beyond_the_range_are_refused_and_others_make_poses() {
        let ends = [f64::NAN, f64::INFINITY, 1e308, 1e300, 1e154, 1e20, 2.0 * MAX_ANGLE];
        let more = [MAX_ANGLE, 1e9, 1e6, 1.0, 1e-310, 0.0];
        let ball = Ball { center: DVec3::ONE, radius: 1.0 };
        for (number, &to) in ends.iter().chain(&more).enumerate() {
            for from in [0.0, -to] {
                let turn = Factor::Turn { axis: [0.0, 0.0, 1.0], from, to };
                let slide = Factor::Slide { from: [from; 3], to: [to; 3] };
                let refused = [turn, slide].map(|factor| Chain::new(vec![factor]).err());
                match &refused[0] {
                    Some(PoseError::AngleOutOfRange { .. }) => assert!(number >= 2),
                    Some(PoseError::NotFinite { .. }) => assert!(number < 2),
                    other => assert!(other.is_none() && number >= ends.len(), "{to} {other:?}"),
                }
                assert_eq!(refused[1].is_some(), number < 5, "{to} {refused:?}");
                for chain in
                    [turn, slide].map(|factor| Chain::new(vec![factor])).into_iter().flatten()
                {
                    for time in [f64::NAN, f64::NEG_INFINITY, 0.0, 0.3, 1.0, 1e300] {
                        let pose = chain.pose(time);
                        assert!(pose.matrix().is_finite() && pose.shift().is_finite());
                        assert!(chain.travel(9, 0.0, time, &ball).is_finite(), "{to} {time}");
                    }
                }
            }
        }
    }

    /// At angles as large as any the f64 pose is where the travel says.
    #[test]
    fn no_point_strays_at_the_largest_angles() {
        let mut rng = Rng::new(197);
        for angle in [1e6, 1e9, MAX_ANGLE] {
            let turn = Factor::Turn { axis: [0.0, 0.0, 1.0], from: angle - 1.0, to: angle };
            let slide = Factor::Slide { from: [1.0, 0.0, 0.0], to: [0.0, 1.0, 0.0] };
            no_point_strays(&Chain::new(vec![slide, turn, slide]).unwrap(), &mut rng);
        }
    }

    /// The way of a point is bent by its distance from the axis, wherever the axis is.
    #[test]
    fn a_screw_far_away_bends_no_more_than_one_nearby() {
        let mut rng = Rng::new(198);
        let ball = Ball { center: DVec3::X, radius: 1.0 };
        let curve = |at: DVec3| {
            let start = Pose::from_translation(at.to_array()).unwrap();
            let screw = Chain::screw(start, at, DVec3::Z, 2.0, 1.0).unwrap();
            let back = Chain::new(vec![Factor::Fixed(start)]).unwrap().relative(&screw).unwrap();
            [screw, back].map(|path| path.travel(0, 0.0, 1.0, &ball).curve)
        };
        for at in [rng.in_ball() * 1e3, rng.in_ball() * 1e8] {
            for (far, near) in curve(at).into_iter().zip(curve(DVec3::ZERO)) {
                assert!(far < 1.01 * near + 1e-3, "{far} and {near}");
            }
            let start = Pose::from_translation(at.to_array()).unwrap();
            no_point_strays(&Chain::screw(start, at, DVec3::Z, 2.0, 1.0).unwrap(), &mut rng);
        }
    }
}
