//! The laboratory as a page: every table and figure of the papers, their numbers beside ours, and
//! what holds today.

use closecall_flight::numbers::counted;
use closecall_report::{STYLE, escaped};

use super::again::{self, Twice};
use super::catalog::{self, ItemPlace};
use super::minute::minute;
use super::{Holds, Plot, Report, Table};
use crate::table::Breadth;

/// The page. It stands on its own, but leads to files that are expected beside it: the tables and
/// plots of the reports.
#[must_use]
pub fn site(reports: &[Report], twice: &[Twice]) -> String {
    let papers = papers(reports);
    let contents: String = papers.iter().map(|(paper, reports)| contents(paper, reports)).collect();
    let sections: String = reports.iter().map(section).collect();
    let when = reports.first().map(|report| escaped(&report.circumstances())).unwrap_or_default();
    let about = format!(
        "What papers on collision detection found, measured again. \
         <a href=\"summary.html\">What 25 years did to each claim</a>. {}{}",
        escaped(&again::sentence(twice).unwrap_or_default()),
        if reports.iter().any(is_doubtful) { DOUBT } else { "" }
    );
    let numbered = format!("<nav class=\"contents\">{}</nav>\n", numbered(reports));
    let body = format!(
        "{}{FIND}<nav class=\"contents\">{contents}</nav>\n{numbered}{sections}<footer>begun with {when}</footer>\n<script>{FOLDS}</script>\n",
        minute(&papers)
    );
    page("closecall: the laboratory", &headline(reports), &about, &body)
}

/// Finds experiments by a word.
const FIND: &str = "<nav class=\"contents\"><label>Find <input id=\"find\" type=\"search\" placeholder=\"a paper, a volume, a word\"></label> <span id=\"found\" role=\"status\"></span></nav>\n";

/// Opens the section that a link leads to, and shows the sections that have a word.
const FOLDS: &str = include_str!("folds.js");

fn page(title: &str, headline: &str, about: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body class=\"lab\">\n<header><h1>{headline}</h1>\
         <p>{about}</p></header>\n{body}</body>\n</html>\n",
        headline = escaped(headline),
    )
}

/// The effect of 25 years on each claim: what the papers said, and what is found today, paper by
/// paper.
#[must_use]
pub fn summary(reports: &[Report]) -> String {
    let section = |(paper, reports): &(&str, Vec<&Report>)| {
        let line = |report: &&Report| {
            let said = report.about.as_ref().map_or(report.title.as_str(), |about| about.said);
            let now = format!("{} {}", report.outcome.verdict, report.why().join(" "));
            let [name, said, now] = [&report.name, said, &now].map(escaped);
            format!(
                "<tr><td>{said}</td><td>{}</td><td>{now} <a href=\"index.html#{name}\">{name}</a></td></tr>\n",
                badge(report.outcome.verdict.holds)
            )
        };
        let owned: Vec<Report> = reports.iter().map(|report| (*report).clone()).collect();
        format!(
            "<section>\n<h2>{}</h2>\n<p class=\"source\">{}</p>\n<div class=\"scroll\"><table><thead><tr><th>then</th><th>holds</th><th>now</th></tr></thead>\n\
             <tbody>{}</tbody></table></div>\n</section>\n",
            escaped(paper),
            escaped(&headline(&owned)),
            reports.iter().map(line).collect::<String>()
        )
    };
    let body: String = papers(reports).iter().map(section).collect();
    let about = "<a href=\"index.html\">All tables, figures and setups</a>.";
    page("closecall: then and now", "What 25 years did to each claim", about, &body)
}

/// Every numbered table and figure, with its verdict.
fn numbered(reports: &[Report]) -> String {
    let line = |item: &catalog::Numbered| {
        let (place, holds) = match item.place {
            ItemPlace::Experiment(name) => {
                match reports.iter().find(|report| report.name == name) {
                    Some(report) => (
                        format!("<a href=\"#{name}\">{name}</a>"),
                        badge(report.outcome.verdict.holds),
                    ),
                    None => (name.to_owned(), "not run".to_owned()),
                }
            }
            ItemPlace::Shown(place) => (escaped(place), "shown".to_owned()),
            ItemPlace::Illustration => ("illustrates the text".to_owned(), String::new()),
        };
        format!(
            "<tr><td>{}, {}</td><td>{}</td><td>{place}</td><td>{holds}</td></tr>\n",
            escaped(item.document),
            item.number,
            escaped(item.shows)
        )
    };
    let lines: String = catalog::ALL.iter().map(line).collect();
    format!(
        "<details><summary><h2>Every numbered table and figure</h2></summary>\n<div class=\"scroll\"><table><thead><tr><th>number</th><th>shows</th><th>where</th><th>holds</th></tr></thead>\n\
         <tbody>{lines}</tbody></table></div></details>\n"
    )
}

