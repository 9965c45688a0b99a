//! One kind of k-DOP with every threshold.

use std::rc::Rc;

use closecall_classic::query::Options;
use closecall_classic::query::configure::Normals;

use super::super::flights::{Contender, Flights};
use super::super::grid::Grid;
use super::super::setup::{dop, paper};
use crate::engine::Setup;
use crate::experiment::{Axis, Fault, Lab, Plot, Scale, Series};
use crate::table::{Breadth, Builds, TableScene};

/// The thresholds that are tried where not all of the paper's are: among them 20, 40, 60 and 100,
/// which the paper recommends.
const FEW: [usize; 12] = [150, 125, 100, 80, 60, 40, 30, 20, 15, 10, 5, 1];

/// The times and the work by threshold. Measured once, however many tables read it.
pub fn swept(lab: &mut Lab, normals: Normals) -> Result<Rc<Flights>, Fault> {
    lab.kept(&format!("thresholds of {normals:?}"), |lab| {
        let taus = match lab.settings.breadth {
            Breadth::Full => all(),
            Breadth::Short | Breadth::Tiny => FEW.to_vec(),
        };
        Flights::fly(
            lab,
            taus.into_iter().map(|tau| contender(normals, tau)).collect(),
            Builds::AllAtOnce,
            matters,
        )
    })
}

/// 1 and the multiples of 5 up to 150, as the paper prints them.
fn all() -> Vec<usize> {
    (1..=30).rev().map(|n| 5 * n).chain([1]).collect()
}

fn contender(normals: Normals, tau: usize) -> Contender {
    (
        tau.to_string(),
        Setup::Classic(Options { volume: dop(normals), leaf_size: (1, tau), ..paper() }),
    )
}

/// A threshold above the number of triangles gives the same tree as any other: the first one above
/// is enough.
fn matters(scene: &TableScene, setup: &Setup) -> bool {
    let Setup::Classic(options) = setup else { return true };
    let triangles = scene.obj.triangle_count();
    let enough = FEW.into_iter().filter(|tau| *tau >= triangles).min().unwrap_or(usize::MAX);
    options.leaf_size.1 <= enough
}

/// Time over threshold, each flight's as a multiple of its best.
pub fn plot(times: &Grid, normals: Normals) -> Plot {
    let series = times.columns.iter().map(|set| {
        let points = times
            .rows
            .iter()
            .rev()
            .filter_map(|(tau, _)| Some((tau.parse().ok()?, times.at(tau, set)?)));
        let points: Vec<(f64, f64)> = points.collect();
        let best = points.iter().map(|(_, us)| *us).fold(f64::INFINITY, f64::min);
        Series {
            name: set.clone(),
            points: points.into_iter().map(|(tau, us)| (tau, us / best)).collect(),
        }
    });
    Plot {
        name: "times".to_owned(),
        title: format!("Time of a query by threshold, {}-DOPs", normals.k()),
        x: Axis::new("τ", "", Scale::Linear),
        y: Axis::new("time / best", "", Scale::Linear),
        series: series.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thresholds_are_the_papers() {
        let printed: Vec<String> = super::super::super::printed::sweep(Normals::N6)
            .rows
            .into_iter()
            .map(|(tau, _)| tau)
            .collect();
        assert_eq!(all().iter().map(usize::to_string).collect::<Vec<_>>(), printed);
        assert!(FEW.iter().all(|tau| all().contains(tau)));
    }
}
