//! The three answers to a question that may stay open.

/// No, yes, or not known: of every question that rounding or a budget may leave open.
///
/// `Clear` is a proof that nothing touches, and `Touching` one that something does, with what was
/// found. `Undecided` says what is known all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer<Found = (), Known = ()> {
    /// Nothing touches: a proof.
    Clear,
    /// Something touches.
    Touching(Found),
    /// Neither was proved.
    Undecided(Known),
}

impl<Found, Known> Answer<Found, Known> {
    /// Is it proved that nothing touches?
    #[must_use]
    pub fn is_clear(&self) -> bool {
        matches!(self, Self::Clear)
    }

    /// Is it proved that something touches?
    #[must_use]
    pub fn is_touching(&self) -> bool {
        matches!(self, Self::Touching(_))
    }

    /// Was neither proved?
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        matches!(self, Self::Undecided(_))
    }

    /// What touches, if that is proved.
    #[must_use]
    pub fn touching(self) -> Option<Found> {
        match self {
            Self::Touching(found) => Some(found),
            Self::Clear | Self::Undecided(_) => None,
        }
    }
}
