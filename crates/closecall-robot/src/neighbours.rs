//! The links that are neighbours: the three rules.

use std::str::FromStr;

/// The links of a robot that count as neighbours, and are not looked at together. Links that fixed
/// joints weld together are one body under every rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Neighbours {
    /// No links are neighbours: all are looked at together, except links that are welded together.
    None,
    /// Links that one movable joint joins, and all that is welded to them. A floating joint joins
    /// nothing.
    #[default]
    Joint,
    /// Links that one joint joins, and a link and the next one above it that has a shape, over any
    /// number of joints.
    Mesh,
}

impl Neighbours {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::None, Self::Joint, Self::Mesh];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Joint => "joint",
            Self::Mesh => "mesh",
        }
    }
}

impl FromStr for Neighbours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rule = Self::ALL.into_iter().find(|rule| rule.name() == text);
        rule.ok_or_else(|| format!("'{text}' is not one of none, joint and mesh"))
    }
}
