//! Milling programs: how many swept moves a second are checked, for every shape of tool, upright
//! and inclined, near and far from a terrain; whole programs; 100 drilled holes with holder and
//! clamps; and more cores.

use std::fmt::Write as _;

use closecall::Mesh;
use closecall::engine::geom::DVec3;
use closecall::mesh::shapes;
use closecall_flight::numbers::figures;
use closecall_mill::job::{JobBodies, JobSettings, Summary, Tools, run};
use closecall_mill::part::Target;
use closecall_mill::tool::{Facets, Stage, Tool, ToolShape};
use std::time::Instant;

use super::{BenchPage, BenchSheet};
use crate::scenes::milling::{Job, PolyTool, RADIUS, Terrain};

/// The tools, all 20 wide.
const SHAPES: [&str; 8] = [
    "ball:20",
    "flat:20",
    "bull:20:5",
    "cone:20:30",
    "drill:20",
    "taper:20:8:10",
    "lollipop:20:8",
    "apt:12:3:3:3:5:10:20",
];

/// How tools lean that do not stand upright: by 20 degrees.
const LEANING: DVec3 = DVec3::new(0.3, 0.2, 1.0);

/// How far above the path that touches the terrain the tip goes.
const LIFTS: [f64; 3] = [0.0, 0.05, 2.0];

/// Measures, each figure the best of `rounds`. The terrain has the paper's size always; `full` has
/// all six of them.
#[must_use]
pub fn page(full: bool, rounds: usize, mut hear: impl FnMut(&str)) -> BenchPage {
    let terrains: &[Terrain] = if full { &Terrain::ALL } else { &Terrain::ALL[..2] };
    let mut sheets = Vec::new();
    for terrain in terrains {
        hear(terrain.name);
        sheets.push(shapes_sheet(terrain, None, rounds));
    }
    for terrain in &terrains[..1] {
        hear("inclined");
        sheets.push(shapes_sheet(terrain, Some(LEANING.normalize()), rounds));
    }
    hear("cores");
    sheets.push(cores(&Terrain::ALL[1], rounds));
    hear("holes");
    sheets.push(holes(rounds));
    let preface = format!(
        "Programs from memory, read and checked; the best of {rounds} rounds. A gouge is any lift above 0. The path is the dissertation's: a ball of radius 10 \
         along every tenth row of a terrain of 178,802 triangles, offset locally, here at the level where it touches and above it."
    );
    BenchPage { name: "mill", title: "Milling programs", preface, sheets }
}

/// Checks a program on this many threads: what it came to, and the seconds of the fastest round.
fn checked(
    program: &str,
    tool: &Tool,
    bodies: &JobBodies,
    axis: Option<DVec3>,
    [threads, rounds]: [usize; 2],
) -> (Summary, f64) {
    let tools = Tools::single(tool, 0.0).expect("a tool of the table");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    pool.install(|| {
        let settings = JobSettings { axis: axis.map(Into::into), ..JobSettings::default() };
        let one = || {
            let begin = Instant::now();
            let summary = run(program.as_bytes(), &tools, bodies, &settings, |_| {}, |_| {})
                .expect("a program that is read");
            (summary, begin.elapsed().as_secs_f64())
        };
        let (summary, mut best) = one();
        (1..rounds).for_each(|_| best = best.min(one().1));
        (summary, best)
    })
}

/// The path so much higher. An inclined ball keeps its centre: its tip is elsewhere.
fn lifted(job: &Job, lift: f64, axis: Option<DVec3>) -> String {
    let aside = axis.map_or(DVec3::ZERO, |axis| RADIUS * (DVec3::Z - axis));
    let tips = job.tips.iter().map(|tip| *tip + DVec3::Z * lift + aside).collect();
    Job { tips, ..job.clone() }.program()
}

fn bodies(part: &Mesh) -> JobBodies {
    JobBodies { part: Target::new(part), stock: None, fixtures: Vec::new() }
}

fn tools() -> Vec<(String, Tool)> {
    let round = SHAPES
        .iter()
        .map(|text| (text.to_string(), Tool::of(text.parse::<ToolShape>().expect("a shape"))));
    let faceted = |tool: PolyTool| {
        let facets = Facets::new(&tool.mesh()).expect("a convex tool");
        (tool.name().to_owned(), Tool::of(ToolShape::Mesh(facets)))
    };
    round.chain(PolyTool::ALL.map(faceted)).collect()
}

