//! The bytes of a file that has an end.
//!
//! A regular file is read whole, a pipe as far as [`PIPE_LIMIT`]; a device, which may go on for
//! ever, not at all.

use std::fs::{self, File, FileType};
use std::io::{self, Read as _};
use std::path::Path;

use super::foreign;

/// The most that is read from a pipe.
const PIPE_LIMIT: u64 = 1 << 30;

/// Reads a file that has an end: a pipe up to 1 GiB, a device not at all.
///
/// # Errors
/// If it cannot be read, is a device, or is a pipe that goes on for longer.
pub fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path).map_err(|error| foreign::missing(path, error))?.file_type();
    if kind.is_file() || kind.is_dir() {
        // The system has the right words for what is wrong with a folder.
        return fs::read(path);
    }
    if is_device(kind) {
        return Err(io::Error::other("it is a device, not a file"));
    }
    up_to(PIPE_LIMIT, File::open(path)?)
}

/// Reads everything, if that is not more than `limit` bytes.
fn up_to(limit: u64, pipe: impl io::Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    pipe.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!(
            "it is a pipe with more than {limit} bytes; save them to a file first"
        )));
    }
    Ok(bytes)
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_is_read_to_its_end_and_not_beyond_the_limit() {
        assert_eq!(up_to(9, &b"123456789"[..]).unwrap(), b"123456789");
        let refused = up_to(8, io::repeat(b'v')).unwrap_err().to_string();
        assert!(refused.contains("more than 8 bytes"), "{refused}");
    }

    #[test]
    #[cfg(unix)]
    fn devices_are_refused() {
        for device in ["/dev/zero", "/dev/null"] {
            assert!(
                bytes_of(Path::new(device)).unwrap_err().to_string().contains("device"),
                "{device}"
            );
        }
    }
}
