//! `poses.csv`: one pose a row, checked row by row.
//!
//! The header is exactly `tx,ty,tz,qw,qx,qy,qz`. A byte order mark, CRLF line ends, blanks around a number and empty lines
//! at the end are accepted; nothing else is repaired.

use std::fmt::Write;
use std::path::Path;

use closecall::mesh::load::bytes_of;
use closecall::{Pose, PoseError};

use super::FlightError;

/// The header that `poses.csv` must have.
pub const HEADER: &str = "tx,ty,tz,qw,qx,qy,qz";

const COLUMNS: [&str; 7] = ["tx", "ty", "tz", "qw", "qx", "qy", "qz"];

/// A row of `poses.csv`: the numbers as they were written, and the pose they mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    translation: [f64; 3],
    quaternion: [f64; 4],
    pose: Pose,
}

impl Waypoint {
    /// Checks and takes a translation and a unit quaternion (w, x, y, z).
    pub fn new(translation: [f64; 3], quaternion: [f64; 4]) -> Result<Self, PoseError> {
        let pose = Pose::from_quaternion(translation, quaternion)?;
        Ok(Self { translation, quaternion, pose })
    }

    /// The translation, as given.
    #[must_use]
    pub fn translation(&self) -> [f64; 3] {
        self.translation
    }

    /// The quaternion (w, x, y, z), as given: its norm is only near 1.
    #[must_use]
    pub fn quaternion(&self) -> [f64; 4] {
        self.quaternion
    }

    /// The pose of the object in the environment's frame.
    #[must_use]
    pub fn pose(&self) -> Pose {
        self.pose
    }
}

/// The poses of a file.
///
/// # Errors
/// If it cannot be read, or a row of it is no pose.
pub fn read_poses(file: &Path) -> Result<Vec<Waypoint>, FlightError> {
    let bytes = bytes_of(file).map_err(|error| FlightError::whole(file, &error))?;
    parse_poses(&bytes).map_err(|error| FlightError {
        file: file.to_owned(),
        place: Some(error.place.to_string()),
        message: error.problem.to_string(),
    })
}

/// Why a `poses.csv` was refused, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct PosesError {
    /// Where in the file.
    pub place: Place,
    /// What is wrong there.
    pub problem: PosesProblem,
}

/// A place in `poses.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The first line.
    Header,
    /// A data row, 0-based; it stands on line `row + 2`.
    Row(usize),
}

impl Place {
    /// The line of the file, 1-based.
    #[must_use]
    pub fn line(self) -> usize {
        match self {
            Self::Header => 1,
            Self::Row(row) => row + 2,
        }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header => write!(f, "line {}", self.line()),
            Self::Row(row) => write!(f, "row {row} (line {})", self.line()),
        }
    }
}

/// What can be wrong with a line of `poses.csv`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PosesProblem {
    /// The header is another one.
    #[error("the header is `{found}`, not `{HEADER}`")]
    Header {
        /// The beginning of the line found there.
        found: String,
    },
    /// There is a header and nothing else.
    #[error("there is no pose")]
    NoRow,
    /// A line is not text.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// Too many or too few fields.
    #[error("expected {} fields, found {found}", COLUMNS.len())]
    FieldCount {
        /// How many there are.
        found: usize,
    },
    /// A field is not a number.
    #[error("{column} is `{found}`, not a number")]
    NotANumber {
        /// The column's name.
        column: &'static str,
        /// The beginning of the field.
        found: String,
    },
    /// A field is a number too small for an f64 to hold.
    #[error("{column} is `{found}`, not zero but too small for an f64")]
    TooSmall {
        /// The column's name.
        column: &'static str,
        /// The beginning of the field.
        found: String,
    },
    /// The numbers are no rigid pose.
    #[error(transparent)]
    Pose(#[from] PoseError),
}

/// Reads the text of a `poses.csv`. Any bytes give poses or an error with its place, never a panic.
pub fn parse_poses(bytes: &[u8]) -> Result<Vec<Waypoint>, PosesError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut lines: Vec<&[u8]> = bytes.split(|&b| b == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l)).collect();
    while lines.len() > 1 && lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    if lines[0] != HEADER.as_bytes() {
        let problem = PosesProblem::Header { found: shortened(&String::from_utf8_lossy(lines[0])) };
        return Err(PosesError { place: Place::Header, problem });
    }
    if lines.len() == 1 {
        return Err(PosesError { place: Place::Row(0), problem: PosesProblem::NoRow });
    }
    let rows = lines[1..].iter().enumerate();
    rows.map(|(row, line)| parse_row(line).map_err(|problem| PosesError { place: Place::Row(row), problem })).collect()
}

/// The text of a `poses.csv` that [`parse_poses`] reads back to the same bits.
#[must_use]
pub fn format_poses(waypoints: &[Waypoint]) -> String {
    let mut text = format!("{HEADER}\n");
    for waypoint in waypoints {
        let ([tx, ty, tz], [qw, qx, qy, qz]) = (waypoint.translation, waypoint.quaternion);
        // `Debug` is the shortest text that reads back the same, with an exponent where `Display` would write zeros.
        writeln!(text, "{tx:?},{ty:?},{tz:?},{qw:?},{qx:?},{qy:?},{qz:?}").expect("a string takes any text");
    }
    text
}

