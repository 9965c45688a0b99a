//! A page of results, as Markdown.

use std::fmt::Write;
use std::path::PathBuf;

use closecall_flight::stamp::Stamp;

/// A page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchPage {
    /// Its file, without folder and extension.
    pub name: &'static str,
    /// Its title.
    pub title: &'static str,
    /// How to read it.
    pub preface: String,
    /// Its tables.
    pub sheets: Vec<BenchSheet>,
}

/// A table of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchSheet {
    /// The subject.
    pub title: String,
    /// The names of its columns; the first holds names, the others numbers.
    pub header: Vec<&'static str>,
    /// Its rows, as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl BenchPage {
    /// The text of the page.
    #[must_use]
    pub fn markdown(&self, stamp: &Stamp) -> String {
        let mut text = format!("# {}\n\n", self.title);
        for (name, value) in stamp.entries() {
            line(&mut text, format_args!("- {name}: {value}"));
        }
        line(&mut text, format_args!("\n{}", self.preface));
        for BenchSheet { title, header, rows } in &self.sheets {
            line(&mut text, format_args!("\n## {title}\n\n| {} |", header.join(" | ")));
            line(&mut text, format_args!("|---{}|", "|---:".repeat(header.len() - 1)));
            for row in rows {
                line(&mut text, format_args!("| {} |", row.join(" | ")));
            }
        }
        text
    }

    /// The file for results of this machine, from the root of the project:
    /// `lab/bench/results/<machine>/<name>.md`.
    #[must_use]
    pub fn file(&self, stamp: &Stamp) -> PathBuf {
        stamp.folder().join(format!("{}.md", self.name))
    }
}

fn line(text: &mut String, line: std::fmt::Arguments) {
    writeln!(text, "{line}").expect("a string takes any text");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_its_stamp_and_its_tables() {
        let stamp = Stamp { machine: "AMD EPYC (9), 2 cores".into(), ..Stamp::now(5) };
        let sheet = BenchSheet {
            title: "bunny".into(),
            header: vec!["engine", "µs"],
            rows: vec![vec!["wide".into(), "3".into()]],
        };
        let page = BenchPage {
            name: "flights",
            title: "Flights",
            preface: "Read.".into(),
            sheets: vec![sheet],
        };
        let text = page.markdown(&stamp);
        assert!(
            text.starts_with("# Flights\n\n- machine: AMD EPYC (9), 2 cores\n- commit: "),
            "{text}"
        );
        assert!(
            text.ends_with("\n\nRead.\n\n## bunny\n\n| engine | µs |\n|---|---:|\n| wide | 3 |\n"),
            "{text}"
        );
        assert_eq!(
            page.file(&stamp),
            PathBuf::from("lab/bench/results/amd-epyc-9-2-cores/flights.md")
        );
    }
}
