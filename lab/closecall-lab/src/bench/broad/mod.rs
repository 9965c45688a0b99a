//! Broad phases beside each other and beside those of other libraries, on the same moving boxes.

mod boxes;
mod peers;

use std::path::Path;
use std::time::Instant;

use closecall::lab::broad::Mobility;
use closecall_classic::broad::{BroadPhase, Phase};
use closecall_classic::volume::Kdop;

use super::{BenchPage, BenchSheet, median};
use boxes::Boxes;
use closecall_flight::numbers::{figures, grouped};

const STEPS: usize = 200;

/// The runs of the other libraries: how many bodies, and how large.
const RUNS: [(usize, f64); 2] = [(600, 0.03), (5000, 0.012)];

/// The number of bodies the table of growth has.
const GROWTH: [usize; 7] = [100, 600, 1000, 3000, 10_000, 30_000, 100_000];

/// Brute force is not asked about more.
const MOST_FOR_BRUTE: usize = 10_000;

/// Measures. `peers` is the program that times the broad phases of others on these boxes; it and
/// ours take turns, `rounds` times.
pub fn page(
    peers: Option<&Path>,
    rounds: usize,
    mut step: impl FnMut(&str),
) -> std::io::Result<BenchPage> {
    let mut sheets = beside_peers(peers, rounds, &mut step)?;
    sheets.push(growth("All bodies move: µs per step", 1, &mut step));
    sheets.push(growth(
        "One body in a hundred moves, the others are fixed: µs per step",
        100,
        &mut step,
    ));
    let preface = format!(
        "Boxes that bounce in a cube; a step moves them and lists all overlapping pairs, sorted. One thread, the median of the steps, and of \
         {rounds} rounds in which everybody takes turns. Pairs are summed over {STEPS} steps; whoever computes in f32 may count a few more."
    );
    Ok(BenchPage { name: "broad", title: "Broad phases", preface, sheets })
}

/// A name, the pairs it found, and its median of every round.
struct Row {
    name: String,
    pairs: u64,
    medians_us: Vec<f64>,
}

impl Row {
    fn median_us(&self) -> f64 {
        median(self.medians_us.clone())
    }
}

fn beside_peers(
    peers: Option<&Path>,
    rounds: usize,
    step: &mut impl FnMut(&str),
) -> std::io::Result<Vec<BenchSheet>> {
    let mut tables: [Vec<Row>; RUNS.len()] = Default::default();
    for round in 0..rounds {
        step(&format!("round {round}"));
        for (&(bodies, size), table) in RUNS.iter().zip(&mut tables) {
            for &phase in Phase::ALL {
                let (median_us, pairs) = time(phase, &mut Boxes::new(bodies, size, 1.0), 1, STEPS);
                note(table, format!("closecall {phase}"), median_us, pairs);
            }
        }
        for theirs in peers.map_or(Ok(Vec::new()), peers::run)? {
            let table =
                RUNS.iter().position(|run| run.0 == theirs.bodies).map(|run| &mut tables[run]);
            table
                .into_iter()
                .for_each(|table| note(table, theirs.name.clone(), theirs.median_us, theirs.pairs));
        }
    }
    Ok(RUNS.iter().zip(&mut tables).map(|(run, table)| sheet(run.0, table)).collect())
}

fn note(table: &mut Vec<Row>, name: String, median_us: f64, pairs: u64) {
    match table.iter_mut().find(|row| row.name == name) {
        Some(row) => row.medians_us.push(median_us),
        None => table.push(Row { name, pairs, medians_us: vec![median_us] }),
    }
}

fn sheet(bodies: usize, table: &mut [Row]) -> BenchSheet {
    table.sort_by(|a, b| a.median_us().total_cmp(&b.median_us()));
    let ours = table.iter().find(|row| row.name == format!("closecall {}", Phase::default()));
    let ours = ours.map_or(f64::NAN, Row::median_us);
    let line = |row: &Row| {
        let median_us = row.median_us();
        vec![row.name.clone(), figures(median_us), figures(median_us / ours), grouped(row.pairs)]
    };
    BenchSheet {
        title: format!("{bodies} bodies"),
        header: vec!["broad phase", "µs per step", "of our default", "pairs"],
        rows: table.iter().map(line).collect(),
    }
}

/// Every phase at every size; one body in `share` moves.
fn growth(title: &str, share: usize, step: &mut impl FnMut(&str)) -> BenchSheet {
    let rows = GROWTH.iter().map(|&bodies| {
        step(&format!("{bodies} bodies"));
        // As crowded as the 600.
        let shrink = (600.0 / bodies as f64).cbrt();
        let steps = (2_000_000 / bodies).clamp(10, STEPS);
        let mut pairs = 0;
        let times: Vec<String> = Phase::ALL
            .iter()
            .map(|&phase| {
                if phase == Phase::Brute && bodies > MOST_FOR_BRUTE {
                    return "–".to_owned();
                }
                let (median_us, found) =
                    time(phase, &mut Boxes::new(bodies, 0.03 * shrink, shrink), share, steps);
                pairs = found / steps as u64;
                figures(median_us)
            })
            .collect();
        [grouped(bodies as u64), grouped(pairs)].into_iter().chain(times).collect()
    });
    let header =
        ["bodies", "pairs per step"].into_iter().chain(Phase::ALL.iter().map(|phase| phase.name()));
    BenchSheet { title: title.to_owned(), header: header.collect(), rows: rows.collect() }
}

/// The median time of a step in µs, and the pairs of all steps. One body in `share` moves; the
/// others are fixed.
fn time(phase: Phase, boxes: &mut Boxes, share: usize, steps: usize) -> (f64, u64) {
    let mut broad: Box<dyn BroadPhase<3>> = phase.start();
    for body in 0..boxes.len() {
        let mobility = if body % share == 0 { Mobility::Moving } else { Mobility::Fixed };
        broad.insert(body as u32, mobility, boxes.volume(body));
    }
    let (mut changes, mut found): (Vec<(u32, Kdop<3>)>, Vec<_>) = (Vec::new(), Vec::new());
    let (mut times_us, mut pairs) = (Vec::with_capacity(steps), 0);
    for _ in 0..steps {
        boxes.step();
        let start = Instant::now();
        changes.clear();
        changes
            .extend((0..boxes.len()).step_by(share).map(|body| (body as u32, boxes.volume(body))));
        broad.update(&changes);
        broad.pairs(&mut found);
        times_us.push(start.elapsed().as_secs_f64() * 1e6);
        pairs += found.len() as u64;
    }
    (median(times_us), pairs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_phases_find_what_the_other_libraries_find() {
        // As printed by their program for 600 bodies, in f64.
        for phase in [Phase::Mixed, Phase::Sweep, Phase::Tree, Phase::Grid] {
            assert_eq!(time(phase, &mut Boxes::new(600, 0.03, 1.0), 1, STEPS).1, 59_858, "{phase}");
        }
    }
}
