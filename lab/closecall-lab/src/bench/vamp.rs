//! Plans of a planner on spheres, certified on meshes: MotionBenchMaker's problems, planned
//! by VAMP.
//!
//! `lab/bench/vamp/plan.py` plans with VAMP and writes what this reads; it says there what is needed.

use std::path::{Path, PathBuf};
use std::time::Instant;

use closecall::Answer;
use closecall::Ask;
use closecall::engine::geom::DVec3;
use closecall::world::sweep::{Edge, EdgeHit, Sweeps};
use closecall::world::{Body, Query, World};
use closecall::{Model, Pose};
use closecall_flight::numbers::figures;
use closecall_robot::{LinkShape, Packages, Robot, RobotFiles, RobotInWorld};
use serde_json::Value;

use super::{BenchPage, BenchSheet};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum VampError {
    /// Nothing was planned.
    #[error(
        "skipped: {0} has no plans (*.json); lab/bench/vamp/plan.py makes them and says what it needs"
    )]
    NoPlans(PathBuf),
    /// Something about a file is wrong.
    #[error("{file}: {why}")]
    Bad {
        /// The file.
        file: PathBuf,
        /// The reason.
        why: String,
    },
}

/// The results of the edges of one kind of path.
#[derive(Default)]
struct Tally {
    edges: usize,
    hits: usize,
    with_itself: usize,
    undecided: usize,
    /// Edges that hit, but not at samples as close as the planner's.
    missed: usize,
    paths: usize,
    paths_hit: usize,
    certified_us: f64,
    /// The same where any contact will do.
    any_us: f64,
    sampled_us: f64,
    vamp_us: f64,
}

/// The results of the problems of one robot.
#[derive(Default)]
struct Problems {
    all: usize,
    solved: usize,
    blocked: usize,
    /// Blocked for the spheres, but meshes are free at start and goal.
    blocked_wrongly: usize,
    /// Free for the spheres at start and goal, though meshes touch there.
    free_wrongly: usize,
}

/// Reads plans and certifies every edge. `hear` is called with every robot.
///
/// # Errors
/// If there are no plans, or one is not as `plan.py` writes it.
pub fn page(
    folder: &Path,
    most: Option<usize>,
    mut hear: impl FnMut(&str),
) -> Result<BenchPage, VampError> {
    let files = plan_files(folder)?;
    let mut rows = Vec::new();
    let mut problem_rows = Vec::new();
    for file in &files {
        hear(&file.to_string_lossy());
        let bad = |why: String| VampError::Bad { file: file.clone(), why };
        let text = std::fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
        let plans: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let (problems, tallies) = robot(&plans, most).map_err(bad)?;
        let name = plans["robot"].as_str().unwrap_or("?");
        problem_rows.push(problems.row(name));
        rows.extend(tallies.iter().map(|(path, tally)| tally.row(&format!("{name}, {path}"))));
    }
    let preface = "MotionBenchMaker's problems of VAMP's source package, seven kinds a robot. VAMP plans with its spheres (RRT-Connect with \
        its own settings, then its simplification); every edge that it calls valid is certified with the meshes of the robot's URDF file, self-contact \
        by its SRDF file, at the default tolerance. Boxes are exact; cylinders are meshes of 48 sides that contain them (VAMP takes capsules, or boxes \
        in the problems of kind box). Times are of one thread, per edge: VAMP's through its Python door, the fastest of 5; ours the fastest of 2. Sampled: \
        contact of meshes at as many evenly spaced samples as VAMP's resolution asks for. Missed: edges that touch, but at none of those samples. Certified: the first contact; clear or not: a proof, or any contact."
        .to_owned();
    let problems = BenchSheet {
        title: "Problems".to_owned(),
        header: vec![
            "robot",
            "problems",
            "solved",
            "blocked for spheres",
            "of them free for meshes",
            "share of problems",
            "free for spheres, not for meshes",
        ],
        rows: problem_rows,
    };
    let edges = BenchSheet {
        title: "Edges that VAMP calls valid".to_owned(),
        header: vec![
            "robot, path",
            "edges",
            "refuted",
            "share",
            "with itself",
            "undecided",
            "paths",
            "refuted",
            "missed by samples",
            "VAMP µs",
            "sampled µs",
            "certified µs",
            "clear or not µs",
        ],
        rows,
    };
    Ok(BenchPage {
        name: "vamp",
        title: "Edges of a planner on spheres, certified on meshes",
        preface,
        sheets: vec![problems, edges],
    })
}

/// The files of a folder that `plan.py` wrote.
pub(super) fn plan_files(folder: &Path) -> Result<Vec<PathBuf>, VampError> {
    let entries =
        std::fs::read_dir(folder).map(|entries| entries.flatten().map(|entry| entry.path()));
    let mut files: Vec<PathBuf> = entries.map_or_else(|_| Vec::new(), Iterator::collect);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    if files.is_empty() {
        return Err(VampError::NoPlans(folder.to_owned()));
    }
    Ok(files)
}

