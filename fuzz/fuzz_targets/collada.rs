//! Files named `.dae`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.dae",
    bytes,
    closecall_fuzz::FOLDED
));
