//! Enums whose values a user writes by name.

/// Gives an enum `Display`, `FromStr` and the list `ALL` of its values, from one table of names.
macro_rules! named {
    ($kind:ty, $what:literal, { $($value:path => $name:literal),+ $(,)? }) => {
        impl $kind {
            /// Every value there is, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$($value),+];

            /// The name a user writes.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($value => $name),+
                }
            }
        }

        impl std::fmt::Display for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $kind {
            type Err = closecall::UnknownName;

            fn from_str(name: &str) -> Result<Self, Self::Err> {
                Self::ALL.iter().copied().find(|value| value.name() == name).ok_or_else(|| {
                    let known = Self::ALL.iter().map(|value| value.name()).collect::<Vec<_>>().join(", ");
                    closecall::UnknownName { what: $what, name: name.to_owned(), known }
                })
            }
        }
    };
}

pub(crate) use named;
