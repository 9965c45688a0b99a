//! For a terminal.

use super::super::Report;
use crate::lines::aligned;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let mut text = format!("{name}: {title} ({source})\n{}\n", report.circumstances());
    for table in &outcome.tables {
        text += &format!("\n{}\n{}", table.title, aligned(&table.words(), 1));
    }
    text + &format!("\n{}\n", outcome.verdict)
}
