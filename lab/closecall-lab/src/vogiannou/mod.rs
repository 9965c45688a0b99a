//! The experiments of Vogiannou et al. 2010 on support planes, with the classic engine; and what
//! the wide engine would gain.
//!
//! Trees have twelve levels, as the paper's, and some triangles in a leaf; they are halved across
//! the longest side, and the larger node is opened: of that its text says nothing. It prints curves
//! and no tables; what its text says of them stands beside our figures.

mod couples;
mod crowd;
mod culling;
mod efficiency;
mod falling;
mod memorising;
mod memory;
mod models;
mod remembered;
mod sheet;
mod stable;
mod two_bodies;
mod wide;

use closecall_classic::query::configure::{Basis, Recipe, Sampling};

use crate::experiment::Experiment;

/// The name of the paper.
const PAPER: &str = "Vogiannou et al. 2010";

/// All of them, in the order of the figures.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    vec![
        efficiency::experiment(),
        memory::experiment(),
        culling::experiment(),
        two_bodies::experiment(),
        falling::experiment(),
        remembered::experiment(),
        wide::experiment(),
    ]
}

/// The paper's mappings by its names for them: vertex- and face-based, and discretised.
const VSPM: (&str, Recipe) = ("VSPM", Recipe { basis: Basis::Vertices, sampling: Sampling::Exact });
const FSPM: (&str, Recipe) = ("FSPM", Recipe { basis: Basis::Faces, sampling: Sampling::Exact });
const DVSPM: (&str, Recipe) =
    ("DVSPM", Recipe { basis: Basis::Vertices, sampling: Sampling::Grid(DENSITY) });
const DFSPM: (&str, Recipe) =
    ("DFSPM", Recipe { basis: Basis::Faces, sampling: Sampling::Grid(DENSITY) });

/// The paper's sampling density.
const DENSITY: u8 = 32;

#[cfg(test)]
mod tests {
    use crate::experiment::report::tests::check_all;

    #[test]
    fn every_experiment_runs_at_a_tiny_size() {
        check_all(super::experiments());
    }
}
