//! All tests of this crate that need no process of their own, in one program: it is built once.

#[path = "../../../crates/closecall/tests/breaking/mod.rs"]
mod breaking;
#[path = "../../../crates/closecall/tests/common/mod.rs"]
mod common;
mod touching;

mod break_classic;
mod broad;
mod clearance;
mod engines;
mod hull;
mod real_meshes;
mod trees;
mod trees_degenerate;
mod trees_report;
mod trees_walk;
mod volumes;
mod volumes_by_hand;
mod volumes_hold;
mod warm;
mod warm_margin;