fn parse_row(line: &[u8]) -> Result<Waypoint, PosesProblem> {
    let text = std::str::from_utf8(line).map_err(|_| PosesProblem::NotText)?;
    let found = text.split(',').count();
    if found != COLUMNS.len() {
        return Err(PosesProblem::FieldCount { found });
    }
    let mut n = [0.0; COLUMNS.len()];
    for ((number, field), column) in n.iter_mut().zip(text.split(',')).zip(COLUMNS) {
        *number = parse_number(field.trim_matches([' ', '\t']), column)?;
    }
    Ok(Waypoint::new([n[0], n[1], n[2]], [n[3], n[4], n[5], n[6]])?)
}

fn parse_number(field: &str, column: &'static str) -> Result<f64, PosesProblem> {
    let number: f64 = field.parse().map_err(|_| PosesProblem::NotANumber { column, found: shortened(field) })?;
    let mantissa = field.split(['e', 'E']).next().unwrap_or_default();
    if number == 0.0 && mantissa.contains(|c: char| ('1'..='9').contains(&c)) {
        return Err(PosesProblem::TooSmall { column, found: shortened(field) });
    }
    Ok(number)
}

/// The beginning of a text that may be of any length, fit for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn problem_of(text: &str) -> String {
        parse_poses(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn bom_crlf_blanks_and_empty_last_lines_are_accepted() {
        let plain = parse_poses(b"tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n4,5,6,0,1,0,0\n").unwrap();
        let other = b"\xef\xbb\xbftx,ty,tz,qw,qx,qy,qz\r\n 1,2 ,3,1,0,0,0\r\n4,5,\t6,0,1,0,0\r\n\r\n";
        assert_eq!(parse_poses(other).unwrap(), plain);
        assert_eq!(plain.len(), 2);
        assert_eq!(parse_poses(b"tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0").unwrap(), plain[..1]);
    }

    #[test]
    fn every_problem_names_its_place() {
        let cases = [
            ("", "line 1: the header is ``"),
            ("x,y\n", "line 1: the header is `x,y`"),
            ("tx,ty,tz,qw,qx,qy,qz,t\n", "line 1: the header is"),
            ("tx, ty,tz,qw,qx,qy,qz\n", "line 1: the header is"),
            ("tx,ty,tz,qw,qx,qy,qz\n", "row 0 (line 2): there is no pose"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0\n", "row 0 (line 2): expected 7 fields, found 6"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0,\n", "row 0 (line 2): expected 7 fields, found 8"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n\n1,2,3,1,0,0,0\n", "row 1 (line 3): expected 7 fields, found 1"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n1,2,x3,1,0,0,0\n", "row 1 (line 3): tz is `x3`, not a number"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,,1,0,0,0\n", "row 0 (line 2): tz is ``, not a number"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,nan,3,1,0,0,0\n", "row 0 (line 2): ty is NaN, not a finite number"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,1e999,3,1,0,0,0\n", "row 0 (line 2): ty is inf, not a finite number"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,-1e-999,3,1,0,0,0\n", "row 0 (line 2): ty is `-1e-999`, not zero"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,1e99,3,1,0,0,0\n", "row 0 (line 2): ty is 1e99: a translation"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0.1\n", "row 0 (line 2): the quaternion's norm"),
        ];
        for (text, expected) in cases {
            let problem = problem_of(text);
            assert!(problem.starts_with(expected), "{text:?} gave {problem:?}");
        }
        let not_text = parse_poses(b"tx,ty,tz,qw,qx,qy,qz\n\xff,2,3,1,0,0,0\n").unwrap_err();
        assert_eq!(not_text.problem, PosesProblem::NotText);
    }

    #[test]
    fn a_long_field_is_shortened_in_its_message() {
        let text = format!("{HEADER}\n{},2,3,1,0,0,0\n", "é".repeat(5000));
        assert!(problem_of(&text).len() < 200);
    }

    proptest! {
        #[test]
        fn any_bytes_give_poses_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = parse_poses(&bytes);
            let _ = parse_poses(&[b"tx,ty,tz,qw,qx,qy,qz\n", &bytes[..]].concat());
        }

        #[test]
        fn numbers_round_trip(t in prop::array::uniform3(-1e30..1e30f64), tiny in 1e-60..1e-50f64, angle in 0.0..6.0f64) {
            let quaternion = [angle.cos(), 0.0, -angle.sin(), -0.0];
            let rows = [Waypoint::new(t, quaternion).unwrap(), Waypoint::new([tiny, -0.0, 0.0], quaternion).unwrap()];
            let read = parse_poses(format_poses(&rows).as_bytes()).unwrap();
            prop_assert_eq!(read.len(), 2);
            for (read, written) in read.iter().zip(&rows) {
                prop_assert_eq!(read.translation.map(f64::to_bits), written.translation.map(f64::to_bits));
                prop_assert_eq!(read.quaternion.map(f64::to_bits), written.quaternion.map(f64::to_bits));
            }
        }
    }
}
