//! The version of the library.

use crate::handle;
use std::ffi::{CStr, c_char};

/// The number of the binary interface. It changes when a program that was built with an older header
/// would not work any more.
pub const CLOSECALL_ABI: u32 = 0;

/// Returns the number of the binary interface of the library that is running: a program compares it with
/// CLOSECALL_ABI of the header that it was built with. Threads: any, at once.
#[unsafe(no_mangle)]
pub extern "C" fn closecall_abi() -> u32 {
    CLOSECALL_ABI
}

/// Returns the version of the library: "0.1.0". Threads: any, at once.
#[unsafe(no_mangle)]
pub extern "C" fn closecall_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => c"",
        };
    VERSION.as_ptr()
}

/// Returns how many handles have not been freed: 0 at the end of a program that frees what it owns.
/// Threads: any, at once.
#[unsafe(no_mangle)]
pub extern "C" fn closecall_live_handles() -> usize {
    handle::live()
}
