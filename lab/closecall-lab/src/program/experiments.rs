//! `closecall-lab NAME…`: experiments of the papers.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use closecall_flight::FlightError;
use closecall_flight::stamp::Stamp;
use closecall_lab::experiment::{self, Experiment, Fault, Report, Settings};
use closecall_lab::scenes::stanford;
use closecall_lab::table::Breadth;
use serde_json::json;

use super::bar::Bar;
use super::fly::MAX_REPS;
use super::json;
use closecall_cli::failure::Failure;
use closecall_cli::outcome::{CommandAnswer, Ending, object};
use closecall_cli::output::Files;

/// The name that stands for all experiments.
const ALL: &str = "all";

/// The flags of `lab NAME…`.
#[derive(clap::Args, Debug)]
pub struct Experiments {
    /// Experiments, as `list` names them, or `all`.
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,

    /// Scenes of the papers' sizes; takes minutes each, and hours for some.
    #[arg(long)]
    full: bool,

    /// Make the scenes from another seed.
    #[arg(long, value_name = "N", default_value_t = Settings::SEED)]
    seed: u64,

    /// Take every time N times (default: 15, with --full 3).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_REPS))]
    reps: Option<u32>,

    /// How to print what was found.
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    /// Write Markdown, CSV and plots into a folder, too.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,

    /// Write a page with all of it into a folder, index.html, and beside it tables as CSV and plots
    /// as SVG and PNG.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,

    /// With --report: what this program found there before, with the same settings, is not done
    /// again.
    #[arg(long, requires = "report")]
    resume: bool,

    /// Scenes of a few triangles, to try the program.
    #[arg(long, hide = true, conflicts_with = "full")]
    tiny: bool,
}

/// The formats by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    #[default]
    Text,
    Markdown,
    Csv,
}

impl Experiments {
    /// Does them, one after the other; files are written as soon as there is something to write.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let experiments = self.experiments()?;
        let folders = self.folders()?;
        let mut unwritten = Vec::new();
        let reports = self.reports(&experiments, &folders, &mut unwritten)?;
        let written: Vec<String> =
            reports.iter().map(|report| report.written(self.format.of_report())).collect();
        let json = object(
            json!({ "command": "lab", "experiments": reports.iter().map(json::report).collect::<Vec<_>>() }),
        );
        let verdict =
            if unwritten.is_empty() { Ending::Done } else { Ending::Unwritten(unwritten) };
        Ok(CommandAnswer { verdict, text: self.format.joined(&written), json, warnings: vec![] })
    }

    /// The folders to write to, with their flags.
    fn folders(&self) -> Result<Vec<(&'static str, &Path)>, Failure> {
        let given = [("--out", &self.out), ("--report", &self.report)];
        let folders: Vec<_> =
            given.into_iter().filter_map(|(flag, path)| Some((flag, path.as_deref()?))).collect();
        for (_, folder) in &folders {
            std::fs::create_dir_all(folder).map_err(|error| Failure::of_file(folder, &error))?;
        }
        let places: Vec<_> =
            folders.iter().map(|(_, folder)| std::fs::canonicalize(folder).ok()).collect();
        match &places[..] {
            [Some(out), Some(report)] if out == report => {
                Err(Failure::of_usage("--report", "--out writes to this folder, too"))
            }
            _ => Ok(folders),
        }
    }

    fn experiments(&self) -> Result<Vec<Experiment>, Failure> {
        if self.names.iter().any(|name| name == ALL) {
            return Ok(experiment::all());
        }
        let found = |name: &String| {
            experiment::find(name).map_err(|unknown| Failure::of_usage("NAME", unknown))
        };
        self.names.iter().map(found).collect()
    }

    /// A file that cannot be written is reported at the end: the figures may have taken hours.
    fn reports(
        &self,
        experiments: &[Experiment],
        folders: &[(&'static str, &Path)],
        unwritten: &mut Vec<Failure>,
    ) -> Result<Vec<Report>, Failure> {
        let mut bar = Bar::default();
        let mut lab = experiment::Lab::new(self.settings(), &mut bar).map_err(failure)?;
        let mut reports = Vec::with_capacity(experiments.len());
        for experiment in experiments {
            if let Some(report) = self.found_before(&experiment.name) {
                reports.push(report);
                continue;
            }
            let report = experiment.run(&mut lab).map_err(failure)?;
            let contents = [report.page(), report.data(), report.pictures()].concat();
            let stored =
                (format!("{}.json", report.name), report.stored().to_string().into_bytes());
            reports.push(report);
            for (flag, folder) in folders {
                // The page of all anew after each of them: some take hours.
                let pages = (*flag == "--report").then(|| {
                    [
                        stored.clone(),
                        ("index.html".to_owned(), experiment::site(&reports, &[]).into()),
                        ("summary.html".to_owned(), experiment::summary(&reports).into()),
                    ]
                });
                let contents = contents.iter().cloned().chain(pages.into_iter().flatten());
                unwritten.extend(
                    contents
                        .filter_map(|(name, bytes)| put(flag, &folder.join(name), &bytes).err()),
                );
            }
        }
        Ok(reports)
    }

    /// The report that lies in the folder, if it is of this program and these settings.
    fn found_before(&self, name: &str) -> Option<Report> {
        let folder = self.report.as_ref().filter(|_| self.resume)?;
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).ok()?;
        let report = Report::restored(&serde_json::from_str(&text).ok()?).ok()?;
        report.is_of(&self.settings(), &Stamp::now(0).commit).then_some(report)
    }

    fn settings(&self) -> Settings {
        let breadth = match (self.full, self.tiny) {
            (true, _) => Breadth::Full,
            (_, true) => Breadth::Tiny,
            _ => Breadth::Short,
        };
        let usual = Settings::new(breadth);
        Settings {
            seed: self.seed,
            reps: self.reps.map_or(usual.reps, |reps| reps as usize),
            ..usual
        }
    }
}

impl Format {
    fn of_report(self) -> experiment::ReportFormat {
        match self {
            Self::Text => experiment::ReportFormat::Text,
            Self::Markdown => experiment::ReportFormat::Markdown,
            Self::Csv => experiment::ReportFormat::Csv,
        }
    }

    /// One text of several; CSV keeps one header.
    fn joined(self, written: &[String]) -> String {
        match (self, written.split_first()) {
            (Self::Csv, Some((first, rest))) => {
                let lines =
                    rest.iter().map(|csv| csv.split_once('\n').map_or("", |(_, lines)| lines));
                lines.fold(first.clone(), |text, lines| text + lines)
            }
            _ => written.join("\n"),
        }
    }
}

/// Writes a file beside its place, which it takes when it is whole. The models that experiments
/// read are safe.
pub(super) fn put(flag: &'static str, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut files = Files::default();
    files.read_all(stanford::files().iter().map(PathBuf::as_path))?;
    let mut output = files.write(flag, Some(file))?.expect("there is a name for it");
    output.write(|out| out.write_all(bytes));
    output.finish().map(drop)
}

fn failure(fault: Fault) -> Failure {
    match fault {
        Fault::NoRoom(no_room) => Failure::of_usage("--seed", no_room),
        Fault::Model(error) => FlightError::from(error).into(),
        Fault::Disagreement(_) | Fault::Space(_) | Fault::NoThread(_) => Failure::of_fault(fault),
    }
}
