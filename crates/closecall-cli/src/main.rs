//! The program `closecall`.

use std::process::ExitCode;

use clap::Parser;
use closecall_cli::args::Cli;
use closecall_cli::{command, console};

fn main() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => {
            console::set_verbose(cli.verbose);
            console::finish(|| command::run(&cli), cli.form())
        }
        Err(error) => console::refuse(&error),
    }
}
