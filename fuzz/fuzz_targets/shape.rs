//! A small mesh and exact shapes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::shape(bytes));
