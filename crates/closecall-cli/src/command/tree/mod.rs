//! `closecall tree`: the tree of a mesh, in a file and in numbers.

mod build;
mod info;
mod tree_file;
mod wide;

use clap::Subcommand;

use self::build::Build;
use self::info::TreeInfoCommand;
use crate::budget_watch::Working;
use crate::failure::Failure;
use crate::outcome::CommandAnswer;
use closecall_flight::numbers::counted;

/// How long the tree of a triangle takes to build on one thread, in seconds, on a machine of 2024.
const BUILDING: f64 = 1.2e-6;

/// Says on a terminal that trees are being built, of so many triangles in all.
pub fn building(triangles: usize) -> Working {
    let what = format!("building trees of {}", counted(triangles as u64, "triangle"));
    let seconds = BUILDING * triangles as f64 / rayon::current_num_threads() as f64;
    Working::new(&what, Some(seconds))
}

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
    Build(Build),
    /// Show the measures of a mesh's tree: nodes, boxes, depth, bytes, level by level. Of a tree
    /// file, check every byte.
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
