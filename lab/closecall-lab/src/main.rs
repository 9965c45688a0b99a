//! The program `closecall-lab`: the laboratory.

mod program;

use std::process::ExitCode;

use clap::Parser;
use closecall_cli::console;

fn main() -> ExitCode {
    match program::LabCli::try_parse() {
        Ok(cli) => console::finish(|| cli.run(), cli.form()),
        Err(error) => console::refuse(&error),
    }
}
