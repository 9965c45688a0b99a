//! The subcommands, one file each.

pub mod built_in;
pub mod check;
pub mod clash;
pub mod completions;
pub mod cover;
pub mod distance;
pub mod info;
pub mod man;
pub mod mill;
pub mod plan;
pub mod ray;
pub mod srdf;
pub mod sweep;
pub mod tree;
pub mod world;

use crate::answer::{VersionAnswer, fields};
use crate::args::{Cli, Command};
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};

/// Does what the command line asks for.
pub fn run(cli: &Cli) -> Result<CommandAnswer, Failure> {
    if cli.command.is_some() && cli.report.is_given() {
        return Err(Failure::of_usage("--report", "it belongs behind the command"));
    }
    match &cli.command {
        None => built_in::run(&cli.report),
        Some(Command::Info(info)) => info.run(),
        Some(Command::Check(check)) => check.run(),
        Some(Command::Clash(clash)) => clash.run(),
        Some(Command::Cover(cover)) => cover.run(),
        Some(Command::Distance(distance)) => distance.run(),
        Some(Command::Fly(_)) => {
            let message = "poses of a path are asked with `closecall check A B --path poses.csv`, distances with \
                           `closecall distance A B --path poses.csv`; the stopwatch is in the laboratory: \
                           cargo run --release -p closecall-lab -- fly FOLDER";
            Err(Failure::of_usage("fly", message))
        }
        Some(Command::Plan(plan)) => plan.run(),
        Some(Command::Ray(ray)) => ray.run(),
        Some(Command::Tree(tree)) => tree.run(),
        Some(Command::World(world)) => world.run(),
        Some(Command::Mill(mill)) => mill.run(),
        Some(Command::Srdf(srdf)) => srdf.run(),
        Some(Command::Sweep(sweep)) => sweep.run(),
        Some(Command::Lab(_)) => {
            let message = "the laboratory is a program of its own: cargo run --release -p closecall-lab -- list";
            Err(Failure::of_usage("lab", message))
        }
        Some(Command::Version) => Ok(version()),
        Some(Command::Completions(completions)) => completions.run(),
        Some(Command::Man(man)) => man.run(),
    }
}

/// The name and the version, as `--version` has them.
fn version() -> CommandAnswer {
    let version = env!("CARGO_PKG_VERSION");
    let answer = VersionAnswer { command: "version", version };
    CommandAnswer {
        verdict: Ending::Done,
        text: format!("closecall {version}\n"),
        json: fields(&answer),
        warnings: Vec::new(),
    }
}
