//! The parts of the program `closecall`. The laboratory's program prints, reads and writes with them, too.
//!
//! One file per subcommand under [`command`]. Each gives an [`outcome::CommandAnswer`] or a
//! [`failure::Failure`]; only [`console`] prints, so that text, JSON and exit codes have one home.

pub mod answer;
pub mod args;
pub mod budget_watch;
pub mod command;
pub mod console;
pub mod distance_page;
pub mod escaped;
pub mod failure;
pub mod flags;
pub mod flight_page;
pub mod moments;
pub mod outcome;
pub mod output;
pub mod patches;
pub mod picture;
pub mod pose;
pub mod pose_sheet;
pub mod progress;
pub mod question;
pub mod reading;
pub mod report;
pub mod scene;
pub mod threads;
