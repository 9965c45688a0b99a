//! Indexes of space: partitions of the space in which obstacles stand, and trees of their boxes.
//!
//! They are the methods that Klosowski compares in chapter 2 of *Efficient Collision Detection for
//! Interactive 3D Graphics and Virtual Environments* (1998), and those that slides of Pedersen
//! (2006) name beside them. They are part of the laboratory; their answers are those of
//! [`closecall::Model`], triangle by triangle.
//!
//! * [`SpaceIndex`]: what every index can do. [`Flying`]: the body that flies, which has no tree.
//! * [`SpaceKind`]: the indexes by name.
//! * `search`: the two phases of a query. `workspace`: the cube that is cut into cells, and why no
//!   rounding loses a triangle. `reaches`: triangle against cell.
//! * `grow`: how trees of cells grow. `grid`, `kd_tree`, `octree`, `bsp`, `r_tree`: the indexes.

mod bsp;
mod error;
mod flying;
mod grid;
mod grow;
mod index;
mod kd_tree;
mod kind;
mod limits;
mod octree;
mod r_tree;
mod reaches;
mod rounding;
mod search;
mod workspace;

pub use error::SpaceError;
pub use flying::Flying;
pub use index::{IndexFigures, SpaceIndex, SpaceWork, Visitor};
pub use kd_tree::AxisChoice;
pub use kind::SpaceKind;
pub use limits::Limits;
