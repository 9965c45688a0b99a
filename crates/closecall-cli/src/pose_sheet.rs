//! The file of `--out`: a line per pose with its row, the count and the pairs.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;
use crate::output::{Output, WrittenFile};
use crate::question::TrianglePair;

/// The file while the poses are asked.
#[derive(Debug)]
pub struct PoseSheet(Mutex<Option<Output>>);

impl PoseSheet {
    /// A sheet that fills a file.
    pub fn new(output: Output) -> Self {
        Self(Mutex::new(Some(output)))
    }

    /// Writes the line of a pose. What goes wrong comes up in [`PoseSheet::finish`].
    pub fn write(&self, row: usize, count: u64, pairs: &[TrianglePair]) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(output) = &mut *output {
            output.write(|out| write_line(out, row, count, pairs));
        }
    }

    /// Writes the line of a pose with a distance in place of the count.
    pub fn write_distance(&self, row: usize, distance: f64) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(output) = &mut *output {
            output.write(|out| writeln!(out, "{row} {distance:?}"));
        }
    }

    /// Writes the line of a pose with a word in place of the count.
    pub fn write_word(&self, row: usize, word: &str) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(output) = &mut *output {
            output.write(|out| writeln!(out, "{row} {word}"));
        }
    }

    /// All poses have their lines.
    pub fn finish(&self) -> Result<Option<WrittenFile>, Failure> {
        let output = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        output.map(Output::finish).transpose()
    }
}

fn write_line(
    writer: &mut impl Write,
    row: usize,
    count: u64,
    pairs: &[TrianglePair],
) -> std::io::Result<()> {
    write!(writer, "{row} {count}")?;
    for (i, j) in pairs {
        write!(writer, " {i}:{j}")?;
    }
    writeln!(writer)
}
