//! `closecall clash FILE…`: many meshes in one frame, and in what way every two of them meet. On
//! all cores. A budget leaves pairs undecided, which are listed.

mod page;
mod pairs;
mod report;

use std::io::Write as _;
use std::path::PathBuf;

use closecall::geom::Clearance;
use closecall::{Budget, Model, Solid};

use self::pairs::{Parts, all_pairs};
use self::report::ClashReport;
use crate::answer::fields;
use crate::budget_watch::building;
use crate::failure::Failure;
use crate::flags::{budget_or_seconds, clearance};
use crate::outcome::{CommandAnswer, Ending};
use crate::output::Files;
use crate::reading::{ReadingArgs, doubt_all};
use crate::report::ReportArg;
use crate::threads::{MAX_THREADS, threads};

/// The flags of `clash`.
#[derive(clap::Args, Debug)]
pub struct Clash {
    /// Mesh or tree files, all in one frame; at least two.
    #[arg(value_name = "FILE", num_args = 2.., required = true)]
    files: Vec<PathBuf>,

    /// Meshes that are no further apart than this count as a clash, called `near`; 0 asks for true
    /// contact.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = clearance)]
    clearance: Option<Clearance>,

    /// Refuse meshes that are not closed. Without this flag they are taken as surfaces, and all
    /// others as solids.
    #[arg(long)]
    solid: bool,

    /// Say how deep solids that overlap are in each other, between two bounds, and the translation
    /// of the second that parts them. What is left of the budget is for that.
    #[arg(long)]
    depth: bool,

    /// Write every pair to this file: a line for each.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArg,

    #[command(flatten)]
    reading: ReadingArgs,

    /// Stop after this much time for all pairs, as in 30s (or a number of seconds); or after this many
    /// tests of each pair, as in 100000tests. Pairs that are not decided by then are listed; if none
    /// of the others meet, the exit code is 3.
    #[arg(long, value_name = "BUDGET", allow_hyphen_values = true, value_parser = budget_or_seconds)]
    budget: Option<Budget>,

    /// Threads to work on; as many as there are cores unless said.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

/// A mesh, and the solid it encloses if it is closed.
struct Part {
    model: Model,
    solid: Option<Solid>,
}

impl Clash {
    /// Looks at every pair.
    pub fn run(&self) -> Result<CommandAnswer, Failure> {
        let pool = threads(self.threads.map_or(0, usize::from))?;
        let mut warnings = Vec::new();
        let mut files = Files::default();
        files.read_all(self.files.iter().map(|file| &**file))?;
        let csv = files.write("--csv", self.csv.as_deref())?;
        let report = self.report.file(&mut files)?;
        let parts = pool.install(|| self.read(&mut files, &mut warnings))?;
        let (clearance, budget) =
            (self.clearance.unwrap_or_default(), self.budget.unwrap_or_default());
        let found =
            all_pairs(Parts::new(&parts, clearance)?.with_depth(self.depth), budget, &pool)?;
        let told = ClashReport {
            names: self.files.iter().map(|file| file.display().to_string()).collect(),
            is_open: parts.iter().map(|part| part.solid.is_none()).collect(),
            clearance: self.clearance,
            budget: self.budget,
            found,
        };
        let mut outcome = CommandAnswer {
            verdict: match (told.found.clashes(), told.found.open.len()) {
                (0, 1..) => Ending::Undecided,
                (clashes, _) => Ending::colliding(clashes > 0),
            },
            text: told.text(),
            json: fields(&told.answer()),
            warnings,
        };
        outcome.fill(csv, |out| out.write_all(told.csv().as_bytes()));
        if let Some(report) = report {
            let page = page::page(&told, &parts, clearance, &outcome);
            report.write(&page, &mut outcome);
        }
        Ok(outcome)
    }

    /// The files as parts.
    fn read(&self, files: &mut Files, warnings: &mut Vec<String>) -> Result<Vec<Part>, Failure> {
        let bodies = self.files.iter().map(|file| self.reading.read(file, files, warnings));
        let bodies = bodies.collect::<Result<Vec<_>, _>>()?;
        let stated = self.files.iter().zip(&bodies).map(|(file, body)| (&**file, body.unit));
        self.reading.judge(stated, warnings)?;
        let working = building(bodies.iter().map(|read| read.body.mesh().triangle_count()).sum());
        let mut parts = Vec::with_capacity(bodies.len());
        for (file, read) in self.files.iter().zip(bodies) {
            let model = read.body.into_model();
            let solid = model.solid();
            if let (true, Err(error)) = (self.solid, &solid) {
                return Err(Failure::of_place(file, "--solid", error));
            }
            parts.push(Part { solid: solid.ok(), model });
        }
        drop(working);
        let named = self.files.iter().map(|file| &**file);
        let named: Vec<_> = named.zip(parts.iter().map(|part| &part.model)).collect();
        doubt_all(&named, warnings);
        Ok(parts)
    }
}
