//! Why there is no index.

/// Why an index was not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpaceError {
    /// A grid of no cells, or of more than can be numbered.
    #[error("a grid of {cells} cells along an axis: it must have from 1 to {most}")]
    BadGrid {
        /// The number of cells that were asked for.
        cells: usize,
        /// The number it may have.
        most: usize,
    },
    /// A grid that would list too many triangles.
    #[error(
        "a grid of {cells}³ cells would list {stored} triangles, more than {most}: take fewer cells"
    )]
    TooManyStored {
        /// The number of cells along an axis.
        cells: usize,
        /// The number of entries its lists would have.
        stored: usize,
        /// The number they may have.
        most: usize,
    },
    /// Leaves of no triangles.
    #[error("τ is 0: a leaf must be allowed one triangle at least")]
    NoTau,
}
