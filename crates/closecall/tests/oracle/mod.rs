//! An independent, exact, slow answer to the questions of `closecall::geom::exact`. It shares no code and no idea with it:
//! no plane of a triangle, no interval, no projection, no floating point.

pub mod difference;
pub mod number;
