//! Indexes of space: partitions of the space in which obstacles stand, and trees of their boxes.
//!
//! They are the methods that Klosowski compares in chapter 2 of *Efficient Collision Detection for
//! Interactive 3D Graphics and Virtual Environments* (1998), and those that slides of Pedersen
//! (2006) name beside them. They are part of the laboratory; their answers are those of
//! [`closecall::Model`], triangle by triangle.

mod flying;
mod index;

pub use flying::Flying;
pub use index::{Figures, SpaceIndex, Visitor, Work};
