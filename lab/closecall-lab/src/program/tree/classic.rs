//! The classic tree of a mesh, and the flags that say how it is built.

use std::time::Instant;

use closecall::Mesh;
use closecall_classic::query::configure::AnyTree;
use closecall_classic::query::{Options, tree};
use closecall_cli::failure::Failure;
use closecall_lab::engine::Setup;
use serde_json::{Map, Value};

use crate::program::flown_engine::named;
use crate::program::tree_flags::TreeArgs;

/// The flags that say which tree is meant.
#[derive(clap::Args, Debug)]
pub struct ClassicArgs {
    #[command(flatten)]
    tree: TreeArgs,
}

/// A tree and what it took.
pub struct ClassicBuilt {
    /// The tree.
    pub tree: Box<dyn AnyTree>,
    /// How long it took to build, on one thread, in milliseconds.
    pub ms: f64,
    /// Flags and values that say how it was built; none that changes nothing.
    named: Vec<(&'static str, Value)>,
}

impl ClassicBuilt {
    /// How it was built, for people.
    pub fn text(&self) -> String {
        let value_text =
            |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let named: Vec<_> = self
            .named
            .iter()
            .map(|(flag, value)| format!("{flag} {}", value_text(value)))
            .collect();
        named.join(", ")
    }

    /// How it was built, for programs.
    pub fn json(&self) -> Map<String, Value> {
        self.named.iter().map(|(flag, value)| ((*flag).to_owned(), value.clone())).collect()
    }
}

impl ClassicArgs {
    /// Is any of the flags there?
    pub fn are_given(&self) -> bool {
        !self.tree.given().is_empty()
    }

    /// Builds the tree of a mesh.
    pub fn build(&self, mesh: &Mesh) -> Result<ClassicBuilt, Failure> {
        let options = self.tree.options()?;
        let start = Instant::now();
        let tree = tree(mesh, options.leaf_size.0, &options);
        Ok(ClassicBuilt { tree, ms: start.elapsed().as_secs_f64() * 1e3, named: words(&options) })
    }

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        self.tree.warnings()
    }
}

/// The words about one tree, the builder last.
fn words(options: &Options) -> Vec<(&'static str, Value)> {
    let of_queries = ["engine", "traversal", "clearance", "builder"];
    let named =
        named(&Setup::Classic(*options)).into_iter().filter(|(flag, _)| !of_queries.contains(flag));
    named.chain([("builder", options.builder.name().into())]).collect()
}
