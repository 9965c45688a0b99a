//! Support planes beside coherence: whole steps of 600 bodies with both, either and neither, in the
//! classic engine, and the wide engine beside them. The paper claims that planes pay; whether they
//! and coherence add up is asked here.

use std::time::Instant;

use closecall::Cost;
use closecall_classic::query::Strategy;
use closecall_classic::query::configure::{SupportPlanes, VolumeKind};

use super::crowd::{CloseScene, agree};
use super::falling::{NAMES, OF_PAPER};
use super::memorising::CrowdEngine;
use super::stable::volumes;
use super::{DFSPM, PAPER};
use crate::experiment::{
    Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Row, Table, Verdict,
};
use crate::scenes::crowd::Fall;
use crate::table::Breadth;
use closecall_flight::numbers::grouped;

/// Everybody runs so often, in turns; of every step the fastest run counts.
const ROUNDS: usize = 3;

/// On how many levels planes are.
const LEVELS: usize = 3;

/// How much the time of a step must change to count as faster or slower, as one over the other.
const NOISE: f64 = 1.05;

/// The work of an engine in a step.
#[derive(Clone, Default)]
struct Run {
    /// The time of the pairs of each step.
    steps_us: Vec<f64>,
    /// The time of all steps in each round.
    rounds_us: [f64; ROUNDS],
    /// The cost of all close pairs of all steps.
    cost: Cost,
    /// The memory after the last step.
    bytes: usize,
}

/// The gain of a combination in one scene: how many times as fast it is as the plain engine.
struct Gains {
    planes: f64,
    memory: f64,
    both: f64,
}

/// The comparison.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-memory",
        "600 bodies with coherence, support planes, both and neither",
        (PAPER, "§5.2, with the front of Tropp et al. 2006"),
        run,
    )
}

/// A table for each ground and length of a step.
fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (bodies, triangles, before, steps) = match lab.settings.breadth {
        Breadth::Tiny => (18, 180, 20, 4),
        Breadth::Short => (600, 980, 90, 20),
        Breadth::Full => (600, 980, 90, 120),
    };
    let (mut tables, mut all, mut noise) = (Vec::new(), Vec::new(), Noise::default());
    for (ground_name, ground) in NAMES {
        for (length, step_secs) in [("1/60 s", 1.0 / 60.0), ("1 ms", 1e-3)] {
            let fall = Fall {
                bodies,
                triangles,
                ground,
                before,
                steps,
                step_secs,
                seed: lab.settings.seed,
            };
            let scene = CloseScene::new(&fall.crowd());
            let title = format!(
                "{bodies} lumps of {triangles} triangles and a {ground_name}: {} close pairs and {} that touch in {steps} steps of {length}, of which the broad phase takes \
                 {:.2} ms each. A time is the mean over the steps, of each the fastest of {ROUNDS} runs; tests and margins are those of a close pair, memory is that of all after the last step; ratios are to the first row of each kind",
                grouped(scene.close() as u64),
                grouped(scene.touching() as u64),
                scene.broad_us / 1e3,
            );
            let (table, gains) = table(lab, &scene, title, &mut noise)?;
            tables.push(table);
            all.push((format!("{ground_name}, {length}"), gains));
        }
    }
    let verdict = judge(&all).with_noise(noise.typical());
    Ok(Outcome { tables, plots: Vec::new(), verdict })
}

fn table(
    lab: &mut Lab,
    scene: &CloseScene,
    title: String,
    noise: &mut Noise,
) -> Result<(Table, Vec<Gains>), Fault> {
    let (mut rows, mut gains) = (Vec::new(), Vec::new());
    for stable in volumes(&scene.meshes).take(OF_PAPER) {
        let kind: VolumeKind =
            stable.name().to_lowercase().parse().expect("the names are the library's");
        let planes = stable.with_planes(SupportPlanes { levels: LEVELS, recipe: DFSPM.1 });
        let tropp = Some(Strategy::tropp(kind));
        let combinations = [
            ("", &stable, None),
            (", planes", &planes, None),
            (", memory", &stable, tropp),
            (", both", &planes, tropp),
        ];
        let engines = || {
            combinations
                .map(|(_, stable, strategy)| CrowdEngine::classic(scene, &**stable, strategy))
                .into()
        };
        let runs = race(lab, scene, stable.name(), &engines)?;
        runs.iter().for_each(|run| noise.add_rounds(&run.rounds_us));
        let names = combinations.map(|(with, ..)| format!("{}{with}", stable.name()));
        rows.extend(rated(scene, &names, &runs));
        let [planes, memory, both] =
            [1, 2, 3].map(|k| step_us(scene, &runs[0]) / step_us(scene, &runs[k]));
        gains.push(Gains { planes, memory, both });
    }
    let runs = race(lab, scene, "wide", &|| {
        vec![CrowdEngine::wide(scene), CrowdEngine::wide_remembering(scene)]
    })?;
    rows.extend(rated(scene, &["wide".to_owned(), "wide, memory".to_owned()], &runs));
    let columns = vec![
        Column::new("step", "ms"),
        Column::new("times as fast", ""),
        Column::new("verdict", ""),
        Column::new("tests", ""),
        Column::new("times fewer", ""),
        Column::new("margins", ""),
        Column::new("rejections", ""),
        Column::whole("memory", "KiB"),
    ];
    Ok((Table { title, rows_are: "volume", columns, rows }, gains))
}

