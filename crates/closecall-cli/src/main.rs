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
mod output;
mod picture;
mod pose;
mod question;
mod report;
mod threads;

use std::process::ExitCode;

use clap::Parser;

use console::Form;

fn main() -> ExitCode {
    match args::Cli::try_parse() {
        Ok(cli) => {
            let form = cli.form();
            if form == Form::Nothing {
                console::be_quiet();
            }
            console::finish(command::run(&cli), form)
        }
        Err(error) => console::refuse(&error),
    }
}
