//! Trees of the environments: Tables 9, 10 and 27.

use closecall_classic::query::configure::Rule;
use closecall_classic::query::{Options, tree};
use closecall_classic::tree::BinaryTreeReport;
use closecall_classic::tree::split::{Directions, SplitAt};
use rayon::prelude::*;

use super::grid::{Grid, span};
use super::printed;
use super::setup::paper;
use super::study::{Measured, Study, StudyFigures};
use crate::experiment::{Fault, Holds, Lab, Precision, Verdict};
use crate::scenes::DataSet;

/// The rules of §3.4.6, as tables name them.
pub const RULES: [(&str, Rule); 4] = [
    ("longest", Rule::Longest),
    ("min sum", Rule::MinSum),
    ("min max", Rule::MinMax),
    ("splatter", Rule::Splatter),
];

/// The two places to split at.
pub const SPLITS: [(&str, SplitAt); 2] = [("mean", SplitAt::Mean), ("median", SplitAt::Median)];

/// The three tables.
#[must_use]
pub fn studies() -> [Study; 3] {
    let volumes =
        |are| StudyFigures { are, rows_are: "rule", unit: "", precision: Precision::Figures };
    [
        Study {
            name: "klosowski-t9",
            title: "Total volume of the environment's tree, by rule and split",
            place: "Table 9, §3.4.6",
            figures: volumes(
                "The sum of the volumes of all 18-DOPs of the environment's tree, in the model's own units",
            ),
            paper: printed::table_9(),
            measure: Box::new(|lab| {
                Ok(Measured::from(reports(lab, &ruled(), |report| report.total_volume)?))
            }),
            judge: mean_and_min_sum_are_tightest,
        },
        Study {
            name: "klosowski-t10",
            title: "Height of the environment's tree, by rule and split",
            place: "Table 10, §3.4.6",
            figures: StudyFigures {
                precision: Precision::Whole,
                ..volumes("Levels under the root of the environment's tree")
            },
            paper: printed::table_10(),
            measure: Box::new(|lab| Ok(Measured::from(heights(lab)?))),
            judge: mean_is_not_much_higher,
        },
        Study {
            name: "klosowski-t27",
            title: "Total volume of the tree when split along 3 or along all 9 directions",
            place: "Table 27, §6.3.2",
            figures: StudyFigures {
                rows_are: "method",
                ..volumes(
                    "The sum of the volumes of all 18-DOPs of the environment's tree, in the model's own units",
                )
            },
            paper: printed::table_27(),
            measure: Box::new(|lab| {
                Ok(Measured::from(reports(lab, &directed(), |report| report.total_volume)?))
            }),
            judge: three_directions_are_tighter,
        },
    ]
}

/// Every rule with every split, the mean's first.
#[must_use]
pub fn ruled() -> Vec<(String, Options)> {
    let named = |(split, split_at): (&str, SplitAt)| {
        RULES.map(|(name, rule)| (format!("{name} {split}"), Options { rule, split_at, ..paper() }))
    };
    SPLITS.into_iter().flat_map(named).collect()
}

fn directed() -> Vec<(String, Options)> {
    [("18-dop (3)", Directions::Axes), ("18-dop (9)", Directions::Own)]
        .map(|(name, directions)| (name.to_owned(), Options { directions, ..paper() }))
        .to_vec()
}

fn heights(lab: &mut Lab) -> Result<Grid, Fault> {
    let mut grid = reports(lab, &ruled(), |report| report.height as f64)?;
    // All rules give the same height at the median: it depends on the count alone.
    grid.rows.truncate(RULES.len() + 1);
    grid.rows.rotate_right(1);
    grid.rows[0].0 = "median".to_owned();
    Ok(grid)
}

/// A figure of every environment's tree, built in every way.
fn reports(
    lab: &mut Lab,
    ways: &[(String, Options)],
    figure: fn(&BinaryTreeReport) -> f64,
) -> Result<Grid, Fault> {
    let columns = lab.kept(&format!("trees of {ways:?}"), |lab| built(lab, ways))?;
    let mut grid = Grid::new(printed::SETS);
    for (at, (name, _)) in ways.iter().enumerate() {
        grid.push(name, columns.iter().map(|column| Some(figure(&column[at]))).collect());
    }
    Ok(grid)
}

/// For every environment, its tree built in every way. Nothing is timed, so all cores may build.
fn built(lab: &mut Lab, ways: &[(String, Options)]) -> Result<Vec<Vec<BinaryTreeReport>>, Fault> {
    let mut columns = Vec::new();
    for set in DataSet::ALL {
        let scene = lab.scene(set)?;
        lab.progress.start(set.name(), 1);
        let env = &scene.env;
        let report =
            |(_, options): &(String, Options)| tree(env, options.leaf_size.0, options).report();
        columns.push(ways.par_iter().map(report).collect());
        lab.progress.step();
    }
    Ok(columns)
}

