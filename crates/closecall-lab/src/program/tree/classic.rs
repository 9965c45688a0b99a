//! The classic tree of a mesh, and the flags that say how it is built.

use std::time::Instant;

use closecall::Mesh;
use closecall_classic::query::configure::{AnyTree, Builder};
use closecall_classic::query::{Options, tree};
use closecall_lab::engine::Setup;
use serde_json::{Map, Value};

use crate::program::flown_engine::named;
use crate::program::tree_flags::{TreeArgs, one_of};

/// The flags that say which tree is meant.
#[derive(clap::Args, Debug)]
pub struct ClassicArgs {
    #[command(flatten)]
    tree: TreeArgs,

    /// Who makes the tree (default topdown); bottomup and insertion need no rule.
    #[arg(long, value_parser = one_of::<Builder>(Builder::ALL.iter().map(|builder| builder.name())))]
    builder: Option<Builder>,
}

/// A tree and what it took.
pub struct Classic {
    /// The tree.
    pub tree: Box<dyn AnyTree>,
    /// How long it took to build, on one thread, in milliseconds.
    pub ms: f64,
    /// Flags and values that say how it was built; none that changes nothing.
    named: Vec<(&'static str, Value)>,
}

impl Classic {
    /// How it was built, for people.
    pub fn text(&self) -> String {
        let value_text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let named: Vec<_> = self.named.iter().map(|(flag, value)| format!("{flag} {}", value_text(value))).collect();
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
        self.builder.is_some() || !self.tree.given().is_empty()
    }

    /// Builds the tree of a mesh.
    pub fn build(&self, mesh: &Mesh) -> Classic {
        let options = Options { builder: self.builder.unwrap_or_default(), ..self.tree.options() };
        let start = Instant::now();
        let tree = tree(mesh, options.leaf_size.0, &options);
        Classic { tree, ms: start.elapsed().as_secs_f64() * 1e3, named: self.named(&options) }
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

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        if self.needs_rule() {
            return self.tree.warnings();
        }
        let builder = self.builder.unwrap_or_default();
        let idle = self.tree.given().into_iter().filter(|flag| ["--rule", "--split"].contains(flag));
        idle.map(|flag| format!("{flag} changes nothing: the {builder} builder needs no rule")).collect()
    }
}
