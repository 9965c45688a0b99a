//! 600 bodies that fall towards a torus or on a plane: Figure 11. A broad phase finds the pairs whose boxes overlap, and the classic engine asks each.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use closecall::query::configure::{SupportPlanes, VolumeKind};
use closecall::query::{Checker, Remembering, Strategy};
use closecall::volume::{Aabb, Kdop};
use closecall::world::broad::{BroadPhase, Mobility, Phase};
use closecall::{Cost, Mesh, Model, Pose};

use super::models::models;
use super::stable::{Stable, volumes};
use super::two_bodies::best_gain;
use super::{DFSPM, DVSPM, PAPER};
use crate::experiment::{
    Axis, Cell, Column, Experiment, Fault, Holds, Lab, Outcome, Plot, Row, Scale, Series, Table, Verdict,
};
use crate::klosowski::grid::Grid;
use crate::scenes::crowd::{Crowd, Fall, Ground};
use crate::table::{Breadth, Disagreement};

/// The figure.
pub fn experiment() -> Experiment {
    Experiment::new(
        "vogiannou-f11",
        "600 bodies falling towards a torus and onto a plane",
        (PAPER, "Figure 11, §5.2"),
        run,
    )
}

/// What is asked about two bodies: which models they are, which bodies, and how the second stands to the first.
pub struct Close {
    /// Their models.
    pub models: (usize, usize),
    /// Their numbers.
    pub bodies: (u32, u32),
    /// The pose of the second in the frame of the first.
    pub a_from_b: Pose,
}

/// A crowd and its close pairs, step by step.
pub struct Scene {
    /// The models; what stays is the last.
    pub meshes: Vec<Arc<Mesh>>,
    /// The pairs whose boxes overlap, in every step.
    pub steps: Vec<Vec<Close>>,
    /// What the broad phase took for a step, in µs.
    pub broad_us: f64,
    /// Which of all pairs touch, step after step, by the wide engine.
    pub touches: Vec<bool>,
}

/// How many of the volumes are the paper's.
const OF_PAPER: usize = 3;

const NAMES: [(&str, Ground); 2] = [("torus", Ground::Torus), ("plane", Ground::Plane)];

/// A scene, made once.
pub fn scene(lab: &mut Lab, name: &str, ground: Ground) -> Result<Rc<Scene>, Fault> {
    lab.kept(&format!("vogiannou {name}"), |lab| {
        let models: Vec<Model> = models(lab)?.iter().map(|model| Model::new((*model.mesh).clone())).collect();
        let (bodies, before, steps) = match lab.settings.breadth {
            Breadth::Tiny => (27, 20, 4),
            Breadth::Short => (600, 90, 3),
            Breadth::Full => (600, 90, 60),
        };
        let fall = Fall { bodies, triangles: 0, ground, before, steps, step_secs: 1.0 / 60.0, seed: lab.settings.seed };
        Ok(Scene::new(&fall.crowd_of(models)))
    })
}

impl Scene {
    fn new(crowd: &Crowd) -> Self {
        let mut models = crowd.models.clone();
        models.extend(crowd.ground.clone());
        let bounds: Vec<Aabb> = models.iter().map(|model| Aabb::around(model.mesh().iter().flatten())).collect();
        let ground = models.len() - 1;
        let kind = |body: u32| if body == 0 { ground } else { (body as usize - 1) % ground };
        let pose =
            |step: usize, body: u32| if body == 0 { Pose::IDENTITY } else { crowd.steps[step][body as usize - 1] };
        let volume = |step: usize, body: u32| around(&bounds[kind(body)], &pose(step, body));
        let bodies = crowd.steps[0].len() as u32 + 1;
        let mut phase: Box<dyn BroadPhase<3>> = Phase::default().start();
        for body in 0..bodies {
            let mobility = if body == 0 { Mobility::Fixed } else { Mobility::Moving };
            phase.insert(body, mobility, volume(0, body));
        }
        let (mut broad_secs, mut steps, mut pairs) = (0.0, Vec::new(), Vec::new());
        for step in 0..crowd.steps.len() {
            let moved: Vec<(u32, Kdop<3>)> = (1..bodies).map(|body| (body, volume(step, body))).collect();
            let start = Instant::now();
            phase.update(&moved);
            phase.pairs(&mut pairs);
            broad_secs += start.elapsed().as_secs_f64();
            let close = |&(a, b): &(u32, u32)| {
                let a_from_b = pose(step, a).relative(&pose(step, b)).expect("bodies stay near the origin");
                Close { models: (kind(a), kind(b)), bodies: (a, b), a_from_b }
            };
            steps.push(pairs.iter().map(close).collect::<Vec<_>>());
        }
        let asked = steps.iter().flatten();
        let touches =
            asked.map(|close| models[close.models.0].collides(&models[close.models.1], &close.a_from_b)).collect();
        let meshes = models.iter().map(|model| Arc::new(model.mesh().clone())).collect();
        Self { meshes, broad_us: 1e6 * broad_secs / steps.len() as f64, steps, touches }
    }

