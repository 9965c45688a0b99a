//! A plane of the part that coordinates lie in, askew to the part's own: G68.2.

use super::function::radians;
use super::number::vector;
use glam::{DMat3, DVec3};

/// Coordinates that are turned and moved: a point p of them is at origin + rotation·p of the part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    rotation: DMat3,
    origin: DVec3,
}

impl Tilt {
    /// Turned by three angles in degrees, each about an axis that the ones before have turned: about Z,
    /// X and Z again.
    pub(super) fn euler(angles: [f64; 3], origin: DVec3) -> Self {
        let [i, j, k] = angles.map(turned);
        let about_z = |[cos, sin]: [f64; 2]| {
            DMat3::from_cols([cos, sin, 0.0].into(), [-sin, cos, 0.0].into(), DVec3::Z)
        };
        let about_x =
            DMat3::from_cols(DVec3::X, [0.0, j[0], j[1]].into(), [0.0, -j[1], j[0]].into());
        Self { rotation: about_z(i) * about_x * about_z(k), origin }
    }

    /// The same plane, whose coordinates are counted from another point: `shift` has the coordinates of
    /// the old zero in the new ones.
    pub(super) fn counted_from(self, shift: DVec3) -> Self {
        Self { origin: self.origin - self.rotation * shift, ..self }
    }

    /// The point in the part's frame, up to rounding.
    #[must_use]
    pub fn to_part(&self, point: impl Into<[f64; 3]>) -> [f64; 3] {
        self.carried(vector(point)).to_array()
    }

    /// The same of a vector.
    pub(crate) fn carried(&self, point: DVec3) -> DVec3 {
        self.origin + self.rotation * point
    }

    /// The point in the plane's coordinates of a point of the part, up to rounding.
    #[must_use]
    pub fn of_part(&self, point: impl Into<[f64; 3]>) -> [f64; 3] {
        self.carried_back(vector(point)).to_array()
    }

    /// The same of a vector.
    pub(crate) fn carried_back(&self, point: DVec3) -> DVec3 {
        self.rotation.transpose() * (point - self.origin)
    }

    /// The direction that is upright in these coordinates, in the part's frame.
    #[must_use]
    pub fn normal(&self) -> [f64; 3] {
        self.rotation.z_axis.to_array()
    }

    /// The distance of its zero from that of the part.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.origin.length()
    }
}

/// The cosine and the sine of an angle in degrees; of whole quarters they are exact.
fn turned(degrees: f64) -> [f64; 2] {
    match degrees.rem_euclid(360.0) {
        0.0 => [1.0, 0.0],
        90.0 => [0.0, 1.0],
        180.0 => [-1.0, 0.0],
        270.0 => [0.0, -1.0],
        _ => {
            let angle = radians(degrees % 360.0);
            [angle.cos(), angle.sin()]
        }
    }
}
