//! Why there is no stock to cut.

/// Why a stock was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StockError {
    /// The cells are too many.
    #[error("cells of {cell} are too fine for a stock of {size}: the least is about {least}")]
    TooFine {
        /// The side of a cell that was asked for.
        cell: f64,
        /// The longest side of the stock.
        size: f64,
        /// A side that would do.
        least: f64,
    },
    /// The side of a cell is no length.
    #[error("the side of a cell must be more than 0, not {0}")]
    Cell(f64),
    /// The box has no volume, or is not finite.
    #[error("the stock has no volume")]
    Flat,
    /// The mesh has no inside.
    #[error("a stock that is cut must be a closed mesh: {0}")]
    Open(String),
    /// The cells need more memory than is allowed.
    #[error("the stock needs more than {0} MiB: larger cells need less")]
    Memory(usize),
    /// A surface of what is left has too many faces.
    #[error("the surface of the stock has more than {0} faces: larger cells have fewer")]
    Faces(usize),
}
