//! Experiments: what a paper found, measured again. Each is a name, a place in a paper, and one
//! function that gives an
//! [`Outcome`]: tables with the paper's figures beside ours, plots, and a verdict worked out from the figures.
//!
//! To add a paper: a module with a function that gives its experiments, and its line in
//! [`registry::all`].

pub mod about;
pub mod again;
pub mod catalog;
pub mod draw;
pub mod lab;
mod minute;
pub mod noise;
pub mod outcome;
pub mod picture;
pub mod plot;
mod print;
pub mod progress;
pub mod registry;
pub mod report;
mod site;
pub mod store;
pub mod verdict;

pub use lab::{Fault, Lab, Settings};
pub use noise::Noise;
pub use outcome::{Cell, Column, Outcome, Precision, Row, Table, Value};
pub use plot::{Axis, Plot, Scale, Series};
pub use progress::{Progress, Silence};
pub use registry::{UnknownExperiment, all, find};
pub use report::{Report, ReportFormat, index};
pub use site::{site, summary};
pub use verdict::{Holds, Verdict};

use std::time::Instant;

use closecall_flight::stamp::Stamp;

type Run = Box<dyn Fn(&mut Lab) -> Result<Outcome, Fault> + Send + Sync>;

/// Something a paper claims, and how to find out.
pub struct Experiment {
    /// The name: `klosowski-t9`.
    pub name: String,
    /// The subject.
    pub title: String,
    /// The paper: `Klosowski 1998`.
    pub paper: &'static str,
    /// The place in the paper: `Table 9, §3.4.6`.
    pub place: String,
    run: Run,
}

impl Experiment {
    /// An experiment.
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        (paper, place): (&'static str, impl Into<String>),
        run: impl Fn(&mut Lab) -> Result<Outcome, Fault> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            paper,
            place: place.into(),
            run: Box::new(run),
        }
    }

    /// Does it.
    pub fn run(&self, lab: &mut Lab) -> Result<Report, Fault> {
        lab.progress.enter(&self.name);
        lab.pictures.clear();
        let start = Instant::now();
        let Outcome { tables, plots, verdict } = (self.run)(lab)?;
        let verdict = verdict.after(lab.settings.reps);
        Ok(Report {
            name: self.name.clone(),
            title: self.title.clone(),
            source: self.source(),
            stamp: Stamp::now(lab.settings.seed),
            settings: lab.settings,
            seconds: start.elapsed().as_secs_f64(),
            outcome: Outcome { tables, plots, verdict },
            pictures: std::mem::take(&mut lab.pictures),
            about: about::of(&self.name),
        })
    }

    /// The paper and the place in it.
    #[must_use]
    pub fn source(&self) -> String {
        format!("{}, {}", self.paper, self.place)
    }
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment").field("name", &self.name).finish_non_exhaustive()
    }
}
