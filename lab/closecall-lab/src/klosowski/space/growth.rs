//! Growth from a thousand to a million triangles: what indexes of space take to build, their bytes,
//! and the time of a query; and the four ways in which a 3-d tree chooses its axis.

use std::sync::Arc;

use closecall::{Mesh, Pose};
use closecall_flight::timing::time_queries;
use closecall_space::{AxisChoice, Limits, SpaceKind, SpaceWork};

use super::super::grid::Grid;
use super::super::study::PAPER;
use super::contenders::{INDEXES, Indexed, SpaceContender, engines};
use super::flights::{PACE, StudyExtent, environments};
use crate::engine::EngineBodies;
use crate::experiment::{
    Axis, Experiment, Fault, Holds, Lab, Outcome, Plot, Precision, Scale, Series, Verdict,
};
use crate::scenes::parts::fitted;
use crate::scenes::{BspCell, Flyer, disjoint_tetrahedra, random_terrain, wander};
use crate::table::Breadth;
use closecall_flight::MeshOrModel;

/// Poses of a path, and how often it is flown.
const POSES: usize = 300;

/// The experiments.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![
        Experiment::new(
            "klosowski-space-growth",
            "Indexes of space from a thousand to a million triangles",
            (PAPER, "§2.5: what becomes important with millions of triangles"),
            growth,
        ),
        Experiment::new(
            "klosowski-kd-axes",
            "The four ways in which a 3-d tree chooses the axis of a cut",
            (PAPER, "§2.3.2, choices (a) to (d)"),
            axes,
        ),
    ]
}

fn sizes(breadth: Breadth) -> &'static [usize] {
    let all = &[1000, 10_000, 100_000, 1_000_000];
    match breadth {
        Breadth::Tiny => &all[..1],
        Breadth::Short => &all[..3],
        Breadth::Full => all,
    }
}

/// A scene of about this many triangles: the environment, and how large the body is.
fn scene(name: &str, triangles: usize, seed: u64) -> (Mesh, f64) {
    match name {
        "terrain" => {
            let points = 1.0 + (triangles as f64 / 2.0).sqrt();
            (random_terrain(points.round() as u32, seed), 0.05)
        }
        // Among more tetrahedra there is room for smaller bodies only.
        _ => (disjoint_tetrahedra(triangles / 4, seed), 0.7 / (triangles as f64 / 4.0).cbrt()),
    }
}

fn growth(lab: &mut Lab) -> Result<Outcome, Fault> {
    let (mut tables, mut plots, mut bytes_hold) = (vec![], vec![], true);
    for name in ["terrain", "tetrahedra"] {
        let sizes = sizes(lab.settings.breadth);
        lab.progress.start(name, sizes.len());
        let columns: Vec<&str> =
            INDEXES.iter().map(|(name, _)| *name).chain(["wide engine"]).collect();
        let [mut us, mut ms, mut bytes] = [(); 3].map(|()| Grid::new(columns.iter().copied()));
        for &size in sizes {
            let (mesh, edge) = scene(name, size, lab.settings.seed);
            let obj = Arc::new(fitted(&Flyer::Socbal.mesh(), edge));
            let path = wander(&BspCell::UNIT, PACE, POSES, lab.settings.seed);
            let path: Vec<Pose> = path.iter().map(|waypoint| waypoint.pose()).collect();
            let [row_us, row_ms, row_bytes] = measure(&mesh, &obj, &path, lab.settings.reps)?;
            let row = mesh.triangle_count().to_string();
            bytes_hold &= row_bytes[1] <= row_bytes[0].min(row_bytes[2]);
            us.push(&row, row_us.into_iter().map(Some).collect());
            ms.push(&row, row_ms.into_iter().map(Some).collect());
            bytes.push(&row, row_bytes.into_iter().map(Some).collect());
            lab.progress.step();
        }
        let none = Grid::default();
        tables.push(us.table(&format!("{name}: time of a query"), "triangles", "µs", &none));
        tables.push(ms.table(&format!("{name}: time to build"), "triangles", "ms", &none));
        let title = format!("{name}: bytes for each triangle");
        tables.push(bytes.table_with(&title, "triangles", "", Precision::Whole, &none));
        plots.push(plot(name, &us));
    }
    let holds = if bytes_hold { Holds::Yes } else { Holds::No };
    let finding = format!(
        "the R-tree takes {} bytes than grid and 3-d tree at every size",
        if bytes_hold { "fewer" } else { "not always fewer" }
    );
    Ok(Outcome { tables, plots, verdict: Verdict::new(holds, finding) })
}

