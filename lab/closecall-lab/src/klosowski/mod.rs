//! The experiments of Klosowski's dissertation (*Efficient Collision Detection for Interactive 3D
//! Graphics and Virtual Environments*, 1998), on look-alikes of its data sets. The classic engine
//! is configured as the paper's was, and an OBB tree stands where RAPID stood.
//!
//! A [`study::Study`] is a table of the paper: its figures ([`printed`]), a way to get ours, and a
//! function that decides from both whether the conclusion holds.

pub mod conclusions;
pub mod costs;
pub mod field;
pub mod figures;
pub mod flights;
pub mod grid;
pub mod memory;
pub mod milling;
pub mod ordering;
pub mod outlook;
pub mod printed;
pub mod quickcd;
pub mod races;
pub mod remarks;
pub mod setup;
pub mod space;
pub mod spheres;
pub mod study;
pub mod threshold;
pub mod time_critical;
pub mod trees;

use self::study::Study;
use crate::experiment::Experiment;

/// All of them, in the order of the tables.
#[must_use]
pub fn experiments() -> Vec<Experiment> {
    let mut all = space::experiments();
    all.extend(studies().into_iter().map(Experiment::from));
    all.extend(quickcd::experiments());
    all.extend(figures::experiments());
    all.extend(remarks::experiments());
    all.extend(outlook::experiments());
    all.push(time_critical::experiment());
    all
}

fn studies() -> Vec<Study> {
    let mut all: Vec<Study> = vec![costs::study(), races::building(), ordering::study()];
    all.extend([races::building_again(), races::sizes()]);
    all.extend(memory::studies());
    all.extend(quickcd::studies());
    all.extend(trees::studies());
    all.extend(races::studies());
    all.extend(spheres::studies());
    all.extend(milling::studies());
    all.extend(threshold::studies());
    all.sort_by_key(|study| study.order());
    all
}

#[cfg(test)]
mod tests;
