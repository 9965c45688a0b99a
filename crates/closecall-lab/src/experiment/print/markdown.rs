//! For a page.

use super::super::{Report, Table};
use super::lines::lines;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let mut text = format!(
        "# {name}: {title}\n\n{source}. Measured with {}.\n\n**{}**\n",
        report.circumstances(),
        outcome.verdict
    );
    for table in &outcome.tables {
        text += &format!("\n{}\n\n{}", table.title, rows(table));
    }
    for plot in &outcome.plots {
        text += &format!("\n![{}]({})\n", plot.title, report.plot_file(&plot.name, "svg"));
    }
    text
}

fn rows(table: &Table) -> String {
    let lines = lines(table);
    let line = |words: &[String]| {
        format!("| {} |\n", words.iter().map(|word| word.replace('|', "\\|")).collect::<Vec<_>>().join(" | "))
    };
    let rule = format!("|---{}|\n", "|---:".repeat(lines[0].len() - 1));
    let mut text = line(&lines[0]) + &rule;
    text.extend(lines[1..].iter().map(|words| line(words)));
    text
}
