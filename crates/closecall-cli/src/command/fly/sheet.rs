//! The file of `--out`: a line per pose with its row, the count and the pairs.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use crate::failure::Failure;
use crate::output::Output;
use crate::question::Pair;

/// The file while the poses are asked.
#[derive(Debug)]
pub struct Sheet(Mutex<Output>);

impl Sheet {
    /// A sheet that fills a file.
    pub fn new(output: Output) -> Self {
        Self(Mutex::new(output))
    }

    /// Writes the line of a pose. What goes wrong comes up in [`Sheet::finish`].
    pub fn write(&self, row: usize, count: u64, pairs: &[Pair]) {
        let mut output = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        output.write(|out| write_line(out, row, count, pairs));
    }

    /// All poses have their lines.
    pub fn finish(self) -> Result<(), Failure> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).finish()
    }
}

fn write_line(writer: &mut impl Write, row: usize, count: u64, pairs: &[Pair]) -> std::io::Result<()> {
    write!(writer, "{row} {count}")?;
    for (i, j) in pairs {
        write!(writer, " {i}:{j}")?;
    }
    writeln!(writer)
}
