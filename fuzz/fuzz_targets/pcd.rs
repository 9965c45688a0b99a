//! Files named `.pcd`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.pcd",
    bytes,
    closecall_fuzz::FOLDED
));
