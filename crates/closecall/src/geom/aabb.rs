//! Axis-aligned boxes.

use super::DVec3;

/// A box with sides along the axes of its body's frame. Its bounds are corners of its contents:
/// nothing is rounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// The least coordinates.
    pub low: DVec3,
    /// The greatest coordinates.
    pub high: DVec3,
}

impl Aabb {
    /// The box around some points; inside out if there are none.
    pub fn around(points: impl IntoIterator<Item = DVec3>) -> Self {
        let nothing = Self { low: DVec3::INFINITY, high: DVec3::NEG_INFINITY };
        points.into_iter().fold(nothing, |b, p| Self { low: b.low.min(p), high: b.high.max(p) })
    }

    /// Its centre, rounded.
    #[inline]
    #[must_use]
    pub fn center(&self) -> DVec3 {
        (self.low + self.high) * 0.5
    }

    /// Half the lengths of its sides, rounded.
    #[inline]
    #[must_use]
    pub fn half(&self) -> DVec3 {
        (self.high - self.low) * 0.5
    }
}
