//! A table as lines of words, for people: where the paper has figures, its column stands beside
//! ours.

use super::super::{Cell, Column, Precision, Table, Value};
use closecall_flight::numbers::{figures, grouped};

impl Table {
    /// The header and the rows. The first word of each is a name.
    #[must_use]
    pub fn words(&self) -> Vec<Vec<String>> {
        let columns: Vec<(usize, &Column, bool)> = self
            .columns
            .iter()
            .enumerate()
            .map(|(at, column)| (at, column, self.has_paper(at)))
            .collect();
        let mut header = vec![self.rows_are.to_owned()];
        for &(_, column, has_paper) in &columns {
            header.push(headline(column));
            header.extend(has_paper.then(|| "paper".to_owned()));
        }
        let rows = self.rows.iter().map(|row| {
            let mut words = vec![row.name.clone()];
            for &(at, column, has_paper) in &columns {
                let Cell { ours, paper } = &row.cells[at];
                words.push(word(ours.as_ref(), column.precision));
                words.extend(has_paper.then(|| word(paper.as_ref(), column.precision)));
            }
            words
        });
        std::iter::once(header).chain(rows).collect()
    }
}

fn headline(Column { name, unit, .. }: &Column) -> String {
    if unit.is_empty() { name.clone() } else { format!("{name} {unit}") }
}

fn word(value: Option<&Value>, precision: Precision) -> String {
    match (value, precision) {
        (None, _) => "–".to_owned(),
        (Some(Value::Text(text)), _) => text.clone(),
        (Some(Value::Number(number)), Precision::Figures) => figures(*number),
        (Some(Value::Number(number)), Precision::Whole) => grouped(number.round() as u64),
    }
}
