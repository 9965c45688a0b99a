//! Controls differ in what the same words mean. A dialect names one of them.

use std::str::FromStr;

/// The control that a program is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dialect {
    /// LinuxCNC: RS274/NGC.
    #[default]
    LinuxCnc,
    /// Fanuc, and controls like it (Mach3): after G80 the motion from before the cycle is in
    /// force again, a hole is reached at the level where the tool is, G52 and G92 add up, and
    /// comments may have parentheses in them. It has the macros of Fanuc's controls: `IF […] GOTO`.
    Fanuc,
    /// Haas: as Fanuc, and M97.
    Haas,
    /// Grbl: a program begins with G0 in force, at X0 Y0 Z0.
    Grbl,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::LinuxCnc, Self::Fanuc, Self::Haas, Self::Grbl];

    /// Whether the control is Fanuc's, or one like it.
    #[must_use]
    pub fn is_fanuc(self) -> bool {
        matches!(self, Self::Fanuc | Self::Haas)
    }

    /// One word.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LinuxCnc => "linuxcnc",
            Self::Fanuc => "fanuc",
            Self::Haas => "haas",
            Self::Grbl => "grbl",
        }
    }
}

impl FromStr for Dialect {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|dialect| dialect.name() == text);
        found.ok_or_else(|| format!("a dialect is linuxcnc, fanuc, haas or grbl, not `{text}`"))
    }
}
