//! The unit that a mesh is measured in, where its file states one; and whether two of them agree.

use std::str::FromStr;

use super::load::Unit;
use super::{Mesh, MeshError, ScaleFactor};
use crate::names::UnknownName;

/// Two bodies that state different units. Their coordinates cannot be compared: one of them has to
/// be read in the unit of the other ([`super::LoadOptions::unit`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("one body is in {} and the other in {}: read both in one unit", a.plural(), b.plural())]
#[non_exhaustive]
pub struct UnitsDiffer {
    /// The unit of the first.
    pub a: Unit,
    /// The unit of the second.
    pub b: Unit,
}

impl Unit {
    /// As in a sentence: `inches`.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Micron => "microns",
            Self::Millimeter => "millimeters",
            Self::Centimeter => "centimeters",
            Self::Inch => "inches",
            Self::Foot => "feet",
            Self::Meter => "meters",
        }
    }

    /// Checks that two bodies do not state different units. A body that states none goes with any.
    ///
    /// ```
    /// use closecall::mesh::Unit;
    /// assert!(Unit::agree(Some(Unit::Meter), None).is_ok());
    /// let error = Unit::agree(Some(Unit::Meter), Some(Unit::Inch)).unwrap_err();
    /// assert_eq!((error.a, error.b), (Unit::Meter, Unit::Inch));
    /// ```
    ///
    /// # Errors
    /// If both state one, and not the same.
    pub fn agree(a: Option<Self>, b: Option<Self>) -> Result<(), UnitsDiffer> {
        match (a, b) {
            (Some(a), Some(b)) if a != b => Err(UnitsDiffer { a, b }),
            _ => Ok(()),
        }
    }
}

/// Short names that people write.
const SHORT: [(&str, Unit); 6] = [
    ("um", Unit::Micron),
    ("mm", Unit::Millimeter),
    ("cm", Unit::Centimeter),
    ("in", Unit::Inch),
    ("ft", Unit::Foot),
    ("m", Unit::Meter),
];

/// By its name (`millimeter`, `millimetre`) or in short (`mm`).
impl FromStr for Unit {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let short = SHORT.iter().find(|(short, _)| *short == name).map(|(_, unit)| *unit);
        short.or_else(|| Self::named(&name.replace("metre", "meter"))).ok_or_else(|| UnknownName {
            what: "unit",
            name: name.to_owned(),
            known: Self::ALL.map(|unit| unit.to_string()).join(", "),
        })
    }
}

impl Mesh {
    /// The unit of its coordinates, if its file stated one.
    #[must_use]
    pub fn unit(&self) -> Option<Unit> {
        self.unit
    }

    /// The same coordinates, said to be in this unit, or in none that is known.
    #[must_use]
    pub fn with_unit(mut self, unit: Option<Unit>) -> Self {
        self.unit = unit;
        self
    }

    /// The mesh in another unit: its coordinates are converted, if it states a unit. One that
    /// states none is taken to be in this one already.
    ///
    /// # Errors
    /// If a coordinate would be out of range.
    pub fn in_unit(self, unit: Unit) -> Result<Self, MeshError> {
        match self.unit {
            Some(own) if own != unit => {
                Ok(self.scaled(ScaleFactor::between(own, unit))?.with_unit(Some(unit)))
            }
            _ => Ok(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;
    use crate::mesh::shapes::cuboid;

    #[test]
    fn units_go_by_long_and_short_names() {
        for (name, unit) in [("mm", Unit::Millimeter), ("metre", Unit::Meter), ("in", Unit::Inch)] {
            assert_eq!(name.parse(), Ok(unit));
        }
        for unit in Unit::ALL {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        let error = "furlong".parse::<Unit>().unwrap_err().to_string();
        assert!(error.starts_with("there is no unit `furlong`; there are micron, "), "{error}");
    }

    #[test]
    fn a_mesh_keeps_its_unit_until_it_is_scaled() {
        let inch = cuboid(DVec3::ZERO, DVec3::ONE).with_unit(Some(Unit::Inch));
        assert_eq!(inch.with_vertices(inch.vertices().to_vec()).unwrap().unit(), Some(Unit::Inch));
        assert_eq!(inch.loose().unit(), Some(Unit::Inch));
        assert_eq!(inch.scaled(ScaleFactor::new(2.0).unwrap()).unwrap().unit(), None);
        let millimeter = inch.in_unit(Unit::Millimeter).unwrap();
        assert_eq!(millimeter.unit(), Some(Unit::Millimeter));
        assert_eq!(millimeter.vertices()[7], DVec3::splat(25.4));
        let plain = cuboid(DVec3::ZERO, DVec3::ONE);
        assert_eq!(plain.clone().in_unit(Unit::Foot), Ok(plain));
    }
}
