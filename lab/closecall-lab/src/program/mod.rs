//! Findings of papers, measured again; tables that compare engines; and the classic engine with all
//! its flags.

mod bar;
mod bench;
mod deform;
mod engine_flags;
mod experiments;
mod flown_engine;
mod fly;
mod fronts;
mod info;
mod json;
mod list;
mod scene;
mod site;
mod tree;
mod tree_flags;
mod volumes;

use clap::{Parser, Subcommand};
use closecall_cli::console::Form;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::CommandAnswer;

use self::bench::BenchCommand;
use self::deform::DeformCommand;
use self::experiments::Experiments;
use self::fly::Fly;
use self::info::LabInfoCommand;
use self::scene::SceneCommand;
use self::site::SiteCommand;
use self::tree::LabTreeCommand;
use self::volumes::VolumesCommand;

/// The laboratory of closecall: experiments of the papers, tables, and the classic engine.
///
/// Exit codes: 0, or 2 on bad input or usage; of `fly`, 0 clear and 1 collision.
#[derive(Parser, Debug)]
#[command(
    name = "closecall-lab",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub struct LabCli {
    /// Print one JSON object instead of text.
    #[arg(long, global = true, display_order = 100)]
    json: bool,

    /// Print nothing but errors: the exit code tells.
    #[arg(short, long, global = true, display_order = 101, conflicts_with = "json")]
    quiet: bool,

    #[command(subcommand)]
    command: Option<Command>,

    #[command(flatten)]
    experiments: Experiments,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// List the experiments, the tables, and the scenes that are made for them.
    List,
    /// Write a scene that is made for the experiments as a folder: env.obj, obj.obj, poses.csv.
    Scene(SceneCommand),
    /// Make one site, with an index and a summary, from what runs with --report have left.
    Site(SiteCommand),
    /// Time and count every volume and every rule on the same flights; all must give the same
    /// answers.
    Volumes(VolumesCommand),
    /// Check a mesh along a flight, and time it, with any engine; --first unless told otherwise.
    Fly(Box<Fly>),
    /// What meets while a mesh bends from state to state, within itself or with another? Exit code
    /// 3 where that stays undecided.
    Deform(DeformCommand),
    /// Run a benchmark, and write its page.
    Bench(BenchCommand),
    /// Look at a classic tree of a mesh: in numbers, or a level of it as a mesh.
    Tree(LabTreeCommand),
    /// Show a mesh with the volumes of a level of its classic tree around it.
    Info(LabInfoCommand),
}

impl LabCli {
    /// How the answer is to be printed.
    pub fn form(&self) -> Form {
        Form::of(self.json, self.quiet)
    }

    /// Measures, or lists what could be.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        match &self.command {
            Some(Command::List) => Ok(list::run()),
            Some(Command::Scene(scene)) => scene.run(),
            Some(Command::Site(site)) => site.run(),
            Some(Command::Volumes(volumes)) => volumes.run(),
            Some(Command::Fly(fly)) => fly.run(),
            Some(Command::Deform(deform)) => deform.run(),
            Some(Command::Bench(bench)) => bench.run(),
            Some(Command::Tree(tree)) => tree.run(),
            Some(Command::Info(info)) => info.run(),
            None => self.experiments.run(),
        }
    }
}
