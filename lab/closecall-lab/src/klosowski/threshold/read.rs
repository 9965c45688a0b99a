//! Readings of the paper from its sweeps over τ, and its conclusions.

use closecall_classic::tree::build::{Role, early_tau, paper_tau};

use super::super::conclusions::ranged;
use super::super::grid::Grid;
use super::super::printed::SETS;
use super::super::races::DOPS;
use crate::experiment::{Holds, Verdict};

/// The data sets whose flying bodies are large.
const LARGE: [&str; 3] = ["Pipes", "Torus", "747"];

/// The sets with less than 1,000 triangles.
const SMALL: [&str; 2] = ["Swept", "Interior"];

/// A threshold that is small: the paper's best for small bodies are 10 to 25.
const SMALL_TAU: usize = 25;

/// Within this share of the best time a threshold is good.
const GOOD: f64 = 0.05;

/// Thresholds and times of a data set.
fn times<'a>(sweep: &'a Grid, set: &'a str) -> impl Iterator<Item = (usize, f64)> + 'a {
    let tau = |name: &str| name.parse().unwrap_or_else(|_| panic!("{name} is no threshold"));
    sweep.rows.iter().filter_map(move |(name, _)| Some((tau(name), sweep.at(name, set)?)))
}

fn best(sweep: &Grid, set: &str) -> usize {
    let best = times(sweep, set)
        .min_by(|(tau, time), (other, than)| time.total_cmp(than).then(tau.cmp(other)));
    best.expect("some threshold was tried").0
}

/// An empty table of figures that are read from times, and are as noisy as the noisiest of them.
fn of_times(sweeps: &[Grid; 4]) -> Grid {
    let noise = sweeps.iter().map(Grid::noise).fold(0.0, f64::max);
    Grid::new(SETS).of_times(noise)
}

/// A row for each k-DOP, of the four sweeps.
fn by_dop(sweeps: &[Grid; 4], figure: impl Fn(&Grid, &str) -> f64) -> Grid {
    let mut grid = of_times(sweeps);
    for ((name, _), sweep) in DOPS.iter().zip(sweeps) {
        grid.push(*name, SETS.map(|set| Some(figure(sweep, set))).to_vec());
    }
    grid
}

/// The percentage by which the newer threshold for flying bodies of these sizes is faster than 40.
pub fn gains(sweeps: &[Grid; 4], sizes: &[usize; SETS.len()]) -> Grid {
    let mut grid = of_times(sweeps);
    for ((name, normals), sweep) in DOPS.iter().zip(sweeps) {
        let gain = |(set, &size): (&str, &usize)| {
            let time = |tau: usize| sweep.at(&tau.to_string(), set);
            let [newer, early] =
                [paper_tau(Role::Flying, size, normals.k()), early_tau(Role::Flying)].map(time);
            Some(100.0 * (1.0 - newer? / early?))
        };
        grid.push(*name, SETS.into_iter().zip(sizes).map(gain).collect());
    }
    grid
}

/// The fastest threshold.
pub fn best_thresholds(sweeps: &[Grid; 4]) -> Grid {
    by_dop(sweeps, |sweep, set| best(sweep, set) as f64)
}

/// The least and the greatest threshold that is good.
pub fn good_ranges(sweeps: &[Grid; 4]) -> Grid {
    let mut grid = of_times(sweeps);
    for ((name, _), sweep) in DOPS.iter().zip(sweeps) {
        let good = SETS.map(|set| {
            let least = times(sweep, set).map(|(_, time)| time).fold(f64::INFINITY, f64::min);
            let good = || {
                times(sweep, set)
                    .filter(|(_, time)| *time <= least * (1.0 + GOOD))
                    .map(|(tau, _)| tau as f64)
            };
            [good().fold(f64::INFINITY, f64::min), good().fold(0.0, f64::max)]
        });
        grid.push(format!("{name} from"), good.map(|[from, _]| Some(from)).to_vec());
        grid.push(format!("{name} to"), good.map(|[_, to]| Some(to)).to_vec());
    }
    grid
}

/// For small flying bodies "a smaller threshold … seems to be the best choice", for large ones
/// "quite a bit larger".
pub fn small_bodies_want_small_thresholds(ours: &Grid, paper: &Grid) -> Verdict {
    let pairs = |grid: &Grid| {
        let larger = |large: &&str| {
            SMALL.iter().filter(|small| best(grid, large) > best(grid, small)).count()
        };
        LARGE.iter().map(larger).sum::<usize>()
    };
    let list = |grid: &Grid| SETS.map(|set| best(grid, set).to_string()).join(", ");
    let [larger, paper_larger] = [ours, paper].map(pairs);
    let of = LARGE.len() * SMALL.len();
    Verdict::new(
        Holds::by_count(larger, paper_larger, of),
        format!(
            "the best τ is {} (paper: {}), and larger for a large flying body than for a small one in {larger} of {of} pairs \
             (paper: {paper_larger})",
            list(ours),
            list(paper)
        ),
    )
}

