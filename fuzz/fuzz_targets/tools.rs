//! Tool tables: whatever the bytes, they are tools or an error, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| closecall_fuzz::tools(bytes));
