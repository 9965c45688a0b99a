//! The names of bodies for programs.

use std::fmt;

/// A body of a world, or a frame. Of two handles the lower is the one with the lower number;
/// numbers of bodies that were removed are used again, and their old handles are then refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    pub(super) slot: u32,
    pub(super) generation: u32,
}

impl Handle {
    /// The number that decides which of two bodies is A.
    #[must_use]
    pub fn number(self) -> u32 {
        self.slot
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "body {}", self.slot)
    }
}
