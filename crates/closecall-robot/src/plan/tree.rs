//! A tree of rows, each with the one that it was reached from.

use super::space::JointSpace;

/// Rows, the root first.
pub(super) struct RowTree {
    rows: Vec<Vec<f64>>,
    parents: Vec<usize>,
    /// The number of the last edges from a row that touched.
    misses: Vec<i32>,
}

impl RowTree {
    /// A root.
    pub fn new(root: &[f64]) -> Self {
        Self { rows: vec![root.to_vec()], parents: vec![0], misses: vec![0] }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// A row by its number.
    pub fn row(&self, number: usize) -> &[f64] {
        &self.rows[number]
    }

    /// The number of the last edges from a row that touched.
    pub fn misses(&self, number: usize) -> i32 {
        self.misses[number]
    }

    /// Counts an edge from a row.
    pub fn count(&mut self, number: usize, is_clear: bool) {
        let misses = &mut self.misses[number];
        *misses = if is_clear { 0 } else { misses.saturating_add(1) };
    }

    /// Adds a row that was reached from another; its number.
    pub fn add(&mut self, row: Vec<f64>, parent: usize) -> usize {
        self.rows.push(row);
        self.parents.push(parent);
        self.misses.push(0);
        self.rows.len() - 1
    }

    /// The number of the row next to some positions.
    pub fn nearest(&self, space: &JointSpace, to: &[f64]) -> usize {
        let distance = |number: &usize| space.distance(&self.rows[*number], to);
        let numbers = 0..self.rows.len();
        let least = numbers.min_by(|a, b| distance(a).total_cmp(&distance(b)));
        least.expect("there is a root")
    }

    /// The rows from one to the root.
    pub fn to_root(&self, number: usize) -> Vec<Vec<f64>> {
        let mut rows = vec![self.rows[number].clone()];
        let mut at = number;
        while at != 0 {
            at = self.parents[at];
            rows.push(self.rows[at].clone());
        }
        rows
    }
}
