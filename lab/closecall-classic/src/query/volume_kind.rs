//! The volumes by name, each with the choices that belong to it: a combination that makes no sense
//! cannot be said.

use crate::volume::obb::Orientation;
use closecall::UnknownName;
use std::fmt;
use std::str::FromStr;

/// Which volume the trees are made of, how it is fitted and moved, and what tells two of them
/// apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolumeKind {
    /// Spheres.
    Sphere,
    /// Axis-aligned boxes.
    Aabb(BoxTest),
    /// Oriented boxes.
    Obb(BoxTest, Orientation),
    /// Discrete orientation polytopes.
    Kdop(Normals, DopTest, HullLevels),
}

impl Default for VolumeKind {
    fn default() -> Self {
        Self::Obb(BoxTest::default(), Orientation::default())
    }
}

/// Which axes a test of two boxes tries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoxTest {
    /// The six face directions: some more pairs, but each at half the price.
    #[default]
    Sat6,
    /// All fifteen.
    Sat15,
}

/// Which normals a k-DOP has, by their number k: the sets of [`crate::volume::kdop::directions`],
/// and the 26 with 24, 48 or 72 more whose components are 2, 1 and 0. Those compare all their
/// intervals, whatever the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is what its number says")]
pub enum Normals {
    N6,
    N8,
    N12,
    N14,
    N18,
    N20,
    N26,
    N50,
    N74,
    N98,
}

impl Normals {
    /// Their number.
    #[must_use]
    pub fn k(self) -> usize {
        match self {
            Self::N6 => 6,
            Self::N8 => 8,
            Self::N12 => 12,
            Self::N14 => 14,
            Self::N18 => 18,
            Self::N20 => 20,
            Self::N26 => 26,
            Self::N50 => 50,
            Self::N74 => 74,
            Self::N98 => 98,
        }
    }
}

/// Which intervals a test of two k-DOPs compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DopTest {
    /// The directions of the k/2 slabs.
    #[default]
    Slabs,
    /// The directions of the slabs, from the environment's thinnest to its thickest, limited to a
    /// number.
    Ordered(usize),
    /// All directions along which two k-DOPs can be apart.
    Closure,
}

impl DopTest {
    /// All slabs, ordered.
    pub const ORDERED: Self = Self::Ordered(usize::MAX);
}

/// On how many levels of the flying tree, from the root down, k-DOPs are tumbled exactly, from the
/// convex hull of their contents. The root alone is what the paper found best (Klosowski 1998,
/// §4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullLevels(pub usize);

impl Default for HullLevels {
    fn default() -> Self {
        Self(1)
    }
}

const fn kdop(normals: Normals) -> VolumeKind {
    VolumeKind::Kdop(normals, DopTest::Slabs, HullLevels(1))
}

/// Every name, and what it stands for when nothing else is said.
pub const NAMES: [(&str, VolumeKind); 13] = [
    ("sphere", VolumeKind::Sphere),
    ("aabb", VolumeKind::Aabb(BoxTest::Sat6)),
    ("obb", VolumeKind::Obb(BoxTest::Sat6, Orientation::Best)),
    ("kdop6", kdop(Normals::N6)),
    ("kdop8", kdop(Normals::N8)),
    ("kdop12", kdop(Normals::N12)),
    ("kdop14", kdop(Normals::N14)),
    ("kdop18", kdop(Normals::N18)),
    ("kdop20", kdop(Normals::N20)),
    ("kdop26", kdop(Normals::N26)),
    ("kdop50", kdop(Normals::N50)),
    ("kdop74", kdop(Normals::N74)),
    ("kdop98", kdop(Normals::N98)),
];

impl FromStr for VolumeKind {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let found = NAMES.into_iter().find(|(known, _)| *known == name);
        let known = || NAMES.map(|(name, _)| name).join(", ");
        found.map(|(_, kind)| kind).ok_or_else(|| UnknownName {
            what: "volume",
            name: name.to_owned(),
            known: known(),
        })
    }
}

impl fmt::Display for VolumeKind {
    /// The name of the volume, without its other choices.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_same = |other: &Self| match (self, other) {
            (Self::Kdop(own, ..), Self::Kdop(other, ..)) => own == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        };
        let (name, _) =
            NAMES.into_iter().find(|(_, kind)| is_same(kind)).expect("every kind has a name");
        f.write_str(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        for (name, kind) in NAMES {
            assert_eq!(name.parse(), Ok(kind));
            assert_eq!(kind.to_string(), name);
        }
        let error = "kdop16".parse::<VolumeKind>().unwrap_err().to_string();
        assert!(
            error.starts_with("there is no volume `kdop16`; there are sphere, aabb, obb, kdop6"),
            "{error}"
        );
        assert_eq!(VolumeKind::default(), "obb".parse().unwrap());
    }
}
