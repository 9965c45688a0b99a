//! A file mapped into memory, read-only. Besides `wide::simd` this is the only place with unsafe
//! code. Without the feature `tree-file` there are no such files.

#[cfg(feature = "tree-file")]
use std::{fs::File, io, path::Path};

/// The bytes of a file. They must not change as long as this lives: see [`Map::open`].
#[cfg(feature = "tree-file")]
pub(crate) struct Map(memmap2::Mmap);

/// No file is ever mapped.
#[cfg(not(feature = "tree-file"))]
pub(crate) enum Map {}

#[cfg(not(feature = "tree-file"))]
impl Map {
    pub(crate) fn bytes(&self) -> &[u8] {
        match *self {}
    }
}

#[cfg(feature = "tree-file")]
impl Map {
    /// Maps a regular file. Anything else is refused before it is opened: reading from a pipe might
    /// never end.
    ///
    /// If the file is written to while it is mapped, answers may be wrong. If it is cut short,
    /// reading what was cut off ends the process with SIGBUS. Replacing the file by renaming
    /// another over it is safe, and that is how `Model::save` writes.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let file = File::open(path)?;
        #[expect(unsafe_code, reason = "no safe way to map a file: another process may change it")]
        // SAFETY: The map is read-only, private to this struct, and only seen as plain bytes, for
        // which every value is legal. That the file does not change meanwhile cannot be checked
        // here; the documentation of `Model::open` asks it of the user.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self(map))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
