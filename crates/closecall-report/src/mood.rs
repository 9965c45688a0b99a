//! How an answer or a finding is to be taken.

/// The mood in which an answer is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// Nothing touches.
    Clear,
    /// Something touches.
    Collision,
    /// Neither was proved.
    Undecided,
    /// There was no question.
    Plain,
}

impl Mood {
    /// By whether anything touches.
    #[must_use]
    pub fn colliding(colliding: bool) -> Self {
        if colliding { Self::Collision } else { Self::Clear }
    }

    /// Its class in the style sheet.
    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Collision => "collision",
            Self::Undecided => "undecided",
            Self::Plain => "plain",
        }
    }
}
