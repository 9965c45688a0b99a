//! `closecall-lab tree`: a classic tree of a mesh, in numbers and to draw.

mod classic;
mod info;
mod level;

pub use classic::ClassicArgs;
pub use level::{check, soup};

use clap::Subcommand;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::CommandAnswer;

use self::info::LabTreeInfoCommand;
use self::level::LevelCommand;

/// The flags of `tree`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = false)]
pub struct LabTreeCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Show the measures of a classic tree of a mesh: nodes, height, volumes, bytes, level by
    /// level.
    Info(LabTreeInfoCommand),
    /// Write the volumes of one level of a classic tree as a mesh file.
    Level(LevelCommand),
}

impl LabTreeCommand {
    /// Builds the tree, and looks at it.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        match &self.what {
            What::Info(info) => info.run(),
            What::Level(level) => level.run(),
        }
    }
}
