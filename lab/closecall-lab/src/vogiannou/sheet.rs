//! The common parts of several figures: curves over levels, the work behind a time, and the gain on
//! the best level.

use closecall::Cost;

use crate::experiment::{Cell, Column, Row, Series, Table};
use crate::klosowski::grid::Grid;

/// A curve for each row, over the columns, whose names are numbers.
pub fn curves(grid: &Grid) -> Vec<Series> {
    let points = |figures: &[Option<f64>]| {
        let both = grid.columns.iter().zip(figures);
        both.filter_map(|(column, figure)| Some((column.parse().ok()?, (*figure)?))).collect()
    };
    grid.rows
        .iter()
        .map(|(name, figures)| Series { name: name.clone(), points: points(figures) })
        .collect()
}

/// The cost of one of this many queries.
pub fn work_row(name: String, cost: &Cost, queries: usize) -> Row {
    let counts = [cost.volume_tests, cost.triangle_tests, cost.plane_tests, cost.plane_rejections];
    Row::new(name, counts.map(|count| Cell::ours(count as f64 / queries as f64)).to_vec())
}

/// The rows of [`work_row`] as a table.
pub fn work_table(title: String, rows: Vec<Row>) -> Table {
    let columns =
        ["N_v", "N_p", "plane tests", "rejections"].map(|name| Column::new(name, "")).to_vec();
    Table { title, rows_are: "volume, mapping, levels", columns, rows }
}

/// How many times as fast a row is on its best level as without planes, which is its first figure;
/// and that level.
pub fn best_gain(times: &Grid, row: &str) -> (f64, String) {
    let figures: Vec<f64> =
        times.row(row).iter().map(|figure| figure.unwrap_or(f64::INFINITY)).collect();
    let (place, best) = figures
        .iter()
        .enumerate()
        .skip(1)
        .min_by(|a, b| a.1.total_cmp(b.1))
        .expect("there are levels");
    (figures[0] / best, times.columns[place].clone())
}
