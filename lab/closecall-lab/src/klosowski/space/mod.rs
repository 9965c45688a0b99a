//! Chapter 2: indexes of space, and bodies that fly without a tree.
//!
//! The environments and bodies are look-alikes ([`crate::scenes::environments`],
//! [`crate::scenes::flyers`]) at the paper's sizes. A path is a billiard path of 10,000 steps;
//! where not all is flown (without `--full`), the six environments of Table 8 and 500 steps.

pub mod contenders;
pub mod flights;
pub mod full_checks;
pub mod growth;
pub mod printed;
pub mod ranking;
pub mod sizes;
pub mod tables;

use crate::experiment::Experiment;

/// All of them, in the order of the tables.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let mut all = Vec::from(sizes::experiments());
    all.extend(tables::experiments());
    all.push(full_checks::experiment());
    all.extend(growth::experiments());
    all
}

#[cfg(test)]
mod tests {
    use crate::experiment::report::tests::check_all;

    #[test]
    fn every_experiment_runs_at_a_tiny_size() {
        check_all(super::experiments());
    }
}
