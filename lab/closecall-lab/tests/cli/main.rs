//! The laboratory's program as its user meets it: files, flags, output and exit codes of the built
//! binary.

#[path = "../../../../crates/closecall-cli/tests/cli/browser.rs"]
#[allow(dead_code, reason = "the program's tests use more of it")]
mod browser;
mod flights;
mod fly;
mod fly_tree_files;
mod fly_wide;
mod lab;
#[path = "../../../../crates/closecall-cli/tests/cli/page.rs"]
mod page;
#[path = "../../../../crates/closecall-cli/tests/cli/program.rs"]
#[allow(dead_code, reason = "the program's tests use more of it")]
mod program;
#[path = "../../../../crates/closecall-cli/tests/cli/refusals.rs"]
mod refusals;
mod report;
mod shared_flights;
mod tree;
mod usage;

/// The program that is run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_closecall-lab");
