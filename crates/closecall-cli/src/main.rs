//! The program `closecall`.
//!
//! One file per subcommand under [`command`]. Each gives an [`outcome::Outcome`] or a [`failure::Failure`]; only
//! [`console`] prints, so that text, JSON and exit codes have one home.

mod args;
mod command;
mod console;
mod engine;
mod failure;
mod memory;
mod outcome;
mod pose;
mod question;
mod threads;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => console::finish(command::run(&cli), cli.json),
        Err(error) => console::refuse(&error),
    }
}
