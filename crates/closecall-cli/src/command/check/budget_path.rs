//! `closecall check A B --path poses.csv --budget 50us`: does anything touch, with a budget at every
//! pose.

use std::path::Path;
use std::time::Instant;

use closecall::{Answer, Budget, Model, Pose};
use closecall_flight::numbers::{counted, figures, grouped};

use super::Check;
use crate::answer::{BudgetAnswer, CheckPathInBudgetAnswer, fields};
use crate::outcome::{CommandAnswer, Ending};
use crate::pose_sheet::PoseSheet;

/// All poses together.
#[derive(Default)]
struct Along {
    clear: u64,
    touching: u64,
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
    [a, b]: &[Model; 2],
    poses: &[Pose],
    sheet: Option<&PoseSheet>,
) -> CommandAnswer {
    let pair = a.ask(b, check.asked().budget(*budget));
    let mut pair = pair.expect("units were compared when the files were read");
    let mut along = Along::default();
    for (row, pose) in poses.iter().enumerate() {
        let start = Instant::now();
        let answer = pair.touch(pose);
        along.times.push(start.elapsed().as_secs_f64() * 1e6);
        let word = along.take(answer);
        if let Some(sheet) = sheet {
            sheet.write_word(row, &word);
        }
    }
    let verdict = match (along.touching, along.undecided) {
        (0, 0) => Ending::Clear,
        (0, _) => Ending::Undecided,
        _ => Ending::Collision,
    };
    let json = fields(&along.told(check, file, budget));
    CommandAnswer { verdict, text: along.text(budget), json, warnings: Vec::new() }
}

impl Along {
    /// Counts an answer, and says it in a word: 0, 1, or `?` and the depth.
    fn take(&mut self, answer: Answer<Option<(u32, u32)>, f64>) -> String {
        match answer {
            Answer::Clear => {
                self.clear += 1;
                "0".to_owned()
            }
            Answer::Touching(found) => {
                self.touching += 1;
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
            depth_max: (self.undecided > 0).then_some(self.most),
            us_mean: self.mean_us(),
            us_max: self.worst_us(),
        }
    }

    fn text(&self, budget: &Budget) -> String {
        let poses = counted(self.times.len() as u64, "pose");
        let [clear, touching, undecided] = [self.clear, self.touching, self.undecided].map(grouped);
        let mut text = match (self.touching, self.undecided) {
            (0, 0) => format!("clear: nothing touches at {poses}, with {budget} each\n"),
            (0, _) => format!("undecided: {undecided} of {poses}, with {budget} each\n"),
            _ => format!(
                "collision: at {touching} of {poses}; {clear} clear, {undecided} undecided, with {budget} each\n"
            ),
        };
        if self.undecided > 0 {
            text += &format!(
                "  of what is undecided, no two triangles reach more than {:?} into each other\n",
                self.most
            );
        }
        let [mean, worst] = [self.mean_us(), self.worst_us()].map(figures);
        text + &format!("{mean} µs per pose, {worst} µs at most\n")
    }
}
