//! `poses.csv`: one pose a row, checked row by row.
//!
//! The header is `tx,ty,tz,qw,qx,qy,qz`; a column `time` may come first, and is only checked to be
//! numbers. A byte order mark, CRLF line ends, blanks and quotes around a field, blank lines and
//! comments that begin with `#` are accepted; nothing else is repaired.

use std::fmt::Write;
use std::io::Read as _;
use std::path::Path;

use closecall::mesh::load::bytes_of;
use closecall::{Pose, PoseError};

use super::FlightError;

/// The header that `poses.csv` must have, after `time` if that comes first.
pub const HEADER: &str = "tx,ty,tz,qw,qx,qy,qz";

/// The column that may come first.
const TIME: &str = "time";

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

/// The name that stands for standard input where poses are read.
pub const STANDARD_INPUT: &str = "-";

/// The poses of a file, or of standard input. With `normalize`, quaternions that are not quite unit
/// quaternions are made so, and a warning says by how much.
///
/// # Errors
/// If it cannot be read, or a row of it is no pose.
pub fn read_poses(
    file: &Path,
    normalize: bool,
    warnings: &mut Vec<String>,
) -> Result<Vec<Waypoint>, FlightError> {
    let bytes = bytes_of_poses(file).map_err(|error| FlightError::whole(file, &error))?;
    let refuse = |error: PosesError| FlightError {
        file: file.to_owned(),
        place: Some(error.place.to_string()),
        message: error.problem.to_string(),
    };
    if !normalize {
        return parse_poses(&bytes).map_err(refuse);
    }
    let UnitPoses { waypoints, deviation, row } = parse_nearest_poses(&bytes).map_err(refuse)?;
    let (file, count) = (file.display(), waypoints.len());
    warnings.push(format!(
        "{file}: {count} quaternions were made unit quaternions; the norm was off by up to {deviation:e} (row {row})"
    ));
    Ok(waypoints)
}

/// The bytes of a file, or of standard input, up to a limit that no list of poses comes near.
fn bytes_of_poses(file: &Path) -> std::io::Result<Vec<u8>> {
    if file != Path::new(STANDARD_INPUT) {
        return bytes_of(file);
    }
    const MOST: u64 = 1 << 30;
    let mut bytes = Vec::new();
    std::io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        return Err(std::io::Error::other(format!("there are more than {MOST} bytes")));
    }
    Ok(bytes)
}

/// Why a `poses.csv` was refused, and where.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct PosesError {
    /// Where in the file.
    pub place: PosesPlace,
    /// What is wrong there.
    pub problem: PosesProblem,
}

/// A place in `poses.csv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PosesPlace {
    /// The line of the header, 1-based.
    Header(usize),
    /// A data row.
    Row {
        /// Its number, 0-based; blank lines and comments are none.
        row: usize,
        /// Its line, 1-based.
        line: usize,
    },
}

impl PosesPlace {
    /// The line of the file, 1-based.
    #[must_use]
    pub fn line(self) -> usize {
        match self {
            Self::Header(line) | Self::Row { line, .. } => line,
        }
    }
}

impl std::fmt::Display for PosesPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Header(line) => write!(f, "line {line}"),
            Self::Row { row, line } => write!(f, "row {row} (line {line})"),
        }
    }
}

/// What can be wrong with a line of `poses.csv`.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
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
    #[error("expected {expected} fields, found {found}")]
    FieldCount {
        /// How many the header has.
        expected: usize,
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
    /// A time is infinite or not a number.
    #[error("time is {value}, not a finite number")]
    Time {
        /// Its value.
        value: f64,
    },
    /// The numbers are no rigid pose.
    #[error(transparent)]
    Pose(#[from] PoseError),
}

/// Reads the text of a `poses.csv`. Any bytes give poses or an error with its place, never a panic.
pub fn parse_poses(bytes: &[u8]) -> Result<Vec<Waypoint>, PosesError> {
    parse(bytes, |translation, quaternion| Ok(Waypoint::new(translation, quaternion)?))
}

/// Poses whose quaternions were made unit quaternions.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitPoses {
    /// The poses.
    pub waypoints: Vec<Waypoint>,
    /// How far a norm was from 1, at most.
    pub deviation: f64,
    /// In which row that was.
    pub row: usize,
}

