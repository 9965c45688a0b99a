//! Lines of a program file that may be asked for again: loops and jumps go back to them.
//!
//! Lines are kept as they were read. A long program without a word that could lead back is not
//! kept: beyond [`MOST_KEPT`] bytes its lines are forgotten, and memory does not grow.

use super::lines::{LongLine, next_line};
use std::io::BufRead;

/// The number of bytes that are kept of a program that has neither loops nor subprograms.
const MOST_KEPT: usize = 16 << 20;

/// See the [module](self).
pub(super) struct Text<R> {
    reader: R,
    bytes: Vec<u8>,
    /// The end of each kept line in `bytes`.
    ends: Vec<usize>,
    /// The number of lines that were forgotten.
    forgotten: u64,
    is_at_end: bool,
    /// Whether a line was seen from which the program may go elsewhere.
    pub(super) is_flowing: bool,
}

/// Why a line cannot be had.
pub(super) enum NoLine {
    /// The file ends before it.
    End,
    /// It was forgotten.
    Forgotten,
    /// It cannot be read.
    Bad(LongLine),
}

impl<R: BufRead> Text<R> {
    pub(super) fn new(reader: R) -> Self {
        let (bytes, ends) = (Vec::new(), Vec::new());
        Self { reader, bytes, ends, forgotten: 0, is_at_end: false, is_flowing: false }
    }

    /// The number of lines that were read.
    pub(super) fn read(&self) -> u64 {
        self.forgotten + self.ends.len() as u64
    }

    /// A line, from 1. Reads on if it was not read yet.
    pub(super) fn line(&mut self, number: u64) -> Result<&[u8], NoLine> {
        if number <= self.forgotten {
            return Err(NoLine::Forgotten);
        }
        while self.read() < number {
            if self.is_at_end {
                return Err(NoLine::End);
            }
            self.read_on().map_err(NoLine::Bad)?;
        }
        let index = (number - self.forgotten - 1) as usize;
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        Ok(&self.bytes[start..self.ends[index]])
    }

    /// Reads one more line, unless there is none.
    fn read_on(&mut self) -> Result<(), LongLine> {
        if self.bytes.len() > MOST_KEPT && !self.is_flowing {
            self.forgotten += self.ends.len() as u64;
            self.bytes.clear();
            self.ends.clear();
        }
        match next_line(&mut self.reader, &mut self.bytes)? {
            true => self.ends.push(self.bytes.len()),
            false => self.is_at_end = true,
        }
        Ok(())
    }
}
