//! `closecall lab`: the tables that compare engines.

mod list;
mod volumes;

use clap::Subcommand;

use self::volumes::Volumes;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// The flags of `lab`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = false)]
pub struct Lab {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the tables and the scenes that are made for them.
    List,
    /// Time and count every volume and every rule on the same flights; all must give the same answers.
    Volumes(Volumes),
}

impl Lab {
    /// Measures, or lists what could be.
    pub fn run(&self) -> Result<Outcome, Failure> {
        match &self.what {
            What::List => Ok(list::run()),
            What::Volumes(volumes) => volumes.run(),
        }
    }
}