/// As [`parse_poses`], but quaternions may be of any length: each is divided by its norm.
pub fn parse_nearest_poses(bytes: &[u8]) -> Result<UnitPoses, PosesError> {
    let mut deviations = Vec::new();
    let waypoints = parse(bytes, |translation, quaternion| {
        let norm = quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
        // Without a direction it stays as it is, and is refused.
        let has_direction = norm.is_finite() && norm > 0.0;
        let unit = if has_direction { quaternion.map(|part| part / norm) } else { quaternion };
        deviations.push((norm - 1.0).abs());
        Ok(Waypoint::new(translation, unit)?)
    })?;
    let largest = deviations.iter().enumerate().max_by(|(_, one), (_, other)| one.total_cmp(other));
    let (row, deviation) = largest.map_or((0, 0.0), |(row, &deviation)| (row, deviation));
    Ok(UnitPoses { waypoints, deviation, row })
}

type Posed = Result<Waypoint, PosesProblem>;

fn parse(
    bytes: &[u8],
    mut pose: impl FnMut([f64; 3], [f64; 4]) -> Posed,
) -> Result<Vec<Waypoint>, PosesError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes
        .split(|&b| b == b'\n')
        .enumerate()
        .map(|(number, line)| (number + 1, line.trim_ascii()));
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(b"#"));
    let (header_line, header) = lines.next().unwrap_or((1, b""));
    let names: Vec<String> = fields(&String::from_utf8_lossy(header)).map(str::to_owned).collect();
    let has_time = names[0] == TIME;
    if names[usize::from(has_time)..] != COLUMNS {
        let problem = PosesProblem::Header { found: shortened(&String::from_utf8_lossy(header)) };
        return Err(PosesError { place: PosesPlace::Header(header_line), problem });
    }
    let mut waypoints = Vec::new();
    for (line, text) in lines {
        let place = PosesPlace::Row { row: waypoints.len(), line };
        let read = numbers(text, has_time)
            .and_then(|(translation, quaternion)| pose(translation, quaternion));
        waypoints.push(read.map_err(|problem| PosesError { place, problem })?);
    }
    if waypoints.is_empty() {
        let place = PosesPlace::Row { row: 0, line: header_line + 1 };
        return Err(PosesError { place, problem: PosesProblem::NoRow });
    }
    Ok(waypoints)
}

/// The fields of a line, without blanks and quotes around them.
fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split(',').map(|field| {
        let field = field.trim_matches([' ', '\t']);
        field.strip_prefix('"').and_then(|field| field.strip_suffix('"')).unwrap_or(field)
    })
}

/// The text of a `poses.csv` that [`parse_poses`] reads back to the same bits.
#[must_use]
pub fn format_poses(waypoints: &[Waypoint]) -> String {
    let mut text = format!("{HEADER}\n");
    for waypoint in waypoints {
        let ([tx, ty, tz], [qw, qx, qy, qz]) = (waypoint.translation, waypoint.quaternion);
        // `Debug` is the shortest text that reads back the same, with an exponent where `Display`
        // would write zeros.
        writeln!(text, "{tx:?},{ty:?},{tz:?},{qw:?},{qx:?},{qy:?},{qz:?}")
            .expect("a string takes any text");
    }
    text
}

/// Translation and quaternion of a line.
fn numbers(line: &[u8], has_time: bool) -> Result<([f64; 3], [f64; 4]), PosesProblem> {
    let text = std::str::from_utf8(line).map_err(|_| PosesProblem::NotText)?;
    let (found, expected) = (text.split(',').count(), COLUMNS.len() + usize::from(has_time));
    if found != expected {
        return Err(PosesProblem::FieldCount { expected, found });
    }
    let mut fields = fields(text);
    if has_time {
        let value = parse_number(fields.next().unwrap_or_default(), TIME)?;
        if !value.is_finite() {
            return Err(PosesProblem::Time { value });
        }
    }
    let mut n = [0.0; COLUMNS.len()];
    for ((number, field), column) in n.iter_mut().zip(fields).zip(COLUMNS) {
        *number = parse_number(field, column)?;
    }
    Ok(([n[0], n[1], n[2]], [n[3], n[4], n[5], n[6]]))
}

