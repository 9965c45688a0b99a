//! The cost that a query may have, and the meter that keeps it to that.
//!
//! A *test* is one of two volumes or of two triangles: what [`super::Cost`] counts as N_v and N_p.
//! A budget of tests gives the same answer on every run; a budget of time ends by the clock, which
//! is looked at every [`STRIDE`] tests and around every step that may take long. Time is that of
//! the wall: a thread cannot have used more.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tests between two looks at the clock: a microsecond or two.
const STRIDE: u64 = 256;

/// The cost that a query may have: a number of tests, a time, or both; without end by default.
///
/// ```
/// use closecall::Budget;
/// use std::time::Duration;
/// assert_eq!("50us".parse(), Ok(Budget::time(Duration::from_micros(50))));
/// assert_eq!("1.5ms".parse(), Ok(Budget::time(Duration::from_micros(1500))));
/// assert_eq!("200tests".parse(), Ok(Budget::tests(200)));
/// assert!("50".parse::<Budget>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget {
    tests: Option<u64>,
    time: Option<Duration>,
    stop: Option<&'static AtomicBool>,
}

/// Two budgets are equal if they allow as many tests and as much time, and the same flag ends them.
impl PartialEq for Budget {
    fn eq(&self, other: &Self) -> bool {
        let flag = |budget: &Self| budget.stop.map(std::ptr::from_ref);
        self.tests == other.tests && self.time == other.time && flag(self) == flag(other)
    }
}

impl Eq for Budget {}

impl Budget {
    /// No end: every question is answered.
    pub const ENDLESS: Self = Self { tests: None, time: None, stop: None };

    /// A number of tests of two volumes or two triangles.
    #[must_use]
    pub const fn tests(tests: u64) -> Self {
        Self { tests: Some(tests), ..Self::ENDLESS }
    }

    /// So much time, by the clock on the wall.
    #[must_use]
    pub const fn time(time: Duration) -> Self {
        Self { time: Some(time), ..Self::ENDLESS }
    }

    /// The same, and it ends when a flag is set, for instance by a thread that waits for the answer:
    /// the query then says what it has proved. The flag is looked at as often as the clock.
    ///
    /// ```
    /// use closecall::{Budget, Model, Pose, mesh::shapes::tetrahedron};
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// static STOP: AtomicBool = AtomicBool::new(false);
    /// let model = Model::new(tetrahedron(1.0));
    /// let mut pair = model.ask(&model, Budget::ENDLESS.until(&STOP))?;
    /// assert!(pair.touch(&Pose::IDENTITY).is_touching());
    /// STOP.store(true, Ordering::Relaxed);
    /// assert!(pair.touch(&Pose::IDENTITY).is_undecided());
    /// # Ok::<(), closecall::UnitsDiffer>(())
    /// ```
    #[must_use]
    pub const fn until(self, stop: &'static AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// The rest of it after this much time.
    #[must_use]
    pub fn less(self, time: Duration) -> Self {
        Self { time: self.time.map(|own| own.saturating_sub(time)), ..self }
    }

    /// The number of tests it allows, if it says so.
    #[must_use]
    pub const fn tests_allowed(&self) -> Option<u64> {
        self.tests
    }

    /// The time it allows, if it says so.
    #[must_use]
    pub const fn time_allowed(&self) -> Option<Duration> {
        self.time
    }

    /// Has it no end, unless somebody sets its flag?
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        self.tests.is_none() && self.time.is_none()
    }

    /// Can nothing end it, not even a flag?
    pub(crate) const fn never_ends(&self) -> bool {
        self.is_endless() && self.stop.is_none()
    }

    /// Begins to count, from now on.
    #[must_use]
    pub(crate) fn start(&self) -> Meter {
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let left = self.tests.unwrap_or(u64::MAX);
        let over = left == 0 || self.time == Some(Duration::ZERO) || is_set(self.stop);
        Meter { left, looks: STRIDE, deadline, stop: self.stop, over, spent: 0 }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.tests, self.time) {
            (None, None) => write!(f, "endless"),
            (Some(tests), None) => write!(f, "{tests} tests"),
            (None, Some(time)) => write!(f, "{} µs", time.as_nanos() as f64 / 1e3),
            (Some(tests), Some(time)) => {
                write!(f, "{tests} tests, {} µs", time.as_nanos() as f64 / 1e3)
            }
        }
    }
}

/// A text that is no budget.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is no budget: write a time like 50us, 2ms or 1s, or a number like 200tests")]
pub struct BudgetError(String);

impl FromStr for Budget {
    type Err = BudgetError;

