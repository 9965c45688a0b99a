//! A program against a part: every move of every block, all cores, and what was met.

mod around;
mod chord;
mod event;
mod inside;
mod rise;
mod run;
mod settings;
mod turning;

pub use event::{Event, EventKind, Stick, Summary};
pub use run::{JobError, JobProgress, no_tool, run, run_until};
pub use settings::{JobBodies, JobSettings, Tools};
