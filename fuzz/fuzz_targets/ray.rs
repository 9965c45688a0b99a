//! A small mesh and rays.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::ray(bytes));
