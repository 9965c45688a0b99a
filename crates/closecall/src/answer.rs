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

    /// The contact, if there is one for certain.
    #[must_use]
    pub fn touching(self) -> Option<Found> {
        match self {
            Self::Touching(found) => Some(found),
            Self::Clear | Self::Undecided(_) => None,
        }
    }
}

impl Answer {
    /// The answer of an exact test.
    pub(crate) fn exactly(touches: bool) -> Self {
        if touches { Self::Touching(()) } else { Self::Clear }
    }

    /// The answer of two parts together: one that touches is enough, and what is open stays open
    /// beside what is clear.
    pub(crate) fn either(self, other: Self) -> Self {
        match (self, other) {
            (Self::Touching(()), _) | (_, Self::Touching(())) => Self::Touching(()),
            (Self::Undecided(()), _) | (_, Self::Undecided(())) => Self::Undecided(()),
            (Self::Clear, Self::Clear) => Self::Clear,
        }
    }
}
