//! `closecall check A B --path poses.csv --budget 50us`: does anything touch, with a budget at every
//! pose.

use std::path::Path;
use std::time::Instant;

use closecall::{Answer, Budget, Model, Pose};
use closecall_flight::Waypoint;
use closecall_flight::numbers::{counted, digits, figures, grouped};

use super::Check;
use super::touching_rows::TouchingRows;
use crate::answer::{BudgetAnswer, CheckPathInBudgetAnswer, fields};
use crate::moments::Moments;
use crate::outcome::{CommandAnswer, Ending};
use crate::pose_sheet::PoseSheet;

/// All poses together.
#[derive(Default)]
struct Along {
    clear: u64,
    touching: u64,
    rows: TouchingRows,
    undecided: u64,
    /// The largest depth that is left.
    most: f64,
    /// Times of the queries, in microseconds.
    times: Vec<f64>,
}

/// Asks at every pose; what was learned at one is forgotten at the next.
pub fn run(
    check: &Check,
    file: &Path,
    budget: &Budget,
    models: &[Model; 2],
    rows: &[Waypoint],
    sheet: Option<&PoseSheet>,
) -> CommandAnswer {
    let pair = models[0].ask(&models[1], check.asked().budget(*budget));
    let mut pair = pair.expect("units were compared when the files were read");
    let mut along = Along::default();
    let poses: Vec<Pose> = rows.iter().map(Waypoint::pose).collect();
    for (row, pose) in poses.iter().enumerate() {
        let start = Instant::now();
        let answer = pair.touch(pose);
        along.times.push(start.elapsed().as_secs_f64() * 1e6);
        let word = along.take(row, answer);
        if let Some(sheet) = sheet {
            sheet.write_word(row, &word);
        }
    }
    let verdict = match (along.touching, along.undecided) {
        (0, 0) => Ending::Clear,
        (0, _) => Ending::Undecided,
        _ => Ending::Collision,
    };
    let moments = Moments::of_rows(rows);
    let answer = CheckPathInBudgetAnswer {
        touching_rows: along.rows.told(&mut pair, models, &poses, &moments),
        ..along.told(check, file, budget)
    };
    let triangles = models.each_ref().map(|model| model.mesh().triangle_count());
    let mut lines = vec![along.verdict(budget)];
    lines.extend(check.named(triangles));
    lines.extend(along.rows.lines(&answer.touching_rows, &moments));
    lines.extend(along.rest());
    let text = lines.into_iter().map(|line| line + "\n").collect();
    CommandAnswer { verdict, text, json: fields(&answer), warnings: Vec::new() }
}

impl Along {
    /// Counts an answer, and says it in a word: 0, 1, or `?` and the depth.
    fn take(&mut self, row: usize, answer: Answer<Option<(u32, u32)>, f64>) -> String {
        match answer {
            Answer::Clear => {
                self.clear += 1;
                "0".to_owned()
            }
            Answer::Touching(found) => {
                self.touching += 1;
                self.rows.add(row);
                found.map_or_else(|| "1".to_owned(), |(i, j)| format!("1 {i}:{j}"))
            }
            Answer::Undecided(depth) => {
                self.undecided += 1;
                self.most = self.most.max(depth);
                format!("? {depth:?}")
            }
        }
    }

    fn mean_us(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len().max(1) as f64
    }

    fn worst_us(&self) -> f64 {
        self.times.iter().copied().fold(0.0, f64::max)
    }

    fn told(&self, check: &Check, file: &Path, budget: &Budget) -> CheckPathInBudgetAnswer {
        CheckPathInBudgetAnswer {
            command: "check",
            a: check.a.to_string_lossy().into_owned(),
            b: check.b.to_string_lossy().into_owned(),
            path: file.to_string_lossy().into_owned(),
            meaning: "surfaces",
            mode: "first",
            budget: BudgetAnswer::of(budget),
            poses: self.times.len(),
            clear: self.clear,
            colliding: self.touching,
            undecided: self.undecided,
            touching_rows: Vec::new(),
            depth_max: (self.undecided > 0).then_some(self.most),
            us_mean: self.mean_us(),
            us_max: self.worst_us(),
        }
    }

    fn verdict(&self, budget: &Budget) -> String {
        let poses = counted(self.times.len() as u64, "pose");
        let [clear, touching, undecided] = [self.clear, self.touching, self.undecided].map(grouped);
        match (self.touching, self.undecided) {
            (0, 0) => format!("clear: nothing touches at {poses}, with {budget} each"),
            (0, _) => format!("undecided: {undecided} of {poses}, with {budget} each"),
            _ => format!(
                "collision: at {touching} of {poses}; {clear} clear, {undecided} undecided, with {budget} each"
            ),
        }
    }

    /// Lines for people: a bound of what is left open, and how long it took.
    fn rest(&self) -> Vec<String> {
        let depth = digits(self.most);
        let open = (self.undecided > 0).then(|| {
            format!(
                "  of what is undecided, no two triangles reach more than {depth} into each other"
            )
        });
        let [mean, worst] = [self.mean_us(), self.worst_us()].map(figures);
        let took = format!("{mean} µs per pose, {worst} µs at most");
        open.into_iter().chain([took]).collect()
    }
}
