//! What a file says of its mesh beyond the triangles: the pieces it is made of, and the unit it is measured in.

use std::fmt;
use std::ops::Range;

/// A named piece of a mesh: an instance of a mesh in the file, with its transform applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name the file gives it, or its place in the file (`nodes[3]`, `object 3`) where it gives none.
    pub name: String,
    /// Its triangles. Parts follow one another and cover the mesh.
    pub triangles: Range<usize>,
}

/// The unit a file states. Coordinates are never converted.
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
    /// The unit that 3MF calls by this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let units = [Self::Micron, Self::Millimeter, Self::Centimeter, Self::Inch, Self::Foot, Self::Meter];
        units.into_iter().find(|unit| unit.to_string() == name)
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
