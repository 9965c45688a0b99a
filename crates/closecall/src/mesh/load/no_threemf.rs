//! In place of the loader of 3MF, where the feature `3mf` is off: such files are known and refused.

use super::error::{LoadError, Place, Problem};
use super::soup::Soup;

pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

pub(super) fn read(_: &[u8]) -> Result<Soup, LoadError> {
    Err(LoadError::new(Place::Byte(0), Problem::FeatureOff { format: "3MF", feature: "3mf" }))
}
