//! The examples run, and what they assert holds.

#[path = "../examples/cell.rs"]
mod cell;
#[path = "../examples/change.rs"]
mod change;
#[path = "../examples/path.rs"]
mod path;
#[path = "../examples/touch.rs"]
mod touch;

#[test]
fn all_examples_run() {
    touch::main().unwrap();
    path::main().unwrap();
    cell::main().unwrap();
    change::main().unwrap();
}
