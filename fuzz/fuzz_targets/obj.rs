//! Files named `.obj`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.obj",
    bytes,
    closecall_fuzz::FLAT
));
