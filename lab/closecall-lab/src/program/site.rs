//! `closecall-lab site DIR`: one site from what runs have left in a folder, and what changed since
//! another run.

use std::path::{Path, PathBuf};

use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_flight::numbers::counted;
use closecall_lab::experiment::again::{self, Twice};
use closecall_lab::experiment::{self, Report, catalog};
use serde_json::json;

use super::experiments::put;

/// The flags of `site`.
#[derive(clap::Args, Debug)]
pub struct SiteCommand {
    /// The folder that runs with --report wrote to.
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// The folder of another run: which verdicts are others there.
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,

    /// Write the list of all numbered tables and figures, with verdicts, as Markdown, too.
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
}

impl SiteCommand {
    /// Reads every report, and writes index.html, summary.html, the pages anew, and the list.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let reports = reports(&self.folder)?;
        let other = self.against.as_deref().map_or(Ok(Vec::new()), self::reports)?;
        let twice = again::twice(&reports, &other);
        let reports = again::settled(reports, &twice);
        let mut pages: Vec<(String, Vec<u8>)> = vec![
            ("index.html".to_owned(), experiment::site(&reports, &twice).into()),
            ("summary.html".to_owned(), experiment::summary(&reports).into()),
        ];
        pages.extend(reports.iter().flat_map(Report::page));
        for (name, bytes) in pages {
            put("DIR", &self.folder.join(name), &bytes)?;
        }
        if let Some(file) = &self.list {
            put("--list", file, list(&reports, &twice).as_bytes())?;
        }
        let all = experiment::all().len();
        let text = format!(
            "{} of {all} in {}\n{}",
            counted(reports.len() as u64, "report"),
            self.folder.join("index.html").display(),
            again::sentence(&twice).map_or_else(String::new, |sentence| sentence + "\n")
        );
        let json = object(json!({
            "command": "lab site", "folder": self.folder.to_string_lossy(),
            "reports": reports.len(), "experiments": all, "twice": twice.len(),
            "changed": twice.iter().filter(|twice| twice.changed()).map(|twice| &twice.name).collect::<Vec<_>>(),
        }));
        Ok(CommandAnswer { verdict: Ending::Done, text, json, warnings: vec![] })
    }
}

/// The reports that lie in a folder, in the order of the papers.
fn reports(folder: &Path) -> Result<Vec<Report>, Failure> {
    let mut reports = Vec::new();
    for experiment in experiment::all() {
        let file = folder.join(format!("{}.json", experiment.name));
        if file.is_file() {
            reports.push(read(&file)?);
        }
    }
    if reports.is_empty() {
        let reason = "no report lies here; runs with --report leave them";
        return Err(Failure::of_file(folder, &reason));
    }
    Ok(reports)
}

fn list(reports: &[Report], twice: &[Twice]) -> String {
    let first = &reports[0];
    let again = again::sentence(twice).map_or_else(String::new, |sentence| sentence + "\n\n");
    format!(
        "# The papers, table by table\n\nEvery numbered table and figure of the five documents: where it is measured, drawn or tested here, and whether what the paper \
         says of it holds. `closecall-lab site` writes this page; a verdict is found again with `closecall-lab NAME --full`.\n\n\
         {again}First report: {}.\n{}",
        first.circumstances(),
        catalog::markdown(reports, twice)
    )
}

fn read(file: &Path) -> Result<Report, Failure> {
    let text = std::fs::read_to_string(file).map_err(|error| Failure::of_file(file, &error))?;
    let json = serde_json::from_str(&text).map_err(|error| Failure::of_file(file, &error))?;
    Report::restored(&json).map_err(|error| Failure::of_file(file, &error))
}
