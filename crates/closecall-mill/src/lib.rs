//! Does a cutter, moved along a program, cut into the part? On which line, and how deep?
//!
//! Tools are exact solids of revolution ([`tool`]); a straight move against a triangle is one
//! convex problem, solved without sampling and answered with a certified interval (`lift`).
//! [`gcode`] turns a program into moves, [`part`] finds the triangles near a move, [`stock`] has the
//! material that is cut, [`machine`] the machine that moves it all, [`job`] puts them together. (Klosowski 1998, ch. 8: GougeChek)

#![deny(unnameable_types)]

#[doc(hidden)]
pub mod engine;
pub mod gcode;
pub mod job;
mod lift;
pub mod machine;
pub mod part;
pub mod stock;
pub mod tool;
