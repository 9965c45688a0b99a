//! `closecall-lab site DIR`: one site from what runs have left in a folder.

use std::path::PathBuf;

use closecall_cli::failure::Failure;
use closecall_cli::outcome::{Outcome, Verdict, object};
use closecall_flight::numbers::counted;
use closecall_lab::experiment::{self, Report, catalog};
use serde_json::json;

use super::experiments::put;

/// The flags of `site`.
#[derive(clap::Args, Debug)]
pub struct SiteCommand {
    /// The folder that runs with --report wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write the list of all numbered tables and figures, with verdicts, as Markdown, too.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

impl SiteCommand {
    /// Reads every report, and writes index.html, summary.html, the pages anew, and the list.
    pub fn run(&self) -> Result<Outcome, Failure> {
        let mut reports = Vec::new();
        for experiment in experiment::all() {
            let file = self.folder.join(format!("{}.json", experiment.name));
            if file.is_file() {
                reports.push(read(&file)?);
            }
        }
        if reports.is_empty() {
            let reason = "no report lies here; runs with --report leave them";
            return Err(Failure::of_file(&self.folder, &reason));
        }
        let mut pages: Vec<(String, Vec<u8>)> = vec![
            ("index.html".to_owned(), experiment::site(&reports).into()),
            ("summary.html".to_owned(), experiment::summary(&reports).into()),
        ];
        pages.extend(reports.iter().flat_map(Report::page));
        for (name, bytes) in pages {
            put("DIR", &self.folder.join(name), &bytes)?;
        }
        if let Some(file) = &self.list {
            put("--list", file, list(&reports).as_bytes())?;
        }
        let all = experiment::all().len();
        let text = format!(
            "{} of {all} in {}\n",
            counted(reports.len() as u64, "report"),
            self.folder.join("index.html").display()
        );
        let json = object(json!({
            "command": "lab site", "folder": self.folder.to_string_lossy(),
            "reports": reports.len(), "experiments": all,
        }));
        Ok(Outcome { verdict: Verdict::Done, text, json, warnings: vec![] })
    }
}

fn list(reports: &[Report]) -> String {
    let first = &reports[0];
    format!(
        "# The papers, table by table\n\nEvery numbered table and figure of the five documents: where it is measured, drawn or tested here, and whether what the paper \
         says of it holds. `closecall-lab site` writes this page; a verdict is found again with `closecall-lab NAME --full`.\n\n\
         First report: {}.\n{}",
        first.circumstances(),
        catalog::markdown(reports)
    )
}

fn read(file: &std::path::Path) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::of_file(file, &error))?;
    let json = serde_json::from_str(&text).map_err(|error| Failure::of_file(file, &error))?;
    Report::restored(&json).map_err(|error| Failure::of_file(file, &error))
}
