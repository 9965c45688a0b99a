//! Nested spheres, parallel surfaces in close proximity: Tables 23 and 24.

use std::sync::Arc;

use closecall_classic::query::{Options, checker};
use rayon::prelude::*;

use super::grid::Grid;
use super::printed;
use super::races::{DOPS, OBB};
use super::setup::{dop, paper, rapid};
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Axis, Holds, Lab, Plot, Precision, Scale, Series, Verdict};
use crate::scenes::nested_spheres;
use crate::scenes::spheres::ALPHAS;
use crate::table::Breadth;
use closecall_flight::Flight;

/// Both tables. The spheres are small enough to have the paper's sizes always.
#[must_use]
pub fn studies() -> [Study; 2] {
    [
        study(
            "klosowski-t23",
            "Volume tests on nested spheres of 2,000 triangles",
            "Table 23, §5.4",
            2000,
            printed::table_23(),
        ),
        study(
            "klosowski-t24",
            "Volume tests on nested spheres of 20,000 triangles",
            "Table 24, §5.4",
            20_000,
            printed::table_24(),
        ),
    ]
}

fn study(
    name: &'static str,
    title: &'static str,
    place: &'static str,
    triangles: usize,
    paper: Grid,
) -> Study {
    let measure = move |lab: &mut Lab| {
        let triangles =
            if lab.settings.breadth == Breadth::Tiny { triangles / 50 } else { triangles };
        let ours = counted_tests(lab, triangles);
        Ok(Measured { plots: vec![plot(&ours, title)], ours, ..Measured::default() })
    };
    Study {
        name,
        title,
        place,
        figures: StudyFigures {
            are: "N_v: pairs of volumes tested, one triangle in every leaf; the radii are 1 and 1 − α",
            rows_are: "α",
            unit: "",
            precision: Precision::Whole,
        },
        paper,
        measure: Box::new(measure),
        judge: boxes_win_where_the_paper_says,
    }
}

/// The paper's setup with one triangle in every leaf, "in order to make a fair comparison".
fn contenders() -> Vec<Options> {
    let dops =
        DOPS.map(|(_, normals)| Options { volume: dop(normals), leaf_size: (1, 1), ..paper() });
    dops.into_iter().chain([rapid()]).collect()
}

/// Nothing is timed, so all cores may count.
fn counted_tests(lab: &mut Lab, triangles: usize) -> Grid {
    let mut grid = Grid::new(printed::VOLUMES);
    lab.progress.start("spheres", ALPHAS.len());
    for alpha in ALPHAS {
        let Flight { env, obj, waypoints } = nested_spheres(triangles, alpha);
        let (env, obj, pose) = (Arc::new(env), Arc::new(obj), waypoints[0].pose());
        let count = |options: &Options| {
            checker(env.clone(), obj.clone(), options).cost_of_contacts(&pose).volume_tests
        };
        grid.push(
            alpha.to_string(),
            contenders().par_iter().map(|options| Some(count(options) as f64)).collect(),
        );
        lab.progress.step();
    }
    grid
}

fn plot(tests: &Grid, title: &str) -> Plot {
    let series = tests.columns.iter().map(|volume| {
        let points = tests
            .rows
            .iter()
            .rev()
            .filter_map(|(alpha, _)| Some((alpha.parse().ok()?, tests.at(alpha, volume)?)));
        Series { name: volume.clone(), points: points.collect() }
    });
    Plot {
        name: "tests".to_owned(),
        title: title.to_owned(),
        x: Axis::new("α", "", Scale::Log),
        y: Axis::new("volume tests", "", Scale::Log),
        series: series.collect(),
    }
}

/// OBBs need fewer tests than k-dops, except where the spheres are far apart, or so close that
/// nothing helps (§5.4).
fn boxes_win_where_the_paper_says(ours: &Grid, paper: &Grid) -> Verdict {
    let boxes_win = |grid: &Grid| -> Vec<bool> {
        let fewer = |row: &str| {
            let dops = DOPS
                .iter()
                .filter_map(|(name, _)| grid.at(row, name))
                .fold(f64::INFINITY, f64::min);
            grid.at(row, OBB).is_some_and(|boxes| boxes < dops)
        };
        paper.names().into_iter().map(fewer).collect()
    };
    let least = |grid: &Grid| {
        let ratios = grid
            .names()
            .into_iter()
            .filter_map(|row| Some(grid.at(row, "6-dop")? / grid.at(row, OBB)?));
        ratios.fold(0.0, f64::max)
    };
    let wins = [ours, paper].map(boxes_win);
    let same = wins[0].iter().zip(&wins[1]).filter(|(ours, paper)| ours == paper).count();
    let [count, paper_count] =
        wins.each_ref().map(|wins| wins.iter().filter(|wins| **wins).count());
    let of = wins[1].len();
    Verdict::new(
        Holds::by_count(same, of, of),
        format!(
            "OBBs need fewer tests than any k-dop at {count} of {of} distances (paper: {paper_count}), which agrees with the paper at \
             {same}, and up to {:.0} times fewer than 6-dops (paper: {:.0})",
            least(ours),
            least(paper)
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_compared_one_by_one() {
        let paper = printed::table_23();
        let verdict = boxes_win_where_the_paper_says(&paper, &paper);
        assert!(
            verdict
                .finding
                .contains("at 4 of 8 distances (paper: 4), which agrees with the paper at 8"),
            "{verdict}"
        );
        let verdict = boxes_win_where_the_paper_says(&printed::table_24(), &paper);
        assert_eq!(verdict.holds, Holds::Partly);
        assert!(
            verdict
                .finding
                .contains("at 7 of 8 distances (paper: 4), which agrees with the paper at 5"),
            "{verdict}"
        );
        assert!(verdict.finding.contains("118 times fewer than 6-dops (paper: 15)"), "{verdict}");
        let far = Grid::printed(
            &printed::VOLUMES,
            "0.1: 1 1 1 1 9\n0.055: 1 1 1 1 9\n0.01: 1 1 1 1 9\n0.0055: 1 1 1 1 9",
        );
        assert_eq!(boxes_win_where_the_paper_says(&far, &paper).holds, Holds::No);
    }
}
