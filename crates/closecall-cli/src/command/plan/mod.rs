//! `closecall plan ROBOT --from … --to …`: a way on which it is proved that nothing touches.

mod ends;
mod report;

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use closecall::Budget;
use closecall_robot::scene::RobotWay;
use closecall_robot::{PlanLimits, Planned, Scene};

use crate::answer::fields;
use crate::console;
use crate::failure::Failure;
use crate::flags::budget_or_seconds;
use crate::outcome::CommandAnswer;
use crate::output::Files;
use crate::scene::{LeftOut, SceneArgs};

/// The flags of `plan`.
#[derive(clap::Args, Debug)]
pub struct PlanCommand {
    /// The robot (URDF), or a scene file with one robot.
    #[arg(value_name = "ROBOT")]
    robot: PathBuf,

    /// The start of the way: positions by name, as in shoulder=0.4,elbow=1 (all others at rest);
    /// all positions in the order of the joints, as in 0,0.4,1; or the name of a state of the SRDF
    /// file (--srdf).
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    from: String,

    /// The end of the way. Joints that are not named stay where --from has them.
    #[arg(long, value_name = "POSITIONS", allow_hyphen_values = true)]
    to: String,

    /// The joints that may move; all, unless said. Planar and floating ones cannot.
    #[arg(long = "move", value_name = "JOINTS", value_delimiter = ',')]
    moving: Vec<String>,

    /// Stop after this much time, as in 500ms or 10s (or a number of seconds), or after this many
    /// edges, as in 20000tests. If there is no plan by then, the exit code is 3.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true, value_parser = budget_or_seconds, default_value = "10s")]
    budget: Budget,

    /// The seed of random positions. With a budget of edges, the same seed gives the same plan.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Write the plan here, a table of joint positions that `sweep --joints` reads; without it, the
    /// table is printed.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    files: SceneArgs,
}

impl PlanCommand {
    /// Looks for a plan.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        if self.files.joints.is_some() {
            return Err(Failure::of_usage("--joints", "--from and --to say the positions here"));
        }
        let mut files = Files::default();
        files.read(&self.robot)?;
        files.read_all(self.files.given().map(PathBuf::as_path))?;
        let output = files.write("--out", self.out.as_deref())?;
        let scene = self.files.scene(Some(&self.robot))?;
        files.read_all(scene.files.iter().map(PathBuf::as_path))?;
        let way = self.only_robot(&scene)?;
        let [from, to] = self.ends(way)?;
        let start = Instant::now();
        let planned = self.find(&scene, way, &from, &to)?;
        let seconds = start.elapsed().as_secs_f64();
        let told = report::Told { file: &self.robot, scene: &scene, robot: way.robot.robot() };
        let left_out = LeftOut::of(&scene);
        let answer = told.answer(&planned, seconds, left_out.told());
        let table = told.table(&planned);
        let mut text = told.text(&planned, seconds);
        if self.out.is_none() {
            text += &table;
        }
        let verdict = told.ending(&planned);
        let doubt = |(flag, row): (&str, &Vec<f64>)| {
            let said = way.robot.robot().degrees_doubt(row)?;
            Some(format!("{flag}: {said}"))
        };
        let doubts = [("--from", &from), ("--to", &to)].into_iter().filter_map(doubt);
        let warnings = scene.warnings.iter().cloned().chain(doubts).collect();
        let mut outcome = CommandAnswer { verdict, text, json: fields(&answer), warnings };
        outcome.text += &told.hint(&planned);
        left_out.add_to(&mut outcome);
        if matches!(planned, Planned::Found(_)) {
            outcome.fill(output, |out| out.write_all(table.as_bytes()));
        }
        Ok(outcome)
    }

    /// The one robot of a scene, which must stand still.
    fn only_robot<'s>(&self, scene: &'s Scene) -> Result<&'s RobotWay, Failure> {
        let robots: Vec<&RobotWay> = scene.all_robots().collect();
        match robots[..] {
            [robot] if scene.steps.len() == 1 => Ok(robot),
            [_] => {
                let message = "something moves in this scene: a plan is for one that stands still";
                Err(Failure::of_file(&self.robot, &message))
            }
            _ => {
                let count = robots.len();
                let message = format!("a plan is for one robot, and there are {count}");
                Err(Failure::of_file(&self.robot, &message))
            }
        }
    }

    fn find(
        &self,
        scene: &Scene,
        way: &RobotWay,
        from: &[f64],
        to: &[f64],
    ) -> Result<Planned, Failure> {
        let limits =
            PlanLimits::default().budget(self.budget).seed(self.seed).moving(self.moving.clone());
        let seconds = self.budget.time_allowed().map(|time| time.as_secs_f64());
        let clock = console::clock("planning", seconds);
        let start = Instant::now();
        let mut go_on = |_: &_| {
            if let Some(clock) = &clock {
                clock.set_position(start.elapsed().as_millis() as u64);
            }
            true
        };
        let planned = way.robot.plan(&scene.world, from, to, &limits, &mut go_on);
        if let Some(clock) = clock {
            clock.finish_and_clear();
        }
        planned.map_err(|error| Failure::of_file(&self.robot, &error))
    }
}
