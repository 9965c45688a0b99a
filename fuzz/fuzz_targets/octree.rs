//! Files named `.bt`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.bt",
    bytes,
    closecall_fuzz::OCTREE
));
