//! Files named `.gltf`, which are JSON or binary by their first bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::check(
    "fuzz.gltf",
    bytes,
    closecall_fuzz::FOLDED
));
