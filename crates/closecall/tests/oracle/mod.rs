//! An independent, exact, slow answer to the questions of `closecall::geom::exact`. It shares no code and no idea with it:
//! no plane of a triangle, no interval, no projection, no floating point.

#![allow(dead_code, reason = "every test binary uses another part")]

pub mod difference;
pub mod distance;
pub mod number;
