//! `closecall man [COMMAND…]`: the manual page of the program or of a command.

use clap::{Command, CommandFactory};

use crate::answer::{ManAnswer, fields};
use crate::args::Cli;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};

/// The flags of `man`.
#[derive(clap::Args, Debug)]
pub struct Man {
    /// The command, as in `closecall man tree build`; none for the page of the program.
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

impl Man {
    /// Writes the page.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut page = Vec::new();
        let man = clap_mangen::Man::new(self.found()?)
            .source(concat!("closecall ", env!("CARGO_PKG_VERSION")));
        man.render(&mut page).map_err(Failure::of_fault)?;
        let text = String::from_utf8(page).map_err(Failure::of_fault)?;
        let json = fields(&ManAnswer { command: "man", page: text.clone() });
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] })
    }

    /// The command that is meant. Once built, it knows the name its page has:
    /// `closecall-tree-build`.
    fn found(&self) -> Result<Command, Failure> {
        let mut command = Cli::command();
        command.build();
        for word in &self.command {
            let unknown = || {
                Failure::of_usage(
                    "man",
                    format!("there is no command `{}`", self.command.join(" ")),
                )
            };
            command = command.find_subcommand(word).ok_or_else(unknown)?.clone();
        }
        Ok(command)
    }
}
