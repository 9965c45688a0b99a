//! The program as its user meets it: files, flags, output and exit codes of the built binary.

mod answers;
mod bare;
mod browser;
mod budget;
mod check;
mod distance;
#[path = "../../../closecall-gpu/tests/emulator/mod.rs"]
mod emulator;
mod exact_shapes;
mod clash;
mod clear;
mod controls;
mod cover;
mod files;
mod finding_rows;
mod gpu;
mod hands;
mod info;
mod long_work;
mod mill;
mod mill_language;
mod mill_places;
mod mill_stock;
mod newcomer;
mod outputs;
mod page_lists;
mod page;
mod plan;
mod program;
mod ray;
mod readme;
mod refusals;
mod report;
mod robots;
mod scene_tools;
mod shell;
mod solids;
mod sweep;
mod tree_file;
mod tree_file_damaged;
mod usage;
mod world;

/// The program that is run.
const PROGRAM: &str = env!("CARGO_BIN_EXE_closecall");
