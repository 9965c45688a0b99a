//! `closecall completions SHELL`: what a shell needs to complete commands and flags.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::answer::{CompletionsAnswer, fields};
use crate::args::Cli;
use crate::failure::Failure;
use crate::outcome::{CommandAnswer, Ending};

/// The flags of `completions`.
#[derive(clap::Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl Completions {
    /// Writes the script.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "closecall", &mut script);
        let text = String::from_utf8(script).map_err(Failure::of_fault)?;
        let json = fields(&CompletionsAnswer {
            command: "completions",
            shell: self.shell.to_string(),
            script: text.clone(),
        });
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] })
    }
}
