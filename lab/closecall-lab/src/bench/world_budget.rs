//! A world of hundreds of bodies at a budget a step: what is left undecided, and that nothing
//! certain is wrong.

use std::time::Duration;

use closecall::Budget;
use closecall::world::{Handle, WorldOptions};
use closecall_flight::numbers::figures;

use super::budget::cpu_time;
use super::{BenchPage, BenchSheet, SEED};
use crate::scenes::crowd::{Crowd, Fall, Ground};

const BODIES: usize = 600;
const STEPS: usize = 240;

/// Budgets of a step, in microseconds.
const BUDGETS_US: [u64; 6] = [100, 200, 500, 1000, 2000, 5000];

/// Measures falls on a plane and on a torus. `step` is called with every scene.
///
/// # Panics
/// If a certain answer is wrong.
#[must_use]
pub fn page(triangles: usize, mut step: impl FnMut(&str)) -> BenchPage {
    let mut sheets = Vec::new();
    for (name, ground) in [("plane", Ground::Plane), ("torus", Ground::Torus)] {
        step(name);
        let fall = Fall {
            bodies: BODIES,
            triangles,
            ground,
            before: 120,
            steps: STEPS,
            step_secs: 1e-3,
            seed: SEED,
        };
        let crowd = fall.crowd();
        let truth = truth(&crowd);
        let rows = BUDGETS_US.map(|us| row(&crowd, &truth, us)).to_vec();
        let header = vec![
            "budget µs",
            "close",
            "touching",
            "found",
            "undecided",
            "steps all decided %",
            "deepest left",
            "mean µs",
            "p99 µs",
            "most µs",
            "wrong",
        ];
        sheets.push(BenchSheet {
            title: format!("{BODIES} bodies of {triangles} triangles on a {name}"),
            header,
            rows,
        });
    }
    let preface = format!(
        "One thread, {STEPS} steps of 1 ms. `World::touch` with a budget a step, after the poses are set; columns are means over the steps: close pairs, pairs that \
         touch, those found within the budget, those left undecided; the deepest that is left, in lengths of a body; and the time of a step on its core. Wrong: pairs \
         called touching that do not, or not named that do."
    );
    BenchPage { name: "world-budget", title: "A world with a budget a step", preface, sheets }
}

fn truth(crowd: &Crowd) -> Vec<Vec<(Handle, Handle)>> {
    let (mut world, handles) = crowd.world(&WorldOptions::default());
    let answer = |step| {
        crowd.set(&mut world, &handles, step);
        world.collisions()
    };
    (0..crowd.steps.len()).map(answer).collect()
}

fn row(crowd: &Crowd, truth: &[Vec<(Handle, Handle)>], us: u64) -> Vec<String> {
    let (mut world, handles) = crowd.world(&WorldOptions::default());
    world.set(Budget::time(Duration::from_micros(us)));
    let (mut sums, mut times, mut whole, mut deepest, mut wrong) =
        ([0usize; 4], Vec::new(), 0, 0.0f64, 0);
    for (step, expected) in truth.iter().enumerate() {
        crowd.set(&mut world, &handles, step);
        let before = cpu_time();
        let reached = world.touch();
        times.push((cpu_time() - before).as_secs_f64() * 1e6);
        let undecided = |pair: &(Handle, Handle)| {
            reached.undecided.iter().any(|open| (open.a, open.b) == *pair)
        };
        wrong += reached.touching.iter().filter(|pair| !expected.contains(pair)).count();
        wrong += expected
            .iter()
            .filter(|pair| !reached.touching.contains(pair) && !undecided(pair))
            .count();
        let counts =
            [reached.close, expected.len(), reached.touching.len(), reached.undecided.len()];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        whole += usize::from(reached.undecided.is_empty());
        deepest = reached.undecided.iter().filter_map(|pair| pair.depth).fold(deepest, f64::max);
    }
    assert_eq!(wrong, 0, "nothing certain is wrong");
    times.sort_by(f64::total_cmp);
    let mean = |sum: usize| figures(sum as f64 / truth.len() as f64);
    let late = times[times.len() * 99 / 100];
    let mut cells = vec![us.to_string()];
    cells.extend(sums.map(mean));
    cells.push(format!("{:.1}", 100.0 * whole as f64 / truth.len() as f64));
    cells.push(figures(deepest));
    cells.extend(
        [times.iter().sum::<f64>() / times.len() as f64, late, times[times.len() - 1]].map(figures),
    );
    cells.push(wrong.to_string());
    cells
}