impl Problems {
    fn row(&self, name: &str) -> Vec<String> {
        let share = self.blocked_wrongly as f64 / self.all.max(1) as f64;
        let counts = [self.all, self.solved, self.blocked, self.blocked_wrongly]
            .map(|count| count.to_string());
        let [all, solved, blocked, wrongly] = counts;
        vec![
            name.to_owned(),
            all,
            solved,
            blocked,
            wrongly,
            percent(share),
            self.free_wrongly.to_string(),
        ]
    }
}

impl Tally {
    fn row(&self, name: &str) -> Vec<String> {
        let per_edge = |us: f64| figures(us / self.edges.max(1) as f64);
        vec![
            name.to_owned(),
            self.edges.to_string(),
            self.hits.to_string(),
            percent(self.hits as f64 / self.edges.max(1) as f64),
            self.with_itself.to_string(),
            self.undecided.to_string(),
            self.paths.to_string(),
            self.paths_hit.to_string(),
            self.missed.to_string(),
            per_edge(self.vamp_us),
            per_edge(self.sampled_us),
            per_edge(self.certified_us),
            per_edge(self.any_us),
        ]
    }
}

fn percent(share: f64) -> String {
    format!("{:.2} %", share * 100.0)
}

/// By the kind of path.
type Tallies = Vec<(&'static str, Tally)>;

/// The robot that plans are for.
pub(super) fn planned_robot(plans: &Value) -> Result<Robot, String> {
    let text = |key: &str| plans[key].as_str().ok_or_else(|| format!("there is no `{key}`"));
    let files = RobotFiles {
        srdf: Some(text("srdf")?.into()),
        packages: Packages::default().with("meshes", text("meshes")?),
        ..RobotFiles::default()
    };
    Robot::load(text("urdf")?, &files).map_err(|error| error.to_string())
}

/// A robot's problems.
fn robot(plans: &Value, most: Option<usize>) -> Result<(Problems, Tallies), String> {
    let robot = planned_robot(plans)?;
    let joints: Vec<&str> = list(&plans["joints"]).filter_map(Value::as_str).collect();
    let resolution = plans["resolution"].as_f64().ok_or("there is no `resolution`")?;
    let mut problems = Problems::default();
    let mut tallies = ["planned", "simplified"].map(|path| (path, Tally::default()));
    for problem in list(&plans["problems"]).take(most.unwrap_or(usize::MAX)) {
        let mut world = World::new();
        // What stands comes first: then links are what moves in the frames of large bodies, not the
        // other way round.
        obstacles(problem, &mut world)?;
        let placed = robot.insert(&mut world, "robot ", None).map_err(|error| error.to_string())?;
        let positions = |values: &Value| positions(&robot, &joints, values);
        let valid = |key: &str| problem[key].as_bool() == Some(true);
        let is_free = |key: &str| -> Result<bool, String> {
            Ok(!collides(&mut world.query(), &placed, &positions(&problem[key])?))
        };
        let meshes_free = is_free("start")? && is_free("goal")?;
        let spheres_free = valid("start_valid") && valid("goal_valid");
        problems.all += 1;
        problems.blocked += usize::from(!spheres_free);
        problems.blocked_wrongly += usize::from(!spheres_free && meshes_free);
        problems.free_wrongly += usize::from(spheres_free && !meshes_free);
        problems.solved +=
            usize::from(problem["paths"].as_object().is_some_and(|paths| !paths.is_empty()));
        for (path, tally) in &mut tallies {
            let path = &problem["paths"][*path];
            let rows = list(&path["rows"]).map(positions).collect::<Result<Vec<_>, _>>()?;
            if rows.len() > 1 {
                let vamp_us = path["us_per_edge"].as_f64().unwrap_or(0.0);
                tally.path(&world, &placed, &rows, resolution, vamp_us)?;
            }
        }
    }
    Ok((problems, tallies.into()))
}

impl Tally {
    fn path(
        &mut self,
        world: &World,
        placed: &RobotInWorld,
        rows: &[Vec<f64>],
        resolution: f64,
        vamp_us: f64,
    ) -> Result<(), String> {
        let sweeps = Sweeps::new(world, &Ask::new());
        let links: Vec<_> = placed.handles().to_vec();
        let mut query = world.query();
        let mut is_hit = false;
        for ends in rows.windows(2) {
            let edge = placed.edge(&ends[0], &ends[1]).map_err(|error| error.to_string())?;
            let (mut answer, mut best) = (Answer::Clear, f64::INFINITY);
            for _ in 0..2 {
                let start = Instant::now();
                answer = sweeps.ask(&edge).map_err(|error| error.to_string())?;
                best = best.min(start.elapsed().as_secs_f64());
            }
            self.certified_us += best * 1e6;
            let mut best = f64::INFINITY;
            for _ in 0..2 {
                let start = Instant::now();
                let any = sweeps.any(&edge).map_err(|error| error.to_string())?;
                best = best.min(start.elapsed().as_secs_f64());
                if (any == Answer::Clear) != (answer == Answer::Clear) {
                    return Err("the two ways to ask about an edge differ".to_owned());
                }
            }
            self.any_us += best * 1e6;
            self.vamp_us += vamp_us;
            self.edges += 1;
            let length: f64 =
                ends[0].iter().zip(&ends[1]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
            let count = (length * resolution).ceil().max(1.0) as usize;
            let start = Instant::now();
            let sampled = (0..=count).any(|k| {
                query
                    .set_poses(&edge.poses(k as f64 / count as f64))
                    .is_ok_and(|()| query.collides())
            });
            self.sampled_us += start.elapsed().as_secs_f64() * 1e6;
            match answer {
                Answer::Clear if sampled => {
                    return Err("an edge is called free that touches".to_owned());
                }
                Answer::Clear => {}
                Answer::Undecided(_) => self.undecided += 1,
                Answer::Touching(EdgeHit { hit, bodies: pair }) => {
                    is_hit = true;
                    self.hits += 1;
                    self.with_itself += usize::from(pair.iter().all(|body| links.contains(body)));
                    self.missed += usize::from(!sampled);
                    query.set_poses(&edge.poses(hit.time.hi)).map_err(|error| error.to_string())?;
                    if !query.collides() {
                        return Err("a contact is none".to_owned());
                    }
                }
            }
        }
        self.paths += 1;
        self.paths_hit += usize::from(is_hit);
        Ok(())
    }
}

pub(super) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn collides(query: &mut Query, placed: &RobotInWorld, positions: &[f64]) -> bool {
    placed.poses(positions).is_ok_and(|poses| query.set_poses(&poses).is_ok()) && query.collides()
}

/// Positions in the robot's order; what f32 leaves outside a limit is moved to it.
pub(super) fn positions(
    robot: &Robot,
    joints: &[&str],
    values: &Value,
) -> Result<Vec<f64>, String> {
    let mut named = Vec::new();
    for (joint, value) in joints.iter().zip(list(values)) {
        let value = value.as_f64().ok_or("a position is no number")?;
        let limits =
            robot.joints().iter().find(|known| known.name == *joint).and_then(|known| known.limits);
        let [low, high] = limits.unwrap_or([f64::NEG_INFINITY, f64::INFINITY]);
        named.push((*joint, value.clamp(low, high)));
    }
    robot.positions(named).map_err(|error| error.to_string())
}

/// The shapes of a problem as fixed bodies.
pub(super) fn obstacles(problem: &Value, world: &mut World) -> Result<(), String> {
    for kind in ["sphere", "cylinder", "box"] {
        for given in list(&problem[kind]) {
            let number =
                |key: &str| given[key].as_f64().ok_or_else(|| format!("a {kind} has no `{key}`"));
            let shape = match kind {
                "sphere" => LinkShape::Sphere { radius: number("radius")? },
                "cylinder" => {
                    LinkShape::Cylinder { radius: number("radius")?, length: number("length")? }
                }
                _ => {
                    let half: Vec<f64> =
                        list(&given["half_extents"]).filter_map(Value::as_f64).collect();
                    let &[x, y, z] = &half[..] else {
                        return Err("a box needs three half extents".to_owned());
                    };
                    LinkShape::Box { size: [2.0 * x, 2.0 * y, 2.0 * z] }
                }
            };
            let mesh = shape.mesh().map_err(|error| error.to_string())?;
            let body = Body::new(format!("{kind} {}", given["name"]), &Model::new(mesh))
                .at(pose(&given["matrix"])?);
            world.insert(body.fixed()).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}

/// A pose from a matrix whose digits may be rounded.
fn pose(matrix: &Value) -> Result<Pose, String> {
    let rows: Vec<Vec<f64>> =
        list(matrix).map(|row| list(row).filter_map(Value::as_f64).collect()).collect();
    let at = |row: usize, column: usize| {
        rows.get(row).and_then(|row| row.get(column)).copied().ok_or("a matrix has 4 rows of 4")
    };
    let column =
        |k: usize| -> Result<DVec3, &str> { Ok(DVec3::new(at(0, k)?, at(1, k)?, at(2, k)?)) };
    let x = column(0)?.normalize();
    let y = (column(1)? - x * x.dot(column(1)?)).normalize();
    let (z, t) = (x.cross(y), column(3)?);
    let row = |k: usize| [x[k], y[k], z[k], t[k]];
    Pose::from_matrix([row(0), row(1), row(2), [0.0, 0.0, 0.0, 1.0]])
        .map_err(|error| error.to_string())
}