fn shapes_sheet(terrain: &Terrain, axis: Option<DVec3>, rounds: usize) -> BenchSheet {
    let job = terrain.job(300);
    let bodies = bodies(&job.part);
    let mut rows = Vec::new();
    for (name, tool) in tools() {
        for lift in LIFTS {
            let (summary, seconds) =
                checked(&lifted(&job, lift, axis), &tool, &bodies, axis, [1, rounds]);
            let gouges = summary.counts[0];
            rows.push(vec![
                format!("{name}, {lift} above"),
                summary.checked.to_string(),
                gouges.to_string(),
                summary.undecided.to_string(),
                figures(1e6 * seconds / summary.checked as f64),
                figures(summary.checked as f64 / seconds),
            ]);
        }
    }
    let header = vec!["tool", "moves", "gouges", "undecided", "µs a move", "moves/s"];
    let stands = if axis.is_some() { "inclined by 20°" } else { "upright" };
    BenchSheet { title: format!("{}, {stands}, one thread", terrain.name), header, rows }
}

fn cores(terrain: &Terrain, rounds: usize) -> BenchSheet {
    let job = terrain.job(300);
    let bodies = bodies(&job.part);
    // Long enough for many batches.
    let program = lifted(&job, 0.05, None).repeat(8);
    let all = std::thread::available_parallelism().map_or(1, usize::from);
    let tool = Tool::of(ToolShape::Ball { d: 20.0 });
    let mut rows = Vec::new();
    let (mut threads, mut first) = (1, None);
    while threads <= all {
        let (summary, seconds) = checked(&program, &tool, &bodies, None, [threads, rounds]);
        let speed = summary.checked as f64 / seconds;
        let base = *first.get_or_insert(speed);
        rows.push(vec![
            threads.to_string(),
            summary.checked.to_string(),
            figures(speed),
            figures(speed / base),
        ]);
        threads *= 2;
    }
    let title = format!("{}, ball:20, 0.05 above, whole programs on more threads", terrain.name);
    BenchSheet { title, header: vec!["threads", "moves", "moves/s", "over one"], rows }
}

/// 100 holes in a plate, drilled with a holder between two clamps.
fn holes(rounds: usize) -> BenchSheet {
    let plate = shapes::terrain(200, 200, 1.0, |_, _| 0.0);
    let clamp =
        |x: f64| shapes::cuboid(DVec3::new(x, 80.0, 0.0), DVec3::new(x + 20.0, 120.0, 25.0));
    let bodies = JobBodies {
        part: Target::new(&plate),
        stock: Some(Target::new(&shapes::cuboid(
            DVec3::new(0.0, 0.0, -20.0),
            DVec3::new(200.0, 200.0, 0.5),
        ))),
        fixtures: [-25.0, 205.0].map(|x| Target::new(&clamp(x))).into(),
    };
    let mut tool = Tool::of(ToolShape::Cone { d: 5.0, half_angle: 59.0 });
    (tool.length, tool.shank, tool.stick_out) = (Some(30.0), Some(5.0), Some(40.0));
    tool.holder = Stage::list("20:25:10,40:30").expect("a holder");
    let mut program = "G21 G90\nG0 X10 Y10 Z30\nG99\n".to_owned();
    for i in 0..100 {
        let _ = writeln!(program, "G81 X{} Y{} Z0.2 R3", 10 + 20 * (i % 10), 10 + 20 * (i / 10));
    }
    program += "G80\nG0 Z30\n";
    let row = |threads: usize| {
        let (summary, seconds) = checked(&program, &tool, &bodies, None, [threads, rounds]);
        let met: u64 = summary.counts.iter().sum();
        vec![
            threads.to_string(),
            summary.checked.to_string(),
            met.to_string(),
            figures(1e3 * seconds),
        ]
    };
    let title =
        "100 drilled holes, holder, stock and two clamps, a plate of 80,000 triangles".to_owned();
    BenchSheet {
        title,
        header: vec!["threads", "moves", "met", "ms"],
        rows: [1, 2].map(row).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_holes_meet_nothing() {
        let sheet = holes(1);
        assert_eq!(sheet.rows[0][1..3], ["302", "0"].map(String::from));
    }
}
