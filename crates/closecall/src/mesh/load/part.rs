//! The parts and the unit of a mesh file, beyond the triangles: the pieces it is made of, and the unit it is
//! measured in.

use std::fmt;
use std::ops::Range;

/// A named piece of a mesh: an instance of a mesh in the file, with its transform applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name the file gives it, or its place in the file (`nodes[3]`, `object 3`) where it gives
    /// none.
    pub name: String,
    /// Its triangles. Parts follow one another and cover the mesh.
    pub triangles: Range<usize>,
}

/// The unit a file states. Coordinates are converted only if that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A millionth of a meter.
    Micron,
    /// A thousandth of a meter, and what a 3MF that states nothing means.
    Millimeter,
    /// A hundredth of a meter.
    Centimeter,
    /// 25.4 millimeters.
    Inch,
    /// 304.8 millimeters.
    Foot,
    /// A meter, and what every glTF means.
    Meter,
}

impl Unit {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Micron, Self::Millimeter, Self::Centimeter, Self::Inch, Self::Foot, Self::Meter];

    /// The unit that 3MF calls by this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|unit| unit.to_string() == name)
    }

    /// The number of millionths of a meter it is.
    pub(in crate::mesh) fn microns(self) -> u32 {
        match self {
            Self::Micron => 1,
            Self::Millimeter => 1_000,
            Self::Centimeter => 10_000,
            Self::Inch => 25_400,
            Self::Foot => 304_800,
            Self::Meter => 1_000_000,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Micron => "micron",
            Self::Millimeter => "millimeter",
            Self::Centimeter => "centimeter",
            Self::Inch => "inch",
            Self::Foot => "foot",
            Self::Meter => "meter",
        })
    }
}
