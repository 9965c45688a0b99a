//! Lines of a program, each at most [`MAX_LINE`] bytes: a file that is one endless line is refused
//! after that much of it.

use std::io::{BufRead, Read};

/// The longest line that is read. Controls stop at 256 to 1024 characters.
pub const MAX_LINE: usize = 1 << 16;

/// Why there is no next line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LongLine {
    /// It is too long.
    #[error("the line is longer than {MAX_LINE} bytes")]
    TooLong,
    /// The file could not be read.
    #[error("cannot be read: {0}")]
    Io(#[from] std::io::Error),
}

/// Adds the next line to `lines`, without its end. `false` at the end of the program.
pub(super) fn next_line(reader: &mut dyn BufRead, lines: &mut Vec<u8>) -> Result<bool, LongLine> {
    let start = lines.len();
    let read = reader.take(MAX_LINE as u64 + 2).read_until(b'\n', lines)?;
    for end in [b'\n', b'\r'] {
        if lines.len() > start && lines.last() == Some(&end) {
            lines.pop();
        }
    }
    if lines.len() - start > MAX_LINE { Err(LongLine::TooLong) } else { Ok(read > 0) }
}
