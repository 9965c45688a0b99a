//! A file mapped into memory, read-only. Besides `wide::simd` this is the only place with unsafe code.

use std::fs::File;
use std::io;
use std::path::Path;

/// The bytes of a file. They must not change as long as this lives: see [`Map::open`].
pub(crate) struct Map(memmap2::Mmap);

impl Map {
    /// Maps a regular file. Anything else is refused before it is opened: a pipe could keep us waiting for ever.
    ///
    /// Whoever writes to the file, or cuts it short, while it is mapped pulls the ground from under this process: answers may be
    /// wrong, and reading what was cut off ends the process with SIGBUS. Replacing a file by renaming another over it is safe, and that is how
    /// `Model::save` writes.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        if !std::fs::metadata(path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        let file = File::open(path)?;
        #[expect(unsafe_code, reason = "no safe way to map a file: another process may change it")]
        // SAFETY: The map is read-only, private to this struct, and only seen as plain bytes, for which every value is legal. That nobody changes the
        // file meanwhile cannot be checked here; it is asked of the user in the documentation of `Model::open`.
        let map = unsafe { memmap2::Mmap::map(&file)? };
        Ok(Self(map))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}
