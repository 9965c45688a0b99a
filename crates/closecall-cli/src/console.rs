//! All that the program prints, and the codes it exits with.
//!
//! Answers go to standard output, and with `--json` failures too; warnings, failures for people and
//! progress go to standard error. A reader that has gone away (`closecall … | head`) is no fault.
//! With `--quiet` there are only failures. Colours are for terminals, and not where `NO_COLOR` is
//! set.

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::AnsiColor;

use crate::answer::{FailedAnswer, SCHEMA_VERSION, WholeAnswer, WrittenAnswer};
use crate::escaped::{escaped, escaped_lines};
use crate::failure::Failure;
use crate::outcome::{ASSUMED, CommandAnswer, Ending};
use crate::progress::ProgressBar;

/// The form in which a command's answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// Not at all; the exit code tells.
    Nothing,
}

impl Form {
    /// As the flags `--json` and `--quiet` say.
    #[must_use]
    pub fn of(json: bool, quiet: bool) -> Self {
        match (json, quiet) {
            (true, _) => Self::Json,
            (false, true) => Self::Nothing,
            (false, false) => Self::Text,
        }
    }
}

/// The form in which the answer of the command will be printed. Set once, before any work.
static FORM: OnceLock<Form> = OnceLock::new();

/// The form in which the answer will be printed. Commands skip work whose result is not printed.
pub fn form() -> Form {
    FORM.get().copied().unwrap_or(Form::Text)
}

/// Are lines shown that are about the work and not about the answer?
static VERBOSE: AtomicBool = AtomicBool::new(false);

/// Shows lines about the work, or not.
pub fn set_verbose(verbose: bool) {
    VERBOSE.store(verbose, Ordering::Relaxed);
}

/// Are lines shown that are about the work and not about the answer?
pub fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Does what a command does, prints what it gave, and turns it into an exit code.
pub fn finish(command: impl FnOnce() -> Result<CommandAnswer, Failure>, form: Form) -> ExitCode {
    FORM.get_or_init(|| form);
    match command() {
        Ok(outcome) => succeed(outcome, form),
        Err(failure) => fail(&failure, form == Form::Json),
    }
}

/// Prints why the command line was refused, or the help or version it asked for.
pub fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        return printed(&error.render().to_string(), 0);
    }
    if std::env::args_os().any(|argument| argument == "--json") {
        let rendered = error.render().to_string();
        let message = rendered.trim().strip_prefix("error: ").unwrap_or(rendered.trim());
        return fail(&Failure::of_usage("command line", message), true);
    }
    // With nowhere left to complain to, the code alone has to say it.
    let _ = error.print();
    ExitCode::from(Failure::CODE)
}

/// A bar on a terminal; nothing in a pipe.
pub fn progress(what: &str, steps: usize) -> ProgressBar {
    match form() {
        Form::Nothing => ProgressBar::hidden(escaped(what)),
        _ => ProgressBar::new(escaped(what), steps as u64),
    }
}

/// A clock on a terminal, for work that is expected to take this many seconds; none in a pipe.
pub fn clock(what: &str, seconds: Option<f64>) -> Option<ProgressBar> {
    let is_shown = form() != Form::Nothing && std::io::IsTerminal::is_terminal(&std::io::stderr());
    is_shown.then(|| ProgressBar::new(escaped(what), (seconds.unwrap_or(0.0) * 1e3) as u64))
}

/// A warning that is shown with `--quiet`, too: else the exit code would claim what was not
/// checked.
pub fn insist(warning: &str) {
    if form() == Form::Nothing {
        complain("warning", AnsiColor::Yellow, &escaped(warning));
    }
}

fn succeed(outcome: CommandAnswer, form: Form) -> ExitCode {
    let code = outcome.verdict.code();
    let unwritten =
        if let Ending::Unwritten(failures) = &outcome.verdict { &failures[..] } else { &[] };
    let warnings = if form == Form::Nothing { &[] } else { &outcome.warnings[..] };
    for warning in warnings {
        match warning.strip_prefix(ASSUMED) {
            Some(assumed) => complain("assumed", AnsiColor::Cyan, &escaped(assumed)),
            None => complain("warning", AnsiColor::Yellow, &escaped(warning)),
        }
    }
    let exit = match form {
        Form::Nothing => ExitCode::from(code),
        Form::Text => printed_text(&escaped_lines(&outcome.text), &outcome.verdict, code),
        Form::Json => {
            let whole = WholeAnswer {
                schema_version: SCHEMA_VERSION,
                error: unwritten.first().map(Failure::answer),
                answer: outcome.json,
                written: WrittenAnswer::default(),
                warnings: outcome.warnings,
            };
            return printed_json(&whole, code);
        }
    };
    for failure in unwritten {
        complain("error", AnsiColor::Red, failure);
    }
    exit
}

fn fail(failure: &Failure, json: bool) -> ExitCode {
    if json {
        let failed = FailedAnswer { schema_version: SCHEMA_VERSION, error: failure.answer() };
        return printed_json(&failed, Failure::CODE);
    }
    complain("error", AnsiColor::Red, failure);
    ExitCode::from(Failure::CODE)
}

/// A line on standard error, of a kind that stands out on a terminal.
fn complain(kind: &str, color: AnsiColor, what: &dyn Display) {
    let style = color.on_default().bold();
    // With nowhere left to complain to, the code alone has to say it.
    let _ = writeln!(anstream::stderr(), "{style}{kind}:{style:#} {what}");
}

fn printed_json(line: &impl serde::Serialize, code: u8) -> ExitCode {
    let line = serde_json::to_string(line).expect("answers have names for keys");
    printed(&format!("{line}\n"), code)
}

/// Words that begin the line of a verdict.
const VERDICTS: [&str; 14] = [
    "collision",
    "clear",
    "undecided",
    "touching",
    "apart",
    "contact",
    "found",
    "unsure",
    "in each other",
    "gouge",
    "clean",
    "excess",
    "unchecked",
    "far",
];

/// An answer for people; on a terminal its verdict is in the colour of the exit code.
fn printed_text(text: &str, verdict: &Ending, code: u8) -> ExitCode {
    let colour = match verdict {
        Ending::Clear => AnsiColor::Green,
        Ending::Collision => AnsiColor::Red,
        Ending::Undecided => AnsiColor::Yellow,
        Ending::Done | Ending::Unwritten(_) => return printed(text, code),
    };
    let style = colour.on_default().bold();
    let word_of = |line: &str| VERDICTS.into_iter().find(|word| line.starts_with(word));
    let mut painted = String::new();
    let mut is_painted = false;
    for line in text.split_inclusive('\n') {
        match word_of(line).filter(|_| !is_painted) {
            Some(word) => {
                painted += &format!("{style}{word}{style:#}{}", &line[word.len()..]);
                is_painted = true;
            }
            None => painted += line,
        }
    }
    written(anstream::AutoStream::auto(std::io::stdout()), &painted, code)
}

fn printed(text: &str, code: u8) -> ExitCode {
    written(std::io::stdout().lock(), text, code)
}

fn written(mut out: impl Write, text: &str, code: u8) -> ExitCode {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            complain("error", AnsiColor::Red, &format_args!("standard output: {error}"));
            ExitCode::from(Failure::CODE)
        }
        _ => ExitCode::from(code),
    }
}
