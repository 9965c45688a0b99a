//! The program as its user meets it: files, flags, output and exit codes of the built binary.

mod bare;
mod check;
mod fly;
mod info;
mod program;
mod shared_flights;
mod usage;