    fn from_str(text: &str) -> Result<Self, BudgetError> {
        let error = || BudgetError(text.to_owned());
        if let Some(tests) = text.strip_suffix("tests") {
            return tests.trim_end().parse().map(Self::tests).map_err(|_| error());
        }
        let units = [("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("ns", 1e-9), ("s", 1.0)];
        let unit =
            units.into_iter().find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
        let (number, seconds) = unit.ok_or_else(error)?;
        let number: f64 = number.trim_end().parse().map_err(|_| error())?;
        Duration::try_from_secs_f64(number * seconds).map(Self::time).map_err(|_| error())
    }
}

/// The rest of a budget.
#[derive(Clone, Debug)]
pub struct Meter {
    /// Tests that are left.
    left: u64,
    /// Tests until the next look at the clock.
    looks: u64,
    deadline: Option<Instant>,
    stop: Option<&'static AtomicBool>,
    over: bool,
    spent: u64,
}

impl Meter {
    /// Is nothing left?
    #[inline(always)]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Has it no end, unless somebody sets its flag?
    #[must_use]
    pub fn is_endless(&self) -> bool {
        self.deadline.is_none() && self.left > u64::MAX / 2
    }

    /// The number of tests that were done.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// Takes tests off, and looks at the clock if it is time to.
    #[inline(always)]
    pub fn spend(&mut self, tests: u64) {
        self.spent += tests;
        self.left = self.left.saturating_sub(tests);
        self.over |= self.left == 0;
        self.looks = self.looks.saturating_sub(tests);
        if self.looks == 0 {
            self.look();
        }
    }

    /// Takes slow tests off, and looks at the clock: tests that exact arithmetic decides, two
    /// triangles on their way, two blocks of triangles. A look takes a few hundredths of a
    /// microsecond, such a test a few tenths at least.
    #[inline(always)]
    pub fn spend_slow(&mut self, tests: u64) {
        if tests > 0 {
            self.looks = 0;
            self.spend(tests);
        }
    }

    /// Is there surely time for a step that takes so long? A budget of tests says so as long as it
    /// is not over.
    #[must_use]
    pub fn has_time(&self, step: Duration) -> bool {
        let is_left = |deadline: Instant| deadline.saturating_duration_since(Instant::now()) > step;
        !self.over && self.deadline.is_none_or(is_left)
    }

    /// Reads the clock now.
    #[inline(never)]
    pub fn look(&mut self) {
        self.looks = STRIDE;
        self.over |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.over |= is_set(self.stop);
    }

    /// The rest, for a part of the work: at most this number of tests.
    #[must_use]
    pub fn part(&self, tests: u64) -> Self {
        let left = self.left.min(tests);
        Self { left, spent: 0, over: self.over || left == 0, ..self.clone() }
    }

    /// Takes a part back: what it spent is spent. A part that used up its tests leaves the rest.
    pub fn give_back(&mut self, part: &Self) {
        self.spend(part.spent);
        self.looks = part.looks.max(1);
        // It ended by the clock.
        self.over |= part.over && part.left > 0;
    }
}

fn is_set(stop: Option<&AtomicBool>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// Tells a walk when to stop. What has no end compiles away.
pub(crate) trait Pace {
    /// Takes tests off; is nothing left?
    fn spend(&mut self, tests: u64) -> bool;

    /// The same of slow tests.
    fn spend_slow(&mut self, tests: u64) -> bool;

    /// Is there surely time for a step that takes so long?
    fn has_time(&self, step: Duration) -> bool;
}

/// Without end.
pub(crate) struct Endless;

impl Pace for Endless {
    #[inline(always)]
    fn spend(&mut self, _: u64) -> bool {
        false
    }

    #[inline(always)]
    fn spend_slow(&mut self, _: u64) -> bool {
        false
    }

    #[inline(always)]
    fn has_time(&self, _: Duration) -> bool {
        true
    }
}

impl Pace for Meter {
    #[inline(always)]
    fn spend(&mut self, tests: u64) -> bool {
        Self::spend(self, tests);
        self.over
    }

    #[inline(always)]
    fn spend_slow(&mut self, tests: u64) -> bool {
        Self::spend_slow(self, tests);
        self.over
    }

    fn has_time(&self, step: Duration) -> bool {
        Self::has_time(self, step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_counted_to_the_last() {
        let mut meter = Budget::tests(10).start();
        meter.spend(9);
        assert!(!meter.is_over());
        meter.spend(8);
        assert!(meter.is_over() && meter.spent() == 17);
        assert!(Budget::tests(0).start().is_over() && !Budget::ENDLESS.start().is_over());
    }

    #[test]
    fn time_runs_out() {
        let mut meter = Budget::time(Duration::from_micros(200)).start();
        let start = Instant::now();
        while !meter.is_over() {
            meter.spend(STRIDE);
        }
        assert!(start.elapsed() >= Duration::from_micros(190));
        assert!(!Budget::time(Duration::MAX).start().is_over());
    }

    #[test]
    fn a_part_that_is_over_leaves_the_rest() {
        let mut whole = Budget::tests(100).start();
        let mut part = whole.part(30);
        part.spend(30);
        assert!(part.is_over());
        whole.give_back(&part);
        assert!(!whole.is_over() && whole.spent() == 30);
    }

    #[test]
    fn texts_are_read_or_refused() {
        for text in [
            "",
            "50",
            "us",
            "-1us",
            "1e400s",
            "3.5tests",
            "-3tests",
            "NaNus",
            "50 parsecs",
            "tests",
        ] {
            let error = text.parse::<Budget>().unwrap_err();
            assert!(error.to_string().contains("200tests"), "{error}");
        }
        assert_eq!("0us".parse(), Ok(Budget::time(Duration::ZERO)));
        assert_eq!("3 ms".parse::<Budget>().unwrap().to_string(), "3000 µs");
        assert_eq!(Budget::tests(5).to_string(), "5 tests");
    }
}
