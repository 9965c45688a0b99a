//! The program `closecall`.
fn main() {}
