//! `closecall tree`: the tree of a mesh, in a file and in numbers.

mod build;
mod info;
mod tree_file;
mod wide;

use clap::Subcommand;

use self::build::Build;
use self::info::TreeInfoCommand;
use crate::failure::Failure;
use crate::outcome::CommandAnswer;

/// The flags of `tree`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = false)]
pub struct TreeCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Build the tree of a mesh and save both in a tree file, which every command takes in place of
    /// the mesh.
    #[command(after_help = "Example:\n  closecall tree build cell.stl -o cell.tree")]
    Build(Build),
    /// Show the measures of a mesh's tree: nodes, boxes, depth, bytes, level by level. Of a tree
    /// file, check every byte.
    #[command(after_help = "Example:\n  closecall tree info cell.stl")]
    Info(TreeInfoCommand),
}

impl TreeCommand {
    /// Builds the tree, and saves it or looks at it.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        match &self.what {
            What::Build(build) => build.run(),
            What::Info(info) => info.run(),
        }
    }
}
