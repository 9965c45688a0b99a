//! Why obstacles cannot be meshed.

use crate::DelaunayError;

/// Why obstacles cannot be meshed.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TetraError {
    /// Two obstacles intersect: no facets can be both.
    #[error(
        "triangles {first} and {second} intersect (so do {count} pairs in all): a tetrahedral \
         mesh needs obstacles that touch at most in corners, along edges, or with a corner or an \
         edge on a face"
    )]
    Intersecting {
        /// A triangle, counted from 0.
        first: u32,
        /// Another one.
        second: u32,
        /// The number of pairs that intersect.
        count: usize,
    },
    /// A Steiner point would need more digits than there may be.
    #[error("a point that divides triangle {triangle} needs more than {bits} bits")]
    TooFine {
        /// The triangle, counted from 0.
        triangle: u32,
        /// The number of bits that were tried.
        bits: usize,
    },
    /// There are too many vertices.
    #[error(transparent)]
    Points(#[from] DelaunayError),
}
