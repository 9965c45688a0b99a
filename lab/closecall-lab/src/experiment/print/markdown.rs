//! For a page.

use super::super::Report;
use crate::lines::markdown;

/// The whole report.
pub fn report(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let mut text = format!(
        "# {name}: {title}\n\n{source}. Measured with {}.\n\n**{}**\n",
        report.circumstances(),
        outcome.verdict
    );
    if let Some(about) = &report.about {
        for (name, paragraph) in [("The paper said", about.said), ("The setup", about.setup)] {
            text += &format!("\n**{name}:** {paragraph}\n");
        }
    }
    text.extend(report.why().into_iter().map(|why| format!("\n**Why:** {why}\n")));
    for table in &outcome.tables {
        text += &format!("\n{}\n\n{}", table.title, markdown(&table.words(), 1));
    }
    for plot in &outcome.plots {
        text += &format!("\n![{}]({})\n", plot.title, report.plot_file(&plot.name, "svg"));
    }
    for picture in &report.pictures {
        text += &format!("\n![{}]({})\n", picture.title, report.plot_file(&picture.name, "png"));
    }
    text
}
