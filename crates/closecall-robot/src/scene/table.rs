//! The rows of a table of joint positions or poses, all of them, each with its line. A trajectory of
//! MoveIt or ROS is such a table, too.

use std::io::BufRead;
use std::path::Path;

use closecall::table::{PoseColumns, Table, reader_of};
use closecall::{Place, Pose};

use super::rounding::Rounding;
use super::trajectory;
use crate::error::FileError;
use crate::robot::Robot;

/// The line of each row of a table in its file, and the time of the row, if the table states it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RowMoments {
    pub lines: Vec<usize>,
    pub seconds: Option<Vec<f64>>,
}

/// The column that need not be a joint.
pub(super) const TIME: &str = "time";

/// A table of numbers; at least one row, and as many numbers in each as there are names.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneTable {
    /// The names of the columns.
    pub header: Vec<String>,
    /// The line of the file that the names stand on, 1-based.
    pub header_line: usize,
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
        Self::from_reader(file, bytes)
    }

    pub(super) fn read(file: &Path) -> Result<Self, FileError> {
        Self::from_reader(file, reader_of(file)?)
    }

    /// The bytes tell which kind of file it is.
    fn from_reader(file: &Path, mut reader: impl BufRead) -> Result<Self, FileError> {
        let refuse = |error| FileError::whole(file, error);
        if trajectory::is_trajectory(reader.fill_buf().map_err(refuse)?) {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes).map_err(refuse)?;
            return trajectory::table(file, &bytes);
        }
        Self::collect(Table::new(file, reader)?)
    }

    fn collect(mut table: Table<impl BufRead>) -> Result<Self, FileError> {
        if table.shown_header().is_empty() {
            let expected =
                "the names of the joints in the first line, and a row of positions below";
            return Err(table.error_in_header(format!("the file is empty: expected {expected}")));
        }
        let (mut rows, mut lines) = (Vec::new(), Vec::new());
        let header_line = table.header_line();
        while let Some(row) = table.next_row()? {
            rows.push(row.to_vec());
            lines.extend(table.place().line());
        }
        Ok(Self { header: table.header().to_vec(), header_line, rows, lines })
    }

    /// The poses that the rows say, if the header is that of poses.
    pub(super) fn poses(
        &self,
        file: &Path,
        rounding: &mut Rounding,
    ) -> Result<Vec<Pose>, FileError> {
        let columns = PoseColumns::of(&self.header).ok_or_else(|| {
            let header = crate::error::shown(&self.header.join(","));
            FileError::at(file, Place::Line(self.header_line), PoseColumns::refusal(&header))
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

    /// The joint positions of the rows; coordinates that the header does not name are taken from
    /// `otherwise`. All are checked.
    pub(super) fn positions(
        &self,
        file: &Path,
        robot: &Robot,
        otherwise: &[f64],
    ) -> Result<Vec<Vec<f64>>, FileError> {
        let columns = self.columns_of_joints(robot);
        let names: Vec<&str> = columns.iter().map(|&column| &*self.header[column]).collect();
        let refuse = |error| FileError::at(file, Place::Line(self.header_line), error);
        let places = robot.places(&names).map_err(refuse)?;
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

    /// The lines and times of the rows of a table of poses, or of positions of a robot.
    pub(super) fn moments(&self, robot: Option<&Robot>) -> RowMoments {
        let joints = robot.map(|robot| self.columns_of_joints(robot)).unwrap_or_default();
        let column = self.header.iter().position(|name| name == TIME);
        let column = column.filter(|column| !joints.contains(column));
        let seconds = column.map(|column| self.rows.iter().map(|row| row[column]).collect());
        RowMoments { lines: self.lines.clone(), seconds }
    }

    fn place(&self, row: usize) -> Place {
        Place::Row { row, line: self.lines[row] }
    }
}
