//! For a terminal.

use super::super::Report;
use super::words::words;
use crate::lines::aligned;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let mut text = format!("{name}: {title} ({source})\n{}\n", report.circumstances());
    for table in &outcome.tables {
        text += &format!("\n{}\n{}", table.title, aligned(&words(table), 1));
    }
    text + &format!("\n{}\n", outcome.verdict)
}