    /// How many pairs are close, over all steps.
    pub fn close(&self) -> usize {
        self.touches.len()
    }

    /// How many of them touch.
    pub fn touching(&self) -> usize {
        self.touches.iter().filter(|touches| **touches).count()
    }
}

/// A box around a box at a pose; the roundings of both are covered many times.
fn around(bounds: &Aabb, pose: &Pose) -> Kdop<3> {
    let (center, half) = (pose.carry(bounds.center()), pose.rotation().abs() * bounds.half() * (1.0 + 1e-9));
    Kdop::around([center - half, center + half])
}

fn levels(breadth: Breadth) -> &'static [usize] {
    match breadth {
        Breadth::Tiny => &[0, 2],
        Breadth::Short => &[0, 1, 2, 4],
        Breadth::Full => &[0, 1, 2, 3, 4, 5, 6],
    }
}

/// What a contender did with a scene.
struct Run {
    step_us: f64,
    /// What so many close pairs cost.
    cost: Cost,
    counted: usize,
}

fn run(lab: &mut Lab) -> Result<Outcome, Fault> {
    let levels = levels(lab.settings.breadth);
    let (mut tables, mut plots, mut found) = (Vec::new(), Vec::new(), Vec::new());
    for (name, ground) in NAMES {
        let scene = scene(lab, name, ground)?;
        let mut times = Grid::new(levels.iter().map(usize::to_string));
        let mut work = Vec::new();
        for stable in volumes(&scene.meshes).take(OF_PAPER) {
            for (mapping, recipe) in [DVSPM, DFSPM] {
                let with: Vec<_> =
                    levels.iter().map(|&levels| stable.with_planes(SupportPlanes { levels, recipe })).collect();
                let runs = fall(lab, &scene, name, &with)?;
                let row = format!("{} {mapping}", stable.name());
                times.push(&row, runs.iter().map(|run| Some((run.step_us + scene.broad_us) / 1e3)).collect());
                work.extend(levels.iter().zip(&runs).map(|(levels, run)| work_row(&row, *levels, run)));
            }
        }
        let steps = scene.steps.len();
        let title = format!(
            "Time of a step, {name}: {} close pairs and {} that touch in {steps} steps, of which the broad phase takes {:.2} ms each",
            scene.close(),
            scene.touching(),
            scene.broad_us / 1e3,
        );
        tables.push(times.table(&title, "volume, mapping", "ms", &Grid::default()));
        tables.push(work_table(name, work));
        plots.push(plot(name, &times));
        found.push(times);
    }
    tables.push(gains(&found));
    tables.push(with_memory(lab)?);
    let verdict = judge(&found);
    Ok(Outcome { tables, plots, verdict })
}

