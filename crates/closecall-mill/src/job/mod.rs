//! A program against a part: every move of every block, all cores, and what was met.

mod around;
mod chord;
mod event;
mod inside;
mod run;
mod settings;
mod turning;

pub use event::{Event, Kind, Stick, Summary};
pub use run::{JobError, Progress, no_tool, run};
pub use settings::{Bodies, Settings, Tools};
