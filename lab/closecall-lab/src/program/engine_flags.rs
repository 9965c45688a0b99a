//! `--engine`, and what the classic engine can be told.

use std::sync::Arc;

use clap::ValueEnum;
use closecall::Mesh;
use closecall::geom::Clearance;
use closecall_classic::coherence::{Bottom, Policy, Updating};
use closecall_classic::query::Options;
use closecall_classic::query::configure::{
    Basis, Recipe, Sampling, SupportPlanes, Traversal, VolumeKind,
};
use closecall_cli::flags::clearance;
use closecall_lab::engine::{IndexKind, Memory, Setup};
use closecall_space::SpaceKind;

use super::flown_engine::AnyEngine;
use super::tree_flags::{TreeArgs, one_of};
use closecall_cli::failure::Failure;

/// The engines that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    /// The fast engine.
    Wide,
    /// Binary trees of any volume, walked pair by pair.
    Classic,
    /// A grid of 40³ cells over the environment; the object has no tree, here and below.
    Grid,
    /// A 3-d tree of the environment.
    KdTree,
    /// A binary tree of boxes of the environment.
    RTree,
    /// An octree of the environment.
    Octree,
    /// A binary space partition of the environment.
    Bsp,
    /// A tetrahedral mesh around the environment, whose triangles must not intersect.
    TetraMesh,
}

impl Engine {
    /// The index of space it is, if it is one.
    fn space(self) -> Option<IndexKind> {
        let cells = match self {
            Self::Wide | Self::Classic => return None,
            Self::TetraMesh => return Some(IndexKind::TetraMesh),
            Self::Grid => SpaceKind::GRID,
            Self::KdTree => SpaceKind::KD_TREE,
            Self::RTree => SpaceKind::R_TREE,
            Self::Octree => SpaceKind::OCTREE,
            Self::Bsp => SpaceKind::BSP,
        };
        Some(IndexKind::Cells(cells))
    }
}

/// What a query may remember of the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Warm {
    /// Nothing: every query starts from the roots.
    None,
    /// Where the last walk ended (Li and Chen's separation list; classic).
    List,
    /// Where the object's root parted from the environment (Klosowski's front; classic).
    Klosowski,
    /// Where the last walk ended, with margins and axes (Tropp's front; classic).
    Tropp,
    /// What the library's Pair remembers (wide).
    Pair,
}

/// The flags that choose and configure an engine.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The engine that answers (default wide; classic if any of the flags below is given).
    #[arg(long, value_enum)]
    engine: Option<Engine>,

    #[command(flatten)]
    tree: TreeArgs,

    /// Which node of an overlapping pair is opened (default larger).
    #[arg(long, value_parser = one_of::<Traversal>(Traversal::ALL.iter().map(|traversal| traversal.name())))]
    traversal: Option<Traversal>,

    /// Support planes on this many levels of both trees, from the roots down (default 0, which is
    /// none).
    #[arg(long, value_name = "LEVELS", value_parser = levels())]
    support_planes: Option<u8>,

    /// Where support planes come from (default faces).
    #[arg(long, requires = "support_planes", value_parser = one_of::<Basis>(Basis::ALL.iter().map(|basis| basis.name())))]
    plane_basis: Option<Basis>,

    /// How many times how many directions a table of support planes has, or exact, which searches
    /// (default 32).
    #[arg(long, value_name = "N", requires = "support_planes", value_parser = density)]
    plane_density: Option<Sampling>,

    /// Triangles no further apart than this count as touching; 0 asks for true contact. Classic,
    /// unless --engine wide is given.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// What a query may remember of the one before it.
    #[arg(long, value_enum, default_value = "none")]
    warm: Warm,

    /// Take both bodies as solids: what lies inside counts. Both meshes must be closed; wide.
    #[arg(long, conflicts_with_all = ["warm", "all", "max_pairs"])]
    solid: bool,

    /// How the list of --warm list is updated (default deferred).
    #[arg(long, value_parser = one_of::<Updating>(Updating::ALL.iter().map(|updating| updating.name())))]
    list: Option<Updating>,

    #[command(flatten)]
    policy: PolicyArgs,
}

