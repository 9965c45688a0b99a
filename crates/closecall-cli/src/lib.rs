//! The parts of the program `closecall`, which the laboratory's program is made of too.
//!
//! One file per subcommand under [`command`]. Each gives an [`outcome::CommandAnswer`] or a
//! [`failure::Failure`]; only [`console`] prints, so that text, JSON and exit codes have one home.

pub mod args;
pub mod budget_watch;
pub mod command;
pub mod console;
pub mod engine;
pub mod escaped;
pub mod failure;
pub mod memory;
pub mod outcome;
pub mod output;
pub mod picture;
pub mod pose;
pub mod progress;
pub mod question;
pub mod reading;
pub mod report;
pub mod threads;
