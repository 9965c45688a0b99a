//! Meshes in other sizes.

use super::load::Unit;
use super::{Mesh, MeshError};
use crate::geom::pose::flush;

/// A factor above 0, as a fraction: between two units it is one of whole numbers. A coordinate is
/// multiplied by the one and divided by the other, so that it is rounded once where either is 1, as
/// between millimeters and meters, and twice at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Factor {
    times: f64,
    over: f64,
}

impl Factor {
    /// A number; none if it is not finite and above 0.
    #[must_use]
    pub fn new(factor: f64) -> Option<Self> {
        (factor.is_finite() && factor > 0.0).then_some(Self { times: factor, over: 1.0 })
    }

    /// What turns coordinates in one unit into those in another.
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
        // Of numbers that are coordinates this can leave the range of coordinates, but not that of
        // f64.
        flush(x * self.times / self.over)
    }
}

impl Mesh {
    /// The mesh in another size. What comes below the range of coordinates becomes 0.
    ///
    /// # Errors
    /// If a coordinate would be above the range.
    pub fn scaled(&self, factor: Factor) -> Result<Self, MeshError> {
        let vertices = self.vertices().iter().map(|vertex| vertex.map(|x| factor.of(x))).collect();
        Self::new(vertices, self.triangles().to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::shapes::cuboid;

    #[test]
    fn units_are_converted_with_one_rounding_where_that_is_possible() {
        let of = |from, to, x: f64| Factor::between(from, to).of(x);
        assert_eq!(of(Unit::Millimeter, Unit::Meter, 17.3), 17.3 / 1000.0);
        assert_eq!(of(Unit::Meter, Unit::Millimeter, 0.1), 100.0);
        assert_eq!(of(Unit::Inch, Unit::Millimeter, 10.0), 254.0);
        assert_eq!(of(Unit::Foot, Unit::Inch, 1.0), 12.0);
        assert_eq!(of(Unit::Micron, Unit::Micron, 0.7), 0.7);
    }

    #[test]
    fn sizes_change_within_the_range() {
        let cube = cuboid((0.0, 0.0, 0.0).into(), (1.0, 2.0, 3.0).into());
        let half = cube.scaled(Factor::new(0.5).unwrap()).unwrap();
        assert_eq!(half.vertices()[7].to_array(), [0.5, 1.0, 1.5]);
        assert_eq!(half.triangles(), cube.triangles());
        assert_eq!(cube.scaled(Factor::new(1e-70).unwrap()).unwrap().vertices()[7].to_array(), [0.0; 3]);
        assert!(cube.scaled(Factor::new(1e300).unwrap()).is_err());
        for wrong in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Factor::new(wrong), None);
        }
    }
}
