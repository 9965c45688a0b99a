//! The rows of a path at which two bodies touch, in runs, and where they touch in the first of each.

use closecall::{Answer, Model, Pair, Pose};
use closecall_flight::numbers::{coordinates, grouped};

use crate::answer::TouchingRowsAnswer;
use crate::console::{self, Form};
use crate::moments::Moments;
use crate::patches::points;

/// The number of runs that are shown to people; the rest is for programs.
const RUNS_SHOWN: usize = 10;

/// Runs of rows that follow each other: the first and the last of each.
#[derive(Clone, Debug, Default)]
pub struct TouchingRows(Vec<[usize; 2]>);

impl TouchingRows {
    /// Adds a row that comes after all others.
    pub fn add(&mut self, row: usize) {
        match self.0.last_mut() {
            Some([_, last]) if *last + 1 == row => *last = row,
            _ => self.0.push([row; 2]),
        }
    }

    /// The first of all rows.
    pub fn first(&self) -> Option<usize> {
        self.0.first().map(|[first, _]| *first)
    }

    /// For programs all runs, for people as many as are shown. The pair is asked about the first row
    /// of each.
    pub fn told(
        &self,
        pair: &mut Pair,
        models: &[Model; 2],
        poses: &[Pose],
        moments: &Moments,
    ) -> Vec<TouchingRowsAnswer> {
        let meshes = models.each_ref().map(Model::mesh);
        let run = |&[first, last]: &[usize; 2]| {
            let pose = &poses[first];
            let triangles = match pair.touch(pose) {
                Answer::Touching(triangles) => triangles,
                _ => None,
            };
            TouchingRowsAnswer {
                first,
                last,
                first_at: moments.told(first as f64),
                last_at: moments.told(last as f64),
                triangles,
                points: triangles.map(|found| points(meshes, pose, found)),
            }
        };
        let most = match console::form() {
            Form::Json => usize::MAX,
            Form::Text => RUNS_SHOWN,
            Form::Nothing => 0,
        };
        self.0.iter().take(most).map(run).collect()
    }

    /// For people: a line for every run that is shown.
    pub fn lines(&self, shown: &[TouchingRowsAnswer], moments: &Moments) -> Vec<String> {
        let mut lines: Vec<String> = shown.iter().map(|run| line(run, moments)).collect();
        if self.0.len() > shown.len() {
            let [shown, all] = [shown.len(), self.0.len()].map(|count| grouped(count as u64));
            lines.push(format!("  … {shown} of {all} runs of rows shown; --json has them all"));
        }
        lines
    }
}

/// A run for people.
fn line(run: &TouchingRowsAnswer, moments: &Moments) -> String {
    let triangles = run.triangles.map(|(i, j)| format!(", first triangles {i}:{j}"));
    let point = run.points.as_ref().and_then(|points| points.first());
    let place = point.map(|&point| format!(", at {}", coordinates(point)));
    let [triangles, place] = [triangles, place].map(Option::unwrap_or_default);
    format!("  {}{triangles}{place}", moments.run([run.first, run.last]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_follow_each_other_are_a_run() {
        let mut rows = TouchingRows::default();
        [2, 3, 4, 7, 9, 10].into_iter().for_each(|row| rows.add(row));
        assert_eq!(rows.0, [[2, 4], [7, 7], [9, 10]]);
        assert_eq!(rows.first(), Some(2));
    }
}
