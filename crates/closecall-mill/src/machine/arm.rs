//! One of the two chains of a machine: from its base to what carries the part, or to the spindle.
//!
//! All slides of a chain are nearer to the base than its turns, so that a slide moves all that turns
//! without turning itself. Here slides stand still; [`Kinematics`](super::Kinematics) adds them.

use glam::{DMat3, DVec3};

/// A step outward on a chain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// A joint's place on its parent.
    Fixed(DMat3, DVec3),
    /// A turn by a rotary axis, 0 for A to 2 for C, about a unit vector.
    Turn(usize, DVec3),
}

/// The chain's steps, from the base outward.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Arm {
    pub(super) steps: Vec<Step>,
}

impl Arm {
    /// The rotation of its end, with the rotary axes at these angles in radians.
    pub(super) fn rotation(&self, angles: DVec3) -> DMat3 {
        self.steps.iter().fold(DMat3::IDENTITY, |so_far, step| so_far * step.rotation(angles))
    }

    /// The position of a point of its end, seen from the base.
    pub(super) fn place(&self, point: DVec3, angles: DVec3) -> DVec3 {
        self.steps.iter().rev().fold(point, |point, step| match step {
            Step::Fixed(rotation, shift) => *rotation * point + *shift,
            Step::Turn(..) => step.rotation(angles) * point,
        })
    }

    /// The point of its end that is at a point of the base.
    pub(super) fn back(&self, point: DVec3, angles: DVec3) -> DVec3 {
        self.steps.iter().fold(point, |point, step| match step {
            Step::Fixed(rotation, shift) => rotation.transpose() * (point - *shift),
            Step::Turn(..) => step.rotation(angles).transpose() * point,
        })
    }

    /// The sum of all lengths on it: no point of its end within `radius` of the end's origin is
    /// further than that and `radius` from any axis of the chain.
    pub(super) fn length(&self) -> f64 {
        let length = |step: &Step| match step {
            Step::Fixed(_, shift) => shift.length(),
            Step::Turn(..) => 0.0,
        };
        self.steps.iter().map(length).sum()
    }

    /// By how much it turns at most while the axes turn by this much.
    pub(super) fn turn(&self, angles: DVec3) -> f64 {
        self.axes().map(|axis| angles[axis].abs()).sum()
    }

    /// The rotary axes on it, from the base outward.
    pub(super) fn axes(&self) -> impl Iterator<Item = usize> {
        self.steps.iter().filter_map(|step| match step {
            Step::Turn(axis, _) => Some(*axis),
            Step::Fixed(..) => None,
        })
    }

    /// The steps before the first turn of an axis and behind it, as rotations at these angles, and the
    /// axis's direction.
    pub(super) fn around(&self, axis: usize, angles: DVec3) -> Option<[DMat3; 2]> {
        let at =
            self.steps.iter().position(|step| matches!(step, Step::Turn(a, _) if *a == axis))?;
        let product = |steps: &[Step]| {
            steps.iter().fold(DMat3::IDENTITY, |so_far, step| so_far * step.rotation(angles))
        };
        Some([product(&self.steps[..at]), product(&self.steps[at + 1..])])
    }

    /// The direction of a rotary axis where it is, before all that it turns.
    pub(super) fn direction(&self, axis: usize) -> Option<DVec3> {
        self.steps.iter().find_map(|step| match step {
            Step::Turn(a, direction) if *a == axis => Some(*direction),
            _ => None,
        })
    }
}

impl Step {
    fn rotation(&self, angles: DVec3) -> DMat3 {
        match *self {
            Self::Fixed(rotation, _) => rotation,
            Self::Turn(axis, direction) => DMat3::from_axis_angle(direction, angles[axis]),
        }
    }
}
