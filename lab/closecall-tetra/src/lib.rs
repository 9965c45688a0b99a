//! Tetrahedra that fill space: the Delaunay tetrahedralisation of points, and a mesh of the space
//! around obstacles, in which a body flies (Klosowski 1998, §2.2).
//!
//! Read in this order: `cells` (tetrahedra and their neighbours), `sphere` (the exact test that
//! Delaunay rests on), [`delaunay`]; `exact` and `place` (points that are no f64), [`mesh`].

pub mod cells;
pub mod delaunay;
mod exact;
pub mod mesh;
mod place;
mod rounding;
mod sphere;
mod walk;

pub use cells::Cells;
pub use delaunay::{Delaunay, DelaunayError};
pub use mesh::{TetraError, TetraMesh};
