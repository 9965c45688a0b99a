//! `poses.csv`: one pose a row, checked row by row.
//!
//! The header is `tx,ty,tz,qw,qx,qy,qz`, in any order; rotations may be given otherwise, and a
//! column `time` may be there: see [`PoseColumns`]. What else a table may have, see
//! [`closecall::table`].

use std::fmt::Write;
use std::io::{BufRead, Cursor, Read as _};
use std::path::Path;

use closecall::table::{PoseColumns, PoseRow, Table, reader_of};
use closecall::{Place, Pose, PoseError};

use super::FlightError;

/// The header that `poses.csv` is written with.
pub const HEADER: &str = PoseColumns::HEADER;

/// A row of `poses.csv`: the numbers as they were written, and the pose they mean. Two are equal
/// whatever lines they are in.
#[derive(Clone, Copy, Debug)]
pub struct Waypoint {
    translation: [f64; 3],
    quaternion: [f64; 4],
    time: Option<f64>,
    pose: Pose,
    line: usize,
}

impl PartialEq for Waypoint {
    fn eq(&self, other: &Self) -> bool {
        let Self { translation, quaternion, time, pose, line: _ } = *self;
        (translation, quaternion, time, pose)
            == (other.translation, other.quaternion, other.time, other.pose)
    }
}

impl Waypoint {
    /// Checks and takes a translation and a unit quaternion (w, x, y, z).
    pub fn new(translation: [f64; 3], quaternion: [f64; 4]) -> Result<Self, PoseError> {
        let pose = Pose::from_quaternion(translation, quaternion)?;
        Ok(Self { translation, quaternion, time: None, pose, line: 0 })
    }

    /// The same pose at a time.
    #[must_use]
    pub fn at_time(self, time: Option<f64>) -> Self {
        Self { time, ..self }
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

    /// When the object is there, if the file says so.
    #[must_use]
    pub fn time(&self) -> Option<f64> {
        self.time
    }

    /// The line of the file that it is in, counted from 1; 0 if it is from no file.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
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
    let table = Table::new(file, opened(file)?)?;
    if !normalize {
        return read(table, taken);
    }
    let UnitPoses { waypoints, deviation, row } = nearest(table)?;
    let (file, count) = (file.display(), waypoints.len());
    warnings.push(format!(
        "{file}: {count} quaternions were made unit quaternions; the norm was off by up to {deviation:e} (row {row})"
    ));
    Ok(waypoints)
}

/// A file, or standard input up to a limit that no list of poses comes near.
pub fn opened(file: &Path) -> Result<Box<dyn BufRead>, FlightError> {
    if file != Path::new(STANDARD_INPUT) {
        return reader_of(file);
    }
    const MOST: u64 = 1 << 30;
    let mut bytes = Vec::new();
    let read = std::io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes);
    read.map_err(|error| FlightError::whole(file, error))?;
    if bytes.len() as u64 > MOST {
        return Err(FlightError::whole(file, format!("there are more than {MOST} bytes")));
    }
    Ok(Box::new(Cursor::new(bytes)))
}

/// Reads the text of a `poses.csv`, which the file is the name of. Any bytes give poses or an error
/// with its place, never a panic.
///
/// # Errors
/// If the header is another one, or a row is no pose.
pub fn parse_poses(file: &Path, bytes: &[u8]) -> Result<Vec<Waypoint>, FlightError> {
    read(Table::new(file, bytes)?, taken)
}

/// Poses whose quaternions were made unit quaternions.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitPoses {
    /// The poses.
    pub waypoints: Vec<Waypoint>,
    /// The distance of a norm from 1, at most.
    pub deviation: f64,
    /// In which row that was.
    pub row: usize,
}

/// As [`parse_poses`], but quaternions may be of any length: each is divided by its norm.
///
/// # Errors
/// As there, and if a quaternion has no direction.
pub fn parse_nearest_poses(file: &Path, bytes: &[u8]) -> Result<UnitPoses, FlightError> {
    nearest(Table::new(file, bytes)?)
}

fn nearest(table: Table<impl BufRead>) -> Result<UnitPoses, FlightError> {
    let (mut row, mut largest) = (0, (0, 0.0));
    let waypoints = read(table, |pose| {
        let norm = pose.quaternion.iter().map(|part| part * part).sum::<f64>().sqrt();
        // Without a direction it stays as it is, and is refused.
        let has_direction = norm.is_finite() && norm > 0.0;
        let unit =
            if has_direction { pose.quaternion.map(|part| part / norm) } else { pose.quaternion };
        let deviation = (norm - 1.0).abs();
        if deviation >= largest.1 {
            largest = (row, deviation);
        }
        row += 1;
        taken(PoseRow { quaternion: unit, ..pose })
    })?;
    Ok(UnitPoses { waypoints, deviation: largest.1, row: largest.0 })
}

fn taken(PoseRow { translation, quaternion, time }: PoseRow) -> Result<Waypoint, PoseError> {
    Ok(Waypoint::new(translation, quaternion)?.at_time(time))
}

