//! 600 bodies that fall towards a torus or on a plane: Figure 11. A broad phase finds the pairs
//! whose boxes overlap, and the classic engine asks each.

use std::time::Instant;

use closecall::Cost;
use closecall_classic::query::Checker;
use closecall_classic::query::configure::SupportPlanes;

use super::crowd::{Close, CloseScene, FRAMES, agree, scene};
use super::sheet::{best_gain, curves, work_row, work_table};
use super::stable::{Stable, volumes};
use super::{DFSPM, DVSPM, PAPER};
use crate::experiment::{
    Axis, Cell, Column, Experiment, Fault, Holds, Lab, Noise, Outcome, Plot, Row, Scale, Table,
    Verdict,
};
use crate::klosowski::grid::Grid;
use crate::scenes::crowd::Ground;
use crate::table::Breadth;

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f11",
        "600 bodies falling towards a torus and onto a plane",
        (PAPER, "Figure 11, §5.2"),
        run,
    )
}

/// The number of the volumes that are the paper's.
pub const OF_PAPER: usize = 3;

/// Everybody falls so often, in turns; of every step the fastest counts.
const ROUNDS: usize = 2;

/// The grounds, by the name of the scene.
pub const NAMES: [(&str, Ground); 2] = [("torus", Ground::Torus), ("plane", Ground::Plane)];

fn levels(breadth: Breadth) -> &'static [usize] {
    match breadth {
        Breadth::Tiny => &[0, 2],
        Breadth::Short => &[0, 1, 2, 4],
        Breadth::Full => &[0, 1, 2, 3, 4, 5, 6],
    }
}

/// The phases of a fall: the frames before which each ends.
const PHASES: [(&str, usize); 3] = [("0 to 1 s", 60), ("1 to 4 s", 240), ("4 to 14 s", FRAMES)];

/// Pairs that do not touch, and pairs that do.
const KINDS: [&str; 2] = ["apart", "touching"];

/// The results of one scene: the times of a step in ms, the tests of all kinds for a close pair,
/// and the gain on the best level by phase and kind of pair.
struct Found {
    times: Grid,
    tests: Grid,
}

/// The work of a contender with a scene.
struct Run {
    /// The mean time of a step.
    step_us: f64,
    /// The cost of some close pairs.
    cost: Cost,
    /// The number counted.
    counted: usize,
    /// The time of all steps in each round.
    rounds_us: [f64; ROUNDS],
    /// The times of the pairs of each phase and kind.
    parts_us: Parts,
}

/// By phase and kind.
type Parts = [[f64; 2]; PHASES.len()];

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let levels = levels(lab.settings.breadth);
    let (mut tables, mut plots, mut found, mut noise) =
        (Vec::new(), Vec::new(), Vec::new(), Noise::default());
    let mut why = Vec::new();
    for (name, ground) in NAMES {
        let scene = scene(lab, name, ground)?;
        let [mut times, mut tests] =
            [(); 2].map(|()| Grid::new(levels.iter().map(usize::to_string)));
        let mut work = Vec::new();
        let mut reasons = Vec::new();
        let columns =
            PHASES.iter().flat_map(|(phase, _)| KINDS.map(|kind| format!("{phase}, {kind}")));
        let mut by_phase = Grid::new(["whole fall".to_owned()].into_iter().chain(columns));
        for stable in volumes(&scene.meshes).take(OF_PAPER) {
            for (mapping, recipe) in [DVSPM, DFSPM] {
                let with: Vec<_> = levels
                    .iter()
                    .map(|&levels| stable.with_planes(SupportPlanes { levels, recipe }))
                    .collect();
                let runs = fall(lab, &scene, name, &with)?;
                runs.iter().for_each(|run| noise.add_rounds(&run.rounds_us));
                let row = format!("{} {mapping}", stable.name());
                times.push(
                    &row,
                    runs.iter().map(|run| Some((run.step_us + scene.broad_us) / 1e3)).collect(),
                );
                tests.push(&row, runs.iter().map(|run| Some(run.tests())).collect());
                by_phase.push(&row, gain_by_phase(&runs));
                reasons.push(reason(&row, &runs));
                work.extend(levels.iter().zip(&runs).map(|(levels, run)| {
                    work_row(format!("{row} on {levels}"), &run.cost, run.counted)
                }));
            }
        }
        let steps = scene.steps.len();
        let title = format!(
            "Time of a step, {name}: {} close pairs and {} that touch in {steps} frames from all over the fall (about {:.0} body–body collisions over all {FRAMES}; paper: {}), \
             of which the broad phase takes {:.2} ms each",
            scene.close(),
            scene.touching(),
            scene.body_collisions() as f64 * FRAMES as f64 / steps as f64,
            if ground == Ground::Torus { "14,000" } else { "130,000" },
            scene.broad_us / 1e3,
        );
        tables.push(times.table(&title, "volume, mapping", "ms", &Grid::default()));
        let phases = format!(
            "How many times as fast planes on the best number of levels are, {name}, by phase and kind of pair"
        );
        tables.push(by_phase.table(&phases, "volume, mapping", "", &Grid::default()));
        tables
            .push(work_table(format!("Work of a close pair, {name}, in the fullest frame"), work));
        plots.push(plot(name, &times));
        found.push(Found { times, tests });
        why.push(format!("{name}: {}", reasons.join(", ")));
    }
    tables.push(gains(&found));
    let why = format!(
        "in the fullest frame, planes on the best number of levels save so many percent of the tests of volumes and triangles of a close pair, with so many plane tests, of which so many \
         percent part their pair: {}.",
        why.join("; ")
    );
    let verdict = judge(&found).because(why).with_noise(noise.typical());
    Ok(Outcome { tables, plots, verdict })
}

