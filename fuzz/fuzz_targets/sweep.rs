//! Two small meshes, one on its way past the other.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| closecall_fuzz::sweep(bytes));
