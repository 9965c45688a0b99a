//! A mesh file and how its tree is built.

use std::path::PathBuf;
use std::time::Instant;

use closecall::query::configure::{AnyTree, Builder};
use closecall::query::{Options, tree};
use closecall_lab::engine::Setup;
use serde_json::Value;

use crate::engine::{TreeArgs, named, one_of};
use crate::failure::Failure;
use crate::load::load;

/// The flags that say which tree is meant.
#[derive(clap::Args, Debug)]
pub struct BuildArgs {
    /// The mesh file.
    #[arg(value_name = "MESH")]
    mesh: PathBuf,

    #[command(flatten)]
    tree: TreeArgs,

    /// Who makes the tree (default topdown); bottomup and insertion need no rule.
    #[arg(long, value_parser = one_of::<Builder>(Builder::ALL.iter().map(|builder| builder.name())))]
    builder: Option<Builder>,
}

/// A tree and where it comes from.
pub struct Built {
    /// The name of the mesh file.
    pub file: String,
    /// How many triangles the mesh has.
    pub triangles: usize,
    /// The tree.
    pub tree: Box<dyn AnyTree>,
    /// How long it took to build, on one thread, in milliseconds.
    pub ms: f64,
    /// Flags and values that say how it was built; none that changes nothing.
    pub named: Vec<(&'static str, Value)>,
    /// What was odd about the mesh or the flags but no error.
    pub warnings: Vec<String>,
}

impl BuildArgs {
    /// Reads the mesh and builds its tree.
    pub fn build(&self) -> Result<Built, Failure> {
        let mut warnings = Vec::new();
        let mesh = load(&self.mesh, &mut warnings)?.mesh;
        warnings.extend(self.warnings());
        let options = Options { builder: self.builder.unwrap_or_default(), ..self.tree.options() };
        let start = Instant::now();
        let tree = tree(&mesh, options.leaf_size.0, &options);
        let ms = start.elapsed().as_secs_f64() * 1e3;
        let file = self.mesh.to_string_lossy().into_owned();
        Ok(Built { file, triangles: mesh.triangle_count(), tree, ms, named: self.named(&options), warnings })
    }

    fn needs_rule(&self) -> bool {
        match self.builder.unwrap_or_default() {
            Builder::TopDown | Builder::Oscillating => true,
            Builder::BottomUp | Builder::Insertion => false,
        }
    }

    fn named(&self, options: &Options) -> Vec<(&'static str, Value)> {
        let matters = |flag: &str| match flag {
            "rule" | "split" => self.needs_rule(),
            "volume" | "tau" => true,
            _ => false,
        };
        let named = named(&Setup::Classic(*options)).into_iter().filter(|(flag, _)| matters(flag));
        named.chain([("builder", options.builder.name().into())]).collect()
    }

    fn warnings(&self) -> Vec<String> {
        if self.needs_rule() {
            return self.tree.warnings();
        }
        let builder = self.builder.unwrap_or_default();
        let idle = self.tree.given().into_iter().filter(|flag| ["--rule", "--split"].contains(flag));
        idle.map(|flag| format!("{flag} changes nothing: the {builder} builder needs no rule")).collect()
    }
}
