//! The command line.

use clap::{Parser, Subcommand};

use crate::command::check::Check;
use crate::command::clash::Clash;
use crate::command::completions::Completions;
use crate::command::cover::CoverCommand;
use crate::command::distance::DistanceCommand;
use crate::command::info::InfoCommand;
use crate::command::man::Man;
use crate::command::mill::Mill;
use crate::command::plan::PlanCommand;
use crate::command::ray::RayCommand;
use crate::command::srdf::SrdfCommand;
use crate::command::sweep::SweepCommand;
use crate::command::tree::TreeCommand;
use crate::command::world::WorldCommand;
use crate::console::Form;
use crate::report::ReportArg;

/// Exact collision detection for moving triangle meshes.
///
/// Without a command, a ring flies through a generated cave: what it touched, how fast that was
/// known and what it cost; and closecall-report.html shows it.
///
/// Exit codes of `check`, `distance`, `world`, `sweep`, `plan` and `mill`: 0 clear (no surfaces
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

    /// Say more: what a question cost, and what answered.
    #[arg(short, long, global = true, display_order = 102, conflicts_with = "quiet")]
    pub verbose: bool,

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
        // The words of commands that went elsewhere are not parsed, so `--json` is looked for here.
        let is_said = matches!(&self.command, Some(Command::Lab(old) | Command::Fly(old)) if old.rest.iter().any(|word| word == "--json"));
        Form::of(self.json || is_said, self.quiet)
    }
}

/// Words that a command once had and that went elsewhere.
#[derive(clap::Args, Debug)]
pub struct OldWords {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<String>,
}

/// The subcommands; each has a file of its name.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Show what a mesh file holds: counts, extent, degenerate and duplicate triangles, closed or
    /// not, components.
    #[command(after_help = "Example:\n  closecall info part.stl --self")]
    Info(InfoCommand),
    /// Check two meshes at one pose, or with --path at many; --all unless told otherwise, along a
    /// path --first.
    ///
    /// Surfaces are compared, not solids: a body that is wholly inside another touches nothing, and
    /// is clear.
    #[command(
        after_help = "Example:\n  closecall check cell.stl gripper.obj --pose 0.15,0,0.45,1,0,0,0\n  closecall check cell.stl gripper.obj --path flight/poses.csv --report flight.html"
    )]
    Check(Check),
    /// Say of every two of many meshes in what way they meet: apart, touching, crossing, contained
    /// or identical.
    #[command(
        after_help = "Example:\n  closecall clash cell.stl part.stl table.stl --report clash.html"
    )]
    Clash(Clash),
    /// Say how far apart two meshes are and where they are nearest, at one pose, or with --path at
    /// many.
    ///
    /// The distance is an interval that certainly holds it, at most 4 ulps wide; 0 if and only if
    /// surfaces touch.
    #[command(
        after_help = "Example:\n  closecall distance cell.stl gripper.obj --pose 0.15,0,0.75,1,0,0,0"
    )]
    Distance(DistanceCommand),
    /// The stopwatch is in the laboratory, and the rest is `check --path`.
    #[command(hide = true, disable_help_flag = true)]
    Fly(OldWords),
    /// Check many bodies or a robot, step by step: which touch, and with --all, where.
    ///
    /// Surfaces are compared, not solids: a body that is wholly inside another touches nothing, and
    /// is clear.
    #[command(
        after_help = "Example:\n  closecall world arm.urdf --srdf arm.srdf --joints way.csv --env table.stl"
    )]
    World(WorldCommand),
    /// Say which pairs of links of a robot need not be looked at, proved over its joint limits, as an
    /// SRDF file.
    #[command(after_help = "Example:\n  closecall srdf arm.urdf --compare arm.srdf -o proved.srdf")]
    Srdf(SrdfCommand),
    /// Say whether a simple model of a robot, such as spheres, holds the real one, and how far links
    /// stick out of it.
    ///
    /// Exit codes: 0 all links are held, 1 one sticks out, 2, or 3 where that is undecided.
    #[command(after_help = "Example:\n  closecall cover arm.urdf --spheres arm_spheres.yml")]
    Cover(CoverCommand),
    /// Check a milling program against a part: what it gouges, on which line, and how deep.
    #[command(
        after_help = "Example:\n  closecall mill part.stl --scale 1000 job.nc --tool ball:6 --allow 0.01"
    )]
    Mill(Box<Mill>),
    /// Cast rays or segments at a mesh: what they meet first, all they meet, or how often they pass
    /// its surface.
    #[command(after_help = "Example:\n  closecall ray part.stl --from 0.1,0,9 --dir 0,0,-1")]
    Ray(RayCommand),
    /// Prove that nothing touches between poses, or say when it first does.
    #[command(
        after_help = "Example:\n  closecall sweep cell.stl gripper.obj --path flight/poses.csv\n  closecall sweep arm.urdf --srdf arm.srdf --joints way.csv --env table.stl"
    )]
    Sweep(SweepCommand),
    /// Find a way of a robot on which it is proved that nothing touches, from one set of joint
    /// positions to another.
    #[command(
        after_help = "Example:\n  closecall plan arm.urdf --srdf arm.srdf --env table.stl --from home --to over -o plan.csv"
    )]
    Plan(Box<PlanCommand>),
    /// Save the tree of a mesh, or look at it.
    #[command(after_help = "Example:\n  closecall tree build cell.stl -o cell.tree")]
    Tree(TreeCommand),
    /// The laboratory is a program of its own.
    #[command(hide = true, disable_help_flag = true)]
    Lab(OldWords),
    /// Print a script that completes commands and flags in a shell.
    #[command(
        after_help = "Example:\n  closecall completions bash > ~/.local/share/bash-completion/completions/closecall"
    )]
    Completions(Completions),
    /// Print the version.
    Version,
    /// Show a manual page: on a terminal with the system's `man`, else as it is.
    #[command(
        after_help = "Example:\n  closecall man check\n  closecall man check > closecall-check.1"
    )]
    Man(Man),
}
