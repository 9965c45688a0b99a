//! A haptic loop: a body in a hand, dragged along a surface, asked about a thousand times a second.
//! Not only the mean counts but the worst frame, because the loop waits for it.

use std::ops::ControlFlow;

use closecall::{Cost, Model, Pose};

use super::racer::ask;
use super::{BenchPage, BenchSheet, SEED};
use crate::engine::{Asked, Models, Remembers};
use crate::engine::{EngineBodies, Memory, RememberingBodies, Setup};
use crate::scenes::drag::{Drag, FRAMES_PER_SEC, SIZE, SPEED};
use crate::table::TableQuestion;
use closecall_flight::numbers::{counted, figures, grouped};
use closecall_flight::timing::{Stopwatch, Timed};
use closecall_flight::{Flight, Waypoint};

/// The scenes, this many frames of each.
#[must_use]
pub fn scenes(frames: usize) -> Vec<(&'static str, Flight)> {
    vec![
        ("a lump over terrain", Drag::over_terrain(SEED).flight(frames)),
        ("a torus over a boulder", Drag::over_boulder(SEED).flight(frames)),
    ]
}

/// Measures, `rounds` times.
///
/// # Panics
/// If there is no round, or if a timed answer ever differs.
#[must_use]
pub fn page(scenes: &[(&'static str, Flight)], rounds: usize) -> BenchPage {
    let sheets = scenes.iter().map(|(name, flight)| sheet(name, flight, rounds)).collect();
    let preface = format!(
        "One thread. A body of {SIZE} m in a hand that goes at {SPEED} m/s, seen from above, along a surface, at {FRAMES_PER_SEC} Hz: 0.1 mm of way a frame and what \
         slopes, turns, pressing (up to 0.6 mm) and tremor (8 to 12 Hz) add. Cold: each frame on its own. Warm: `Pair`, which forgets at the beginning of a round only. The two \
         take turns, {rounds} rounds; mean, p99.9 and worst are over the frames, of each frame's fastest round, in µs; the worst call is the slowest of all rounds, \
         interrupts and all. Tests: volume and triangle tests of a frame. Differences: frames at which warm and cold do not give the same answer, for all pairs the same \
         pairs. The loop has 1000 µs for everything."
    );
    BenchPage { name: "haptic", title: "A haptic loop at 1 kHz", preface, sheets }
}

fn sheet(name: &str, flight: &Flight, rounds: usize) -> BenchSheet {
    let path: Vec<Pose> = flight.waypoints.iter().map(Waypoint::pose).collect();
    let [env, obj] = [&flight.env, &flight.obj].map(|mesh| Model::new(mesh.clone()));
    let mut cold = EngineBodies::Models(Models::new(env, obj).unwrap());
    let mut warm = cold.remembering(&Setup::Wide, Memory::Pair).expect("models have a pair");
    let (mut rows, mut contact) = (Vec::new(), String::new());
    for question in TableQuestion::BOTH {
        let times = race(&mut cold, &mut warm, &path, question, rounds);
        let work = Work::of(&mut cold, &mut warm, &path, question);
        contact = contact_of(&times[0].answers);
        for (k, how) in ["cold", "warm"].into_iter().enumerate() {
            let mut row = vec![format!("{}, {how}", question.name())];
            row.extend(time_cells(&times[k], &times[0]));
            row.extend([
                figures(work.mean(k)),
                grouped(work.worst(k)),
                work.differences.to_string(),
            ]);
            rows.push(row);
        }
    }
    let header = vec![
        "question",
        "mean µs",
        "p99.9 µs",
        "worst µs",
        "cold over this",
        "worst call µs",
        "mean tests",
        "worst tests",
        "differences",
    ];
    let motions = flight.motions(&path);
    let title = format!(
        "{name}: {} over {}; {contact}; points move by {} mm a frame in the mean, {} at most",
        counted(flight.obj.triangle_count() as u64, "triangle"),
        grouped(flight.env.triangle_count() as u64),
        figures(1e3 * SIZE * motions.iter().sum::<f64>() / motions.len() as f64),
        figures(1e3 * SIZE * motions.iter().copied().fold(0.0, f64::max)),
    );
    BenchSheet { title, header, rows }
}

/// Times all frames, cold and warm in turns.
fn race(
    cold: &mut EngineBodies,
    warm: &mut RememberingBodies,
    path: &[Pose],
    question: TableQuestion,
    rounds: usize,
) -> [Timed; 2] {
    let mut watches = [(); 2].map(|()| Stopwatch::new(path.len()));
    for _ in 0..rounds {
        watches[0].repetition(|k| ask(cold, &path[k], question, None));
        warm.reset();
        watches[1].repetition(|k| ask(warm, &path[k], question, None));
    }
    let times = watches.map(Stopwatch::finish);
    assert_eq!(times[0].answers, times[1].answers, "warm and cold differ");
    times
}

fn time_cells(timed: &Timed, cold: &Timed) -> [String; 5] {
    let timing = &timed.timing;
    let gain = cold.timing.mean_best_us / timing.mean_best_us;
    [timing.mean_best_us, timing.p999_us, timing.max_us, gain, timing.worst_us].map(figures)
}

/// At how many frames they touch, and how often a touch begins.
fn contact_of(answers: &[u64]) -> String {
    let touching = answers.iter().filter(|count| **count > 0).count() as u64;
    let begun = answers.windows(2).filter(|pair| pair[0] == 0 && pair[1] > 0).count() as u64;
    let frames = counted(answers.len() as u64, "frame");
    format!(
        "{} of {frames} touch, and contact begins {}",
        grouped(touching),
        counted(begun, "time")
    )
}

/// The cost of the frames, cold and warm, and the number of frames at which the two differ.
struct Work {
    tests: [Vec<u64>; 2],
    differences: usize,
}

impl Work {
    fn of(
        cold: &mut EngineBodies,
        warm: &mut RememberingBodies,
        path: &[Pose],
        question: TableQuestion,
    ) -> Self {
        warm.reset();
        let mut work = Self { tests: [Vec::new(), Vec::new()], differences: 0 };
        for pose in path {
            let (expected, cold_tests) = answer(cold, pose, question);
            let (found, warm_tests) = answer(warm, pose, question);
            work.tests[0].push(cold_tests);
            work.tests[1].push(warm_tests);
            work.differences += usize::from(found != expected);
        }
        work
    }

    fn mean(&self, place: usize) -> f64 {
        self.tests[place].iter().sum::<u64>() as f64 / self.tests[place].len() as f64
    }

    fn worst(&self, place: usize) -> u64 {
        self.tests[place].iter().copied().max().unwrap_or(0)
    }
}

/// All pairs, sorted, or, where only the first is asked for, whether there is one; and the tests.
fn answer(asked: &mut impl Asked, pose: &Pose, question: TableQuestion) -> (Vec<(u32, u32)>, u64) {
    let (mut cost, mut pairs) = (Cost::default(), Vec::new());
    match question {
        TableQuestion::First if asked.collides(pose, Some(&mut cost)) => pairs.push((0, 0)),
        TableQuestion::First => (),
        TableQuestion::All => asked.visit(pose, Some(&mut cost), |a, b| {
            pairs.push((a, b));
            ControlFlow::Continue(())
        }),
    }
    pairs.sort_unstable();
    (pairs, cost.volume_tests + cost.triangle_tests)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warm_and_cold_agree_and_a_row_is_as_long_as_the_header() {
        let page = page(&scenes(1500), 1);
        for BenchSheet { title, header, rows } in &page.sheets {
            assert_eq!(rows.len(), 4, "{title}");
            assert!(
                rows.iter().all(|row| row.len() == header.len() && row[8] == "0"),
                "{title}: {rows:?}"
            );
            assert!(!title.contains(" 0 of ") && !title.contains("1,500 of"), "{title}");
        }
    }

    #[test]
    fn contact_is_told_by_its_beginnings() {
        assert_eq!(contact_of(&[0, 1, 2, 0, 3]), "3 of 5 frames touch, and contact begins 2 times");
        assert_eq!(contact_of(&[1, 0, 1]), "2 of 3 frames touch, and contact begins 1 time");
    }
}