impl Run {
    /// Tests of all kinds for a close pair.
    fn tests(&self) -> f64 {
        let Cost { volume_tests, triangle_tests, plane_tests, .. } = self.cost;
        (volume_tests + triangle_tests + plane_tests) as f64 / self.counted as f64
    }
}

/// Everybody asks about all close pairs, step after step and in turns; the work is that of the
/// fullest frame.
fn fall(
    lab: &mut Lab,
    scene: &CloseScene,
    name: &str,
    contenders: &[Box<dyn Stable>],
) -> Result<Vec<Run>, Fault> {
    let mut all: Vec<Vec<Box<dyn Checker>>> =
        contenders.iter().map(|stable| scene.checkers(&**stable)).collect();
    let mut times_us = vec![[0.0; ROUNDS]; all.len()];
    let mut fastest_us: Vec<Parts> = vec![Parts::default(); all.len()];
    lab.progress.start(&format!("{name} {}", contenders[0].name()), scene.steps.len());
    let mut expected = &scene.touches[..];
    for (step, frame) in scene.steps.iter().zip(&scene.frames) {
        let phase = PHASES.iter().position(|(_, end)| frame < end).unwrap_or(PHASES.len() - 1);
        for (kind, wanted) in [false, true].into_iter().enumerate() {
            let asked: Vec<&Close> =
                step.iter().zip(expected).filter(|(_, t)| **t == wanted).map(|(c, _)| c).collect();
            let mut least_us = vec![f64::INFINITY; all.len()];
            for round in 0..ROUNDS {
                for ((checkers, times_us), least_us) in
                    all.iter_mut().zip(&mut times_us).zip(&mut least_us)
                {
                    let start = Instant::now();
                    let found: Vec<bool> = asked
                        .iter()
                        .map(|close| checkers[scene.kind(close)].collides(&close.a_from_b))
                        .collect();
                    let took_us = start.elapsed().as_secs_f64() * 1e6;
                    times_us[round] += took_us;
                    *least_us = least_us.min(took_us);
                    found.iter().try_for_each(|found| agree(name, *found, wanted))?;
                }
            }
            for (parts, least) in fastest_us.iter_mut().zip(least_us) {
                parts[phase][kind] += least;
            }
        }
        expected = &expected[step.len()..];
        lab.progress.step();
    }
    let runs = all.iter_mut().zip(fastest_us.into_iter().zip(times_us)).map(
        |(checkers, (parts_us, rounds_us))| {
            let time_us: f64 = parts_us.iter().flatten().sum();
            let mut cost = Cost::default();
            for close in scene.fullest() {
                checkers[scene.kind(close)].first_counted(&close.a_from_b, &mut cost);
            }
            Run {
                step_us: time_us / scene.steps.len() as f64,
                cost,
                counted: scene.fullest().len().max(1),
                rounds_us,
                parts_us,
            }
        },
    );
    Ok(runs.collect())
}

/// The saving of planes on the best number of levels, the number of their questions, and how often
/// they part.
fn reason(row: &str, runs: &[Run]) -> String {
    let best = (1..runs.len()).min_by(|a, b| runs[*a].step_us.total_cmp(&runs[*b].step_us));
    let (bare, with) = (&runs[0], &runs[best.unwrap_or(0)]);
    let tests = |run: &Run| (run.cost.volume_tests + run.cost.triangle_tests) as f64;
    let planes = with.cost.plane_tests as f64;
    format!(
        "{row} {:.0} % with {:.1}, {:.0} %",
        100.0 * (1.0 - tests(with) / tests(bare).max(1.0)),
        planes / with.counted as f64,
        100.0 * with.cost.plane_rejections as f64 / planes.max(1.0)
    )
}

