//! Any engine of the laboratory, as the program's flight flies it.

use closecall::Mesh;
use closecall_classic::query::Options;
use closecall_cli::engine::{Engine, MemoryName, Remembered};
use closecall_flight::{Built, MeshOrModel};
use closecall_lab::engine::{Bodies, Memory, Remembering, Setup, build_here};
use closecall_report::Front;
use serde_json::Value;

use super::fronts::fronts;

/// An engine, configured, and what it may remember.
#[derive(Clone, Copy, Debug)]
pub struct AnyEngine {
    /// The engine.
    pub setup: Setup,
    /// What a query may remember of the one before it.
    pub memory: Option<Memory>,
}

impl Engine for AnyEngine {
    type Bodies = Bodies;
    type Warm = Remembering;

    fn named(&self) -> Vec<(&'static str, Value)> {
        named(&self.setup)
    }

    fn build(&self, env: MeshOrModel<&Mesh>, obj: MeshOrModel<&Mesh>, heap_bytes: fn() -> usize) -> Built<Bodies> {
        build_here(&self.setup, env, obj, heap_bytes)
    }

    fn fork(&self, bodies: &Bodies) -> Bodies {
        bodies.fork()
    }

    fn memory(&self) -> Option<MemoryName> {
        let way = |memory| if let Memory::List(updating) = memory { updating.name() } else { "" };
        self.memory.map(|memory| MemoryName { name: memory.name(), way: way(memory) })
    }

    fn remembering(&self, bodies: &Bodies) -> Option<Remembering> {
        bodies.remembering(&self.setup, self.memory?)
    }

    fn fronts(&self, bodies: &Bodies, flight: &Remembered) -> Vec<Front> {
        self.remembering(bodies).map_or_else(Vec::new, |warm| fronts(warm, flight))
    }
}

/// As the flags would say it: pairs of flag and value. A flag that changes nothing is not among them.
pub fn named(setup: &Setup) -> Vec<(&'static str, Value)> {
    let mut named = vec![("engine", setup.engine().into())];
    let tree = ["volume", "rule", "split"].into_iter().zip(setup.tree_names());
    named.extend(tree.filter_map(|(flag, name)| Some((flag, name?.into()))));
    if let Setup::Classic(Options { traversal, leaf_size, clearance, support_planes, .. }) = setup {
        named.extend([
            ("traversal", traversal.name().into()),
            ("tau", leaf_size.0.into()),
            ("clearance", clearance.distance().into()),
        ]);
        if support_planes.levels > 0 {
            named.push(("support_planes", support_planes.levels.into()));
        }
    }
    named
}