/// Everybody asks about all close pairs, step after step and in turns; the work is that of the first step.
fn fall(lab: &mut Lab, scene: &Scene, name: &str, contenders: &[Box<dyn Stable>]) -> Result<Vec<Run>, Fault> {
    let kinds = scene.meshes.len();
    let checkers = |stable: &Box<dyn Stable>| -> Vec<Box<dyn Checker>> {
        (0..kinds * kinds).map(|pair| stable.checker(pair / kinds, pair % kinds)).collect()
    };
    let mut all: Vec<Vec<Box<dyn Checker>>> = contenders.iter().map(checkers).collect();
    let of = |close: &Close| close.models.0 * kinds + close.models.1;
    let mut times_us = vec![0.0; all.len()];
    lab.progress.start(&format!("{name} {}", contenders[0].name()), scene.steps.len());
    let mut expected = &scene.touches[..];
    for step in &scene.steps {
        for (checkers, time_us) in all.iter_mut().zip(&mut times_us) {
            let start = Instant::now();
            let found: Vec<bool> = step.iter().map(|close| checkers[of(close)].collides(&close.a_from_b)).collect();
            *time_us += start.elapsed().as_secs_f64() * 1e6;
            found.iter().zip(expected).try_for_each(|(found, expected)| agree(name, *found, *expected))?;
        }
        expected = &expected[step.len()..];
        lab.progress.step();
    }
    let runs = all.iter_mut().zip(times_us).map(|(checkers, time_us)| {
        let mut cost = Cost::default();
        for close in &scene.steps[0] {
            checkers[of(close)].first_counted(&close.a_from_b, &mut cost);
        }
        Run { step_us: time_us / scene.steps.len() as f64, cost, counted: scene.steps[0].len() }
    });
    Ok(runs.collect())
}

fn agree(name: &str, found: bool, expected: bool) -> Result<(), Disagreement> {
    if found == expected {
        return Ok(());
    }
    Err(Disagreement {
        flight: name.to_owned(),
        row: 0,
        what: "collisions",
        setup: "classic with support planes".to_owned(),
        found: found.into(),
        reference: "the wide engine".to_owned(),
        expected: expected.into(),
    })
}

fn work_row(name: &str, levels: usize, run: &Run) -> Row {
    let Cost { volume_tests, triangle_tests, plane_tests, plane_rejections, .. } = run.cost;
    let counts = [volume_tests, triangle_tests, plane_tests, plane_rejections];
    Row::new(format!("{name} on {levels}"), counts.map(|n| Cell::ours(n as f64 / run.counted as f64)).to_vec())
}

fn work_table(name: &str, rows: Vec<Row>) -> Table {
    let columns = ["N_v", "N_p", "plane tests", "rejections"].map(|name| Column::new(name, "")).to_vec();
    Table {
        title: format!("Work of a close pair, {name}, in the first step"),
        rows_are: "volume, mapping, levels",
        columns,
        rows,
    }
}

fn plot(name: &str, times: &Grid) -> Plot {
    let series = times.rows.iter().map(|(row, figures)| Series {
        name: row.clone(),
        points: times
            .columns
            .iter()
            .zip(figures)
            .filter_map(|(level, ms)| Some((level.parse().ok()?, (*ms)?)))
            .collect(),
    });
    Plot {
        name: name.to_owned(),
        title: format!("600 bodies and a {name}"),
        x: Axis::new("levels with planes", "", Scale::Linear),
        y: Axis::new("time of a step", "ms", Scale::Linear),
        series: series.collect(),
    }
}

/// How many times as fast planes make a step on the best number of levels, beside what the paper's text says.
fn gains(found: &[Grid]) -> Table {
    let paper = |row: &str, name: &str| (name == "torus" && row.starts_with("Sphere")).then_some("almost 10");
    let columns =
        NAMES.iter().flat_map(|(name, _)| [Column::new(*name, ""), Column::new(format!("{name}, levels"), "")]);
    let row = |row: &str| {
        let cells = found.iter().zip(NAMES).flat_map(|(times, (name, _))| {
            let (gain, levels) = best_gain(times, row);
            [Cell::beside(gain, paper(row, name)), Cell::ours(levels)]
        });
        Row::new(row, cells.collect())
    };
    let rows = found[0].names().into_iter().map(row).collect();
    let title = "How many times as fast a step is with planes on the best number of levels".to_owned();
    Table { title, rows_are: "volume, mapping", columns: columns.collect(), rows }
}

