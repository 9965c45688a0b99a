//! The place of an instance, in f64: scales, shears and mirrors are legal in files, unlike in a
//! [`crate::geom::Pose`].

use super::error::Problem;
use super::text::{AXES, checked_coordinate};
use crate::geom::range::MIN_COORDINATE;
use crate::geom::{DMat3, DVec3};

/// v ↦ ((v.x·c₀ + v.y·c₁) + v.z·c₂) + offset, without fused multiply-add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Affine {
    columns: [DVec3; 3],
    offset: DVec3,
}

impl Affine {
    pub const IDENTITY: Self = Self { columns: DVec3::AXES, offset: DVec3::ZERO };

    /// The axes themselves.
    #[cfg(feature = "collada")]
    pub const AXES: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    /// From the images of the axes and of the origin.
    pub fn new(columns: [[f64; 3]; 3], offset: [f64; 3]) -> Self {
        Self { columns: columns.map(DVec3::from_array), offset: DVec3::from_array(offset) }
    }

    /// From a rotation, after a scale along the axes.
    pub fn from_scale_rotation_translation(
        scale: [f64; 3],
        rotation: DMat3,
        offset: [f64; 3],
    ) -> Self {
        let [x, y, z] = scale;
        let columns = [rotation.x_axis * x, rotation.y_axis * y, rotation.z_axis * z];
        Self { columns, offset: DVec3::from_array(offset) }
    }

    /// `a_from_b.after(b_from_c)` is `a_from_c`.
    pub fn after(&self, inner: &Self) -> Self {
        let columns = inner.columns.map(|column| self.turn(column));
        Self { columns, offset: self.turn(inner.offset) + self.offset }
    }

    /// Carries a vertex. A result too small for a coordinate becomes 0, as in
    /// [`crate::geom::Pose::carry`]; one too large is an error.
    pub fn carry(&self, v: DVec3) -> Result<DVec3, Problem> {
        if *self == Self::IDENTITY {
            return Ok(v);
        }
        let mut carried = (self.turn(v) + self.offset).to_array();
        for (axis, x) in AXES.into_iter().zip(&mut carried) {
            *x = if x.abs() < MIN_COORDINATE { 0.0 } else { checked_coordinate(axis, *x)? };
        }
        Ok(DVec3::from_array(carried))
    }

    /// Does it turn left hands into right ones? Triangles are then turned over, so that they face
    /// where they did.
    pub fn mirrors(&self) -> bool {
        let [x, y, z] = self.columns;
        x.cross(y).dot(z) < 0.0
    }

    fn turn(&self, v: DVec3) -> DVec3 {
        let [x, y, z] = self.columns;
        (x * v.x + y * v.y) + z * v.z
    }
}
