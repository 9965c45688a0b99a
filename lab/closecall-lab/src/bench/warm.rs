//! A pair that remembers against the same models asked afresh, at steps of several sizes. The two
//! take turns, window by window, and a figure is the median over the rounds.

use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

use closecall::{Ask, Model, Pair, Pose};

use super::{BenchPage, BenchSheet, median};
use crate::table::TableQuestion;
use closecall_flight::numbers::{counted, figures};
use closecall_flight::{Flight, StepError};

/// The steps, as shares of the object's longest side.
pub const STEPS: [f64; 6] = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3];

/// How many frames a window has, and how many windows of a flight are flown.
const FRAMES: usize = 2_000;
const WINDOWS: usize = 3;

/// Measures every flight at every step, `rounds` times.
///
/// # Panics
/// If there is no round, or if the two ever differ.
pub fn page(
    flights: &[(String, Flight)],
    steps: &[f64],
    rounds: usize,
) -> Result<BenchPage, StepError> {
    let sheets = flights
        .iter()
        .map(|(name, flight)| sheet(name, flight, steps, rounds))
        .collect::<Result<_, _>>()?;
    let preface = format!(
        "One thread; {WINDOWS} windows of {FRAMES} frames each, spread over the flight, at steps given as shares of the object's longest side; every window \
         begins with nothing remembered. Cold and warm take turns, {rounds} rounds; times are the fastest round's, in µs per frame. \
         A gain is cold over warm: of these, and the median of the rounds' own. Tests: volume and triangle tests per frame, cold and warm."
    );
    Ok(BenchPage { name: "warm", title: "What the last query learned", preface, sheets })
}

fn sheet(
    name: &str,
    flight: &Flight,
    steps: &[f64],
    rounds: usize,
) -> Result<BenchSheet, StepError> {
    let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
    let mut rows = Vec::new();
    for &step in steps {
        let frames: Vec<Pose> =
            flight.stepped_frames(1, step)?.into_iter().map(|frame| frame.pose).collect();
        let windows = windows(&frames);
        for question in TableQuestion::BOTH {
            rows.push(row(&models, &windows, question, rounds, step));
        }
    }
    let header = vec![
        "step, question",
        "colliding",
        "cold µs",
        "warm µs",
        "gain",
        "median gain",
        "cold tests",
        "warm tests",
        "entries",
        "KB",
    ];
    Ok(BenchSheet { title: name.to_owned(), header, rows })
}

/// Windows spread over the frames.
#[must_use]
pub fn windows(frames: &[Pose]) -> Vec<&[Pose]> {
    let size = FRAMES.min(frames.len());
    let starts = (0..WINDOWS).map(|k| (frames.len() - size) * (2 * k + 1) / (2 * WINDOWS));
    let mut windows: Vec<&[Pose]> = starts.map(|start| &frames[start..start + size]).collect();
    windows.dedup();
    windows
}

/// Flies all windows once, cold and warm, for a profiler to watch [`fly_cold`] and [`fly_warm`];
/// how many frames.
///
/// # Panics
/// If the two differ.
pub fn once(flight: &Flight, step: f64, question: TableQuestion) -> Result<usize, StepError> {
    let models = [Model::new(flight.env.clone()), Model::new(flight.obj.clone())];
    let frames: Vec<Pose> =
        flight.stepped_frames(1, step)?.into_iter().map(|frame| frame.pose).collect();
    let (mut pair, mut flown) = (Pair::new(&models[0], &models[1]).unwrap(), 0);
    for window in windows(&frames) {
        pair.reset();
        assert_eq!(fly_cold(&models, window, question), fly_warm(&mut pair, window, question));
        flown += window.len();
    }
    Ok(flown)
}

fn row(
    models: &[Model; 2],
    windows: &[&[Pose]],
    question: TableQuestion,
    rounds: usize,
    step: f64,
) -> Vec<String> {
    let (mut cold_times, mut warm_times, mut gains) = (Vec::new(), Vec::new(), Vec::new());
    let frames: usize = windows.iter().map(|window| window.len()).sum();
    let per_frame = 1e6 / frames as f64;
    let mut pair = Pair::new(&models[0], &models[1]).unwrap();
    for _ in 0..rounds {
        let (mut cold_secs, mut warm_secs) = (0.0, 0.0);
        for window in windows {
            let start = Instant::now();
            let cold = fly_cold(models, window, question);
            cold_secs += start.elapsed().as_secs_f64();
            let start = Instant::now();
            pair.reset();
            let warm = fly_warm(&mut pair, window, question);
            warm_secs += start.elapsed().as_secs_f64();
            assert_eq!(cold, warm, "warm and cold differ at step {step}");
        }
        cold_times.push(cold_secs * per_frame);
        warm_times.push(warm_secs * per_frame);
        gains.push(cold_secs / warm_secs);
    }
    let (colliding, cold_tests, warm_tests) = counts(models, windows, question);
    vec![
        format!("{step} {}", question.name()),
        counted(colliding, "frame"),
        figures(fastest(&cold_times)),
        figures(fastest(&warm_times)),
        figures(fastest(&cold_times) / fastest(&warm_times)),
        figures(median(gains)),
        figures(cold_tests as f64 / frames as f64),
        figures(warm_tests as f64 / frames as f64),
        pair.entries().to_string(),
        (pair.bytes() / 1024).to_string(),
    ]
}

/// Every frame on its own.
#[inline(never)]
pub fn fly_cold([env, obj]: &[Model; 2], window: &[Pose], question: TableQuestion) -> u64 {
    fly(&mut env.ask(obj, Ask::new()).unwrap(), window, question)
}

/// One frame after the other.
#[inline(never)]
pub fn fly_warm(pair: &mut Pair, window: &[Pose], question: TableQuestion) -> u64 {
    fly(pair, window, question)
}

#[inline(always)]
fn fly(pair: &mut Pair, window: &[Pose], question: TableQuestion) -> u64 {
    let mut found = 0;
    for pose in window {
        match question {
            TableQuestion::First => found += u64::from(pair.collides(pose)),
            TableQuestion::All => pair.visit_contacts(pose, |i, j| {
                found += u64::from(black_box(i) ^ black_box(j)) | 1;
                ControlFlow::Continue(())
            }),
        }
    }
    found
}

/// Colliding frames, and the tests of all queries, cold and warm.
fn counts(
    [env, obj]: &[Model; 2],
    windows: &[&[Pose]],
    question: TableQuestion,
) -> (u64, u64, u64) {
    let mut colliding = 0;
    let mut pair = Pair::new(env, obj).unwrap().with(Ask::new().counted());
    let mut alone = env.ask(obj, Ask::new().counted()).unwrap();
    for window in windows {
        pair.reset();
        for pose in *window {
            match question {
                TableQuestion::First => {
                    colliding += u64::from(alone.collides(pose));
                    pair.first_contact(pose);
                }
                TableQuestion::All => {
                    let mut any = false;
                    alone.visit_contacts(pose, |_, _| {
                        any = true;
                        ControlFlow::Continue(())
                    });
                    colliding += u64::from(any);
                    pair.visit_contacts(pose, |_, _| ControlFlow::Continue(()));
                }
            }
        }
    }
    let (cold, warm) = (alone.cost(), pair.cost());
    (colliding, cold.volume_tests + cold.triangle_tests, warm.volume_tests + warm.triangle_tests)
}

fn fastest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}
