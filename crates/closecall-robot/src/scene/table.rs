//! The rows of a table of joint positions or poses, all of them, each with its line.

use std::io::BufRead;
use std::path::Path;

use closecall::table::{PoseColumns, Table};
use closecall::{Place, Pose};

use super::rounding::Rounding;
use crate::error::FileError;
use crate::robot::Robot;

/// The column that need not be a joint.
const TIME: &str = "time";

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
        Self::collect(Table::new(file, bytes)?)
    }

    pub(super) fn read(file: &Path) -> Result<Self, FileError> {
        Self::collect(Table::open(file)?)
    }

    fn collect(mut table: Table<impl BufRead>) -> Result<Self, FileError> {
        if table.shown_header().is_empty() {
            let expected =
                "the names of the joints in the first line, and a row of positions below";
            return Err(table.error_in_header(format!("the file is empty: expected {expected}")));
        }
        let (mut rows, mut lines) = (Vec::new(), Vec::new());
        while let Some(row) = table.next_row()? {
            rows.push(row.to_vec());
            lines.extend(table.place().line());
        }
        Ok(Self { header: table.header().to_vec(), rows, lines })
    }

    /// The poses that the rows say, if the header is that of poses.
    pub(super) fn poses(
        &self,
        file: &Path,
        rounding: &mut Rounding,
    ) -> Result<Vec<Pose>, FileError> {
        let columns = PoseColumns::of(&self.header).ok_or_else(|| {
            let header = crate::error::shown(&self.header.join(","));
            FileError::at(file, Place::Line(1), PoseColumns::refusal(&header))
        })?;
        let pose = |(row, numbers): (usize, &Vec<f64>)| {
            let read = columns.read(numbers);
            let read = read.map_err(|error| FileError::at(file, self.place(row), error))?;
            let at = || format!("{}, {}", file.display(), self.place(row));
            let pose = rounding.pose(read.translation, read.quaternion, at);
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
        let columns = self.columns_of_joints(robot);
        let names: Vec<&str> = columns.iter().map(|&column| &*self.header[column]).collect();
        let places =
            robot.places(&names).map_err(|error| FileError::at(file, Place::Line(1), error))?;
        let row = |(row, numbers): (usize, &Vec<f64>)| {
            let mut positions = otherwise.to_vec();
            for (&place, &column) in places.iter().zip(&columns) {
                positions[place] = numbers[column];
            }
            robot
                .parents_from_links(&positions)
                .map_err(|error| FileError::at(file, self.place(row), error))?;
            Ok(positions)
        };
        self.rows.iter().enumerate().map(row).collect()
    }

    /// All columns but that of the time, unless it is the only one, or a joint is called so.
    fn columns_of_joints(&self, robot: &Robot) -> Vec<usize> {
        let is_joint = robot.coordinates().iter().any(|coordinate| coordinate.name == TIME);
        let all = is_joint || self.header.len() == 1;
        (0..self.header.len()).filter(|&column| all || self.header[column] != TIME).collect()
    }

    fn place(&self, row: usize) -> Place {
        Place::Row { row, line: self.lines[row] }
    }
}
