//! `closecall-lab fly DIR --budget 50us`: does anything touch, with a budget at every pose.

use std::time::Instant;

use closecall::{Answer, Budget, Mesh};
use closecall_flight::numbers::{counted, figures};
use closecall_flight::{FlightFrame, MeshOrModel};
use closecall_lab::engine::Built;
use serde_json::{Map, Value, json as value};

use super::plan::Plan;
use closecall_cli::answer::budget_json;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_cli::threads::threads;
use closecall_lab::memory::heap_bytes;

/// All poses together.
#[derive(Default)]
struct Along {
    clear: u64,
    touching: u64,
    undecided: u64,
    /// The largest and the mean depth that is left.
    most: f64,
    sum: f64,
    /// Times of the queries, in microseconds.
    times: Vec<f64>,
}

/// Flies; what was learned at a pose is forgotten at the next, unless the engine remembers.
pub fn fly(
    name: &str,
    plan: &Plan,
    budget: &Budget,
    [env, obj]: [MeshOrModel<&Mesh>; 2],
    frames: &[FlightFrame],
) -> Result<CommandAnswer, Failure> {
    let pool = threads(plan.threads)?;
    let Built { bodies, .. } = pool.install(|| plan.engine.build(env, obj, heap_bytes));
    let models = plan.engine.models(&bodies).filter(|_| !plan.engine.solid);
    let refused = || {
        let why = "it is for surfaces in the wide engine: without --solid, and with --engine wide";
        Failure::of_usage("--budget", why)
    };
    let pair = models.ok_or_else(refused)?.pair();
    let asks = pair.asks().budget(*budget);
    let mut pair = pair.with(asks);
    let mut along = Along::default();
    for frame in frames {
        if plan.engine.memory().is_none() {
            pair.reset();
        }
        let start = Instant::now();
        let answer = pair.touch(&frame.pose);
        along.times.push(start.elapsed().as_secs_f64() * 1e6);
        let word = along.take(answer);
        if let Some(sheet) = plan.out {
            sheet.write_word(frame.row, &word);
        }
    }
    let verdict = match (along.touching, along.undecided) {
        (0, 0) => Ending::Clear,
        (0, _) => Ending::Undecided,
        _ => Ending::Collision,
    };
    let json = along.json(name, budget, frames.len());
    Ok(CommandAnswer {
        verdict,
        text: along.text(name, budget, frames.len()),
        json,
        warnings: Vec::new(),
    })
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
                self.sum += depth;
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

    fn json(&self, name: &str, budget: &Budget, poses: usize) -> Map<String, Value> {
        let mean_depth = self.sum / self.undecided.max(1) as f64;
        let mut map = object(value!({
            "command": "fly",
            "flight": name,
            "mode": "first",
            "meaning": "surfaces",
            "budget": budget_json(budget),
            "poses": poses,
            "clear": self.clear,
            "colliding": self.touching,
            "undecided": self.undecided,
            "us_mean": self.mean_us(),
            "us_max": self.worst_us(),
        }));
        if self.undecided > 0 {
            map.insert("depth_max".to_owned(), self.most.into());
            map.insert("depth_mean".to_owned(), mean_depth.into());
        }
        map
    }

    fn text(&self, name: &str, budget: &Budget, poses: usize) -> String {
        let Self { clear, touching, undecided, most, .. } = self;
        let mut text = format!(
            "flight  {name}: {} with {budget} each\nfound   {clear} clear, {touching} touching, {undecided} undecided\n",
            counted(poses as u64, "pose")
        );
        if *undecided > 0 {
            text += &format!(
                "left    no two triangles that reach more than {most:?} into each other\n"
            );
        }
        text + &format!(
            "time    {} µs mean, {} µs at most\n",
            figures(self.mean_us()),
            figures(self.worst_us())
        )
    }
}
