//! Any engine of the laboratory, as a flight flies it.

use std::fmt;

use closecall::Mesh;
use closecall::geom::Clearance;
use closecall_classic::query::Options;
use closecall_classic::query::configure::{
    Basis, BoxTest, DopTest, HullLevels, Sampling, VolumeKind,
};
use closecall_classic::volume::obb::Orientation;
use closecall_cli::question::Question;
use closecall_flight::{FlightFrame, MeshOrModel};
use closecall_lab::engine::{
    BuiltEngine, EngineBodies, Memory, Models, RememberingBodies, Setup, build_here,
};
use closecall_report::DrawnFront;
use serde_json::Value;

use super::fronts::fronts;
use super::tree_flags::needs_rule;

/// An engine, configured, and what it may remember.
#[derive(Clone, Copy, Debug)]
pub struct AnyEngine {
    /// The engine.
    pub setup: Setup,
    /// The memory that a query may have of the one before it.
    pub memory: Option<Memory>,
    /// In the wide engine: what is no further apart counts as touching.
    pub clearance: Option<Clearance>,
    /// In the wide engine: are the bodies solids?
    pub solid: bool,
}

impl AnyEngine {
    /// As the flags would say it: pairs of flag and value, the engine first. A flag that changes
    /// nothing is not among them.
    pub fn named(&self) -> Vec<(&'static str, Value)> {
        let clearance = self.clearance.map(|clearance| ("clearance", clearance.distance().into()));
        named(&self.setup).into_iter().chain(clearance).collect()
    }

    /// Builds both bodies, on the threads of the pool that it is called in.
    pub fn build(
        &self,
        env: MeshOrModel<&Mesh>,
        obj: MeshOrModel<&Mesh>,
        heap_bytes: fn() -> usize,
    ) -> BuiltEngine {
        let built = build_here(&self.setup, env, obj, heap_bytes);
        let bodies = match built.bodies {
            EngineBodies::Models(models) => EngineBodies::Models(self.taken(models)),
            other => other,
        };
        BuiltEngine { bodies, ..built }
    }

    /// Models with the clearance and the meaning that were asked for.
    fn taken(&self, models: Models) -> Models {
        let models = models.within(self.clearance.unwrap_or_default());
        if !self.solid {
            return models;
        }
        models.into_solids().expect("the flags have checked that both are closed")
    }

    /// The memory that queries may have, if any.
    pub fn memory(&self) -> Option<MemoryName> {
        let way = |memory| if let Memory::List(updating) = memory { updating.name() } else { "" };
        self.memory.map(|memory| MemoryName { name: memory.name(), way: way(memory) })
    }

    /// The same bodies with that memory.
    pub fn remembering(&self, bodies: &EngineBodies) -> Option<RememberingBodies> {
        bodies.remembering(&self.setup, self.memory?)
    }

    /// The bodies as models of the library, which know more questions; none of another engine.
    pub fn models(&self, bodies: &EngineBodies) -> Option<Models> {
        match bodies {
            EngineBodies::Models(models) => Some(models.fork()),
            EngineBodies::Classic(_) | EngineBodies::Space(_) => None,
        }
    }

    /// The memory at some frames of a flight, to draw it; nothing, unless the memory is of volumes.
    pub fn fronts(&self, bodies: &EngineBodies, flight: &Remembered) -> Vec<DrawnFront> {
        self.remembering(bodies).map_or_else(Vec::new, |warm| fronts(warm, flight))
    }
}

/// The name of an engine's memory.
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
    /// The question at every pose.
    pub question: Question,
    /// The poses.
    pub frames: &'a [FlightFrame],
    /// The number of pairs that touch at each.
    pub contacts: &'a [u64],
    /// The number of entries that were remembered after each.
    pub entries: &'a [usize],
}

/// As the flags would say it: pairs of flag and value. A flag that changes nothing is not among
/// them.
pub fn named(setup: &Setup) -> Vec<(&'static str, Value)> {
    let mut named = vec![("engine", setup.engine().into())];
    let tree = ["volume", "rule", "split"].into_iter().zip(setup.tree_names());
    named.extend(tree.filter_map(|(flag, name)| Some((flag, name?.into()))));
    if let Setup::Classic(options) = setup {
        if !needs_rule(options.builder) {
            named.retain(|(flag, _)| !["rule", "split"].contains(flag));
        }
        named.extend([
            ("traversal", options.traversal.name().into()),
            ("tau", options.leaf_size.0.into()),
            ("clearance", options.clearance.distance().into()),
        ]);
        named.extend(unusual(options));
    }
    named
}

/// The options that are not as they are by default.
fn unusual(options: &Options) -> Vec<(&'static str, Value)> {
    let (usual, planes) = (Options::default(), options.support_planes);
    let mut named = match options.volume {
        VolumeKind::Sphere => vec![],
        VolumeKind::Aabb(test) => vec![axes(test)],
        VolumeKind::Obb(test, fit) => {
            vec![axes(test), (fit != Orientation::default()).then(|| ("fit", fit.name().into()))]
        }
        VolumeKind::Kdop(_, test, levels) => vec![
            dop_test(test).map(|name| ("test", name.into())),
            (levels != HullLevels::default()).then(|| ("hull_levels", levels.0.into())),
        ],
    };
    let recipe = planes.recipe;
    named.extend([
        (options.builder != usual.builder).then(|| ("builder", options.builder.name().into())),
        (options.directions != usual.directions)
            .then(|| ("directions", options.directions.name().into())),
        (options.skinny_percent > 0).then(|| ("skinny", options.skinny_percent.into())),
        (options.leaf_size.0 != options.leaf_size.1)
            .then(|| ("tau_obj", options.leaf_size.1.into())),
        (planes.levels > 0).then(|| ("support_planes", planes.levels.into())),
        (recipe.basis != Basis::default()).then(|| ("plane_basis", recipe.basis.name().into())),
        (recipe.sampling != Sampling::default())
            .then(|| ("plane_density", density(recipe.sampling))),
    ]);
    named.into_iter().flatten().collect()
}

fn axes(test: BoxTest) -> Option<(&'static str, Value)> {
    (test == BoxTest::Sat15).then(|| ("axes", 15.into()))
}

fn dop_test(test: DopTest) -> Option<String> {
    match test {
        DopTest::Slabs => None,
        DopTest::ORDERED => Some("ordered".to_owned()),
        DopTest::Ordered(at_most) => Some(format!("ordered:{at_most}")),
        DopTest::Closure => Some("closure".to_owned()),
    }
}

fn density(sampling: Sampling) -> Value {
    match sampling {
        Sampling::Exact => "exact".into(),
        Sampling::Grid(side) => side.into(),
    }
}
