//! Two small meshes along a sequence of poses.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::engine(bytes));
