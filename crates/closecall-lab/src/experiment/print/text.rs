//! For a terminal.

use super::super::{Report, Table};
use super::lines::lines;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let mut text = format!("{name}: {title} ({source})\n{}\n", report.circumstances());
    for table in &outcome.tables {
        text += &format!("\n{}\n{}", table.title, aligned(table));
    }
    text + &format!("\n{}\n", outcome.verdict)
}

fn aligned(table: &Table) -> String {
    let lines = lines(table);
    let width = |at: usize| lines.iter().map(|line| line[at].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let line = |words: &Vec<String>| {
        let padded = words.iter().zip(&widths).enumerate().map(|(at, (word, &width))| match at {
            0 => format!("{word:width$}"),
            _ => format!("{word:>width$}"),
        });
        format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(line).collect()
}