/// The parameters of Tropp's front; without them, the paper's for the volume.
#[derive(clap::Args, Debug)]
struct PolicyArgs {
    /// Of --warm tropp: a motion larger than this many sizes of the smaller body makes the front
    /// useless.
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    coherence: Option<f64>,

    /// Of --warm tropp: nodes are kept, and nothing below them, if the motion is more than this many
    /// of their sizes; inf keeps the ends of walks only.
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    sprout: Option<f64>,

    /// Of --warm tropp: after a motion of this many sizes the front tries to rise.
    #[arg(long, value_name = "SIZES", value_parser = sizes)]
    prune: Option<f64>,

    /// Of --warm tropp: what is kept of two leaves whose triangles touch.
    #[arg(long, value_parser = one_of::<Bottom>(Bottom::ALL.iter().map(|bottom| bottom.name())))]
    bottom: Option<Bottom>,
}

impl PolicyArgs {
    fn are_given(&self) -> bool {
        self.coherence.or(self.sprout).or(self.prune).is_some() || self.bottom.is_some()
    }

    /// The paper's parameters for the volume, where nothing else is said.
    fn policy(&self, volume: VolumeKind) -> Policy {
        let usual = Policy::of(volume);
        Policy {
            coherence: self.coherence.unwrap_or(usual.coherence),
            sprout: self.sprout.unwrap_or(usual.sprout),
            prune: self.prune.unwrap_or(usual.prune),
            bottom: self.bottom.unwrap_or(usual.bottom),
            ..usual
        }
    }
}

impl EngineArgs {
    /// The engine they mean.
    ///
    /// # Errors
    /// If they contradict each other.
    pub fn engine(&self) -> Result<AnyEngine, Failure> {
        let setup = self.setup()?;
        let memory = self.memory(&setup)?;
        if self.solid && setup != Setup::Wide {
            return Err(Failure::of_usage("--solid", "it is for --engine wide"));
        }
        let clearance = self.clearance.filter(|_| setup == Setup::Wide);
        Ok(AnyEngine { setup, memory, clearance, solid: self.solid })
    }