fn parse_number(field: &str, column: &'static str) -> Result<f64, PosesProblem> {
    let number: f64 =
        field.parse().map_err(|_| PosesProblem::NotANumber { column, found: shortened(field) })?;
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
        let other =
            b"\xef\xbb\xbftx,ty,tz,qw,qx,qy,qz\r\n 1,2 ,3,1,0,0,0\r\n4,5,\t6,0,1,0,0\r\n\r\n";
        assert_eq!(parse_poses(other).unwrap(), plain);
        assert_eq!(plain.len(), 2);
        assert_eq!(parse_poses(b"tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0").unwrap(), plain[..1]);
    }

    #[test]
    fn comments_quotes_and_times_are_accepted() {
        let plain = parse_poses(b"tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n4,5,6,0,1,0,0\n").unwrap();
        let other: &[u8] =
            b"\xef\xbb\xbf# from the tracker\r\n\r\n\"time\", \"tx\",\"ty\",\"tz\",\"qw\",\"qx\",\"qy\",\"qz\"\r\n\
            0.0,1,2,3,1,0,0,0\r\n  \r\n  # lost here\r\n0.1,4,5,6,0,1,0,0\r\n";
        assert_eq!(parse_poses(other).unwrap(), plain);
    }

    #[test]
    fn rounded_quaternions_are_divided_by_their_norms() {
        let text = b"tx,ty,tz,qw,qx,qy,qz\n1,2,3,0.9239,0,0,0.3827\n4,5,6,0.7071,0.7071,0,0\n";
        assert!(parse_poses(text).is_err());
        let UnitPoses { waypoints, deviation, row } = parse_nearest_poses(text).unwrap();
        assert_eq!((waypoints.len(), row), (2, 0));
        assert!(deviation > 1e-6 && deviation < 1e-4, "{deviation}");
        assert!((waypoints[1].quaternion()[0] - 0.5f64.sqrt()).abs() < 1e-15);
        for wrong in ["0,0,0,0", "nan,0,0,1", "1e300,0,0,1"] {
            assert!(
                parse_nearest_poses(format!("{HEADER}\n1,2,3,{wrong}\n").as_bytes()).is_err(),
                "{wrong}"
            );
        }
    }

    #[test]
    fn every_problem_names_its_place() {
        let cases = [
            ("", "line 1: the header is ``"),
            ("x,y\n", "line 1: the header is `x,y`"),
            ("tx,ty,tz,qw,qx,qy,qz,t\n", "line 1: the header is"),
            ("tx,ty,tz,qw,qx,qy,qz,time\n", "line 1: the header is"),
            ("time\n", "line 1: the header is `time`"),
            ("# poses\n\ntime,tx\n", "line 3: the header is `time,tx`"),
            (
                "time,tx,ty,tz,qw,qx,qy,qz\n0,1,2,3,1,0,0,0\ninf,1,2,3,1,0,0,0\n",
                "row 1 (line 3): time is inf",
            ),
            (
                "time,tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n",
                "row 0 (line 2): expected 8 fields, found 7",
            ),
            ("tx,ty,tz,qw,qx,qy,qz\n", "row 0 (line 2): there is no pose"),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0\n", "row 0 (line 2): expected 7 fields, found 6"),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0,\n",
                "row 0 (line 2): expected 7 fields, found 8",
            ),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n\n# x\n1,2,3,1,0,0\n",
                "row 1 (line 5): expected 7 fields, found 6",
            ),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,2,3,1,0,0,0\n1,2,x3,1,0,0,0\n",
                "row 1 (line 3): tz is `x3`, not a number",
            ),
            ("tx,ty,tz,qw,qx,qy,qz\n1,2,,1,0,0,0\n", "row 0 (line 2): tz is ``, not a number"),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,nan,3,1,0,0,0\n",
                "row 0 (line 2): ty is NaN, not a finite number",
            ),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,1e999,3,1,0,0,0\n",
                "row 0 (line 2): ty is inf, not a finite number",
            ),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,-1e-999,3,1,0,0,0\n",
                "row 0 (line 2): ty is `-1e-999`, not zero",
            ),
            (
                "tx,ty,tz,qw,qx,qy,qz\n1,1e99,3,1,0,0,0\n",
                "row 0 (line 2): ty is 1e99: a translation",
            ),
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