/// Of every index and the wide engine: µs of a query, ms to build, bytes for each triangle.
fn measure(
    mesh: &Mesh,
    obj: &Arc<Mesh>,
    path: &[Pose],
    reps: usize,
) -> Result<[Vec<f64>; 3], Fault> {
    let shared = Arc::new(mesh.clone());
    let triangles = mesh.triangle_count() as f64;
    let mut figures = [vec![], vec![], vec![]];
    let mut time = |mut contender: SpaceContender, ms: f64, bytes: usize| {
        let ask = |k: usize| u64::from(contender.ask(&path[k], &mut SpaceWork::default()));
        let timed = time_queries(reps.min(3), path.len(), ask, || ());
        let row = [timed.timing.mean_best_us, ms, bytes as f64 / triangles];
        figures.iter_mut().zip(row).for_each(|(all, figure)| all.push(figure));
        timed.answers
    };
    let mut answers = Vec::new();
    for &(name, kind) in &INDEXES {
        let indexed = Indexed::build(name, kind, &shared)?;
        answers.push(time(indexed.contender(obj), indexed.build_ms, indexed.figures.bytes));
    }
    let [_, _, (_, wide)] = engines();
    let start = std::time::Instant::now();
    let body = |mesh: &Mesh| MeshOrModel::Mesh(mesh.clone());
    let bodies = EngineBodies::new(&wide, body(mesh), body(obj));
    let ms = start.elapsed().as_secs_f64() * 1e3;
    let bytes = closecall::Model::new(mesh.clone()).tree_bytes();
    let expected = time(SpaceContender::Engine(bodies), ms, bytes);
    for ((who, _), own) in INDEXES.iter().zip(&answers) {
        if let Some(row) = own.iter().zip(&expected).position(|(own, other)| own != other) {
            return Err(Fault::Disagreement(crate::table::Disagreement {
                flight: format!("{triangles} triangles"),
                row,
                what: "colliding",
                setup: (*who).to_owned(),
                found: own[row],
                reference: "wide engine".to_owned(),
                expected: expected[row],
            }));
        }
    }
    Ok(figures)
}

fn plot(name: &str, us: &Grid) -> Plot {
    let series = us.columns.iter().map(|column| {
        let point = |row: &str| Some((row.parse().ok()?, us.at(row, column)?));
        Series { name: column.clone(), points: us.names().into_iter().filter_map(point).collect() }
    });
    Plot {
        name: name.to_owned(),
        title: format!("{name}: time of a query"),
        x: Axis::new("triangles", "", Scale::Log),
        y: Axis::new("time", "µs", Scale::Log),
        series: series.collect(),
    }
}

fn axes(lab: &mut Lab) -> Result<Outcome, Fault> {
    let extent = StudyExtent::of(lab);
    let columns = AxisChoice::ALL.map(AxisChoice::name);
    let [mut us, mut stored, mut height] = [(); 3].map(|()| Grid::new(columns));
    let chosen = environments(Breadth::Short);
    lab.progress.start("environments", chosen.len());
    for environment in chosen {
        let mesh = Arc::new(environment.mesh(extent.share, lab.settings.seed)?);
        let obj = extent.body(Flyer::Socbal);
        let steps = extent.steps.min(2000);
        let grounds = super::contenders::Grounds::new((*mesh).clone())?;
        let path = super::flights::path(lab, &grounds, &obj, steps)?;
        let [mut row_us, mut row_stored, mut row_height] = [const { Vec::new() }; 3];
        for choice in AxisChoice::ALL {
            let kind = SpaceKind::KdTree { choice, limits: Limits::PAPER };
            let indexed = Indexed::build("kd-tree", kind, &mesh)?;
            let mut contender = indexed.contender(&obj);
            let ask = |k: usize| u64::from(contender.ask(&path[k], &mut SpaceWork::default()));
            let timed = time_queries(extent.reps, path.len(), ask, || ());
            row_us.push(Some(timed.timing.mean_best_us));
            row_stored.push(Some(indexed.figures.stored as f64));
            row_height.push(Some(indexed.figures.height as f64));
        }
        us.push(environment.name, row_us);
        stored.push(environment.name, row_stored);
        height.push(environment.name, row_height);
        lab.progress.step();
    }
    let none = Grid::default();
    let whole = |grid: &Grid, title: &str| {
        grid.table_with(title, "environment", "", Precision::Whole, &none)
    };
    let tables = vec![
        us.table("time of a query, a football flies", "environment", "µs", &none),
        whole(&stored, "triangles stored"),
        whole(&height, "height"),
    ];
    Ok(Outcome { tables, plots: vec![], verdict: judge_axes(&us) })
}

/// (c) "works the best on average".
fn judge_axes(us: &Grid) -> Verdict {
    let mean = |choice: AxisChoice| {
        let rows = us.names();
        let ratios: Vec<f64> = rows
            .iter()
            .filter_map(|row| {
                let least = us.columns.iter().filter_map(|column| us.at(row, column));
                Some(us.at(row, choice.name())? / least.fold(f64::INFINITY, f64::min))
            })
            .collect();
        super::super::grid::typical(&ratios)
    };
    let means = AxisChoice::ALL.map(|choice| (choice.name(), mean(choice)));
    let own = mean(AxisChoice::LeastProduct);
    let best = means.iter().map(|(_, mean)| *mean).fold(f64::INFINITY, f64::min);
    let told: Vec<String> = means.iter().map(|(name, mean)| format!("{name} {mean:.2}")).collect();
    let holds = if own <= 1.03 * best { Holds::Yes } else { Holds::No };
    let finding = format!("times over the least, on average: {}", told.join(", "));
    Verdict::new(holds, finding)
}
