//! The options of a question.

use crate::error::{Failure, closecall_status, guard};
use crate::input;
use closecall::query::sweep::Start;
use closecall::{Ask, Budget, Clearance};
use std::time::Duration;

/// Does contact at the start of a path count?
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_start {
    /// Yes.
    Counts = 0,
    /// No, while it lasts.
    Ignored = 1,
}

/// The options of a question. closecall_ask_default fills it in; then change what you want. Where a
/// function takes a closecall_ask, NULL is the default.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct closecall_ask {
    /// sizeof(closecall_ask), so that later versions can have more options.
    pub size: usize,
    /// Triangles no further apart than this count as touching; 0.
    pub clearance: f64,
    /// Distances above this are not worth knowing; INFINITY.
    pub limit: f64,
    /// The relative error that a distance may have; 0.
    pub accuracy: f64,
    /// The motion below which the time of a path is not divided any more; 0 is 10⁻⁶ of B's size.
    pub tolerance: f64,
    /// The number of tests of two volumes or triangles that a question may cost; UINT64_MAX is no
    /// end. A budget is of tests or of seconds, not of both.
    pub budget_tests: u64,
    /// The time that a question may take, in seconds; INFINITY is no end.
    pub budget_seconds: f64,
    /// A closecall_start.
    pub start: i32,
    /// Is what a query learned kept for the next one? It never changes an answer. 1.
    pub remembers: i32,
}

/// Fills in the options that hold unless others are asked for. Threads: any, at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closecall_ask_default(ask: *mut closecall_ask) -> closecall_status {
    let default = closecall_ask {
        size: size_of::<closecall_ask>(),
        clearance: 0.0,
        limit: f64::INFINITY,
        accuracy: 0.0,
        tolerance: 0.0,
        budget_tests: u64::MAX,
        budget_seconds: f64::INFINITY,
        start: closecall_start::Counts as i32,
        remembers: 1,
    };
    // SAFETY: the caller's place has room for the options.
    guard(|| unsafe { input::give(ask, default, "ask") })
}

/// The options that C asks with.
///
/// # Safety
/// The pointer is NULL or points at options.
pub(crate) unsafe fn ask(pointer: *const closecall_ask) -> Result<Ask, Failure> {
    if pointer.is_null() {
        return Ok(Ask::new());
    }
    // SAFETY: as the caller says.
    unsafe { input::reference(pointer, "ask") }?.options()
}

impl closecall_ask {
    fn options(&self) -> Result<Ask, Failure> {
        let (size, own) = (self.size, size_of::<Self>());
        if size != own {
            let message = format_args!(
                "ask.size is {size}, not {own}: was it filled in by closecall_ask_default?"
            );
            return Err(Failure::value(message));
        }
        let clearance = Clearance::new(self.clearance).map_err(Failure::value)?;
        for (name, value) in
            [("limit", self.limit), ("accuracy", self.accuracy), ("tolerance", self.tolerance)]
        {
            if !(value >= 0.0) {
                return Err(Failure::value(format_args!("ask.{name} is {value}, not 0 or above")));
            }
        }
        let start = match self.start {
            0 => Start::Counts,
            1 => Start::Ignored,
            other => return Err(Failure::value(format_args!("{other} is no closecall_start"))),
        };
        let options = Ask::new().clearance(clearance).limit(self.limit).accuracy(self.accuracy);
        let options = options.tolerance((self.tolerance > 0.0).then_some(self.tolerance));
        let options = options.start(start).budget(self.budget()?);
        Ok(if input::is_set(self.remembers) { options } else { options.cold() })
    }

    /// The cost that a question may have.
    fn budget(&self) -> Result<Budget, Failure> {
        budget(self.budget_tests, self.budget_seconds)
    }
}

/// A budget of tests, unless they are `u64::MAX`, or of seconds, unless they are infinite.
pub(crate) fn budget(tests: u64, seconds: f64) -> Result<Budget, Failure> {
    match (tests, seconds) {
        (u64::MAX, f64::INFINITY) => Ok(Budget::ENDLESS),
        (tests, f64::INFINITY) => Ok(Budget::tests(tests)),
        (u64::MAX, seconds) => {
            let refused =
                |error| Failure::value(format_args!("a budget of {seconds} seconds: {error}"));
            Duration::try_from_secs_f64(seconds).map(Budget::time).map_err(refused)
        }
        _ => Err(Failure::value("a budget is of tests or of seconds, not of both")),
    }
}
