//! Numbers under a header, separated by commas: joint positions, or poses, a row for every step.
//!
//! A byte order mark, CRLF line ends, blanks around names and numbers, quotes around them, blank
//! lines, comments that begin with `#`, and a first column `time` are accepted; nothing else is
//! repaired.

use std::path::Path;

use closecall::Pose;
use closecall::mesh::load::bytes_of;

use super::rounding::Rounding;
use crate::error::{FileError, shown};
use crate::robot::Robot;

/// The header of a table of poses.
const POSE: [&str; 7] = ["tx", "ty", "tz", "qw", "qx", "qy", "qz"];

/// A table of numbers; at least one row, and as many numbers in each as there are names.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<f64>>,
    /// The lines of the file that the rows stand on, 1-based.
    pub lines: Vec<usize>,
}

impl SceneTable {
    /// Reads the bytes of a table. Any bytes give a table or an error that names the row, never a
    /// panic.
    ///
    /// # Errors
    /// If there is no row, a row is longer or shorter than the header, or a field is not a finite
    /// number.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line =
                bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
            FileError::at(file, format_args!("line {line}"), "this is no UTF-8 text")
        })?;
        let mut lines = lines(text);
        let (line, first) = lines.next().unwrap_or((1, ""));
        let header: Vec<String> = fields(first).map(str::to_owned).collect();
        let at_header =
            |message: String| Err(FileError::at(file, format_args!("line {line}"), message));
        if header.iter().all(|name| name.parse::<f64>().is_ok()) {
            return at_header(format!(
                "there are numbers, `{}`, where the names of the columns belong",
                shown(first)
            ));
        }
        if let Some(number) = header.iter().position(String::is_empty) {
            return at_header(format!("column {} has no name", number + 1));
        }
        let (mut rows, mut row_lines) = (Vec::new(), Vec::new());
        for (line, text) in lines {
            row_lines.push(line);
            let refuse = |message| FileError::at(file, place(rows.len(), line), message);
            rows.push(numbers(text, &header).map_err(refuse)?);
        }
        if rows.is_empty() {
            return Err(FileError::at(file, place(0, line + 1), "there is no row"));
        }
        Ok(Self { header, rows, lines: row_lines })
    }

    pub(super) fn read(file: &Path) -> Result<Self, FileError> {
        Self::parse(file, &bytes_of(file).map_err(|error| FileError::whole(file, error))?)
    }

    /// The poses that the rows say, if the header is that of poses.
    pub(super) fn poses(
        &self,
        file: &Path,
        rounding: &mut Rounding,
    ) -> Result<Vec<Pose>, FileError> {
        if self.header[self.after_time()..] != POSE {
            let message = format!(
                "the header is `{}`, not `{}`",
                shown(&self.header.join(",")),
                POSE.join(",")
            );
            return Err(FileError::at(file, "line 1", message));
        }
        let pose = |(row, numbers): (usize, &Vec<f64>)| {
            let [tx, ty, tz, qw, qx, qy, qz] = numbers[self.after_time()..] else {
                unreachable!("a row is as long as the header")
            };
            let at = || format!("{}, {}", file.display(), self.place(row));
            let pose = rounding.pose([tx, ty, tz], [qw, qx, qy, qz], at);
            pose.map_err(|error| FileError::at(file, self.place(row), error))
        };
        self.rows.iter().enumerate().map(pose).collect()
    }

    /// The joint positions that the rows say, and where `otherwise` has those that the header does
    /// not name; checked.
    pub(super) fn positions(
        &self,
        file: &Path,
        robot: &Robot,
        otherwise: &[f64],
    ) -> Result<Vec<Vec<f64>>, FileError> {
        let is_joint = robot.coordinates().iter().any(|coordinate| coordinate.name == TIME);
        let first = if is_joint { 0 } else { self.after_time() };
        let names: Vec<&str> = self.header[first..].iter().map(String::as_str).collect();
        let places = robot.places(&names).map_err(|error| FileError::at(file, "line 1", error))?;
        let row = |(row, numbers): (usize, &Vec<f64>)| {
            let mut positions = otherwise.to_vec();
            places
                .iter()
                .zip(&numbers[first..])
                .for_each(|(&place, &number)| positions[place] = number);
            robot
                .parents_from_links(&positions)
                .map_err(|error| FileError::at(file, self.place(row), error))?;
            Ok(positions)
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    /// How many columns the time takes, which may come first and says nothing here.
    fn after_time(&self) -> usize {
        usize::from(self.header.len() > 1 && self.header[0] == TIME)
    }

    fn place(&self, row: usize) -> String {
        place(row, self.lines[row])
    }
}

/// The column that may come first.
const TIME: &str = "time";

/// The name of a row, 0-based, and of its line.
fn place(row: usize, line: usize) -> String {
    format!("row {row} (line {line})")
}

/// The lines that are neither blank nor comments, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let numbered = text
        .split('\n')
        .enumerate()
        .map(|(number, line)| (number + 1, line.trim_end_matches('\r')));
    numbered.filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| {
        let field = field.trim_matches([' ', '\t']);
        field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
    })
}

fn numbers(line: &str, header: &[String]) -> Result<Vec<f64>, String> {
    let found = line.split(',').count();
    if found != header.len() {
        return Err(format!("expected {} fields, found {found}", header.len()));
    }
    let number = |(field, name): (&str, &String)| {
        let number = field.parse().ok().filter(|number: &f64| number.is_finite());
        number.ok_or_else(|| format!("{} is `{}`, not a finite number", shown(name), shown(field)))
    };
    fields(line).zip(header).map(number).collect()
}
