//! `closecall tree`: the tree of a mesh, in a file, in numbers and to draw.

mod build;
mod classic;
mod info;
mod level;
mod tree_file;
mod wide;

pub use classic::ClassicArgs;
pub use level::{check, soup};

use clap::Subcommand;

use self::build::Build;
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
    /// Build the tree of a mesh and save both in a tree file, which every command takes in place of the mesh.
    Build(Build),
    /// Show the measures of a mesh's trees: nodes, height, volumes, bytes, level by level. Of a tree file, check every byte.
    Info(Info),
    /// Write the volumes of one level of the classic engine's tree as a mesh file.
    Level(Level),
}

impl Tree {
    /// Builds the tree, and saves it or looks at it.
    pub fn run(&self) -> Result<Outcome, Failure> {
        match &self.what {
            What::Build(build) => build.run(),
            What::Info(info) => info.run(),
            What::Level(level) => level.run(),
        }
    }
}
