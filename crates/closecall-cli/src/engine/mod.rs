//! The flags that choose and configure an engine, and the words for what they chose.

mod flags;
mod tree_flags;

pub use flags::{EngineArgs, clearance};
pub use tree_flags::{TreeArgs, one_of};

use closecall::query::Options;
use closecall_lab::engine::Setup;
use serde_json::Value;

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