/// Everybody asks about all close pairs, step after step and in turns; at last once more to count,
/// which is never faster.
fn race(
    lab: &mut Lab,
    scene: &CloseScene,
    name: &str,
    engines: &dyn Fn() -> Vec<CrowdEngine>,
) -> Result<Vec<Run>, Fault> {
    let fresh = Run { steps_us: vec![f64::INFINITY; scene.steps.len()], ..Run::default() };
    let mut runs = vec![fresh; engines().len()];
    lab.progress.start(&format!("memory, {name}"), ROUNDS + 1);
    for round in 0..=ROUNDS {
        let (mut engines, mut expected) = (engines(), &scene.touches[..]);
        for (k, step) in scene.steps.iter().enumerate() {
            for (engine, run) in engines.iter_mut().zip(&mut runs) {
                let start = Instant::now();
                let found = engine.step(scene, step, (round == ROUNDS).then_some(&mut run.cost));
                let took_us = start.elapsed().as_secs_f64() * 1e6;
                run.steps_us[k] = run.steps_us[k].min(took_us);
                if round < ROUNDS {
                    run.rounds_us[round] += took_us;
                }
                found
                    .iter()
                    .zip(expected)
                    .try_for_each(|(found, expected)| agree(name, *found, *expected))?;
            }
            expected = &expected[step.len()..];
        }
        engines.iter().zip(&mut runs).for_each(|(engine, run)| run.bytes = engine.bytes());
        lab.progress.step();
    }
    Ok(runs)
}

/// The whole step, in the mean.
fn step_us(scene: &CloseScene, run: &Run) -> f64 {
    run.steps_us.iter().sum::<f64>() / run.steps_us.len() as f64 + scene.broad_us
}

/// The rows of some runs, each compared with the first.
fn rated(scene: &CloseScene, names: &[String], runs: &[Run]) -> Vec<Row> {
    let per_pair = |count: u64| count as f64 / scene.close() as f64;
    let figures = |run: &Run| {
        let Cost { volume_tests, triangle_tests, axis_tests, plane_tests, .. } = run.cost;
        (step_us(scene, run), per_pair(volume_tests + triangle_tests + axis_tests + plane_tests))
    };
    let (plain_us, plain_tests) = figures(&runs[0]);
    let row = |(name, run): (&String, &Run)| {
        let (step_us, tests) = figures(run);
        let faster = plain_us / step_us;
        // Memory may leave nothing to test.
        let fewer = if tests > 0.0 { Cell::ours(plain_tests / tests) } else { Cell::default() };
        let cells = [
            Cell::ours(step_us / 1e3),
            Cell::ours(faster),
            Cell::ours(verdict(faster)),
            Cell::ours(tests),
            fewer,
            Cell::ours(per_pair(run.cost.margin_tests)),
            Cell::ours(per_pair(run.cost.plane_rejections)),
            Cell::ours(run.bytes as f64 / 1024.0),
        ];
        Row::new(name, cells.into())
    };
    names.iter().zip(runs).map(row).collect()
}

fn verdict(faster: f64) -> &'static str {
    if faster > NOISE {
        "faster"
    } else if faster * NOISE < 1.0 {
        "slower"
    } else {
        "even"
    }
}

/// The verdict: where each pays alone, and where both together do better than the better of them.
fn judge(all: &[(String, Vec<Gains>)]) -> Verdict {
    let cases: Vec<&Gains> = all.iter().flat_map(|(_, gains)| gains).collect();
    let paying = |gain: fn(&Gains) -> f64| cases.iter().filter(|gains| gain(gains) > NOISE).count();
    let together =
        cases.iter().filter(|gains| gains.both >= gains.planes.max(gains.memory)).count();
    let said = |(name, gains): &(String, Vec<Gains>)| {
        let both: Vec<String> = gains.iter().map(|gains| format!("{:.2}", gains.both)).collect();
        format!("{name} {}", both.join(" / "))
    };
    let planes = paying(|gains| gains.planes);
    Verdict::new(
        Holds::by_count(planes, cases.len(), cases.len()),
        format!(
            "planes make a step faster in {planes} of {} cases, Tropp's front in {}, both together in {}, and both do at least as well as the better of them in {together}; with both a step \
             is so many times as fast as with neither, with spheres / AABBs / OBBs: {}",
            cases.len(),
            paying(|gains| gains.memory),
            paying(|gains| gains.both),
            all.iter().map(said).collect::<Vec<_>>().join(", "),
        ),
    )
}
