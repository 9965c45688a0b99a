//! Files named `.ply`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.ply",
    bytes,
    closecall_fuzz::FLAT
));
