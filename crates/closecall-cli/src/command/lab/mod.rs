//! `closecall lab`: what papers found, measured again, and tables that compare engines.

mod bar;
mod experiments;
mod json;
mod list;
mod volumes;

use clap::Subcommand;

use self::experiments::Experiments;
use self::volumes::Volumes;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// The flags of `lab`.
#[derive(clap::Args, Debug)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true, arg_required_else_help = false)]
pub struct Lab {
    #[command(subcommand)]
    what: Option<What>,

    #[command(flatten)]
    experiments: Experiments,
}

#[derive(Subcommand, Debug)]
enum What {
    /// List the experiments, the tables, and the scenes that are made for them.
    List,
    /// Time and count every volume and every rule on the same flights; all must give the same answers.
    Volumes(Volumes),
}

impl Lab {
    /// Measures, or lists what could be.
    pub fn run(&self) -> Result<Outcome, Failure> {
        match &self.what {
            Some(What::List) => Ok(list::run()),
            Some(What::Volumes(volumes)) => volumes.run(),
            None => self.experiments.run(),
        }
    }
}
