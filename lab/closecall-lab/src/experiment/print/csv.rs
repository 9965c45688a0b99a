//! For programs: a line for each cell that holds something, and every line says where it is from.

use super::super::{Cell, Report, Value};
use crate::csv::field;

const HEADER: &str = "experiment,table,row,column,unit,ours,paper,machine,commit,date,build,seed";

/// The whole report.
pub fn report(report: &Report) -> String {
    let stamp = report.stamp.entries().map(|(_, value)| field(&value)).join(",");
    let mut text = format!("{HEADER}\n");
    for table in &report.outcome.tables {
        for row in &table.rows {
            for (column, Cell { ours, paper }) in table.columns.iter().zip(&row.cells) {
                if ours.is_none() && paper.is_none() {
                    continue;
                }
                let names =
                    [&report.name, &table.title, &row.name, &column.name].map(|name| field(name));
                let values = [ours, paper].map(|value| field(&written(value.as_ref())));
                text += &format!(
                    "{},{},{},{stamp}\n",
                    names.join(","),
                    field(column.unit),
                    values.join(",")
                );
            }
        }
    }
    text
}

fn written(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Text(text)) => text.clone(),
    }
}
