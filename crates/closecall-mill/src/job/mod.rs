//! A program against a part: every move of every block, all cores, and what was met.

mod around;
mod chord;
mod cutting;
mod error;
mod event;
mod inside;
mod machine;
mod nearness;
mod rise;
mod run;
mod settings;
mod turning;
mod unchecked;

pub use cutting::StockSummary;
pub use error::{JobError, no_tool};
pub use event::{Event, EventKind, MachineFact, Summary, Verdict};
pub use nearness::Extent;
pub use run::{JobProgress, run, run_cutting, run_until};
pub use settings::{JobBodies, JobSettings, Tools};
pub use unchecked::Unchecked;
