//! Plain arrays at the door, glam's vectors inside.
//!
//! Public functions take whatever becomes `[f64; 3]`: arrays, and the vectors of glam, mint and
//! other libraries. So no library of vectors is part of this crate's version.

use super::DVec3;

/// Three corners. Two or three of them may coincide or lie on a line: the triangle is then the
/// segment or point it is.
pub type Triangle = [DVec3; 3];

/// Takes a vector in.
#[inline(always)]
pub(crate) fn vector(v: impl Into<[f64; 3]>) -> DVec3 {
    DVec3::from_array(v.into())
}

/// Takes many vectors in; a `Vec` keeps its place in memory.
pub(crate) fn vectors<V: Into<[f64; 3]>>(all: impl IntoIterator<Item = V>) -> Vec<DVec3> {
    all.into_iter().map(vector).collect()
}