/// Without planes over with planes on the best number of levels, for each phase and kind; nothing
/// where there were no such pairs.
fn gain_by_phase(runs: &[Run]) -> Vec<Option<f64>> {
    let best = (1..runs.len())
        .min_by(|a, b| runs[*a].step_us.total_cmp(&runs[*b].step_us))
        .expect("there are levels");
    let [bare, with] = [0, best].map(|run| runs[run].parts_us.as_flattened());
    let whole = [(bare.iter().sum::<f64>(), with.iter().sum::<f64>())];
    let parts = bare.iter().copied().zip(with.iter().copied());
    whole.into_iter().chain(parts).map(|(bare, with)| (with > 1.0).then(|| bare / with)).collect()
}

fn plot(name: &str, times: &Grid) -> Plot {
    Plot {
        name: name.to_owned(),
        title: format!("600 bodies and a {name}"),
        x: Axis::new("levels with planes", "", Scale::Linear),
        y: Axis::new("time of a step", "ms", Scale::Linear),
        series: curves(times),
    }
}

/// The factor by which planes make a step faster on the best number of levels, beside what the
/// paper's text says.
fn gains(found: &[Found]) -> Table {
    let paper = |row: &str, name: &str| {
        (name == "torus" && row.starts_with("Sphere")).then_some("almost 10")
    };
    let columns = NAMES
        .iter()
        .flat_map(|(name, _)| [Column::new(*name, ""), Column::new(format!("{name}, levels"), "")]);
    let row = |row: &str| {
        let cells = found.iter().zip(NAMES).flat_map(|(found, (name, _))| {
            let (gain, levels) = best_gain(&found.times, row);
            [Cell::beside(gain, paper(row, name)), Cell::ours(levels)]
        });
        Row::new(row, cells.collect())
    };
    let rows = found[0].times.names().into_iter().map(row).collect();
    let title =
        "How many times as fast a step is with planes on the best number of levels".to_owned();
    Table { title, rows_are: "volume, mapping", columns: columns.collect(), rows }
}

/// In the torus scene the gain must be almost tenfold, larger than in the plane scene, and largest
/// for spheres. A gain of time counts only as far as tests were saved: what goes beyond that is the
/// noise of the machine.
fn judge(found: &[Found]) -> Verdict {
    let volumes = ["Sphere", "AABB", "OBB"];
    let gains = |grid: &Grid| {
        volumes.map(|volume| {
            let of = |mapping: &str| best_gain(grid, &format!("{volume} {mapping}")).0;
            of("DVSPM").max(of("DFSPM"))
        })
    };
    let [torus, plane] = [&found[0], &found[1]].map(|scene| {
        let (times, tests) = (gains(&scene.times), gains(&scene.tests));
        (times, tests, [0, 1, 2].map(|volume| times[volume].min(tests[volume])))
    });
    let best = torus.2.iter().copied().fold(0.0, f64::max);
    let faster = torus.2.iter().filter(|gain| **gain > 1.02).count();
    let tenfold = if best >= 5.0 { Holds::Yes } else { Holds::by_count(faster, 4, 3) };
    let ahead = torus.2.iter().zip(&plane.2).filter(|(torus, plane)| torus >= plane).count();
    let spheres = if torus.2[0] >= best { Holds::Yes } else { Holds::No };
    let quickest = |volume: &str| {
        let of = |mapping: &str| {
            let row = found[0].times.row(&format!("{volume} {mapping}"));
            row.iter().skip(1).flatten().copied().fold(f64::INFINITY, f64::min)
        };
        of("DVSPM").min(of("DFSPM"))
    };
    let beat = quickest("OBB") / quickest("Sphere");
    let beats = if beat >= 1.0 { Holds::Yes } else { Holds::No };
    let said = |(times, tests, _): &([f64; 3], [f64; 3], [f64; 3])| {
        let one = |volume: usize| {
            format!("{} {:.2} ({:.2})", volumes[volume], times[volume], tests[volume])
        };
        [0, 1, 2].map(one).join(", ")
    };
    Verdict::new(
        tenfold.and(Holds::by_count(ahead, 3, 3)).and(spheres).and(beats),
        format!(
            "with planes on the best number of levels a step is so many times as fast, and has so many times fewer tests of all kinds: in the torus scene {} (paper: \
             almost an order of magnitude, spheres most), in the plane scene {} (paper: less); spheres with planes take {:.2} of the time of OBBs with planes in the torus scene \
             (paper: they perform even better than OBBs)",
            said(&torus),
            said(&plane),
            1.0 / beat
        ),
    )
}
