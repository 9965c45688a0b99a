//! Tables of numbers in text files: poses, joint positions and rays, a row a line.
//!
//! The first line has the names of the columns. Fields are separated by commas, by semicolons, by
//! tabs or by blanks: by the first of these that the header has. A byte order mark, CRLF line
//! ends, blanks and quotes around a field, blank lines and comments that begin with `#` are
//! accepted; nothing else is repaired. Rows are read one by one, so that a table may be longer than
//! memory.
//!
//! ```
//! use closecall::table::Table;
//! use std::path::Path;
//! let text = "shoulder; elbow\n0.5; 0.25\n0.5; x\n";
//! let mut table = Table::new(Path::new("arm.csv"), text.as_bytes())?;
//! assert_eq!(table.header(), ["shoulder", "elbow"]);
//! assert_eq!(table.next_row()?, Some(&[0.5, 0.25][..]));
//! let error = table.next_row().unwrap_err();
//! assert_eq!(error.to_string(), "arm.csv, row 1 (line 3): elbow is `x`, not a number");
//! # Ok::<(), closecall::Located>(())
//! ```

mod pose;
mod separator;
#[cfg(test)]
mod tests;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Cursor, Read as _};
use std::path::{Path, PathBuf};

pub use self::pose::{NoDirection, PoseColumns, PoseRow};
use self::separator::Separator;
use crate::mesh::load::{bytes_of, foreign};
use crate::{Located, Place};

/// The longest line that is read.
const LONGEST_LINE: u64 = 1 << 26;

/// A table that is being read.
#[derive(Debug)]
pub struct Table<R> {
    file: PathBuf,
    reader: R,
    header: Vec<String>,
    header_text: String,
    header_line: usize,
    separator: Separator,
    /// The line that was read last, without its end.
    text: Vec<u8>,
    /// Its number, 1-based.
    line: usize,
    /// Is that line the first row, looked at but not given out?
    is_waiting: bool,
    /// The number of rows that were given out.
    rows: usize,
    numbers: Vec<f64>,
}

/// The errors of a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// There are numbers in the place of the header.
    #[error("there are numbers, `{found}`, where the names of the columns belong")]
    NumbersForNames {
        /// The beginning of the line.
        found: String,
    },
    /// A column has no name.
    #[error("column {column} has no name")]
    Unnamed {
        /// Its number, 1-based.
        column: usize,
    },
    /// There is a header and nothing else.
    #[error("there is no row")]
    NoRow,
    /// A line is not text.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// A line is very long.
    #[error("the line has more than {LONGEST_LINE} bytes")]
    TooLong,
    /// Too many or too few fields.
    #[error("expected {expected} fields, found {found}")]
    FieldCount {
        /// The number of fields in the header.
        expected: usize,
        /// The number of fields in the row.
        found: usize,
    },
    /// A field is not a number.
    #[error("{column} is `{found}`, not a number")]
    NotANumber {
        /// The column's name.
        column: String,
        /// The beginning of the field.
        found: String,
    },
    /// A field is infinite or NaN.
    #[error("{column} is {value}, not a finite number")]
    NotFinite {
        /// The column's name.
        column: String,
        /// Its value.
        value: f64,
    },
    /// A field is a number too small for an f64 to hold.
    #[error("{column} is `{found}`, not zero but too small for an f64")]
    TooSmall {
        /// The column's name.
        column: String,
        /// The beginning of the field.
        found: String,
    },
}

impl Table<Box<dyn BufRead>> {
    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, is no table, or has no header.
    pub fn open(file: &Path) -> Result<Self, Located> {
        Self::new(file, reader_of(file)?)
    }
}

/// A file to read from: a regular file piece by piece, a pipe as far as it is read at all.
///
/// # Errors
/// If it cannot be read.
pub fn reader_of(file: &Path) -> Result<Box<dyn BufRead>, Located> {
    let open = || -> std::io::Result<Box<dyn BufRead>> {
        if fs::metadata(file).is_ok_and(|data| data.is_file()) {
            return Ok(Box::new(BufReader::with_capacity(1 << 16, File::open(file)?)));
        }
        Ok(Box::new(Cursor::new(bytes_of(file)?)))
    };
    open().map_err(|error| Located::whole(file, error))
}

impl<R: BufRead> Table<R> {
    /// Reads the header; the file is for errors.
    ///
    /// # Errors
    /// If there are numbers in its place, a column has no name, or this is a file of another kind.
    pub fn new(file: &Path, reader: R) -> Result<Self, Located> {
        let mut table = Self::unread(file, reader)?;
        table.next_line()?;
        table.header_line = table.line.max(1);
        table.header_text = String::from_utf8_lossy(&table.text).into_owned();
        let has_row = table.next_line()?;
        table.is_waiting = has_row;
        let first = if has_row { &table.text[..] } else { b"" };
        table.separator = Separator::of(&table.header_text, first);
        let fields = table.separator.fields(&table.header_text);
        table.header = fields.map(str::to_owned).collect();
        table.check_header()?;
        Ok(table)
    }

    /// A table without a header, whose columns have these names. Commas, semicolons, tabs and
    /// blanks all separate fields, and a comment may follow them.
    ///
    /// # Errors
    /// If this is a file of another kind.
    pub fn without_header(file: &Path, reader: R, columns: &[&str]) -> Result<Self, Located> {
        let mut table = Self::unread(file, reader)?;
        table.header = columns.iter().map(|&name| name.to_owned()).collect();
        table.separator = Separator::Any;
        Ok(table)
    }