/// Fewer and smaller bodies that creep: a memory for each close pair, with and without planes.
fn with_memory(lab: &mut Lab) -> Result<Table, Fault> {
    let (bodies, triangles, steps) = if lab.settings.breadth == Breadth::Tiny { (18, 180, 4) } else { (100, 1280, 60) };
    let seed = lab.settings.seed;
    let fall = Fall { bodies, triangles, ground: Ground::Plane, before: 100, steps, step_secs: 1e-3, seed };
    let scene = Scene::new(&fall.crowd());
    let mut rows = Vec::new();
    for stable in volumes(&scene.meshes) {
        let kind: VolumeKind =
            stable.name().to_lowercase().replace("18-dop", "kdop18").parse().expect("a volume's name");
        for levels in [0, 3] {
            let with = stable.with_planes(SupportPlanes { levels, recipe: DFSPM.1 });
            let cold = remember(&scene, &*with, None)?;
            let warm = remember(&scene, &*with, Some(Strategy::tropp(kind)))?;
            let figures = [cold.step_us, warm.step_us].into_iter().chain([&cold, &warm].into_iter().flat_map(|run| {
                [run.cost.volume_tests, run.cost.plane_rejections].map(|n| n as f64 / run.counted as f64)
            }));
            let name = format!("{}, planes on {levels}", stable.name());
            rows.push(Row::new(name, figures.map(Cell::ours).collect()));
        }
    }
    let names = [
        ("cold", "µs"),
        ("warm", "µs"),
        ("N_v cold", ""),
        ("rejections cold", ""),
        ("N_v warm", ""),
        ("rejections warm", ""),
    ];
    let title = format!(
        "With coherence (Tropp's front for each close pair): time of a step of 1 ms, {bodies} lumps of {triangles} triangles on a plane, and the work of a close pair"
    );
    Ok(Table { title, rows_are: "volume", columns: names.map(|(name, unit)| Column::new(name, unit)).to_vec(), rows })
}

fn remember(scene: &Scene, stable: &dyn Stable, strategy: Option<Strategy>) -> Result<Run, Fault> {
    let kinds = scene.meshes.len();
    let mut cold: Vec<Box<dyn Checker>> =
        (0..kinds * kinds).map(|pair| stable.checker(pair / kinds, pair % kinds)).collect();
    let templates: Vec<Option<Box<dyn Remembering>>> =
        cold.iter().map(|checker| strategy.map(|strategy| checker.remembering(strategy))).collect();
    let (mut secs, mut cost) = (0.0, Cost::default());
    for counted in [false, true] {
        let mut memories: HashMap<(u32, u32), Box<dyn Remembering>> = HashMap::new();
        let mut expected = scene.touches.iter();
        for close in scene.steps.iter().flatten() {
            let kind = close.models.0 * kinds + close.models.1;
            let start = Instant::now();
            let checker: &mut dyn Checker = match &templates[kind] {
                Some(template) => &mut **memories.entry(close.bodies).or_insert_with(|| template.clone()),
                None => &mut *cold[kind],
            };
            let found = if counted {
                checker.first_counted(&close.a_from_b, &mut cost)
            } else {
                checker.first(&close.a_from_b)
            };
            secs += if counted { 0.0 } else { start.elapsed().as_secs_f64() };
            agree("creeping bodies", found.is_some(), *expected.next().expect("an answer for each"))?;
        }
    }
    Ok(Run { step_us: 1e6 * secs / scene.steps.len() as f64, cost, counted: scene.close() })
}

/// In the torus scene the gain must be almost tenfold, larger than in the plane scene, and largest for spheres.
fn judge(found: &[Grid]) -> Verdict {
    let gain = |scene: usize, volume: &str| {
        let rows = ["DVSPM", "DFSPM"].map(|mapping| best_gain(&found[scene], &format!("{volume} {mapping}")).0);
        rows[0].max(rows[1])
    };
    let volumes = ["Sphere", "AABB", "OBB"];
    let [torus, plane] = [0, 1].map(|scene| volumes.map(|volume| gain(scene, volume)));
    let best = torus.iter().copied().fold(0.0, f64::max);
    let order =
        if best >= 5.0 { Holds::Yes } else { Holds::by_count(torus.iter().filter(|gain| **gain > 1.02).count(), 4, 3) };
    let ahead = torus.iter().zip(&plane).filter(|(torus, plane)| torus >= plane).count();
    let spheres = if torus[0] >= best { Holds::Yes } else { Holds::No };
    let said = |gains: &[f64]| {
        volumes.iter().zip(gains).map(|(name, gain)| format!("{name} {gain:.2}")).collect::<Vec<_>>().join(", ")
    };
    Verdict::new(
        order.and(Holds::by_count(ahead, 3, 3)).and(spheres),
        format!(
            "a step is so many times as fast with planes: in the torus scene {} (paper: almost an order of magnitude, spheres most), in the plane scene {} \
             (paper: less)",
            said(&torus),
            said(&plane)
        ),
    )
}
