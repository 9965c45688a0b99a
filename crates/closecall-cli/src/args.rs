//! The command line.

use clap::{Parser, Subcommand};

use crate::command::check::Check;
use crate::command::clash::Clash;
use crate::command::completions::Completions;
use crate::command::distance::DistanceCommand;
use crate::command::fly::Fly;
use crate::command::info::InfoCommand;
use crate::command::man::Man;
use crate::command::mill::Mill;
use crate::command::ray::RayCommand;
use crate::command::sweep::SweepCommand;
use crate::command::tree::TreeCommand;
use crate::command::world::WorldCommand;
use crate::console::Form;
use crate::engine::WideArgs;
use crate::report::ReportArg;

/// Exact collision detection for moving triangle meshes.
///
/// Without a command, a ring flies through a generated cave: what it touched, how fast that was
/// known and what it cost; and closecall-report.html shows it.
///
/// Exit codes of `check`, `distance`, `fly`, `world`, `sweep` and `mill`: 0 clear (no surfaces
/// touch), 1 collision, 2 bad input or usage, 3 undecided or not looked at; of `clash`: 0 nothing
/// meets, 1 something does, 2, or 3 where its budget ended before; of `ray`: 0 no hit, 1 hit, or 2.
/// Of the others: 0, 2, or 3 where a budget ended before.
#[derive(Parser, Debug)]
#[command(name = "closecall", version)]
pub struct Cli {
    /// Print one JSON object instead of text.
    #[arg(long, global = true, display_order = 100)]
    pub json: bool,

    /// Print nothing but errors: the exit code tells.
    #[arg(short, long, global = true, display_order = 101, conflicts_with = "json")]
    pub quiet: bool,

    /// The page to write, without a command.
    #[command(flatten)]
    pub report: ReportArg,

    /// What to do.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// How the answer is to be printed.
    pub fn form(&self) -> Form {
        // The words for the laboratory are not parsed, so `--json` is looked for among them.
        let said = |LabWords { rest }: &LabWords| rest.iter().any(|word| word == "--json");
        Form::of(
            self.json || matches!(&self.command, Some(Command::Lab(lab)) if said(lab)),
            self.quiet,
        )
    }
}

/// What was once said to the laboratory.
#[derive(clap::Args, Debug)]
pub struct LabWords {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// The subcommands; each has a file of its name.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show what a mesh file holds: counts, extent, degenerate and duplicate triangles, closed or
    /// not, components.
    Info(InfoCommand),
    /// Check two meshes at one pose, or with --path at many; --all unless told otherwise, along a
    /// path --first.
    ///
    /// Surfaces are compared, not solids: a body that is wholly inside another touches nothing, and
    /// is clear.
    Check(Check),
    /// Say of every two of many meshes in what way they meet: apart, touching, crossing, contained
    /// or identical.
    Clash(Clash),
    /// Say how far apart two meshes are and where they are nearest, at one pose, or with --path at
    /// many.
    ///
    /// The distance is an interval that certainly holds it, at most 4 ulps wide; 0 if and only if
    /// surfaces touch.
    Distance(DistanceCommand),
    /// Check a mesh along a flight, and time it; --first unless told otherwise.
    ///
    /// Surfaces are compared, not solids: a body that is wholly inside another touches nothing, and
    /// is clear.
    Fly(Fly<WideArgs>),
    /// Check many bodies or a robot, step by step: which touch, and with --all, where.
    ///
    /// Surfaces are compared, not solids: a body that is wholly inside another touches nothing, and
    /// is clear.
    World(WorldCommand),
    /// Check a milling program against a part: what it gouges, on which line, and how deep.
    Mill(Box<Mill>),
    /// Cast rays or segments at a mesh: what they meet first, all they meet, or how often they pass
    /// its surface.
    Ray(RayCommand),
    /// Prove that nothing touches between poses, or say when it first does.
    Sweep(SweepCommand),
    /// Save the tree of a mesh, or look at it.
    Tree(TreeCommand),
    /// The laboratory is a program of its own.
    #[command(hide = true, disable_help_flag = true)]
    Lab(LabWords),
    /// Print a script that completes commands and flags in a shell.
    Completions(Completions),
    /// Print a manual page.
    Man(Man),
}
