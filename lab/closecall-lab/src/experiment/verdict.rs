//! Does what a paper says hold today? Worked out from figures, never written by hand.

use closecall_flight::numbers::counted;
use std::fmt;

/// How far a conclusion holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// As the paper has it.
    Yes,
    /// In more than half of the cases, but in fewer than in the paper.
    Partly,
    /// Not any more.
    No,
    /// The times vary too much to tell, or were taken too seldom.
    Unclear,
}

/// Repetitions that differ by more than this share decide nothing.
pub const TOO_NOISY: f64 = 0.5;

/// Times that were taken less often than this decide nothing: their noise is not known.
pub const LEAST_REPETITIONS: usize = 5;

impl Holds {
    /// By the number of cases in which something was so, here and in the paper: all that were so
    /// there must be so here, or at least more than half of all.
    #[must_use]
    pub fn by_count(ours: usize, paper: usize, of: usize) -> Self {
        if ours >= paper {
            Self::Yes
        } else if 2 * ours > of {
            Self::Partly
        } else {
            Self::No
        }
    }

    /// The verdict of both together: as much as the weaker of them, and in part if only one of them
    /// holds at all.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self == other { self } else { Self::Partly }
    }

    /// One word for programs.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Partly => "partly",
            Self::No => "no",
            Self::Unclear => "unclear",
        }
    }
}

/// A verdict: one sentence that carries its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// How far the paper's conclusion holds.
    pub holds: Holds,
    /// The finding, with the numbers of both.
    pub finding: String,
    /// Why, as far as the run itself measured it.
    pub why: Option<String>,
    /// Of a verdict on times: by which share its repetitions typically differ.
    pub noise: Option<f64>,
}

impl Verdict {
    /// A verdict.
    pub fn new(holds: Holds, finding: impl Into<String>) -> Self {
        Self { holds, finding: finding.into(), why: None, noise: None }
    }

    /// The verdict with what the run measured of its reasons.
    #[must_use]
    pub fn because(self, why: impl Into<String>) -> Self {
        Self { why: Some(why.into()), ..self }
    }

    /// The verdict on times whose repetitions typically differ by this share.
    #[must_use]
    pub fn with_noise(self, noise: f64) -> Self {
        Self { noise: Some(noise), ..self }
    }

    /// What is left of a verdict if each time was taken this often. Of times nothing can be told
    /// if that was less than [`LEAST_REPETITIONS`], or if they differ by more than [`TOO_NOISY`].
    #[must_use]
    pub fn after(self, repetitions: usize) -> Self {
        let reason = match self.noise {
            Some(_) if repetitions < LEAST_REPETITIONS => format!(
                "but each time was taken {} only, of at least {LEAST_REPETITIONS}",
                counted(repetitions as u64, "time")
            ),
            Some(noise) if noise > TOO_NOISY => {
                format!("but repetitions differ by {:.0} %", 100.0 * noise)
            }
            _ => return self,
        };
        self.unclear(&reason)
    }

    /// The verdict where another run of the same experiment has another one.
    #[must_use]
    pub fn contradicted(self, other: Holds) -> Self {
        let reason = format!("but that is too close to call: another run says {}", other.word());
        self.unclear(&reason)
    }

    fn unclear(self, reason: &str) -> Self {
        Self { holds: Holds::Unclear, finding: format!("{}, {reason}", self.finding), ..self }
    }
}

impl fmt::Display for Verdict {
    /// The sentence.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.holds {
            Holds::Yes => "it holds",
            Holds::Partly => "it holds in part",
            Holds::No => "it no longer holds",
            Holds::Unclear => "nothing can be told",
        };
        let (first, rest) =
            self.finding.split_at(self.finding.chars().next().map_or(0, char::len_utf8));
        write!(f, "{}{rest}: {end}.", first.to_ascii_uppercase())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_decide() {
        for (ours, paper, of, holds) in [
            (4, 4, 5, Holds::Yes),
            (5, 4, 5, Holds::Yes),
            (3, 4, 5, Holds::Partly),
            (2, 4, 5, Holds::No),
            (2, 4, 4, Holds::No),
            (0, 0, 5, Holds::Yes),
        ] {
            assert_eq!(Holds::by_count(ours, paper, of), holds, "{ours} and {paper} of {of}");
        }
    }

    #[test]
    fn one_half_of_two_claims_is_a_part() {
        assert_eq!(Holds::Yes.and(Holds::Yes), Holds::Yes);
        assert_eq!(Holds::Yes.and(Holds::No), Holds::Partly);
        assert_eq!(Holds::No.and(Holds::No), Holds::No);
    }

    #[test]
    fn times_that_vary_too_much_decide_nothing() {
        let verdict = Verdict::new(Holds::Partly, "faster on 3 of 5 (paper: 4)").with_noise(0.5);
        assert_eq!(verdict.clone().after(5), verdict);
        let noisy = verdict.with_noise(3.76).after(5);
        assert_eq!(noisy.holds.word(), "unclear");
        assert_eq!(
            noisy.to_string(),
            "Faster on 3 of 5 (paper: 4), but repetitions differ by 376 %: nothing can be told."
        );
    }

    #[test]
    fn times_that_were_taken_seldom_decide_nothing() {
        let counts = Verdict::new(Holds::Yes, "fewer tests on 5 of 5");
        assert_eq!(counts.clone().after(1), counts, "counts are the same every time");
        let times = counts.with_noise(0.0);
        assert_eq!(times.clone().after(5).holds, Holds::Yes);
        assert_eq!(
            times.after(4).to_string(),
            "Fewer tests on 5 of 5, but each time was taken 4 times only, of at least 5: nothing can be told."
        );
    }

    #[test]
    fn a_verdict_is_a_sentence() {
        for (finding, sentence) in [
            (
                "the 18-dop is best on 2 of 5 (paper: 4)",
                "The 18-dop is best on 2 of 5 (paper: 4): it no longer holds.",
            ),
            ("τ is 5", "τ is 5: it no longer holds."),
        ] {
            assert_eq!(Verdict::new(Holds::No, finding).to_string(), sentence);
        }
    }
}
