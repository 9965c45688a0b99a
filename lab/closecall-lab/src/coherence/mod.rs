//! The experiments of three papers on temporal coherence, with the classic engine: Tropp et al.
//! 2006 (fronts with margins and axes), Li and Chen 1998 (separation lists), and what Klosowski
//! 1998 tells of its front.
//!
//! Queries with and without memory take turns within one run; every answer with memory is compared
//! with the one without.

mod course;
mod crowd;
mod lists;
mod race;
mod root_front;
mod scenario;
mod transplants;
mod tropp_extra;
mod tropp_figures;
mod tropp_table;

pub use course::{Course, poses as course_poses};
pub use race::{ask, same};

use crate::experiment::Experiment;

/// All of them, paper by paper.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let mut all = lists::experiments();
    all.extend([root_front::experiment(), scenario::experiment(), tropp_table::experiment()]);
    all.extend(tropp_figures::experiments());
    all.extend(tropp_extra::experiments());
    all.push(transplants::experiment());
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
