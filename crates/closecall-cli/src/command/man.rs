//! `closecall man [COMMAND…]`: the manual page of the program or of a command. On a terminal the
//! system's `man` shows it; elsewhere it is written as it is, to be kept as a file.

use std::io::{IsTerminal as _, Write as _};
use std::process::{self, Stdio};

use clap::{Command, CommandFactory};

use crate::answer::{ManAnswer, fields};
use crate::args::Cli;
use crate::console::{self, Form};
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
        let command = self.found()?;
        let man = clap_mangen::Man::new(command.clone())
            .source(concat!("closecall ", env!("CARGO_PKG_VERSION")));
        man.render(&mut page).map_err(Failure::of_fault)?;
        let text = String::from_utf8(page).map_err(Failure::of_fault)?;
        let json = fields(&ManAnswer { command: "man", page: text.clone() });
        let is_for_eyes = console::form() == Form::Text && std::io::stdout().is_terminal();
        let text = match is_for_eyes {
            true if is_shown(&text) => String::new(),
            true => command.clone().render_long_help().to_string(),
            false => text,
        };
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

/// Has the system's `man` show a page. Returns whether it did.
fn is_shown(page: &str) -> bool {
    let shown = || -> std::io::Result<bool> {
        let mut man =
            process::Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn()?;
        if let Some(mut input) = man.stdin.take() {
            // A reader who leaves early has seen what he wanted.
            let _ = input.write_all(page.as_bytes());
        }
        Ok(man.wait()?.success())
    };
    shown().unwrap_or(false)
}