/// In how many of the cases mean is no looser than median, and in how many min sum is tightest.
fn mean_and_min_sum_are_tightest(ours: &Grid, paper: &Grid) -> Verdict {
    let median_over_mean = |grid: &Grid| -> Vec<f64> {
        RULES
            .iter()
            .flat_map(|(rule, _)| grid.ratios(&format!("{rule} median"), &format!("{rule} mean")))
            .collect()
    };
    let min_sum_wins = |grid: &Grid| -> usize {
        let wins = |(split, _): &(&str, SplitAt)| {
            let rows = RULES.map(|(rule, _)| format!("{rule} {split}"));
            grid.wins(&rows[1], &rows.each_ref().map(String::as_str))
        };
        SPLITS.iter().map(wins).sum()
    };
    let ratios = [ours, paper].map(median_over_mean);
    let [tighter, paper_tighter] =
        ratios.each_ref().map(|ratios| ratios.iter().filter(|ratio| **ratio >= 1.0).count());
    let [most, paper_most] = ratios.each_ref().map(|ratios| 100.0 * (1.0 - 1.0 / span(ratios).1));
    let [wins, paper_wins] = [ours, paper].map(min_sum_wins);
    let (cases, of) = (ratios[0].len(), 2 * ours.columns.len());
    let holds =
        Holds::by_count(tighter, paper_tighter, cases).and(Holds::by_count(wins, paper_wins, of));
    Verdict::new(
        holds,
        format!(
            "the mean gives a tree no looser than the median in {tighter} of {cases} cases (paper: {paper_tighter}), by up to \
             {most:.0} % (paper: {paper_most:.0} %), and min sum the tightest in {wins} of {of} (paper: {paper_wins})"
        ),
    )
}

/// More than this many times as high would be dramatic: the paper does not call its 1.44 so.
const DRAMATIC: f64 = 1.5;

fn mean_is_not_much_higher(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = |grid: &Grid| -> Vec<f64> {
        RULES.iter().flat_map(|(rule, _)| grid.ratios(&format!("{rule} mean"), "median")).collect()
    };
    let [ours, paper] = [ours, paper].map(ratios);
    let modest = ours.iter().filter(|ratio| **ratio <= DRAMATIC).count();
    Verdict::new(
        Holds::by_count(modest, ours.len(), ours.len()),
        format!(
            "split at the mean, trees are {:.2} to {:.2} times as high as at the median (paper: {:.2} to {:.2})",
            span(&ours).0,
            span(&ours).1,
            span(&paper).0,
            span(&paper).1
        ),
    )
}

fn three_directions_are_tighter(ours: &Grid, paper: &Grid) -> Verdict {
    let ratios = [ours, paper].map(|grid| grid.ratios("18-dop (9)", "18-dop (3)"));
    let [looser, paper_looser] =
        ratios.each_ref().map(|ratios| ratios.iter().filter(|ratio| **ratio > 1.0).count());
    let [change, paper_change] = ratios.each_ref().map(|ratios| {
        let (low, high) = span(ratios);
        format!("{:+.1} to {:+.1} %", 100.0 * (low - 1.0), 100.0 * (high - 1.0))
    });
    let of = ratios[0].len();
    Verdict::new(
        Holds::by_count(looser, paper_looser, of),
        format!(
            "splitting along all 9 directions makes the tree looser on {looser} of {of} (paper: {paper_looser}), by {change} \
             (paper: {paper_change})"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tight_median_and_a_loose_min_sum_refute() {
        let paper = printed::table_9();
        let mut ours = paper.clone();
        ours.rows[..RULES.len()]
            .iter_mut()
            .flat_map(|(_, row)| row)
            .for_each(|figure| *figure = figure.map(|x| 9.0 * x));
        let verdict = mean_and_min_sum_are_tightest(&ours, &paper);
        assert_eq!(verdict.holds, Holds::Partly);
        assert!(verdict.finding.contains("in 0 of 20 cases (paper: 20)"), "{verdict}");
        ours.rows.swap(1, 0);
        (ours.rows[0].0, ours.rows[1].0) = (ours.rows[1].0.clone(), ours.rows[0].0.clone());
        assert!(
            mean_and_min_sum_are_tightest(&ours, &paper)
                .finding
                .contains("min sum the tightest in 5 of 10")
        );
    }

    #[test]
    fn a_tree_twice_as_high_refutes() {
        let paper = printed::table_10();
        let mut ours = paper.clone();
        ours.rows[0].1.iter_mut().for_each(|height| *height = Some(10.0));
        let verdict = mean_is_not_much_higher(&ours, &paper);
        assert_eq!(verdict.holds, Holds::No);
        assert!(verdict.finding.contains("1.80 to 2.60 times as high"), "{verdict}");
    }

    #[test]
    fn tighter_trees_along_nine_directions_refute() {
        let paper = printed::table_27();
        let mut ours = paper.clone();
        ours.rows.swap(0, 1);
        (ours.rows[0].0, ours.rows[1].0) = (ours.rows[1].0.clone(), ours.rows[0].0.clone());
        let verdict = three_directions_are_tighter(&ours, &paper);
        assert_eq!(verdict.holds, Holds::No);
        assert!(verdict.finding.contains("looser on 0 of 5 (paper: 5)"), "{verdict}");
    }
}
