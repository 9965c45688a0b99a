//! Figures by row and column, ours or the paper's: what verdicts are worked out from. The same
//! function reads both, so that what is said of the paper comes from its figures, too.

use std::cmp::Ordering;

use crate::experiment::{Cell, Column, Precision, Row, Table};

/// Figures that differ by no more than this share of the smaller are the same at least: times vary
/// so much from run to run. (The paper, too, counts close ties as wins, §2.6.)
pub const SAME: f64 = 0.02;

/// Rows of figures, with gaps where nothing was measured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    /// The names of the columns.
    pub columns: Vec<String>,
    /// Names and figures, one for each column.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
    /// Of times: by which share their repetitions differ, and [`SAME`] at least.
    pub noise: Option<f64>,
}

impl Grid {
    /// The grid, as one of times whose repetitions differ by this share.
    #[must_use]
    pub fn of_times(self, noise: f64) -> Self {
        Self { noise: Some(noise.max(SAME)), ..self }
    }

    /// Figures that differ by no more than this share of the smaller are the same.
    #[must_use]
    pub fn noise(&self) -> f64 {
        self.noise.unwrap_or(SAME)
    }

    /// Without rows.
    pub fn new(columns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            columns: columns.into_iter().map(Into::into).collect(),
            rows: Vec::new(),
            noise: None,
        }
    }

    /// As a table is printed: a line for each row, its name before a colon, `-` for a gap.
    ///
    /// # Panics
    /// If a line has no colon, another number of figures than there are columns, or what is no
    /// number.
    #[must_use]
    pub fn printed(columns: &[&str], text: &str) -> Self {
        let mut grid = Self::new(columns.iter().copied());
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (name, figures) =
                line.split_once(':').unwrap_or_else(|| panic!("no colon in `{line}`"));
            let figure = |word: &str| match word {
                "-" => None,
                word => Some(
                    word.replace(',', "")
                        .parse()
                        .unwrap_or_else(|_| panic!("`{word}` is no number")),
                ),
            };
            grid.push(name.trim(), figures.split_whitespace().map(figure).collect());
        }
        grid
    }

    /// Adds a row.
    ///
    /// # Panics
    /// Unless it has a figure or a gap for each column.
    pub fn push(&mut self, name: impl Into<String>, figures: Vec<Option<f64>>) {
        let name = name.into();
        assert_eq!(figures.len(), self.columns.len(), "{name} in columns {:?}", self.columns);
        self.rows.push((name, figures));
    }

    /// The rows that are wanted.
    #[must_use]
    pub fn only(mut self, wanted: impl Fn(&str) -> bool) -> Self {
        self.rows.retain(|(name, _)| wanted(name));
        self
    }

    /// Every figure changed, such as to another unit.
    #[must_use]
    pub fn map(mut self, change: impl Fn(f64) -> f64) -> Self {
        self.rows
            .iter_mut()
            .flat_map(|(_, figures)| figures)
            .for_each(|figure| *figure = figure.map(&change));
        self
    }

    /// The figures of a row.
    ///
    /// # Panics
    /// If there is no such row.
    #[must_use]
    pub fn row(&self, name: &str) -> &[Option<f64>] {
        let found = self.rows.iter().find(|(known, _)| known == name);
        &found.unwrap_or_else(|| panic!("no row `{name}`")).1
    }

    /// The figure in a row and a column, if both are there and it is no gap.
    #[must_use]
    pub fn at(&self, row: &str, column: &str) -> Option<f64> {
        let place = self.columns.iter().position(|known| known == column)?;
        self.rows.iter().find(|(known, _)| known == row)?.1[place]
    }

    /// The figures of one row divided by those of another, where both have one.
    #[must_use]
    pub fn ratios(&self, row: &str, to: &str) -> Vec<f64> {
        self.row(row).iter().zip(self.row(to)).filter_map(|(a, b)| Some((*a)? / (*b)?)).collect()
    }

    /// The number of the ratios of its figures that are below 1 by more than the noise.
    #[must_use]
    pub fn below_one(&self, ratios: &[f64]) -> usize {
        ratios.iter().filter(|ratio| **ratio < 1.0 / (1.0 + self.noise())).count()
    }

    /// The number above it.
    #[must_use]
    pub fn above_one(&self, ratios: &[f64]) -> usize {
        ratios.iter().filter(|ratio| **ratio > 1.0 + self.noise()).count()
    }

    /// In how many columns a row has the least figure among `rows`, or one that is the same.
    #[must_use]
    pub fn wins(&self, row: &str, rows: &[&str]) -> usize {
        self.excesses(row, rows).into_iter().filter(|excess| *excess <= self.noise()).count()
    }

    /// By which share a row is above the least among `rows`, in each column where it has a figure.
    #[must_use]
    pub fn excesses(&self, row: &str, rows: &[&str]) -> Vec<f64> {
        let excess = |(place, own): (usize, &Option<f64>)| {
            let least =
                rows.iter().filter_map(|row| self.row(row)[place]).min_by(f64::total_cmp)?;
            Some((*own)? / least - 1.0)
        };
        self.row(row).iter().enumerate().filter_map(excess).collect()
    }

    /// The mean over the columns of a row's rank, the least figure being first.
    #[must_use]
    pub fn mean_rank(&self, row: &str) -> f64 {
        let own = self.row(row);
        let rank = |place: usize| {
            let smaller = |(_, figures): &&(String, Vec<Option<f64>>)| {
                figures[place].partial_cmp(&own[place]) == Some(Ordering::Less)
            };
            1 + self.rows.iter().filter(smaller).count()
        };
        (0..own.len()).map(rank).sum::<usize>() as f64 / own.len() as f64
    }

    /// The names of all rows.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.rows.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// As a table, the paper's figures of the same names beside ours.
    #[must_use]
    pub fn table(
        &self,
        title: &str,
        rows_are: &'static str,
        unit: &'static str,
        paper: &Self,
    ) -> Table {
        self.table_with(title, rows_are, unit, Precision::Figures, paper)
    }

    /// As [`Grid::table`], and how the figures are written.
    #[must_use]
    pub fn table_with(
        &self,
        title: &str,
        rows_are: &'static str,
        unit: &'static str,
        precision: Precision,
        paper: &Self,
    ) -> Table {
        let columns = self
            .columns
            .iter()
            .map(|name| Column { precision, ..Column::new(name, unit) })
            .collect();
        let row = |(name, figures): &(String, Vec<Option<f64>>)| {
            let beside = figures.iter().zip(&self.columns);
            let cell = |(ours, column): (&Option<f64>, &String)| Cell {
                ours: ours.map(Into::into),
                paper: paper.at(name, column).map(Into::into),
            };
            Row::new(name, beside.map(cell).collect())
        };
        Table {
            title: title.to_owned(),
            rows_are,
            columns,
            rows: self.rows.iter().map(row).collect(),
        }
    }
}

