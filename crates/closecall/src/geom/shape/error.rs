//! The errors of the numbers of a shape.

use crate::geom::DVec3;
use crate::geom::range::{MAX_COORDINATE, MIN_COORDINATE, is_coordinate};

/// Why a shape was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number outside the range of exact computation.
    #[error(
        "{name}: {value:e} must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    OutOfRange {
        /// The name of the number.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A length that is not positive.
    #[error("{name} is {value}, which is not positive")]
    NotPositive {
        /// The name of the length.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A direction without length.
    #[error("{name} is 0")]
    NoDirection {
        /// The name of the direction.
        name: &'static str,
    },
    /// A name and numbers that no shape has.
    #[error("these are not the name and the numbers of a shape")]
    NoShape,
}

pub(super) fn spot(name: &'static str, p: DVec3) -> Result<(), ShapeError> {
    let bad = p.to_array().into_iter().find(|&x| !is_coordinate(x));
    bad.map_or(Ok(()), |value| Err(ShapeError::OutOfRange { name, value }))
}

pub(super) fn direction(name: &'static str, v: DVec3) -> Result<(), ShapeError> {
    spot(name, v)?;
    if v == DVec3::ZERO { Err(ShapeError::NoDirection { name }) } else { Ok(()) }
}

pub(super) fn positive(name: &'static str, value: f64) -> Result<(), ShapeError> {
    if !is_coordinate(value) {
        return Err(ShapeError::OutOfRange { name, value });
    }
    if value > 0.0 { Ok(()) } else { Err(ShapeError::NotPositive { name, value }) }
}
