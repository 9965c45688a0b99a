//! A value of the program's language: a number, or one that is not known here, or none.

/// The value of a variable or an expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    /// A number.
    Known(f64),
    /// A number that only the machine knows: measured by a probe, or set before the program.
    Unknown,
    /// A variable of Fanuc's controls that has no value: a word with it is left out.
    Vacant,
}

impl Value {
    /// The number, as computing takes it: nothing is 0.
    pub(super) fn number(self) -> Option<f64> {
        match self {
            Self::Known(number) => Some(number),
            Self::Vacant => Some(0.0),
            Self::Unknown => None,
        }
    }

    /// A function of the number; of one that is not known, not known.
    pub(super) fn map<E>(self, function: impl FnOnce(f64) -> Result<f64, E>) -> Result<Self, E> {
        self.number().map_or(Ok(Self::Unknown), |number| function(number).map(Self::Known))
    }
}