/// The newer thresholds gain, where they differ from 40.
pub fn newer_thresholds_gain(ours: &Grid, paper: &Grid) -> Verdict {
    let changed = |grid: &Grid| -> Vec<f64> {
        grid.rows
            .iter()
            .flat_map(|(_, figures)| figures)
            .flatten()
            .copied()
            .filter(|gain| *gain != 0.0)
            .collect()
    };
    let [ours, paper] = [ours, paper].map(changed);
    let gained = |gains: &[f64]| gains.iter().filter(|gain| **gain > 0.0).count();
    let (faster, of) = (gained(&ours), ours.len());
    let share = |count: usize, of: usize| format!("{count} of {of}");
    let holds = Holds::by_count(faster * paper.len(), gained(&paper) * of, of * paper.len());
    Verdict::new(
        holds,
        format!(
            "the newer thresholds are faster than 40 in {} cases where they differ (paper: {}), by {} % (paper: {})",
            share(faster, of),
            share(gained(&paper), paper.len()),
            ranged(&ours, 1),
            ranged(&paper, 1)
        ),
    )
}

/// "For larger values of k, the thresholds which perform the best, are also larger."
pub fn more_directions_want_larger_thresholds(ours: &Grid, paper: &Grid) -> Verdict {
    let rises = |grid: &Grid| {
        let steps = DOPS
            .windows(2)
            .flat_map(|pair| LARGE.map(|set| (grid.at(pair[0].0, set), grid.at(pair[1].0, set))));
        steps.filter(|(fewer, more)| more > fewer).count()
    };
    let small = |grid: &Grid| {
        let all = DOPS.iter().flat_map(|(name, _)| SMALL.map(|set| grid.at(name, set)));
        all.flatten().filter(|tau| *tau <= SMALL_TAU as f64).count()
    };
    let [up, paper_up] = [ours, paper].map(rises);
    let [low, paper_low] = [ours, paper].map(small);
    let (steps, of) = (LARGE.len() * (DOPS.len() - 1), SMALL.len() * DOPS.len());
    Verdict::new(
        Holds::by_count(up, paper_up, steps).and(Holds::by_count(low, paper_low, of)),
        format!(
            "for large flying bodies the best τ grows from one k to the next in {up} of {steps} steps (paper: {paper_up}), and for \
             small ones it is at most {SMALL_TAU} in {low} of {of} (paper: {paper_low})"
        ),
    )
}

/// There is "a great deal of flexibility in choosing the value of τ": at least a factor of two.
pub fn thresholds_leave_a_choice(ours: &Grid, paper: &Grid) -> Verdict {
    let wide = |grid: &Grid| -> usize {
        let ratios =
            |(name, _): &(&str, _)| grid.ratios(&format!("{name} to"), &format!("{name} from"));
        DOPS.iter().flat_map(ratios).filter(|ratio| *ratio >= 2.0).count()
    };
    let [wide, paper_wide] = [ours, paper].map(wide);
    let of = DOPS.len() * SETS.len();
    Verdict::new(
        Holds::by_count(wide, paper_wide, of),
        format!(
            "τ can be chosen within a factor of two for 5 % of time in {wide} of {of} cases (paper: {paper_wide})"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::printed::{sweep, table_33, table_34};
    use super::*;

    fn sweeps() -> [Grid; 4] {
        DOPS.map(|(_, normals)| sweep(normals))
    }

    #[test]
    fn table_33_follows_from_the_sweeps() {
        let gains = gains(&sweeps(), &[143_690, 20_000, 14_646, 36, 404]);
        for ((name, ours), (_, printed)) in gains.rows.iter().zip(&table_33().rows) {
            for (ours, printed) in ours.iter().zip(printed) {
                let difference = ours.unwrap() - printed.unwrap();
                assert!(difference.abs() < 0.15, "{name}: {ours:?} for {printed:?}");
            }
        }
    }

    #[test]
    fn table_34_follows_from_the_sweeps_but_for_one_figure() {
        let (best, mut printed) = (best_thresholds(&sweeps()), table_34());
        assert_eq!(printed.rows[2].1[0].replace(55.0), Some(65.0));
        assert_eq!(best.rows, printed.rows);
    }

    #[test]
    fn ranges_hold_what_is_within_five_percent() {
        let ranges = good_ranges(&sweeps());
        // Where the times leave no doubt, the ranges are those of Table 35.
        assert_eq!(
            [ranges.at("6-dop from", "747"), ranges.at("6-dop to", "747")],
            [Some(30.0), Some(115.0)]
        );
        assert_eq!(
            [ranges.at("14-dop from", "Interior"), ranges.at("14-dop to", "Interior")],
            [Some(10.0), Some(20.0)]
        );
    }

    #[test]
    fn conclusions_can_fail() {
        let paper = sweep(DOPS[2].1);
        let mut ours = paper.clone();
        // As if one triangle in a leaf were best for all.
        ours.rows
            .iter_mut()
            .for_each(|(tau, row)| *row = row.iter().map(|_| tau.parse().ok()).collect());
        assert_eq!(small_bodies_want_small_thresholds(&ours, &paper).holds, Holds::No);
        let ours = [ours.clone(), ours.clone(), ours.clone(), ours];
        let best = best_thresholds(&ours);
        let verdict = more_directions_want_larger_thresholds(&best, &best_thresholds(&sweeps()));
        assert_eq!(verdict.holds, Holds::Partly);
        assert!(verdict.finding.contains("in 0 of 9 steps (paper: 8)"), "{verdict}");
        assert_eq!(
            thresholds_leave_a_choice(&good_ranges(&ours), &good_ranges(&sweeps())).holds,
            Holds::No
        );
        let verdict =
            newer_thresholds_gain(&gains(&ours, &[2000, 2000, 2000, 36, 404]), &table_33());
        assert!(verdict.finding.contains("faster than 40 in 8 of 14 cases"), "{verdict}");
        assert_eq!(verdict.holds, Holds::Partly);
    }
}
