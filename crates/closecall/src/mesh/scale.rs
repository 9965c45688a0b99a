//! Meshes in other sizes.

use super::load::Unit;
use super::{Mesh, MeshError};

/// A factor above 0, as a fraction: between two units it is one of whole numbers. A coordinate is
/// multiplied by the one and divided by the other, so that it is rounded once where either is 1, as
/// between millimeters and meters, and twice at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleFactor {
    times: f64,
    over: f64,
}

impl ScaleFactor {
    /// A number; none if it is not finite and above 0.
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        (factor.is_finite() && factor > 0.0).then_some(Self { times: factor, over: 1.0 })
    }

    /// The factor that turns coordinates in one unit into those in another.
    #[must_use]
    pub fn between(from: Unit, to: Unit) -> Self {
        let (from, to) = (from.microns(), to.microns());
        let (mut common, mut rest) = (from, to);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Self { times: f64::from(from / common), over: f64::from(to / common) }
    }

    fn of(self, x: f64) -> f64 {
        let scaled = x * self.times / self.over;
        // What is lost in rounding is no coordinate, as anything else below the range.
        if scaled == 0.0 && x != 0.0 { f64::MIN_POSITIVE } else { scaled }
    }
}

impl Mesh {
    /// The mesh in another size. The unit of its file is then no longer true, and is left out;
    /// [`Mesh::in_unit`] converts.
    ///
    /// # Errors
    /// If a coordinate would be out of range.
    pub fn scaled(&self, factor: ScaleFactor) -> Result<Self, MeshError> {
        let vertices = self.points().iter().map(|vertex| vertex.map(|x| factor.of(x))).collect();
        Self::new(vertices, self.triangles().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::cuboid;

    #[test]
    fn units_are_converted_with_one_rounding_where_that_is_possible() {
        let of = |from, to, x: f64| ScaleFactor::between(from, to).of(x);
        assert_eq!(of(Unit::Millimeter, Unit::Meter, 17.3), 17.3 / 1000.0);
        assert_eq!(of(Unit::Meter, Unit::Millimeter, 0.1), 100.0);
        assert_eq!(of(Unit::Inch, Unit::Millimeter, 10.0), 254.0);
        assert_eq!(of(Unit::Foot, Unit::Inch, 1.0), 12.0);
        assert_eq!(of(Unit::Micron, Unit::Micron, 0.7), 0.7);
    }

    #[test]
    fn sizes_change_within_the_range() {
        let cube = cuboid([0.0, 0.0, 0.0], [1.0, 2.0, 3.0]);
        let half = cube.scaled(ScaleFactor::new(0.5).unwrap()).unwrap();
        assert_eq!(half.points()[7].to_array(), [0.5, 1.0, 1.5]);
        assert_eq!(half.triangles(), cube.triangles());
        for too_much in [1e300, 1e-70, 1e-300, 5e-324] {
            assert!(cube.scaled(ScaleFactor::new(too_much).unwrap()).is_err(), "{too_much:e}");
        }
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(ScaleFactor::new(wrong), None);
        }
    }
}
