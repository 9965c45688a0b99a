//! Scenes made by rule: the same seed gives the same scene (up to the last digit of the platform's
//! sine, where [`closecall::mesh::shapes`] is used).
//!
//! Environments fill the unit cube; bodies that fly are centred at the origin, and pipes, which are
//! both, too. Where a triangle count is asked for, it is hit exactly. What is called closed is made
//! of bodies whose every edge has two triangles, counterclockwise seen from outside.
//!
//! * Bodies: [`sphere`], [`deformed_torus()`], [`lump()`], [`aircraft()`], [`hand()`],
//!   [`axis_body`]; and read, not made, [`stanford()`].
//! * Environments: [`pipes()`], [`stalagmites()`], [`boxes()`], [`disjoint_tetrahedra`],
//!   [`Scattering`] (random BSP scenes), [`interior()`], [`random_terrain`].
//! * Made smaller: [`decimate`]. A pipe in a ring: [`flange`].
//! * Flights: [`Billiard`] and [`wander`] paths, [`swept()`], [`nested_spheres`], [`Drag`] (a body
//!   in a hand, along a surface), and all data sets of a paper in [`klosowski`].
//! * Environments and bodies of a comparison of indexes of space: [`environments`] and [`flyers`].
//! * Many bodies: [`crowd`].
//! * Milling: molds, tools and tool paths in [`milling`].

pub mod aircraft;
pub mod billiard;
pub mod boxes;
pub mod bsp;
#[cfg(test)]
mod check;
pub mod crowd;
pub mod decimate;
pub mod deformed_torus;
pub mod drag;
pub mod environments;
pub mod flange;
pub mod flyers;
pub mod hand;
pub mod interior;
pub mod klosowski;
pub mod lump;
pub mod milling;
pub mod motion;
pub(crate) mod parts;
pub mod pipes;
mod refine;
pub mod scattered;
pub mod spheres;
pub mod stalagmites;
pub mod stanford;
pub mod swept;
pub mod terrain;
pub mod tetrahedra;

pub use aircraft::aircraft;
pub use billiard::{Billiard, NoRoom};
pub use boxes::boxes;
pub use bsp::BspCell;
pub use crowd::{Crowd, Ground};
pub use deformed_torus::deformed_torus;
pub use drag::Drag;
pub use environments::{Environment, Group};
pub use flyers::Flyer;
pub use hand::hand;
pub use interior::interior;
pub use klosowski::DataSet;
pub use lump::lump;
pub use motion::{Pace, wander};
pub use pipes::pipes;
pub use scattered::Scattering;
pub use spheres::{nested_spheres, sphere};
pub use stalagmites::stalagmites;
pub use stanford::stanford;
pub use swept::{axis_body, swept};
pub use terrain::random_terrain;
pub use tetrahedra::disjoint_tetrahedra;