    fn unread(file: &Path, mut reader: R) -> Result<Self, Located> {
        let start = reader.fill_buf().map_err(|error| Located::whole(file, error))?;
        if let Some(kind) = foreign::kind(start) {
            return Err(Located::whole(file, kind.instead_of("a table of numbers")));
        }
        let mark = if start.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        reader.consume(mark);
        Ok(Self {
            file: file.to_owned(),
            reader,
            header: Vec::new(),
            header_text: String::new(),
            header_line: 0,
            separator: Separator::Nothing,
            text: Vec::new(),
            line: 0,
            is_waiting: false,
            rows: 0,
            numbers: Vec::new(),
        })
    }

    fn check_header(&self) -> Result<(), Located> {
        let refuse = |problem| Err(self.error_in_header(problem));
        if self.header.iter().all(|name| name.parse::<f64>().is_ok()) {
            return refuse(TableProblem::NumbersForNames { found: shown(&self.header_text) });
        }
        match self.header.iter().position(String::is_empty) {
            // An empty file is refused in the words of the caller, which knows the header that it should have.
            Some(column) if !self.header_text.is_empty() => {
                refuse(TableProblem::Unnamed { column: column + 1 })
            }
            _ => Ok(()),
        }
    }

    /// The names of the columns; one without letters if the file is empty.
    #[must_use]
    pub fn header(&self) -> &[String] {
        &self.header
    }

    /// The line that the header stands on, 1-based.
    #[must_use]
    pub fn header_line(&self) -> usize {
        self.header_line
    }

    /// The beginning of the header as written, for a message.
    #[must_use]
    pub fn shown_header(&self) -> String {
        shown(&self.header_text)
    }

    /// The numbers of the next row, as many as there are columns; none at the end.
    ///
    /// # Errors
    /// If the file cannot be read, there is no row at all, a row is longer or shorter than the
    /// header, or a field is not a finite number.
    pub fn next_row(&mut self) -> Result<Option<&[f64]>, Located> {
        let has_row = std::mem::take(&mut self.is_waiting) || self.next_line()?;
        if !has_row {
            if self.rows > 0 || self.header_line == 0 {
                return Ok(None);
            }
            self.rows = 1;
            self.line = self.header_line + 1;
            return Err(self.error(TableProblem::NoRow));
        }
        self.rows += 1;
        let mut numbers = std::mem::take(&mut self.numbers);
        let read = self.read_numbers(&mut numbers);
        self.numbers = numbers;
        read.map_err(|problem| self.error(problem))?;
        Ok(Some(&self.numbers))
    }

    /// The place of the row that was given out last.
    #[must_use]
    pub fn place(&self) -> Place {
        if self.header_line == 0 {
            return Place::Line(self.line);
        }
        Place::Row { row: self.rows.saturating_sub(1), line: self.line }
    }

    /// A fault of the row that was given out last.
    pub fn error(&self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Located {
        Located::at(&self.file, self.place(), cause)
    }

    /// A fault of the header.
    pub fn error_in_header(&self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> Located {
        Located::at(&self.file, Place::Line(self.header_line), cause)
    }

    fn read_numbers(&self, numbers: &mut Vec<f64>) -> Result<(), TableProblem> {
        let text = std::str::from_utf8(&self.text).map_err(|_| TableProblem::NotText)?;
        numbers.clear();
        let (mut found, mut problem) = (0, None);
        for field in self.separator.fields(text) {
            if let (Some(column), None) = (self.header.get(found), &problem) {
                match number(field, column) {
                    Ok(number) => numbers.push(number),
                    Err(refused) => problem = Some(refused),
                }
            }
            found += 1;
        }
        let expected = self.header.len();
        if found != expected {
            return Err(TableProblem::FieldCount { expected, found });
        }
        problem.map_or(Ok(()), Err)
    }

    /// Reads up to the next line that is neither blank nor a comment; is there one?
    fn next_line(&mut self) -> Result<bool, Located> {
        loop {
            self.text.clear();
            let mut reader = (&mut self.reader).take(LONGEST_LINE + 1);
            let read = reader.read_until(b'\n', &mut self.text);
            let length = read.map_err(|error| Located::whole(&self.file, error))?;
            if length == 0 {
                return Ok(false);
            }
            self.line += 1;
            if length as u64 > LONGEST_LINE {
                let place = Place::Line(self.line);
                return Err(Located::at(&self.file, place, TableProblem::TooLong));
            }
            if self.separator == Separator::Any {
                let comment = self.text.iter().position(|&byte| byte == b'#');
                self.text.truncate(comment.unwrap_or(length));
            }
            self.text.truncate(self.text.trim_ascii_end().len());
            let blank = self.text.len() - self.text.trim_ascii_start().len();
            self.text.drain(..blank);
            if !self.text.is_empty() && self.text[0] != b'#' {
                return Ok(true);
            }
        }
    }
}

fn number(field: &str, column: &str) -> Result<f64, TableProblem> {
    let (name, found) = (|| shown(column), || shown(field));
    let number: f64 =
        field.parse().map_err(|_| TableProblem::NotANumber { column: name(), found: found() })?;
    if !number.is_finite() {
        return Err(TableProblem::NotFinite { column: name(), value: number });
    }
    if number == 0.0 {
        let mantissa = field.split(['e', 'E']).next().unwrap_or_default();
        if mantissa.contains(|c: char| ('1'..='9').contains(&c)) {
            return Err(TableProblem::TooSmall { column: name(), found: found() });
        }
    }
    Ok(number)
}

/// The beginning of a text that may be of any length, fit for a message.
fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}