    /// Can these bodies be taken as the flags say? Two names and two meshes.
    ///
    /// # Errors
    /// If one cannot.
    pub fn check(&self, bodies: [(&str, &Mesh); 2]) -> Result<(), Failure> {
        for (name, mesh) in bodies.iter().filter(|_| self.solid) {
            let closed = mesh.check_closed();
            closed.map_err(|error| Failure::of_usage("--solid", format!("{name}: {error}")))?;
        }
        let [(name, env), _] = bodies;
        // A grid can become too large, and a mesh is of obstacles that do not intersect.
        let may_fail = matches!(self.engine, Some(Engine::Grid | Engine::TetraMesh));
        let Some(kind) = self.engine.and_then(Engine::space).filter(|_| may_fail) else {
            return Ok(());
        };
        let built = kind.build(Arc::new(env.clone()));
        built.map_or_else(
            |why| Err(Failure::of_usage("--engine", format!("{name}: {why}"))),
            |_| Ok(()),
        )
    }

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        self.tree.warnings()
    }

    fn setup(&self) -> Result<Setup, Failure> {
        let classic_memory = matches!(self.warm, Warm::List | Warm::Klosowski | Warm::Tropp);
        let others = [
            ("--traversal", self.traversal.is_some()),
            ("--support-planes", self.support_planes.is_some()),
            ("--clearance", self.clearance.is_some() && self.engine != Some(Engine::Wide)),
            ("this --warm", classic_memory),
        ];
        let others = others.into_iter().filter_map(|(flag, given)| given.then_some(flag));
        let classic_flag = self.tree.given().into_iter().chain(others).next();
        let space = self.engine.and_then(Engine::space);
        match (self.engine, space, classic_flag) {
            (Some(engine), _, Some(flag)) if engine != Engine::Classic => {
                let name = space.map_or("wide", |kind| kind.name());
                let message = format!("{flag} is for --engine classic, not for --engine {name}");
                Err(Failure::of_usage("--engine", message))
            }
            (None | Some(Engine::Wide), None, None) => Ok(Setup::Wide),
            (_, Some(kind), None) => Ok(Setup::Space(kind)),
            _ => Ok(Setup::Classic(self.classic_options()?)),
        }
    }

    fn memory(&self, setup: &Setup) -> Result<Option<Memory>, Failure> {
        let memory = match self.warm {
            Warm::None => None,
            Warm::List => Some(Memory::List(self.list.unwrap_or_default())),
            Warm::Klosowski => Some(Memory::Klosowski),
            Warm::Tropp => Some(self.tropp(setup)),
            Warm::Pair => Some(Memory::Pair),
        };
        if self.list.is_some() && self.warm != Warm::List {
            return Err(Failure::of_usage("--list", "--list is for --warm list".to_owned()));
        }
        if self.policy.are_given() && self.warm != Warm::Tropp {
            let message =
                "--coherence, --sprout, --prune and --bottom are for --warm tropp".to_owned();
            return Err(Failure::of_usage("--warm", message));
        }
        if self.warm == Warm::Klosowski
            && self.traversal.is_some_and(|traversal| traversal != Traversal::Environment)
        {
            let message =
                "--warm klosowski opens the environment first: no other --traversal goes with it"
                    .to_owned();
            return Err(Failure::of_usage("--warm", message));
        }
        match (memory, setup) {
            (Some(Memory::Pair), Setup::Classic(_) | Setup::Space(_)) => {
                Err(Failure::of_usage("--warm", "--warm pair is for --engine wide".to_owned()))
            }
            _ => Ok(memory),
        }
    }

    fn tropp(&self, setup: &Setup) -> Memory {
        match setup {
            Setup::Classic(options) if self.policy.are_given() => {
                Memory::TroppWith(self.policy.policy(options.volume))
            }
            _ => Memory::Tropp,
        }
    }

    fn classic_options(&self) -> Result<Options, Failure> {
        let default = self.tree.options()?;
        // Queries with and without memory are compared: both open what Klosowski's front must open.
        let otherwise =
            if self.warm == Warm::Klosowski { Traversal::Environment } else { default.traversal };
        Ok(Options {
            traversal: self.traversal.unwrap_or(otherwise),
            clearance: self.clearance.unwrap_or(default.clearance),
            support_planes: self
                .support_planes
                .map_or(default.support_planes, |levels| self.planes(levels)),
            ..default
        })
    }

    fn planes(&self, levels: u8) -> SupportPlanes {
        let usual = Recipe::default();
        let recipe = Recipe {
            basis: self.plane_basis.unwrap_or(usual.basis),
            sampling: self.plane_density.unwrap_or(usual.sampling),
        };
        SupportPlanes { levels: levels.into(), recipe }
    }
}

/// Levels with support planes: some ten thousand bytes for each of up to 2^levels nodes.
fn levels() -> clap::builder::RangedI64ValueParser<u8> {
    clap::value_parser!(u8).range(0..=12)
}

fn density(text: &str) -> Result<Sampling, String> {
    match (text, text.parse::<std::num::NonZeroU8>()) {
        ("exact", _) => Ok(Sampling::Exact),
        (_, Ok(side)) => Ok(Sampling::Grid(side.get())),
        _ => Err("a number from 1 to 255 is needed, or exact".to_owned()),
    }
}

fn sizes(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(sizes) if sizes >= 0.0 => Ok(sizes),
        _ => Err("a number that is not negative is needed, or inf".to_owned()),
    }
}
