//! Programs of words that make sense together: variables, expressions, loops, calls, cycles.

#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| closecall_fuzz::gcode_words(bytes));
