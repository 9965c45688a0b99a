//! The unit that a mesh is measured in, where its file states one; and whether two of them agree.
//!
//! Every door decides by what is here. A mesh states a unit only if its file does: a unit that is
//! asked for ([`LoadOptions::unit`]) converts, it never makes a mesh state one. Files that state
//! different units are refused, and so is an option that acts on no file. If some files state a
//! unit and others none, there is a warning.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::load::{LoadOptions, Unit};
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

    /// In short: `mm`.
    #[must_use]
    pub fn short(self) -> &'static str {
        match self {
            Self::Micron => "µm",
            Self::Millimeter => "mm",
            Self::Centimeter => "cm",
            Self::Inch => "in",
            Self::Foot => "ft",
            Self::Meter => "m",
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

/// Why the files of one question cannot be asked about as they were read.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FileUnitsError {
    /// Two files state different units.
    #[error("{} is in {} and {} in {}", a.display(), a_unit.plural(), b.display(), b_unit.plural())]
    Differ {
        /// The first file.
        a: PathBuf,
        /// The unit that it states.
        a_unit: Unit,
        /// The first file that states another.
        b: PathBuf,
        /// The unit that it states.
        b_unit: Unit,
    },
    /// A unit was asked for, but no file states one.
    #[error("no file states a unit, so nothing is converted to {}", unit.plural())]
    NothingConverted {
        /// The unit that was asked for.
        unit: Unit,
    },
    /// A scale was asked for, but no file is without a unit.
    #[error("no file is without a unit, so nothing is multiplied by {scale}")]
    NothingScaled {
        /// The scale that was asked for.
        scale: f64,
    },
}

impl FileUnitsError {
    /// The remedy, in the words of the program's flags.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self {
            Self::Differ { a_unit, .. } => format!(
                "`--unit {a_unit}` converts what states a unit, `--scale F` what states none"
            ),
            Self::NothingConverted { .. } => "`--scale F` multiplies what states none".to_owned(),
            Self::NothingScaled { .. } => "`--unit U` converts what states one".to_owned(),
        }
    }
}

impl LoadOptions {
    /// Judges the files of one question, read with these options: each file with the unit that it
    /// states or was converted to. Returns what is to be said of them, if some state no unit.
    ///
    /// ```
    /// use closecall::mesh::{LoadOptions, Unit};
    /// use std::path::Path;
    /// let (cell, part) = (Path::new("cell.glb"), Path::new("part.stl"));
    /// let said = LoadOptions::default().judge(&[(cell, Some(Unit::Meter)), (part, None)])?;
    /// assert_eq!(
    ///     said.unwrap(),
    ///     "cell.glb is in meters, and part.stl states no unit: it is taken for the same",
    /// );
    /// let to_inches = LoadOptions::new().unit(Unit::Inch);
    /// assert!(to_inches.judge(&[(part, None)]).is_err()); // it would do nothing
    /// # Ok::<(), closecall::mesh::FileUnitsError>(())
    /// ```
    ///
    /// # Errors
    /// If two files state different units, or an option acts on none of them.
    pub fn judge(&self, files: &[(&Path, Option<Unit>)]) -> Result<Option<String>, FileUnitsError> {
        let mut stated = files.iter().filter_map(|&(file, unit)| Some((file, unit?)));
        let first = stated.next();
        if let Some((a, a_unit)) = first
            && let Some((b, b_unit)) = stated.find(|(_, unit)| *unit != a_unit)
        {
            let [a, b] = [a, b].map(Path::to_owned);
            return Err(FileUnitsError::Differ { a, a_unit, b, b_unit });
        }
        let silent: Vec<&Path> =
            files.iter().filter(|(_, unit)| unit.is_none()).map(|&(file, _)| file).collect();
        match (self.unit, self.scale) {
            (Some(unit), _) if first.is_none() => Err(FileUnitsError::NothingConverted { unit }),
            (_, Some(scale)) if silent.is_empty() => Err(FileUnitsError::NothingScaled { scale }),
            _ => Ok(first.and_then(|stated| unstated(stated, &silent))),
        }
    }
}

/// Says that files state no unit, and which unit they are taken to be in.
fn unstated((stated, unit): (&Path, Unit), silent: &[&Path]) -> Option<String> {
    let (&one, more) = silent.split_first()?;
    let (stated, unit, one) = (stated.display(), unit.plural(), one.display());
    Some(match more.len() {
        0 => format!("{stated} is in {unit}, and {one} states no unit: it is taken for the same"),
        more => format!(
            "{stated} is in {unit}, and {one} and {more} more state no unit: they are taken for the same"
        ),
    })
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

    /// Takes a unit, if it states none.
    pub(crate) fn adopt_unit(&mut self, unit: Option<Unit>) {
        self.unit = self.unit.or(unit);
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
        assert_eq!(inch.with_vertices(inch.points().to_vec()).unwrap().unit(), Some(Unit::Inch));
        assert_eq!(inch.loose().unit(), Some(Unit::Inch));
        assert_eq!(inch.scaled(ScaleFactor::new(2.0).unwrap()).unwrap().unit(), None);
        let millimeter = inch.in_unit(Unit::Millimeter).unwrap();
        assert_eq!(millimeter.unit(), Some(Unit::Millimeter));
        assert_eq!(millimeter.points()[7], DVec3::splat(25.4));
        let plain = cuboid(DVec3::ZERO, DVec3::ONE);
        assert_eq!(plain.clone().in_unit(Unit::Foot), Ok(plain));
    }
}
