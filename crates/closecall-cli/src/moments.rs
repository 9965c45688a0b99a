//! Times of a path: in rows, in lines of its file, and in seconds where the file has them.

use closecall_flight::Waypoint;
use closecall_flight::numbers::digits;

use crate::answer::MomentAnswer;

/// The rows of a file.
#[derive(Clone, Debug)]
pub struct RowTimes {
    lines: Vec<usize>,
    /// Of every row, if all have them.
    seconds: Option<Vec<f64>>,
}

impl RowTimes {
    /// Of the rows of a file, at least one.
    pub fn of(rows: &[Waypoint]) -> Self {
        let lines = rows.iter().map(Waypoint::line).collect();
        Self { lines, seconds: rows.iter().map(Waypoint::time).collect() }
    }

    /// A time in rows, as the file has it: its line, and seconds that go evenly between rows.
    pub fn told(&self, time: f64) -> MomentAnswer {
        let row = (time.max(0.0) as usize).min(self.lines.len() - 1);
        let seconds = self.seconds.as_ref().map(|seconds| {
            let next = seconds.get(row + 1).copied().unwrap_or(seconds[row]);
            seconds[row] + (time - row as f64).clamp(0.0, 1.0) * (next - seconds[row])
        });
        MomentAnswer { line: self.lines[row], seconds }
    }

    /// A time in words: `row 13.7273 (line 15, 1.37273 s)`.
    pub fn words(&self, time: f64) -> String {
        let MomentAnswer { line, seconds } = self.told(time);
        let seconds = seconds.map(|seconds| format!(", {} s", digits(seconds)));
        format!("row {} (line {line}{})", digits(time), seconds.unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall_flight::parse_poses;

    #[test]
    fn a_time_is_told_in_rows_lines_and_seconds() {
        let text = "# way\ntime,tx,ty,tz,qw,qx,qy,qz\n1,0,0,0,1,0,0,0\n\n3,1,0,0,1,0,0,0\n";
        let rows = parse_poses("p.csv".as_ref(), text.as_bytes()).unwrap();
        let times = RowTimes::of(&rows);
        assert_eq!(times.words(0.25), "row 0.25 (line 3, 1.5 s)");
        assert_eq!(times.words(1.0), "row 1 (line 5, 3 s)");
        let text = text.replace("time,", "").replace("\n1,0", "\n0").replace("\n3,1", "\n1");
        let rows = parse_poses("p.csv".as_ref(), text.as_bytes()).unwrap();
        assert_eq!(RowTimes::of(&rows).words(0.5), "row 0.5 (line 3)");
    }
}