fn read(
    mut table: Table<impl BufRead>,
    mut pose: impl FnMut(PoseRow) -> Result<Waypoint, PoseError>,
) -> Result<Vec<Waypoint>, FlightError> {
    let Some(columns) = PoseColumns::of(table.header()) else {
        return Err(table.error_in_header(PoseColumns::refusal(&table.shown_header())));
    };
    let mut waypoints = Vec::new();
    while let Some(row) = table.next_row()? {
        let row = columns.read(row).map_err(|error| table.error(error))?;
        let waypoint = pose(row).map_err(|error| table.error(error))?;
        let Place::Row { line, .. } = table.place() else {
            unreachable!("a table of poses has rows")
        };
        waypoints.push(Waypoint { line, ..waypoint });
    }
    Ok(waypoints)
}

/// The text of a `poses.csv` that [`parse_poses`] reads back to the same bits. It has a column `time`
/// if every pose has a time.
#[must_use]
pub fn format_poses(waypoints: &[Waypoint]) -> String {
    let has_time =
        !waypoints.is_empty() && waypoints.iter().all(|waypoint| waypoint.time.is_some());
    let mut text = if has_time { format!("time,{HEADER}\n") } else { format!("{HEADER}\n") };
    for waypoint in waypoints {
        let ([tx, ty, tz], [qw, qx, qy, qz]) = (waypoint.translation, waypoint.quaternion);
        // `Debug` is the shortest text that reads back the same, with an exponent where `Display`
        // would write zeros.
        if let (true, Some(time)) = (has_time, waypoint.time) {
            write!(text, "{time:?},").expect("a string takes any text");
        }
        writeln!(text, "{tx:?},{ty:?},{tz:?},{qw:?},{qx:?},{qy:?},{qz:?}")
            .expect("a string takes any text");
    }
    text
}

#[cfg(test)]
mod tests {
    use closecall::engine::geom::GlamPose as _;
    use proptest::prelude::*;

    use super::*;

    fn parse_poses(bytes: &[u8]) -> Result<Vec<Waypoint>, FlightError> {
        super::parse_poses(Path::new("poses.csv"), bytes)
    }

    fn parse_nearest_poses(bytes: &[u8]) -> Result<UnitPoses, FlightError> {
        super::parse_nearest_poses(Path::new("poses.csv"), bytes)
    }

    fn problem_of(text: &str) -> String {
        let error = parse_poses(text.as_bytes()).unwrap_err();
        error.to_string().strip_prefix("poses.csv, ").unwrap().to_owned()
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
        let read = parse_poses(other).unwrap();
        assert_eq!(read.iter().map(Waypoint::time).collect::<Vec<_>>(), [Some(0.0), Some(0.1)]);
        let timeless: Vec<Waypoint> = read.iter().map(|pose| pose.at_time(None)).collect();
        assert_eq!(timeless, plain);
        assert_eq!(parse_poses(format_poses(&read).as_bytes()).unwrap(), read);
        // The order of the columns is free, as each has its name.
        let ros = b"tx ty tz qx qy qz qw time\n1 2 3 0 0 0 1 0\n4 5 6 1 0 0 0 0.1\n";
        assert_eq!(parse_poses(ros).unwrap(), read);
    }

    #[test]
    fn a_turn_may_be_given_by_vector_axis_or_angles() {
        for text in [
            "tx,ty,tz,rx,ry,rz\n1,2,3,0,0,3.141592653589793\n",
            "tx;ty;tz;ax;ay;az;angle\n1;2;3;0;0;2;3.141592653589793\n",
            "roll\tpitch\tyaw\ttx\tty\ttz\n0\t0\t3.141592653589793\t1\t2\t3\n",
        ] {
            let [read] = parse_poses(text.as_bytes()).unwrap()[..] else { panic!("{text}") };
            assert_eq!(read.translation(), [1.0, 2.0, 3.0]);
            let turned = read.pose().carried(closecall::engine::geom::DVec3::X);
            assert!(
                (turned - closecall::engine::geom::DVec3::new(0.0, 2.0, 3.0)).length() < 1e-15,
                "{text}"
            );
        }
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
            ("", "line 1: the file is empty: the header `tx,ty,tz,qw,qx,qy,qz` is expected"),
            ("x,y\n", "line 1: the header is `x,y`"),
            ("tx,ty,tz,qw,qx,qy,qz,t\n", "line 1: the header is"),
            ("tx,ty,tz,qw,qx,qy,qz,qw\n", "line 1: the header is"),
            (
                "tx,ty,tz,ax,ay,az,angle\n0,0,0,0,0,0,1\n",
                "row 0 (line 2): the axis ax,ay,az is 0,0,0",
            ),
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
            ("tx,ty,tz,qw,qx,qy,qz\n", "row 0 (line 2): there is no row"),
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
        assert_eq!(not_text.message(), "the line is not UTF-8 text");
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
