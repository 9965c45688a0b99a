//! Rankings, with the winner first: Tables 3 and 4. (§2.4.3)
//!
//! A method whose rate is less than 3 % below another's is not beaten by it. Its rank is 1 and one
//! more for every method that beats it; who is beaten by none wins. With the paper's f/s this gives
//! its Tables 3 and 4 to the last figure; with its f_N/s, on which it says it counted, it does not.

use super::super::grid::Grid;
use crate::scenes::{Environment, Group};

/// Rates that differ by less are tied.
const TIED: f64 = 0.03;

/// The counted work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// How often a method wins.
    Wins,
    /// The sum of its ranks: the less, the better.
    Ranks,
}

/// The ranks of the figures of a row; none where there is no figure.
#[must_use]
pub fn ranks(rates: &[Option<f64>]) -> Vec<Option<usize>> {
    let beats = |other: &Option<f64>, own: f64| other.is_some_and(|x| own < x * (1.0 - TIED));
    let rank = |own: &Option<f64>| {
        own.map(|own| 1 + rates.iter().filter(|other| beats(other, own)).count())
    };
    rates.iter().map(rank).collect()
}

/// Wins or sums of ranks by group, and of all, of the columns that are named.
#[must_use]
pub fn count(rates: &Grid, columns: &[&str], counted: Counted) -> Grid {
    let mut grid = Grid::new(columns.iter().copied());
    let mut total = vec![0.0; columns.len()];
    for group in Group::ALL {
        let mut sums = vec![0.0; columns.len()];
        for name in rates.names().into_iter().filter(|name| group_of(name) == Some(group)) {
            let row: Vec<_> = columns.iter().map(|column| rates.at(name, column)).collect();
            for (sum, rank) in sums.iter_mut().zip(ranks(&row)) {
                *sum += match (counted, rank) {
                    (Counted::Wins, rank) => f64::from(u8::from(rank == Some(1))),
                    (Counted::Ranks, rank) => rank.unwrap_or(0) as f64,
                };
            }
        }
        total.iter_mut().zip(&sums).for_each(|(total, sum)| *total += sum);
        grid.push(group.name(), sums.into_iter().map(Some).collect());
    }
    grid.push("total", total.into_iter().map(Some).collect());
    grid
}

/// The group of a row `environment / body`.
#[must_use]
pub fn group_of(row: &str) -> Option<Group> {
    let name = row.split(" / ").next()?;
    Environment::ALL.iter().find(|env| env.name == name).map(Environment::group)
}

#[cfg(test)]
mod tests {
    use super::super::printed::{METHODS, frame_rates};
    use super::*;

    #[test]
    fn the_papers_tables_3_and_4_come_out_of_its_frame_rates() {
        let columns = ["mesh", "grid", "r-tree", "kd-tree"];
        let wins = Grid::printed(
            &columns,
            "terrains: 1 2 45 4\ntetras: 34 8 3 7\nscenes: 9 11 25 7\ntotal: 44 21 73 18",
        );
        let ranks = Grid::printed(
            &columns,
            "terrains: 176 122 53 116\ntetras: 81 96 166 128\nscenes: 130 90 75 108\ntotal: 387 308 294 352",
        );
        assert_eq!(count(&frame_rates(), &METHODS, Counted::Wins), wins);
        assert_eq!(count(&frame_rates(), &METHODS, Counted::Ranks), ranks);
    }

    #[test]
    fn ties_share_a_rank() {
        let rates = [Some(100.0), Some(97.5), Some(95.0), None, Some(10.0)];
        assert_eq!(ranks(&rates), [Some(1), Some(1), Some(2), None, Some(4)]);
    }
}
