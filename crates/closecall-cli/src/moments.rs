//! The rows of a path and the steps of a scene, as people find them again: by number, by the line
//! of the file, and by the seconds that the file gives.

use closecall_flight::Waypoint;
use closecall_flight::numbers::digits;
use closecall_robot::Scene;

use crate::answer::MomentAnswer;
use crate::escaped::escaped;

/// The moments of a path or scene.
#[derive(Clone, Debug)]
pub struct Moments {
    /// One of them, in a word: `row` or `step`.
    noun: &'static str,
    /// The names of the moments that are not called by their number.
    names: Vec<String>,
    /// The line of each, if one file has them all.
    lines: Option<Vec<usize>>,
    /// Of each, if that file says so.
    seconds: Option<Vec<f64>>,
}

impl Moments {
    /// Of the rows of a file, at least one.
    pub fn of_rows(rows: &[Waypoint]) -> Self {
        let lines = rows.iter().map(Waypoint::line).collect();
        let seconds = rows.iter().map(Waypoint::time).collect();
        Self { noun: "row", names: Vec::new(), lines: Some(lines), seconds }
    }

    /// Of the steps of a scene.
    pub fn of_steps(scene: &Scene) -> Self {
        let steps = &scene.steps;
        let lines = steps.iter().map(|step| step.line).collect();
        let seconds = steps.iter().map(|step| step.seconds).collect();
        let is_named =
            steps.iter().enumerate().any(|(number, step)| step.name != number.to_string());
        let names = steps.iter().filter(|_| is_named).map(|step| escaped(&step.name)).collect();
        Self { noun: "step", names, lines, seconds }
    }

    /// A time, counted in rows or steps, as the file has it: the line of the row at or before it,
    /// and seconds that go evenly between rows. None if no file has it.
    pub fn told(&self, time: f64) -> Option<MomentAnswer> {
        let lines = self.lines.as_ref().filter(|lines| !lines.is_empty())?;
        let row = (time.max(0.0) as usize).min(lines.len() - 1);
        let seconds = self.seconds.as_ref().map(|seconds| {
            let next = seconds.get(row + 1).copied().unwrap_or(seconds[row]);
            seconds[row] + (time - row as f64).clamp(0.0, 1.0) * (next - seconds[row])
        });
        Some(MomentAnswer { line: lines[row], seconds })
    }

    /// A time in words: `row 13.7273 (line 15, 1.37273 s)`.
    pub fn words(&self, time: f64) -> String {
        let place = self.told(time).map(|MomentAnswer { line, seconds }| {
            let seconds = seconds.map(|seconds| format!(", {} s", digits(seconds)));
            format!(" (line {line}{})", seconds.unwrap_or_default())
        });
        format!("{} {}{}", self.noun, self.name(time), place.unwrap_or_default())
    }

    /// A run of rows in words: `rows 14 to 19 (lines 16 to 21, 1.4 s to 1.9 s)`.
    pub fn run(&self, [first, last]: [usize; 2]) -> String {
        if first == last {
            return self.words(first as f64);
        }
        let [from, to] = [first as f64, last as f64];
        let place = self.told(from).zip(self.told(to)).map(|(from, to)| {
            let seconds = from.seconds.zip(to.seconds);
            let seconds =
                seconds.map(|(from, to)| format!(", {} s to {} s", digits(from), digits(to)));
            format!(" (lines {} to {}{})", from.line, to.line, seconds.unwrap_or_default())
        });
        let [noun, place] = [self.noun, &place.unwrap_or_default()];
        format!("{noun}s {} to {}{place}", self.name(from), self.name(to))
    }

    fn name(&self, time: f64) -> String {
        let name = (time.fract() == 0.0).then(|| self.names.get(time as usize)).flatten();
        name.cloned().unwrap_or_else(|| digits(time))
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
        let moments = Moments::of_rows(&rows);
        assert_eq!(moments.words(0.25), "row 0.25 (line 3, 1.5 s)");
        assert_eq!(moments.words(1.0), "row 1 (line 5, 3 s)");
        assert_eq!(moments.run([0, 1]), "rows 0 to 1 (lines 3 to 5, 1 s to 3 s)");
        assert_eq!(moments.run([1, 1]), "row 1 (line 5, 3 s)");
        let text = text.replace("time,", "").replace("\n1,0", "\n0").replace("\n3,1", "\n1");
        let rows = parse_poses("p.csv".as_ref(), text.as_bytes()).unwrap();
        assert_eq!(Moments::of_rows(&rows).words(0.5), "row 0.5 (line 3)");
    }
}
