//! Whole steps of worlds: all bodies moved, and all pairs asked, with and without memory.

use std::time::Instant;

use closecall::mesh::LoadError;
use closecall::world::WorldOptions;
use closecall::{Mesh, Model};

use super::{BenchPage, BenchSheet, SEED, median};
use crate::scenes::crowd::{Crowd, Fall, Ground, OF_PAPER, nine};
use crate::scenes::stanford::{BUNNY, stanford};
use crate::scenes::{Pace, lump};
use closecall_flight::numbers::{figures, grouped};

const STEPS: usize = 120;

/// The number of triangles each of nine lumps has, as in the paper; and one that stands for a
/// bunny.
const OF_LUMP: usize = 500;
const STAND_IN: usize = 16_820;

/// So much slower than in the paper nine bodies creep.
const CREEPING: f64 = 0.02;

/// Measures nine bodies that wander, and 600 that fall, on one thread. `step` is called with every
/// scene.
///
/// # Errors
/// If there is a bunny that cannot be read.
///
/// # Panics
/// If answers differ with and without memory.
pub fn page(
    rounds: usize,
    triangles: usize,
    mut step: impl FnMut(&str),
) -> Result<BenchPage, LoadError> {
    let fall = |ground, step_secs| Fall {
        bodies: 600,
        triangles,
        ground,
        before: 120,
        steps: STEPS,
        step_secs,
        seed: SEED,
    };
    let falls = [
        ("600 bodies falling on a plane, 60 steps per second", fall(Ground::Plane, 1.0 / 60.0)),
        ("600 bodies falling on a plane, 1000 steps per second", fall(Ground::Plane, 1e-3)),
        ("600 bodies falling on a torus, 60 steps per second", fall(Ground::Torus, 1.0 / 60.0)),
        ("600 bodies falling on a torus, 1000 steps per second", fall(Ground::Torus, 1e-3)),
    ];
    let mut sheets = Vec::new();
    for (name, crowd) in nines()? {
        step(&name);
        sheets.push(sheet(&name, &crowd, rounds));
    }
    for (name, fall) in falls {
        step(name);
        sheets.push(sheet(name, &fall.crowd(), rounds));
    }
    let preface = format!(
        "One thread. A step sets the poses of all bodies and asks all close pairs; µs per step, the mean over the steps, the median of {rounds} \
         rounds in which everybody takes turns. Falling bodies have {triangles} triangles each, and have fallen for two seconds."
    );
    Ok(BenchPage { name: "worlds", title: "Worlds", preface, sheets })
}

/// Nine lumps as Li and Chen's bodies were, and nine bunnies, at the paper's pace and creeping;
/// lumps as large where there is no bunny.
fn nines() -> Result<Vec<(String, Crowd)>, LoadError> {
    let (what, large) = match stanford(BUNNY) {
        Some(bunny) => ("bunnies", bunny?),
        None => ("lumps (there is no bunny here)", lump(STAND_IN, SEED)),
    };
    let creeping = Pace { step: OF_PAPER.step * CREEPING, turn: OF_PAPER.turn * CREEPING };
    let crowd = |(what, mesh, pace): (&str, Mesh, Pace)| {
        let triangles = grouped(mesh.triangle_count() as u64);
        let name = format!(
            "nine wandering {what} of {triangles} triangles, {:.1}° a step",
            pace.turn.to_degrees()
        );
        (name, nine(Model::new(mesh), pace, 1000, SEED))
    };
    let nines = [
        ("lumps", lump(OF_LUMP, SEED), OF_PAPER),
        (what, large.clone(), OF_PAPER),
        (what, large, creeping),
    ];
    Ok(nines.map(crowd).into())
}

/// The question.
#[derive(Clone, Copy)]
enum Question {
    Collisions,
    Contacts,
}

fn sheet(name: &str, crowd: &Crowd, rounds: usize) -> BenchSheet {
    let cases = [("which touch", Question::Collisions), ("all triangles", Question::Contacts)];
    let memories = [("cold", 0), ("with memory", WorldOptions::default().memory_bytes)];
    let mut rows = Vec::new();
    for (what, question) in cases {
        let mut times: [[Vec<f64>; 2]; 2] = Default::default();
        let mut answers = [0; 2];
        for _ in 0..rounds {
            for (k, (_, memory_bytes)) in memories.iter().enumerate() {
                let run = run(crowd, question, *memory_bytes);
                times[k][0].push(run.set_us);
                times[k][1].push(run.ask_us);
                answers[k] = run.answers;
            }
        }
        assert_eq!(answers[0], answers[1], "memory must not change an answer");
        for (k, (memory, _)) in memories.iter().enumerate() {
            let [set_us, ask_us] = times[k].clone().map(median);
            let per_step = answers[k] as f64 / crowd.steps.len() as f64;
            rows.push(vec![
                format!("{what}, {memory}"),
                figures(set_us),
                figures(ask_us),
                figures(set_us + ask_us),
                figures(per_step),
            ]);
        }
    }
    let header = vec!["question", "poses µs", "pairs µs", "step µs", "answers per step"];
    BenchSheet { title: name.to_owned(), header, rows }
}

struct Run {
    set_us: f64,
    ask_us: f64,
    answers: usize,
}

fn run(crowd: &Crowd, question: Question, memory_bytes: usize) -> Run {
    let (mut world, handles) = crowd.world(&WorldOptions::default().memory_bytes(memory_bytes));
    let (mut set_secs, mut ask_secs, mut answers) = (0.0, 0.0, 0);
    for step in 0..crowd.steps.len() {
        let start = Instant::now();
        crowd.set(&mut world, &handles, step);
        let set = Instant::now();
        answers += match question {
            Question::Collisions => world.collisions().len(),
            Question::Contacts => world.contacts().iter().map(|pair| pair.triangles.len()).sum(),
        };
        set_secs += (set - start).as_secs_f64();
        ask_secs += set.elapsed().as_secs_f64();
    }
    let per_step = 1e6 / crowd.steps.len() as f64;
    Run { set_us: set_secs * per_step, ask_us: ask_secs * per_step, answers }
}
