//! Files named `.stl`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.stl",
    bytes,
    closecall_fuzz::FLAT
));
