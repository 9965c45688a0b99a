//! Engines as a flight sees them, the fast engine, and the flags that choose it.
//!
//! The program has one engine. The laboratory has more, and flies them by the same code: they are
//! [`Engine`]s too.

use std::fmt;

use clap::ValueEnum;
use closecall::geom::Clearance;
use closecall::{Budget, Mesh, Pair};
use closecall_flight::{Asked, Built, FlightFrame, MeshOrModel, Models, Remembers, build_models};
use closecall_report::DrawnFront;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::question::Question;

/// An engine, configured.
pub trait Engine: Clone + fmt::Debug + Sync {
    /// Two bodies ready to be asked.
    type Bodies: Asked + Send;

    /// Two bodies that remember what the last query learned.
    type Remembering: Remembers;

    /// As the flags would say it: pairs of flag and value, the engine first. A flag that changes
    /// nothing is not among them.
    fn named(&self) -> Vec<(&'static str, Value)>;

    /// Builds both bodies, on the threads of the pool that it is called in.
    fn build(
        &self,
        env: MeshOrModel<&Mesh>,
        obj: MeshOrModel<&Mesh>,
        heap_bytes: fn() -> usize,
    ) -> Built<Self::Bodies>;

    /// The same bodies for another thread.
    fn fork(&self, bodies: &Self::Bodies) -> Self::Bodies;

    /// Are the bodies solids, so that what lies inside counts?
    fn is_solid(&self) -> bool {
        false
    }

    /// What queries may remember, if anything.
    fn memory(&self) -> Option<MemoryName>;

    /// The same bodies with that memory.
    fn remembering(&self, bodies: &Self::Bodies) -> Option<Self::Remembering>;

    /// The bodies as models of the library, which know more questions; none of another engine.
    fn models(&self, _bodies: &Self::Bodies) -> Option<Models> {
        None
    }

    /// What is remembered at some frames of a flight, to draw it; nothing, unless the memory is of
    /// volumes.
    fn fronts(&self, _bodies: &Self::Bodies, _flight: &Remembered) -> Vec<DrawnFront> {
        Vec::new()
    }
}

/// What an engine remembers by, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryName {
    /// Its name.
    pub name: &'static str,
    /// How it is updated; empty where there is no choice.
    pub way: &'static str,
}

impl fmt::Display for MemoryName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        if self.way.is_empty() { Ok(()) } else { write!(f, " {}", self.way) }
    }
}

/// A flight that was flown with memory.
#[derive(Debug)]
pub struct Remembered<'a> {
    /// What was asked at every pose.
    pub question: Question,
    /// The poses.
    pub frames: &'a [FlightFrame],
    /// How many pairs touch at each.
    pub contacts: &'a [u64],
    /// How many entries were remembered after each.
    pub entries: &'a [usize],
}

/// A budget for programs: `tests`, or `us`.
pub fn budget_json(budget: &Budget) -> Value {
    let us = budget.time_allowed().map(|time| time.as_secs_f64() * 1e6);
    match (budget.tests_allowed(), us) {
        (Some(tests), _) => json!({ "tests": tests }),
        (None, us) => json!({ "us": us }),
    }
}

/// Flags that choose an engine.
pub trait EngineFlags: clap::Args {
    /// The engine they choose.
    type Engine: Engine;

    /// The engine they mean.
    ///
    /// # Errors
    /// If they contradict each other.
    fn engine(&self) -> Result<Self::Engine, Failure>;

    /// Can these bodies be taken as the flags say? Two names and two meshes.
    ///
    /// # Errors
    /// If one cannot.
    fn check(&self, _bodies: [(&str, &Mesh); 2]) -> Result<(), Failure> {
        Ok(())
    }

    /// Flags that change nothing, in words.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The fast engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide {
    /// What queries may remember.
    pub warm: WarmMode,
    /// Are the bodies solids?
    pub solid: bool,
    /// What is no further apart counts as touching.
    pub clearance: Option<Clearance>,
}

impl Wide {
    /// Without memory.
    pub const COLD: Self = Self { warm: WarmMode::None, solid: false, clearance: None };
}

/// What a query of the fast engine may remember of the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WarmMode {
    /// Nothing: every query starts from the roots.
    None,
    /// What the library's Pair remembers.
    Pair,
}

impl Engine for Wide {
    type Bodies = Models;
    type Remembering = Pair;

    fn named(&self) -> Vec<(&'static str, Value)> {
        let clearance = self.clearance.map(|clearance| ("clearance", clearance.distance().into()));
        [("engine", "wide".into())].into_iter().chain(clearance).collect()
    }

    fn build(
        &self,
        env: MeshOrModel<&Mesh>,
        obj: MeshOrModel<&Mesh>,
        heap_bytes: fn() -> usize,
    ) -> Built<Models> {
        let built = build_models(env, obj, heap_bytes);
        let bodies = built.bodies.within(self.clearance.unwrap_or_default());
        if !self.solid {
            return Built { bodies, ..built };
        }
        let bodies = bodies.into_solids().expect("the flags have checked that both are closed");
        Built { bodies, ..built }
    }

    fn is_solid(&self) -> bool {
        self.solid
    }

    fn fork(&self, bodies: &Models) -> Models {
        bodies.fork()
    }

    fn models(&self, bodies: &Models) -> Option<Models> {
        Some(bodies.fork())
    }

    fn memory(&self) -> Option<MemoryName> {
        (self.warm == WarmMode::Pair).then_some(MemoryName { name: "pair", way: "" })
    }

    fn remembering(&self, bodies: &Models) -> Option<Pair> {
        (self.warm == WarmMode::Pair).then(|| bodies.pair())
    }
}

/// The flags of the fast engine.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Engine")]
pub struct WideArgs {
    /// The engine that answers: wide. The classic engine is in the laboratory.
    #[arg(long, value_parser = wide, default_value = "wide")]
    engine: String,

    /// Triangles no further apart than this count as touching; 0 asks for true contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// What a query may remember of the one before it.
    #[arg(long, value_enum, default_value = "none")]
    warm: WarmMode,

    /// Take both bodies as solids: what lies inside counts. Both meshes must be closed.
    #[arg(long, conflicts_with_all = ["warm", "all", "max_pairs"])]
    solid: bool,
}

impl EngineFlags for WideArgs {
    type Engine = Wide;

    fn engine(&self) -> Result<Wide, Failure> {
        Ok(Wide { warm: self.warm, solid: self.solid, clearance: self.clearance })
    }

    fn check(&self, bodies: [(&str, &Mesh); 2]) -> Result<(), Failure> {
        let mut checked =
            bodies.iter().filter(|_| self.solid).map(|(name, mesh)| (name, mesh.check_closed()));
        match checked.find_map(|(name, result)| Some((name, result.err()?))) {
            Some((name, error)) => Err(Failure::of_usage("--solid", format!("{name}: {error}"))),
            None => Ok(()),
        }
    }
}

fn wide(name: &str) -> Result<String, String> {
    match name {
        "wide" => Ok(name.to_owned()),
        "classic" => {
            Err("it is in the laboratory: cargo run --release -p closecall-lab -- fly DIR --engine classic".to_owned())
        }
        _ => Err("there is wide here; classic is in the laboratory".to_owned()),
    }
}

/// A clearance on the command line.
pub fn clearance(text: &str) -> Result<Clearance, String> {
    let distance: f64 = text.parse().map_err(|_| format!("`{text}` is not a number"))?;
    Clearance::new(distance).map_err(|error| error.to_string())
}