const DOUBT: &str = " <b>By a debug build, or in tiny scenes: times and verdicts mean nothing.</b>";

fn is_doubtful(report: &Report) -> bool {
    report.stamp.build == "debug" || report.settings.breadth == Breadth::Tiny
}

fn headline(reports: &[Report]) -> String {
    let count =
        |holds| reports.iter().filter(|report| report.outcome.verdict.holds == holds).count();
    let all = counted(reports.len() as u64, "result");
    let [yes, partly, no, unclear] =
        [Holds::Yes, Holds::Partly, Holds::No, Holds::Unclear].map(count);
    let open =
        if unclear > 0 { format!(", and of {unclear} nothing can be told") } else { String::new() };
    format!("Of {all} {yes} hold today, {partly} in part, {no} no longer{open}")
}

/// The reports by paper, in the order in which papers first come.
fn papers(reports: &[Report]) -> Vec<(&str, Vec<&Report>)> {
    let mut papers: Vec<(&str, Vec<&Report>)> = Vec::new();
    for report in reports {
        let paper = report.source.split(',').next().unwrap_or_default();
        match papers.iter_mut().find(|(known, _)| *known == paper) {
            Some((_, list)) => list.push(report),
            None => papers.push((paper, vec![report])),
        }
    }
    papers
}

fn contents(paper: &str, reports: &[&Report]) -> String {
    let line = |report: &&Report| {
        let [name, title, source] =
            [&report.name, &report.title, &report.source].map(|text| escaped(text));
        let place = source.split_once(", ").map_or("", |(_, place)| place);
        let verdict = &report.outcome.verdict;
        let (badge, verdict) = (badge(verdict.holds), escaped(&verdict.to_string()));
        format!(
            "<tr><td><a href=\"#{name}\">{name}</a></td><td>{place}</td><td>{title}</td><td>{badge}</td><td>{verdict}</td></tr>\n"
        )
    };
    let lines: String = reports.iter().map(line).collect();
    format!(
        "<details><summary><h2>{}</h2></summary>\n<div class=\"scroll\"><table><thead><tr><th>experiment</th><th>place</th><th>about</th><th>holds</th><th>finding</th></tr></thead>\n\
         <tbody>{lines}</tbody></table></div></details>\n",
        escaped(paper)
    )
}

fn badge(holds: Holds) -> String {
    let word = holds.word();
    format!("<span class=\"badge {word}\">{word}</span>")
}

fn section(report: &Report) -> String {
    let Report { name, title, source, outcome, .. } = report;
    let tables: String = outcome.tables.iter().map(table).collect();
    let plots: String = outcome.plots.iter().map(|plot| figure(report, plot)).collect();
    let [name, title, source, verdict, circumstances] =
        [name, title, source, &outcome.verdict.to_string(), &report.circumstances()]
            .map(|text| escaped(text));
    let badge = badge(outcome.verdict.holds);
    let about = report.about.as_ref().map_or_else(String::new, |about| {
        format!(
            "<p><b>The paper said:</b> {}</p>\n<p><b>The setup:</b> {}</p>\n",
            escaped(about.said),
            escaped(about.setup),
        )
    });
    let why = |why: &str| format!("<p><b>Why:</b> {}</p>\n", escaped(why));
    let why: String = report.why().into_iter().map(why).collect();
    let pictures: String = report.pictures.iter().map(|picture| {
        format!(
            "<figure><img src=\"{}\" alt=\"\" style=\"max-width:100%\"><figcaption>{}</figcaption></figure>\n",
            escaped(&report.plot_file(&picture.name, "png")),
            escaped(&picture.title)
        )
    }).collect();
    format!(
        "<section id=\"{name}\"><details>\n<summary><h2>{title}</h2> {badge}</summary>\n<p class=\"source\">{source} · {name} · <a href=\"{name}.csv\">CSV</a></p>\n{about}\
         <p class=\"verdict\">{badge} {verdict}</p>\n{why}{tables}{plots}{pictures}<p class=\"source\">closecall-lab {name} · {circumstances}</p>\n</details></section>\n"
    )
}

