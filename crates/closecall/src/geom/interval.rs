//! A number that is known to lie between two others.

/// A certified interval: the exact number is not below `low` and not above `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Not above the number.
    pub low: f64,
    /// Not below the number.
    pub high: f64,
}

impl Interval {
    /// A number that is known exactly.
    #[must_use]
    pub fn exactly(x: f64) -> Self {
        Self { low: x, high: x }
    }

    /// The number between the two ends.
    #[must_use]
    pub fn middle(&self) -> f64 {
        self.low + (self.high - self.low) * 0.5
    }

    /// How far apart the ends are.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// Does it hold this number?
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        self.low <= x && x <= self.high
    }
}
