//! A report for programs. What a cell does not hold is left out.

use closecall_lab::experiment::{
    Cell, Column, Plot, Report, Row, Series, Table, Value as CellValue,
};
use serde_json::{Map, Value, json};

/// The whole report.
pub fn report(report: &Report) -> Value {
    let Report { name, title, source, stamp, settings, seconds, outcome, .. } = report;
    let verdict = &outcome.verdict;
    let mut map =
        Map::from_iter([("name".to_owned(), json!(name)), ("title".to_owned(), json!(title))]);
    map.insert("source".to_owned(), json!(source));
    map.extend(stamp.entries().map(|(name, value)| (name.to_owned(), value.into())));
    map.insert("seed".to_owned(), stamp.seed.into());
    map.insert("reps".to_owned(), settings.reps.into());
    map.insert("seconds".to_owned(), json!(seconds));
    map.insert("holds".to_owned(), verdict.holds.word().into());
    map.insert("verdict".to_owned(), verdict.to_string().into());
    map.insert("tables".to_owned(), outcome.tables.iter().map(table).collect());
    map.insert("plots".to_owned(), outcome.plots.iter().map(plot).collect());
    Value::Object(map)
}

fn table(Table { title, rows_are, columns, rows }: &Table) -> Value {
    let columns: Vec<Value> = columns
        .iter()
        .map(|Column { name, unit, .. }| json!({ "name": name, "unit": unit }))
        .collect();
    let rows: Vec<Value> = rows.iter().map(row).collect();
    json!({ "title": title, "rows_are": rows_are, "columns": columns, "rows": rows })
}

fn row(Row { name, cells }: &Row) -> Value {
    json!({ "name": name, "cells": cells.iter().map(cell).collect::<Vec<_>>() })
}

fn cell(Cell { ours, paper }: &Cell) -> Value {
    let entries = [("ours", ours), ("paper", paper)];
    let held = entries
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), number(value.as_ref()?))));
    Value::Object(held.collect())
}

fn number(value: &CellValue) -> Value {
    match value {
        CellValue::Number(number) => json!(number),
        CellValue::Text(text) => json!(text),
    }
}

fn plot(Plot { name, title, x, y, series }: &Plot) -> Value {
    let series: Vec<Value> = series
        .iter()
        .map(|Series { name, points }| json!({ "name": name, "points": points }))
        .collect();
    let [x, y] = [x, y].map(|axis| json!({ "name": axis.name, "unit": axis.unit }));
    json!({ "name": name, "title": title, "x": x, "y": y, "series": series })
}
