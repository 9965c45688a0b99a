//! Claims of the slides of Pedersen 2006, which have no figures, measured.

mod desired;
mod groups;
mod probes;

use crate::experiment::Experiment;

/// The name of the slides.
const PAPER: &str = "Pedersen 2006";

/// All of them.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let mut all = desired::experiments();
    all.push(probes::experiment());
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