fn table(table: &Table) -> String {
    let lines = table.words();
    let (header, rows) = lines.split_first().expect("a table has a header");
    let is_paper: Vec<bool> = header.iter().map(|word| word == "paper").collect();
    let cells = |words: &[String], tag: &str| -> String {
        let cell = |(word, is_paper): (&String, &bool)| {
            let class = if *is_paper { " class=\"paper\"" } else { "" };
            format!("<{tag}{class}>{}</{tag}>", escaped(word))
        };
        words.iter().zip(&is_paper).map(cell).collect()
    };
    let body: String = rows.iter().map(|row| format!("<tr>{}</tr>\n", cells(row, "td"))).collect();
    format!(
        "<div class=\"scroll\"><table class=\"figures\"><caption>{}</caption><thead><tr>{}</tr></thead>\n<tbody>{body}</tbody></table></div>\n",
        escaped(&table.title),
        cells(header, "th"),
    )
}

fn figure(report: &Report, plot: &Plot) -> String {
    let files = ["svg", "png", "csv"].map(|ending| {
        format!(
            "<a href=\"{}\">{}</a>",
            escaped(&report.plot_file(&plot.name, ending)),
            ending.to_uppercase()
        )
    });
    format!(
        "<figure>{}<figcaption>{} · {}</figcaption></figure>\n",
        plot.svg(&report.stamp),
        escaped(&plot.title),
        files.join(" · ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Axis, Cell, Column, Outcome, Row, Scale, Series, Settings, Verdict};
    use closecall_flight::stamp::Stamp;

    fn report(name: &str, source: &str, holds: Holds) -> Report {
        let table = Table {
            title: "Times & <tests>".into(),
            rows_are: "rule",
            columns: vec![Column::new("Pipes", "µs")],
            rows: vec![Row::new("min sum", vec![Cell::beside(1.5, Some(356.0))])],
        };
        let plot = Plot {
            name: "times".into(),
            title: "Times".into(),
            x: Axis::new("τ", "", Scale::Linear),
            y: Axis::new("time", "µs", Scale::Linear),
            series: vec![Series { name: "Pipes".into(), points: vec![(1.0, 2.0), (2.0, 3.0)] }],
        };
        Report {
            name: name.into(),
            title: "Rules".into(),
            source: source.into(),
            stamp: Stamp::now(7),
            settings: Settings::new(Breadth::Tiny),
            seconds: 1.0,
            pictures: vec![],
            about: None,
            outcome: Outcome {
                tables: vec![table],
                plots: vec![plot],
                verdict: Verdict::new(holds, "best on 1 of 1"),
            },
        }
    }

    #[test]
    fn every_result_is_there_with_both_figures_and_its_verdict() {
        let reports = [
            report("x-t1", "X 1998, Table 1", Holds::Yes),
            report("y-f2", "Y 2006, Figure 2", Holds::No),
            report("x-t2", "X 1998, Table 2", Holds::Yes),
        ];
        let twice = [Twice { name: "x-t2".into(), holds: [Holds::Yes, Holds::No] }];
        let settled = site(&again::settled(reports.to_vec(), &twice), &twice);
        assert!(
            settled.contains("but that is too close to call: another run says no: nothing can")
        );
        assert!(settled.contains("Done twice: 1 experiment, 1 of them too close to call"));
        assert!(
            settled.contains("Of 3 results 1 hold today, 0 in part, 1 no longer, and of 1 nothing")
        );
        let page = site(&reports, &[]);
        assert!(page.contains("Of 3 results 2 hold today, 0 in part, 1 no longer"));
        // The minute: a bar for each paper, and what holds no longer.
        let (minute, rest) = page.split_once("id=\"find\"").expect("the minute comes first");
        assert!(
            minute.contains("title=\"yes: 2\"") && minute.contains("title=\"no: 1\""),
            "{minute}"
        );
        assert!(minute.contains("<li><a href=\"#y-f2\">Rules</a>"), "{minute}");
        assert_eq!(rest.matches("<details>").count(), 6, "all else is behind folds");
        for name in ["x-t1", "x-t2", "y-f2"] {
            assert!(
                page.contains(&format!("<section id=\"{name}\">"))
                    && page.contains(&format!("href=\"#{name}\""))
            );
            assert!(page.contains(&format!("href=\"{name}-times.png\"")), "{name}");
        }
        assert_eq!(page.matches("<h2>X 1998</h2>").count(), 1);
        for part in [
            "<td>1.50</td><td class=\"paper\">356</td>",
            "Times &amp; &lt;tests&gt;",
            "it no longer holds.",
        ] {
            assert!(page.contains(part), "no {part}");
        }
        assert_eq!(page.matches("<svg").count(), 3);
        assert!(page.contains("Klosowski 1998, Table 9") && page.contains("not run"));
        let then = summary(&reports);
        assert!(then.contains("<th>then</th>") && then.contains("index.html#y-f2"), "{then}");
        assert!(page.contains(DOUBT), "these are tiny");
    }
}
