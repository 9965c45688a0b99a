//! An arm of seven joints among 100,000 triangles: certified edges, beside sampling that would be
//! as sure.

use closecall::engine::geom::{DVec3, GlamMesh as _, Rng};
use std::path::Path;
use std::time::Instant;

use closecall::Answer;
use closecall::Ask;
use closecall::world::sweep::{Edge, EdgeHit, Sweeps};
use closecall::world::{Body, World};
use closecall::{Mesh, Model};
use closecall_flight::numbers::figures;
use closecall_robot::{FileError, Robot, RobotFiles, RobotInWorld};

use super::{BenchPage, BenchSheet, SEED};

/// Cubes of twelve triangles.
const CUBES: usize = 8_334;

/// Of the tolerance, in metres.
const TOLERANCES: [f64; 5] = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7];

/// How far joints turn on an edge, at most, in radians.
const TURNS: [f64; 3] = [0.05, 0.3, 1.0];

const EDGES: usize = 60;

/// The greatest number of samples that are asked; where more would be needed, the time is that of these, times
/// the rest.
const MOST_SAMPLES: usize = 2_000;

/// Measures. The robot's joints are moved from random positions whose start and end are free.
///
/// # Errors
/// If the robot cannot be read.
pub fn page(urdf: &Path, rounds: usize) -> Result<BenchPage, FileError> {
    let srdf = urdf.with_extension("srdf");
    let files = RobotFiles { srdf: srdf.exists().then_some(srdf), ..RobotFiles::default() };
    let robot = Robot::load(urdf, &files)?;
    let mut rng = Rng::new(SEED);
    let mut world = World::new();
    let cubes = Model::new(cubes(&mut rng));
    world.insert(Body::new("cubes", &cubes).fixed()).expect("an empty world takes a body");
    let placed = robot.insert(&mut world, "", None).expect("the names differ");
    let sheets = TURNS.map(|turn| sheet(&world, &placed, turn, rounds, &mut rng));
    let preface = format!(
        "{}: {} links with {} triangles, {} coordinates, among {} triangles: cubes of 2 cm all around. About {EDGES} edges a sheet, \
         both ends free; one thread, the fastest of {rounds} rounds, the mean over edges. The tolerance is in metres. \
         Sampled: evenly, so that no point of the robot moves further than the tolerance between two samples, which is what it takes to be as sure; \
         until the first contact. At most {MOST_SAMPLES} samples of an edge are asked and the rest is reckoned.",
        robot.name(),
        robot.links().iter().filter(|link| link.model.is_some()).count(),
        robot
            .links()
            .iter()
            .filter_map(|link| Some(link.model.as_ref()?.mesh().triangle_count()))
            .sum::<usize>(),
        robot.coordinates().len(),
        cubes.mesh().triangle_count(),
    );
    Ok(BenchPage {
        name: "arm",
        title: "An arm among 100,000 triangles",
        preface,
        sheets: sheets.into(),
    })
}

/// Small cubes in a shell about the robot, not too near its base.
pub(super) fn cubes(rng: &mut Rng) -> Mesh {
    let unit = closecall::mesh::shapes::cuboid(DVec3::splat(-0.01), DVec3::splat(0.01));
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for _ in 0..CUBES {
        let at = loop {
            let at = rng.in_ball() * 1.6 + DVec3::Z * 0.3;
            if at.length() > 0.95 || at.z < -0.1 {
                break at;
            }
        };
        let first = vertices.len() as u32;
        vertices.extend(unit.points().iter().map(|&corner| corner + at));
        triangles.extend(unit.triangles().iter().map(|triangle| triangle.map(|k| k + first)));
    }
    Mesh::new(vertices, triangles).expect("cubes are a mesh")
}

fn sheet(
    world: &World,
    placed: &RobotInWorld,
    turn: f64,
    rounds: usize,
    rng: &mut Rng,
) -> BenchSheet {
    let robot = placed.robot();
    let mut query = world.query();
    let mut is_free = |positions: &[f64]| {
        let poses = placed.poses(positions).expect("positions are within limits");
        query.set_poses(&poses).expect("the robot is here");
        !query.collides()
    };
    let limits: Vec<[f64; 2]> = (robot.coordinates().iter())
        .map(|coordinate| robot.joints()[coordinate.joint].limits.unwrap_or([-3.0, 3.0]))
        .collect();
    let mut ends = Vec::new();
    while ends.len() < EDGES {
        let from: Vec<f64> = limits.iter().map(|[low, high]| rng.between(*low, *high)).collect();
        let to = from
            .iter()
            .zip(&limits)
            .map(|(x, [low, high])| (x + rng.between(-turn, turn)).clamp(*low, *high));
        let to: Vec<f64> = to.collect();
        if is_free(&from) && is_free(&to) {
            ends.push([from, to]);
        }
    }
    let edges: Vec<_> =
        ends.iter().map(|[from, to]| placed.edge(from, to).expect("within limits")).collect();
    let rows = TOLERANCES.iter().map(|&tolerance| {
        let options = Ask::new().tolerance(tolerance);
        let sweeps = Sweeps::new(world, &options);
        let (mut counts, mut certified, mut sampled, mut samples) = ([0; 3], 0.0, 0.0, 0.0);
        for edge in &edges {
            let mut best = f64::INFINITY;
            let mut answer = Answer::Clear;
            for _ in 0..rounds {
                let start = Instant::now();
                answer = sweeps.ask(edge).expect("the edge was checked");
                best = best.min(start.elapsed().as_secs_f64());
            }
            certified += best;
            let (kind, end) = match answer {
                Answer::Clear => (0, 1.0),
                Answer::Touching(EdgeHit { hit, .. }) => (1, hit.time.hi),
                Answer::Undecided(_) => (2, 1.0),
            };
            counts[kind] += 1;
            let needed = (way(edge, robot) * end / tolerance).ceil().max(1.0);
            let asked = needed.min(MOST_SAMPLES as f64);
            let start = Instant::now();
            for k in 0..asked as usize {
                query.set_poses(&edge.poses(end * k as f64 / asked)).expect("the edge was checked");
                std::hint::black_box(query.collides());
            }
            sampled += start.elapsed().as_secs_f64() * needed / asked;
            samples += needed;
        }
        let mean = |sum: f64| sum / edges.len() as f64;
        let mut row = vec![format!("{tolerance:e}")];
        row.extend(counts.map(|count| count.to_string()));
        row.extend([
            figures(mean(certified) * 1e6),
            figures(mean(samples)),
            figures(mean(sampled) * 1e6),
        ]);
        row.push(figures(sampled / certified));
        row
    });
    let rows = rows.collect();
    let header = vec![
        "tolerance m",
        "free",
        "hit",
        "undecided",
        "certified µs",
        "samples",
        "sampled µs",
        "ratio",
    ];
    BenchSheet { title: format!("joints turn by up to {turn} rad"), header, rows }
}

/// How far a point of the robot may get on an edge: a sum over joints of their turns, with an arm
/// of 1.2 m.
fn way(edge: &closecall_robot::RobotEdge, robot: &Robot) -> f64 {
    let (from, to) = (edge.positions(0.0), edge.positions(1.0));
    debug_assert_eq!(from.len(), robot.coordinates().len());
    from.iter().zip(&to).map(|(a, b)| (a - b).abs() * 1.2).sum()
}
