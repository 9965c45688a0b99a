//! The file of `--out`: a line per pose with its row, the count and the pairs.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::failure::Failure;
use crate::question::Pair;

/// The file, and its name for complaints.
pub struct Sheet {
    file: PathBuf,
    writer: BufWriter<File>,
}

impl Sheet {
    /// Made before the poses are asked, so that a folder that does not exist is not found out after them.
    pub fn create(file: &Path) -> Result<Self, Failure> {
        let writer = File::create(file).map_err(|error| Failure::of_file(file, &error))?;
        Ok(Self { file: file.to_path_buf(), writer: BufWriter::new(writer) })
    }

    /// Writes the line of a pose.
    pub fn write(&mut self, row: usize, count: u64, pairs: &[Pair]) -> Result<(), Failure> {
        write_line(&mut self.writer, row, count, pairs).map_err(|error| Failure::of_file(&self.file, &error))
    }

    /// Writes what is still in memory; without it, a full disk would go unnoticed.
    pub fn finish(mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::of_file(&self.file, &error))
    }
}

fn write_line(writer: &mut impl Write, row: usize, count: u64, pairs: &[Pair]) -> std::io::Result<()> {
    write!(writer, "{row} {count}")?;
    for (i, j) in pairs {
        write!(writer, " {i}:{j}")?;
    }
    writeln!(writer)
}
