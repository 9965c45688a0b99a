//! `closecall tree`: the tree of a mesh, in numbers and to draw.

mod build;
mod info;
mod level;

use clap::Subcommand;

use self::info::Info;
use self::level::Level;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// The flags of `tree`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = false)]
pub struct Tree {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Show the measures of a mesh's tree: nodes, height, volumes, bytes, build time, level by level.
    Info(Info),
    /// Write the volumes of one level as a mesh file.
    Level(Level),
}

impl Tree {
    /// Builds the tree and looks at it.
    pub fn run(&self) -> Result<Outcome, Failure> {
        match &self.what {
            What::Info(info) => info.run(),
            What::Level(level) => level.run(),
        }
    }
}
