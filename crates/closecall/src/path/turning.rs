//! The common axis and period of the turns of a row of factors.

use super::TurnAxis;
use super::chain::{Factor, about};
use crate::geom::vectors::vector;
use crate::geom::{DMat3, DVec3};
use crate::rounding::factor::{UP_8, UP_32};
use crate::rounding::motion::CHAIN_FACTOR;
use std::f64::consts::TAU;

/// The axis that all turns of a row of factors have, seen from its start.
///
/// Seen from there the axis of a turn is moved by the turns before it. If those are about the same
/// axis, they leave it where it is. So the axes are compared as if only the other factors turned.
///
/// An acceleration has terms ω × y, where ω is along the axis of some turn. Such a term is across
/// that axis, and has at most δ of its length along a direction that is off it by δ radians. Each
/// factor adds at most [`CHAIN_FACTOR`] to δ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CommonAxis {
    direction: DVec3,
    /// The angle from it at which the axis of a turn may be, in radians.
    off: f64,
}

impl CommonAxis {
    /// None if nothing turns, or not about one axis.
    pub(crate) fn of(factors: &[Factor]) -> Option<Self> {
        let off = CHAIN_FACTOR * (1.0 + factors.len() as f64);
        let (mut rotation, mut direction) = (DMat3::IDENTITY, None::<DVec3>);
        for factor in factors {
            match *factor {
                Factor::Fixed(pose) => rotation *= pose.matrix(),
                Factor::Turn { axis, from, to } if from == to => {
                    rotation *= about(vector(axis), from);
                }
                Factor::Turn { axis, .. } => {
                    let axis = rotation * vector(axis);
                    if !(direction.get_or_insert(axis).cross(axis).length() <= off) {
                        return None;
                    }
                }
                Factor::Slide { .. } => {}
            }
        }
        direction.map(|direction| Self { direction, off: 4.0 * off })
    }

    /// For points that are bent by this much at most, `rounding` aside.
    pub(crate) fn bends(&self, curve: f64, rounding: f64) -> TurnAxis {
        let along = (self.off * curve + rounding) * UP_32;
        TurnAxis { direction: self.direction, curve: along }
    }
}

/// The time of a full turn, rounded up, if one factor turns by more than that and no other moves.
/// With several that move nothing repeats in general: the angles need not have a common measure.
pub(crate) fn period(factors: &[Factor]) -> Option<f64> {
    let mut moving = factors.iter().filter(|factor| factor.moves());
    let Some(Factor::Turn { from, to, .. }) = moving.next() else { return None };
    let time = TAU / (to - from).abs() * UP_8;
    (moving.next().is_none() && time < 1.0).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Pose;

    fn turn(axis: DVec3, to: f64) -> Factor {
        Factor::Turn { axis: axis.into(), from: 0.0, to }
    }

    #[test]
    fn turns_about_parallel_axes_have_one() {
        // Maps z to x.
        let rows = [
            [0.0, 0.0, 1.0, 4.0],
            [0.0, 1.0, 0.0, 0.0],
            [-1.0, 0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ];
        let tip = Factor::Fixed(Pose::from_matrix(rows).unwrap());
        let slide = Factor::Slide { from: [0.0; 3], to: [1.0; 3] };
        let rest = Factor::Turn { axis: [0.0, 1.0, 0.0], from: 0.5, to: 0.5 };
        let axis = |factors: &[Factor]| CommonAxis::of(factors).map(|axis| axis.direction);
        assert_eq!(axis(&[tip, turn(DVec3::Z, 2.0), slide]), Some(DVec3::X));
        assert_eq!(axis(&[turn(DVec3::X, 1.0), tip, turn(-DVec3::Z, 2.0)]), Some(DVec3::X));
        assert_eq!(axis(&[turn(DVec3::Z, 1.0), tip, turn(DVec3::Z, 2.0)]), None);
        assert_eq!(axis(&[turn(DVec3::Z, 1.0), rest, turn(DVec3::Z, 2.0)]), None);
        assert_eq!(axis(&[slide, tip, rest]), None);
    }

    #[test]
    fn one_turn_alone_repeats_itself() {
        let still = Factor::Slide { from: [1.0; 3], to: [1.0; 3] };
        let slide = Factor::Slide { from: [0.0; 3], to: [1.0; 3] };
        let time = period(&[still, turn(DVec3::Z, -1e3)]).unwrap();
        assert!((TAU / 1e3..1.000_000_1 * TAU / 1e3).contains(&time));
        assert_eq!(period(&[still, turn(DVec3::Z, 6.0)]), None);
        assert_eq!(period(&[slide, turn(DVec3::Z, 1e3)]), None);
        assert_eq!(period(&[turn(DVec3::X, 1e3), turn(DVec3::Z, 1e3)]), None);
        assert_eq!(period(&[still]), None);
    }
}
