//! Work on all cores; on one, where the feature `parallel` is off.
//!
//! The rest of the crate calls the methods of rayon's iterators, and imports them from here.
//! Without the feature, `sequential` has methods of the same names, and rayon is not needed.

#[cfg(feature = "parallel")]
pub(crate) use rayon::{join, prelude};

#[cfg(not(feature = "parallel"))]
mod sequential;
#[cfg(not(feature = "parallel"))]
pub(crate) use sequential::{join, prelude};
