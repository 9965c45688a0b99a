//! Status codes, the message of the last error, and the guard that no panic passes.

use closecall::mesh::UnitsDiffer;
use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum closecall_status {
    /// It was done.
    Ok = 0,
    /// A pointer is NULL that must not be.
    NullArgument = 1,
    /// A handle was freed, is of another kind, or never was one.
    BadHandle = 2,
    /// The handle is in use by another thread.
    Busy = 3,
    /// A number, a size or a name is not acceptable: NaN, a quaternion that is none, an unknown name.
    BadValue = 4,
    /// A file cannot be read or written, or is wrong; the message has file, place and cause.
    BadFile = 5,
    /// Two bodies state different units.
    UnitsDiffer = 6,
    /// A question about an inside was asked of a mesh that is not closed.
    NotClosed = 7,
    /// A bug of closecall. The message says where. The handles of the call can only be freed.
    Internal = 8,
    /// The budget ended before the answer was known, or it is too close to call, and the answer has no room for
    /// that.
    Undecided = 9,
}

/// Why a call fails. It is one pointer, so that results of calls that succeed stay small.
#[derive(Debug)]
pub struct Failure(Box<Reason>);

#[derive(Debug)]
struct Reason {
    status: closecall_status,
    message: String,
}

impl Failure {
    /// A failure of a kind, with its message.
    #[cold]
    pub fn new(status: closecall_status, message: impl Display) -> Self {
        Self(Box::new(Reason { status, message: message.to_string() }))
    }

    /// An argument that must not be NULL.
    pub fn null(name: &str) -> Self {
        Self::new(closecall_status::NullArgument, format_args!("the {name} is NULL"))
    }

    /// A value that is not acceptable.
    pub fn value(message: impl Display) -> Self {
        Self::new(closecall_status::BadValue, message)
    }

    /// A file that is not acceptable.
    pub fn file(message: impl Display) -> Self {
        Self::new(closecall_status::BadFile, message)
    }

    /// An answer that is neither yes nor no, for which there is no room.
    #[cold]
    pub fn undecided() -> Self {
        let message = "the budget ended before this was known, or it is too close to call";
        Self::new(closecall_status::Undecided, message)
    }

    /// The same failure, of an argument.
    #[must_use]
    #[cold]
    pub fn within(self, name: &str) -> Self {
        Self::new(self.0.status, format_args!("{name}: {}", self.0.message))
    }

    /// The same failure, of an item of a list.
    #[must_use]
    #[cold]
    pub fn at(self, what: &str, number: usize) -> Self {
        Self::new(self.0.status, format_args!("{what} {number}: {}", self.0.message))
    }
}

impl From<UnitsDiffer> for Failure {
    fn from(differ: UnitsDiffer) -> Self {
        Self::new(closecall_status::UnitsDiffer, differ)
    }
}

thread_local! {
    static MESSAGE: RefCell<CString> = RefCell::default();
}

fn tell(message: &str) {
    let text = message.replace('\0', "\u{fffd}");
    MESSAGE.with_borrow_mut(|kept| *kept = CString::new(text).unwrap_or_default());
}

/// Runs the body of a function of the border: an error leaves its message, and a panic becomes an error.
#[inline]
pub fn guard(body: impl FnOnce() -> Result<(), Failure>) -> closecall_status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => closecall_status::Ok,
        Ok(Err(failure)) => failed(&failure),
        Err(panic) => panicked(&*panic),
    }
}

#[cold]
fn failed(failure: &Failure) -> closecall_status {
    tell(&failure.0.message);
    failure.0.status
}

#[cold]
fn panicked(panic: &(dyn Any + Send)) -> closecall_status {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic");
    tell(&format!("a bug of closecall: {text}"));
    closecall_status::Internal
}

/// Returns what was wrong with the last call of this thread that failed: one line, UTF-8. The text is
/// there until the next call of this thread fails. Threads: any, at once.
#[unsafe(no_mangle)]
pub extern "C" fn closecall_message() -> *const c_char {
    MESSAGE.with_borrow(|kept| kept.as_ptr())
}

/// Returns the name of a status: "ok", "bad value", … Threads: any, at once.
#[unsafe(no_mangle)]
pub extern "C" fn closecall_status_name(status: i32) -> *const c_char {
    const NAMES: [&CStr; 10] = [
        c"ok",
        c"null argument",
        c"bad handle",
        c"busy",
        c"bad value",
        c"bad file",
        c"units differ",
        c"not closed",
        c"internal",
        c"undecided",
    ];
    let name = usize::try_from(status).ok().and_then(|status| NAMES.get(status));
    name.unwrap_or(&c"unknown status").as_ptr()
}
