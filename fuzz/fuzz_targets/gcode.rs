//! Programs: whatever the bytes, they are read to the end or refused with a line that is there.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| closecall_fuzz::gcode(bytes));
