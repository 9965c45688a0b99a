//! Pages that show what was found, each one file that opens in a browser without a network.
//!
//! * [`Page`]: the answer in words, a [`DrawnScene`] in three dimensions whose bodies move frame by
//!   frame with what touches highlighted, and [`Chart`]s along the frames.
//!
//! Rust decides what is shown; the scripts in `player/` show it, with WebGL 2 and nothing else: a
//! page opens at once, also where a processor has to draw it. What is thinned for display says so:
//! large meshes ([`thin()`]) and long flights ([`choose()`]). Highlighted triangles never are.

#![deny(unnameable_types)]

mod animation;
mod chart;
mod choose;
mod contact;
mod digits;
mod encode;
mod front;
mod html;
mod page;
mod scene;
mod thin;
mod touched;

pub use animation::animated_glb;
pub use chart::{Chart, ChartAxis, ChartKind, ChartSeries, Map};
pub use choose::{MOST_FRAMES, choose};
pub use digits::shortened;
pub use front::DrawnFront;
pub use html::escaped;
pub use page::{FrameNames, Mood, Page, STYLE};
pub use scene::{
    DrawnBody, DrawnNearest, DrawnParting, DrawnPath, DrawnScene, DrawnTouch, Look, Mark,
};
pub use thin::{Thinned, thin};
