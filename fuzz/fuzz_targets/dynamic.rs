//! A model that gains and loses triangles.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::dynamic(bytes));
