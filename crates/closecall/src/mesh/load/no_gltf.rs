//! In place of the loader of glTF, where the feature `gltf` is off: such files are known and
//! refused.

use super::Origin;
use super::error::{LoadError, Place, Problem};
use super::soup::Soup;

pub(super) fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"glTF")
}

pub(super) fn begins_with_brace(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"{")
}

pub(super) fn read_text(_: &[u8], _: Option<Origin>) -> Result<Soup, LoadError> {
    Err(LoadError::new(Place::Byte(0), Problem::FeatureOff { format: "glTF", feature: "gltf" }))
}

pub(super) fn read_binary(bytes: &[u8], origin: Option<Origin>) -> Result<Soup, LoadError> {
    read_text(bytes, origin)
}
