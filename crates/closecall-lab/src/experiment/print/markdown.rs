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
        let paragraphs = [
            ("The paper said", Some(about.said)),
            ("The setup", Some(about.setup)),
            ("Why", about.why),
        ];
        for (name, paragraph) in paragraphs {
            text.extend(paragraph.map(|paragraph| format!("\n**{name}:** {paragraph}\n")));
        }
    }
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
