//! The error of a name that no option has.

/// A name that no option has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{name}`; there are {known}")]
pub struct UnknownName {
    /// The thing that was to be chosen.
    pub what: &'static str,
    /// The word that was written.
    pub name: String,
    /// The words that could have been written.
    pub known: String,
}
