//! The C interface of closecall.
//!
//! `include/closecall.h` is made of these sources by cbindgen, and a test keeps the two the same. The
//! rules for all functions are at the top of the header. `handle` keeps what callers own, `error` says
//! what went wrong, and `input` checks what comes in; each of the other files has the functions for one
//! subject.

#![allow(non_camel_case_types, reason = "the names are those that C sees")]
#![allow(
    rustdoc::broken_intra_doc_links,
    reason = "the header shows the same text, where size[0] is an element"
)]

mod ask;
mod batch;
mod contact;
mod depth;
mod distance;
mod error;
mod handle;
mod input;
mod kind;
mod lock;
mod mesh;
mod model;
mod pair;
mod patch;
mod path;
mod point;
mod pose;
mod ray;
mod robot;
mod signed;
mod sweep;
mod units;
mod version;
mod world;

pub use ask::*;
pub use batch::*;
pub use contact::*;
pub use depth::*;
pub use distance::*;
pub use error::{closecall_message, closecall_status, closecall_status_name};
pub use kind::*;
pub use mesh::*;
pub use model::*;
pub use pair::*;
pub use patch::*;
pub use path::*;
pub use point::*;
pub use pose::*;
pub use ray::*;
pub use robot::*;
pub use signed::*;
pub use sweep::*;
pub use units::*;
pub use version::*;
pub use world::*;
