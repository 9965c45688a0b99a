//! Pages that show what was found, each one file that opens in a browser without a network.
//!
//! * [`Page`]: the answer in words, a list of [`Finding`]s, a [`DrawnScene`] in three dimensions
//!   whose bodies move frame by frame with what touches highlighted, a [`Matrix`] of pairs, the
//!   [`Listing`] of a program, and [`Chart`]s along the frames.
//!
//! Rust decides what is shown; the scripts in `player/` show it, with WebGL 2 and nothing else: a
//! page opens at once, also where a processor has to draw it. What is thinned for display says so:
//! large meshes ([`thin()`]) and long flights ([`choose()`]). Highlighted triangles never are.

#![deny(unnameable_types)]

mod animation;
mod chart;
mod choose;
mod column;
mod contact;
mod digits;
mod encode;
mod eye;
mod finding;
mod frames;
mod front;
mod html;
mod listing;
mod matrix;
mod mood;
mod names;
mod page;
mod player;
mod scene;
mod thin;
mod touched;

pub use animation::animated_glb;
pub use chart::{Chart, ChartAxis, ChartKind, ChartSeries, ChartSteps, Map};
pub use choose::{MOST_FRAMES, choose};
pub use digits::shortened;
pub use finding::{Amount, Finding, Measure, findings_of};
pub use frames::{Along, FrameNames};
pub use front::DrawnFront;
pub use html::escaped;
pub use listing::Listing;
pub use matrix::{Matrix, MatrixCell};
pub use mood::Mood;
pub use names::short_names;
pub use page::{Page, STYLE};
pub use scene::{
    DrawnBody, DrawnNearest, DrawnParting, DrawnPath, DrawnScene, DrawnTouch, Look, Mark,
};
pub use thin::{Thinned, thin};
