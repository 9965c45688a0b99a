//! The inside, for the laboratory, the fuzz targets and the tests of this crate. (Feature `lab`.)
//!
//! No crate of the product turns the feature on, and a test keeps it so: users never see this.

pub use crate::cost::{Count, Meter, Uncounted};
pub use crate::geom::pose::deviation_from_orthogonal;

use crate::cost::Budget;
use crate::query::{Model, Pair};
use crate::world::{DynamicModel, World};

/// The engine itself.
pub mod wide {
    pub use crate::wide::*;
}

/// Axes of a cloud of points.
pub mod eigen {
    pub use crate::geom::eigen::*;
}

/// Discrete orientation polytopes.
pub mod kdop {
    pub use crate::geom::kdop::*;
}

/// Broad phases, along any directions.
pub mod broad {
    pub use crate::world::broad::*;
}

/// Meshes and contacts into streams, format by format.
pub mod write {
    pub use crate::mesh::write::*;
}

/// The tree of a model.
pub trait Planted {
    /// Returns the tree.
    fn tree(&self) -> &wide::Tree;
}

impl Planted for Model {
    fn tree(&self) -> &wide::Tree {
        self.tree()
    }
}

/// Checks that a structure makes of itself.
pub trait Whole {
    /// Panics, saying where, unless everything is in order.
    fn check(&self);
}

impl Whole for World {
    fn check(&self) {
        self.check();
    }
}

impl Whole for DynamicModel {
    fn check(&self) {
        self.check();
    }
}

/// Begins to count against a budget.
#[must_use]
pub fn start(budget: &Budget) -> Meter {
    budget.start()
}

/// Lets a pair try no axis first that told volumes apart before, so that the gain of it can be
/// measured. The answers are the same.
pub fn ignore_kept_axes(pair: &mut Pair) {
    pair.ignore_kept_axes();
}