/// The geometric mean.
#[must_use]
pub fn typical(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

/// The least and the greatest.
#[must_use]
pub fn span(figures: &[f64]) -> (f64, f64) {
    figures
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &x| (low.min(x), high.max(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid() -> Grid {
        Grid::printed(
            &["Pipes", "Torus", "747"],
            "a: 1.0 2,000 -\nb: 2.0 1000 3\n c: 1.015 1500 6\n",
        )
    }

    #[test]
    fn a_printed_table_is_read() {
        let grid = grid();
        assert_eq!(grid.names(), ["a", "b", "c"]);
        assert_eq!(
            (grid.at("a", "Torus"), grid.at("a", "747"), grid.at("x", "747")),
            (Some(2000.0), None, None)
        );
        assert_eq!(grid.ratios("b", "a"), [2.0, 0.5]);
    }

    #[test]
    fn close_ties_win_both() {
        let (grid, all) = (grid(), ["a", "b", "c"]);
        assert_eq!(all.map(|row| grid.wins(row, &all)), [1, 2, 1]);
        assert_eq!(grid.excesses("c", &["b", "c"]), [0.0, 0.5, 1.0]);
    }

    #[test]
    fn ranks_are_means_over_the_columns() {
        let grid = Grid::printed(&["x", "y"], "a: 1 3\nb: 2 2\nc: 3 1");
        assert_eq!(["a", "b", "c"].map(|row| grid.mean_rank(row)), [2.0, 2.0, 2.0]);
        let grid = Grid::printed(&["x", "y"], "a: 1 1\nb: 2 2");
        assert_eq!(grid.mean_rank("b"), 2.0);
    }

    #[test]
    fn the_papers_figures_stand_beside_ours() {
        let paper = Grid::printed(&["Pipes"], "a: 7");
        let table = grid().table("Title", "rule", "ms", &paper);
        assert!(table.has_paper(0) && !table.has_paper(1));
        assert_eq!(table.rows[0].cells[0], Cell::beside(1.0, Some(7.0)));
        assert_eq!(table.rows[0].cells[2], Cell::default());
    }

    #[test]
    fn ratios_are_summed_up() {
        let (quiet, noisy) = (grid(), Grid { noise: Some(0.2), ..grid() });
        assert_eq!(
            [&quiet, &noisy].map(|grid| grid.below_one(&[0.5, 0.9, 0.999, 1.0, 2.0])),
            [2, 1]
        );
        assert_eq!(
            [&quiet, &noisy].map(|grid| grid.above_one(&[0.5, 1.0, 1.01, 1.1, 2.0])),
            [2, 1]
        );
        assert!((typical(&[0.5, 2.0, 8.0]) - 2.0).abs() < 1e-12);
        assert_eq!(span(&[2.0, 1.0, 3.0]), (1.0, 3.0));
    }
}
