//! `closecall-lab fly DIR --dist`: how far apart the two are at every pose, timed.

use closecall_flight::FlightFrame;
use closecall_flight::timing::{Stopwatch, Timed};
use closecall_lab::engine::{Built, Footprint, Models};
use serde_json::{Map, Value};

use super::answers::Answers;
use super::plan::{Flown, Plan};
use super::report::{json, text};
use super::warm::WarmFlown;
use closecall::{Cost, Distance, Mesh, Pair};
use closecall_cli::console;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending};
use closecall_cli::threads::threads;
use closecall_flight::MeshOrModel;
use closecall_lab::memory::heap_bytes;
use std::time::Instant;

/// Flies and asks for distances, which come with the outcome. JSON is as for first contact, but
/// `contacts` is the sum of the distances.
pub fn fly(
    name: &str,
    plan: &Plan,
    [env, obj]: [MeshOrModel<&Mesh>; 2],
    frames: &[FlightFrame],
) -> Result<(CommandAnswer, Vec<Distance>), Failure> {
    let pool = threads(plan.threads)?;
    let Built { bodies, env, obj, threads } =
        pool.install(|| plan.engine.build(env, obj, heap_bytes));
    let mut models = plan
        .engine
        .models(&bodies)
        .ok_or_else(|| Failure::of_usage("--dist", "only the wide engine has distances"))?;
    let start = Instant::now();
    let poses: Vec<_> = frames.iter().map(|frame| frame.pose).collect();
    let distances = pool.install(|| models.distances(&poses));
    let answers = Answers {
        colliding: distances.iter().filter(|distance| distance.distance.hi == 0.0).count() as u64,
        ms: start.elapsed().as_secs_f64() * 1e3,
        ..Answers::default()
    };
    if let Some(sheet) = plan.out {
        frames
            .iter()
            .zip(&distances)
            .for_each(|(frame, distance)| sheet.write_distance(frame.row, distance.distance.hi));
    }
    let (Timed { timing, best_us, .. }, warm) = time(plan, &mut models, frames, &distances)?;
    let sum: f64 = distances.iter().map(|distance| distance.distance.hi).sum();
    let flown = Flown {
        plan: plan.clone(),
        env,
        obj,
        build_threads: threads,
        poses: frames.len(),
        answers,
        shown: Vec::new(),
        timing,
        best_us,
        warm,
        fronts: Vec::new(),
    };
    let mut map: Map<String, Value> = json(name, &flown);
    map.insert("mode".to_owned(), "dist".into());
    map.insert("contacts".to_owned(), sum.into());
    let text = text(name, &flown).replacen("first contact", "distance", 2);
    let least = distances.iter().map(|distance| distance.distance.hi).fold(f64::INFINITY, f64::min);
    let text = format!("{text}nearest {least:?}\n");
    let verdict = Ending::colliding(flown.answers.colliding > 0);
    Ok((CommandAnswer { verdict, text, json: map, warnings: Vec::new() }, distances))
}

/// Times every pose; with a memory, repetitions with and without it take turns.
fn time(
    plan: &Plan,
    models: &mut Models,
    frames: &[FlightFrame],
    distances: &[Distance],
) -> Result<(Timed, Option<WarmFlown>), Failure> {
    let memory = plan.engine.memory();
    let mut pair = models.pair();
    let (mut cold_watch, mut warm_watch) =
        (Stopwatch::new(frames.len()), Stopwatch::new(frames.len()));
    let (mut sums, bar) = ([0.0; 2], console::progress("timing", plan.reps));
    for _ in 0..plan.reps {
        sums = [0.0; 2];
        cold_watch.repetition(|k| touches(models.distance(&frames[k].pose), &mut sums[0]));
        if memory.is_some() {
            pair.reset();
            warm_watch.repetition(|k| near(&mut pair, &frames[k], &mut sums[1]));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let sum: f64 = distances.iter().map(|distance| distance.distance.hi).sum();
    let differs = |other: f64| (other - sum).abs() > 1e-12 * sum;
    if differs(sums[0]) || memory.is_some() && differs(sums[1]) {
        return Err(Failure::of_fault(format!(
            "distances of {sums:?} in sum when timed, {sum} before"
        )));
    }
    let warm = memory.map(|memory| {
        let footprint = Footprint { entries: 1, bytes: pair.bytes() };
        let Timed { timing, best_us, .. } = warm_watch.finish();
        WarmFlown { memory, timing, cost: Cost::default(), footprint, best_us, entries: Vec::new() }
    });
    Ok((cold_watch.finish(), warm))
}

fn near(pair: &mut Pair, frame: &FlightFrame, sum: &mut f64) -> u64 {
    touches(pair.distance(&frame.pose).expect("there is no limit"), sum)
}

fn touches(distance: Distance, sum: &mut f64) -> u64 {
    *sum += distance.distance.hi;
    u64::from(distance.distance.hi == 0.0)
}
