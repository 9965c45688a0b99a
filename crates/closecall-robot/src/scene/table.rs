//! Numbers under a header, separated by commas: joint positions, or poses, a row for every step.
//!
//! A byte order mark, CRLF line ends, blanks around names and numbers, and empty lines at the end are accepted; nothing else is repaired.

use std::path::Path;

use closecall::Pose;
use closecall::mesh::load::bytes_of;

use crate::error::{FileError, shown};
use crate::robot::Robot;

/// The header of a table of poses.
const POSE: [&str; 7] = ["tx", "ty", "tz", "qw", "qx", "qy", "qz"];

/// A table of numbers; at least one row, and as many numbers in each as there are names.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<f64>>,
}

impl Table {
    /// Reads the bytes of a table. Any bytes give a table or an error that names the row, never a panic.
    ///
    /// # Errors
    /// If there is no row, a row is longer or shorter than the header, or a field is not a finite number.
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Self, FileError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let line = bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count() + 1;
            FileError::at(file, format_args!("line {line}"), "this is no UTF-8 text")
        })?;
        let mut lines = text.trim_end_matches(['\r', '\n']).split('\n').map(|line| line.trim_end_matches('\r'));
        let header: Vec<String> = fields(lines.next().unwrap_or_default()).map(str::to_owned).collect();
        if let Some(number) = header.iter().position(String::is_empty) {
            return Err(FileError::at(file, "line 1", format_args!("column {} has no name", number + 1)));
        }
        let row = |(row, line)| {
            let refuse = |message| FileError::at(file, place(row), message);
            numbers(line, &header).map_err(refuse)
        };
        let rows = lines.enumerate().map(row).collect::<Result<Vec<_>, _>>()?;
        if rows.is_empty() {
            return Err(FileError::at(file, place(0), "there is no row"));
        }
        Ok(Self { header, rows })
    }

    pub(super) fn read(file: &Path) -> Result<Self, FileError> {
        Self::parse(file, &bytes_of(file).map_err(|error| FileError::whole(file, error))?)
    }

    /// The poses that the rows say, if the header is that of poses.
    pub(super) fn poses(&self, file: &Path) -> Result<Vec<Pose>, FileError> {
        if self.header != POSE {
            let message = format!("the header is `{}`, not `{}`", shown(&self.header.join(",")), POSE.join(","));
            return Err(FileError::at(file, "line 1", message));
        }
        let pose = |(row, numbers): (usize, &Vec<f64>)| {
            let [tx, ty, tz, qw, qx, qy, qz] = numbers[..] else { unreachable!("a row is as long as the header") };
            let pose = Pose::from_quaternion([tx, ty, tz], [qw, qx, qy, qz]);
            pose.map_err(|error| FileError::at(file, place(row), error))
        };
        self.rows.iter().enumerate().map(pose).collect()
    }

    /// The joint positions that the rows say, and where `otherwise` has those that the header does not name; checked.
    pub(super) fn positions(&self, file: &Path, robot: &Robot, otherwise: &[f64]) -> Result<Vec<Vec<f64>>, FileError> {
        let names: Vec<&str> = self.header.iter().map(String::as_str).collect();
        let places = robot.places(&names).map_err(|error| FileError::at(file, "line 1", error))?;
        let row = |(row, numbers): (usize, &Vec<f64>)| {
            let mut positions = otherwise.to_vec();
            places.iter().zip(numbers).for_each(|(&place, &number)| positions[place] = number);
            robot.parents_from_links(&positions).map_err(|error| FileError::at(file, place(row), error))?;
            Ok(positions)
        };
        self.rows.iter().enumerate().map(row).collect()
    }
}

/// The name of a row, 0-based, and of its line.
fn place(row: usize) -> String {
    format!("row {row} (line {})", row + 2)
}

fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| field.trim_matches([' ', '\t']))
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
