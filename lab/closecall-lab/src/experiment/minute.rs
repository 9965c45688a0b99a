//! The laboratory's results as people read them in a minute: a line for each paper with a bar of how
//! many of its results hold today, and the results that hold no longer.

use closecall_report::escaped;

use super::{Holds, Report};

/// How far a conclusion can hold, in the order of a bar.
const ALL: [Holds; 4] = [Holds::Yes, Holds::Partly, Holds::No, Holds::Unclear];

/// So many results that hold no longer are named.
const NAMED: usize = 12;

/// The summary of all papers.
pub fn minute(papers: &[(&str, Vec<&Report>)]) -> String {
    let lines: String = papers.iter().map(|(paper, reports)| line(paper, reports)).collect();
    let key: String = ALL
        .iter()
        .map(|holds| format!("<span class=\"badge {0}\">{0}</span> ", holds.word()))
        .collect();
    let all = papers.iter().flat_map(|(_, reports)| reports.iter().copied());
    format!(
        "<section class=\"minute\">\n<h2>In a minute</h2>\n<p class=\"source\">Does what the paper concluded hold today? {key}</p>\n\
         <table><tbody>\n{lines}</tbody></table>\n{}</section>\n",
        changed(&all.collect::<Vec<_>>())
    )
}

fn counts(reports: &[&Report]) -> [usize; 4] {
    ALL.map(|holds| reports.iter().filter(|report| report.outcome.verdict.holds == holds).count())
}

/// A paper with its bar.
fn line(paper: &str, reports: &[&Report]) -> String {
    let counts = counts(reports);
    let part = |(holds, count): (&Holds, usize)| {
        let word = holds.word();
        format!("<i class=\"{word}\" style=\"flex:{count}\" title=\"{word}: {count}\">{count}</i>")
    };
    let shown = ALL.iter().zip(counts).filter(|(_, count)| *count > 0);
    let bar: String = shown.map(part).collect();
    format!(
        "<tr><th scope=\"row\">{}</th><td><div class=\"bar\">{bar}</div></td><td>{}</td></tr>\n",
        escaped(paper),
        reports.len()
    )
}

/// The first question of readers: which results no longer hold.
fn changed(reports: &[&Report]) -> String {
    let is_changed = |report: &&&Report| report.outcome.verdict.holds == Holds::No;
    let changed: Vec<&&Report> = reports.iter().filter(is_changed).collect();
    if changed.is_empty() {
        return "<p>No result fails to hold.</p>\n".to_owned();
    }
    let line = |report: &&&Report| {
        let [name, title] = [&report.name, &report.title].map(|text| escaped(text));
        let verdict = escaped(&report.outcome.verdict.to_string());
        format!("<li><a href=\"#{name}\">{title}</a>: {verdict}</li>\n")
    };
    let lines: String = changed.iter().take(NAMED).map(line).collect();
    let more = match changed.len() > NAMED {
        true => format!("<p>{NAMED} of {} are named here.</p>\n", changed.len()),
        false => String::new(),
    };
    format!("<h3>What holds no longer</h3>\n<ul>\n{lines}</ul>\n{more}")
}
