//! In place of the loader of Collada, where the feature `collada` is off: such files are known and
//! refused.

use super::error::{LoadError, Place, Problem};
use super::options::UpAxis;
use super::soup::Soup;

pub(super) fn begins_with_collada(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(4096)];
    start.windows(8).any(|window| window == b"<COLLADA")
}

pub(super) fn read(_: &[u8], _: UpAxis) -> Result<Soup, LoadError> {
    let problem = Problem::FeatureOff { format: "Collada", feature: "collada" };
    Err(LoadError::new(Place::Byte(0), problem))
}
