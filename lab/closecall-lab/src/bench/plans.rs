//! MotionBenchMaker's problems, planned with proofs: how many are solved, and how fast.
//!
//! `lab/bench/vamp/plan.py` writes what this reads; it says there what is needed.

use std::path::Path;
use std::time::{Duration, Instant};

use closecall::world::sweep::Edge;
use closecall::{Answer, Budget, World};
use closecall_flight::numbers::figures;
use closecall_robot::{Plan, PlanLimits, Planned, Robot, RobotInWorld};
use serde_json::Value;

use super::vamp::{VampError, list, obstacles, plan_files, planned_robot, positions};
use super::{BenchPage, BenchSheet};

/// The number of positions of every edge that are looked at beside its proof.
const SAMPLES: usize = 200;

/// The results of the problems of one kind.
#[derive(Default)]
struct Tally {
    problems: usize,
    solved: usize,
    blocked: usize,
    not_found: usize,
    milliseconds: Vec<f64>,
    lengths: Vec<f64>,
    edges: Vec<f64>,
}

/// Reads problems and plans every one. `hear` is called with every robot.
///
/// # Errors
/// If there are no problems, or a plan is not as it should be.
pub fn page(
    folder: &Path,
    time: Duration,
    mut hear: impl FnMut(&str),
) -> Result<BenchPage, VampError> {
    let mut rows = Vec::new();
    for file in &plan_files(folder)? {
        hear(&file.to_string_lossy());
        let bad = |why: String| VampError::Bad { file: file.clone(), why };
        let text = std::fs::read_to_string(file).map_err(|error| bad(error.to_string()))?;
        let plans: Value = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let robot = planned_robot(&plans).map_err(bad)?;
        let name = plans["robot"].as_str().unwrap_or("?");
        let (mut all, mut of_kind) = (Tally::default(), Vec::<(String, Tally)>::new());
        for problem in list(&plans["problems"]) {
            let kind = problem["problem"].as_str().unwrap_or("?");
            let place = of_kind.iter().position(|(known, _)| known == kind).unwrap_or_else(|| {
                of_kind.push((kind.to_owned(), Tally::default()));
                of_kind.len() - 1
            });
            let found = solve(&robot, &plans, problem, time).map_err(bad)?;
            all.take(&found);
            of_kind[place].1.take(&found);
        }
        rows.push(all.row(name));
        rows.extend(of_kind.iter().map(|(kind, tally)| tally.row(&format!("{name}, {kind}"))));
    }
    let preface = format!(
        "MotionBenchMaker's problems of VAMP's source package. Every edge of a plan is proved clear with the meshes of \
         the robot's URDF file, self-contact by its SRDF file; then every edge is swept again, and looked at in \
         {SAMPLES} positions. Boxes are exact; cylinders are meshes of 48 sides that contain them. At most {} s a \
         problem, one thread, one seed; times are of plans that were found, and those that were made shorter. Blocked: \
         meshes touch at the start or the goal.",
        figures(time.as_secs_f64())
    );
    let header = vec![
        "robot, problems",
        "problems",
        "solved",
        "blocked",
        "not found",
        "median ms",
        "p95 ms",
        "median length",
        "median edges asked",
    ];
    let sheet = BenchSheet { title: "Plans with a proof".to_owned(), header, rows };
    Ok(BenchPage { name: "plans", title: "Plans with a proof", preface, sheets: vec![sheet] })
}

/// The result of a problem, and its milliseconds.
type Solved = (Planned, f64);

fn solve(robot: &Robot, plans: &Value, problem: &Value, time: Duration) -> Result<Solved, String> {
    let mut world = World::new();
    obstacles(problem, &mut world)?;
    let placed = robot.insert(&mut world, "robot ", None).map_err(|error| error.to_string())?;
    let joints: Vec<&str> = list(&plans["joints"]).filter_map(Value::as_str).collect();
    let [from, to] = ["start", "goal"].map(|end| positions(robot, &joints, &problem[end]));
    let moving = joints.iter().map(|&joint| joint.to_owned()).collect();
    let limits = PlanLimits::default().budget(Budget::time(time)).moving(moving);
    let start = Instant::now();
    let planned = placed.plan(&world, &from?, &to?, &limits, &mut |_| true);
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    let planned = planned.map_err(|error| error.to_string())?;
    if let Planned::Found(plan) = &planned {
        check(&world, &placed, plan)?;
    }
    Ok((planned, milliseconds))
}

/// Looks at a plan once more, by sweeps and by positions along it.
fn check(world: &World, placed: &RobotInWorld, plan: &Plan) -> Result<(), String> {
    let mut query = world.query();
    for ends in plan.rows.windows(2) {
        let swept = placed.sweep(world, &ends[0], &ends[1]).map_err(|error| error.to_string())?;
        if swept != Answer::Clear {
            return Err(format!("an edge of a plan is {swept:?}"));
        }
        let edge = placed.edge(&ends[0], &ends[1]).map_err(|error| error.to_string())?;
        for sample in 0..=SAMPLES {
            let poses = edge.poses(sample as f64 / SAMPLES as f64);
            query.set_poses(&poses).map_err(|error| error.to_string())?;
            if query.collides() {
                return Err("an edge of a plan touches".to_owned());
            }
        }
    }
    Ok(())
}

impl Tally {
    fn take(&mut self, (planned, milliseconds): &Solved) {
        self.problems += 1;
        match planned {
            Planned::Found(plan) => {
                self.solved += 1;
                self.milliseconds.push(*milliseconds);
                self.lengths.push(plan.length);
                self.edges.push(plan.work.edges as f64);
            }
            Planned::Blocked { .. } | Planned::Undecided { .. } => self.blocked += 1,
            Planned::NotFound(_) => self.not_found += 1,
        }
    }

    fn row(&self, name: &str) -> Vec<String> {
        let counts = [self.problems, self.solved, self.blocked, self.not_found];
        let figures = [
            share(&self.milliseconds, 0.5),
            share(&self.milliseconds, 0.95),
            share(&self.lengths, 0.5),
            share(&self.edges, 0.5),
        ];
        let counts = counts.map(|count| count.to_string());
        [vec![name.to_owned()], counts.to_vec(), figures.to_vec()].concat()
    }
}

/// The number that a share of the others does not exceed.
fn share(numbers: &[f64], share: f64) -> String {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let place = (sorted.len() as f64 * share) as usize;
    sorted.get(place.min(sorted.len().saturating_sub(1))).map_or_else(String::new, |&x| figures(x))
}
