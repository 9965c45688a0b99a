//! Two runs of the same experiments: which verdicts are others the second time. A verdict that
//! changes from run to run is too close to call.

use closecall_flight::numbers::counted;

use super::{Holds, Report};

/// An experiment that was done twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Twice {
    /// Its name.
    pub name: String,
    /// How far the paper's conclusion held the first time, and the second time.
    pub holds: [Holds; 2],
}

impl Twice {
    /// Is the second verdict another?
    #[must_use]
    pub fn changed(&self) -> bool {
        self.holds[0] != self.holds[1]
    }

    /// Both verdicts, or the one.
    #[must_use]
    pub fn words(&self) -> String {
        let [first, again] = self.holds.map(Holds::word);
        if self.changed() { format!("{first}, again {again}") } else { format!("{first}, twice") }
    }
}

/// The reports, in which nothing can be told of what has another verdict the second time.
#[must_use]
pub fn settled(reports: Vec<Report>, twice: &[Twice]) -> Vec<Report> {
    let settle = |mut report: Report| {
        let changed = twice.iter().find(|twice| twice.name == report.name && twice.changed());
        if let Some(Twice { holds: [_, again], .. }) = changed {
            report.outcome.verdict = report.outcome.verdict.contradicted(*again);
        }
        report
    };
    reports.into_iter().map(settle).collect()
}

/// The experiments that are in both runs, in the order of the first.
#[must_use]
pub fn twice(first: &[Report], again: &[Report]) -> Vec<Twice> {
    let holds = |report: &Report| report.outcome.verdict.holds;
    let both = |report: &Report| {
        let other = again.iter().find(|other| other.name == report.name)?;
        Some(Twice { name: report.name.clone(), holds: [holds(report), holds(other)] })
    };
    first.iter().filter_map(both).collect()
}

/// How many verdicts changed, and which; nothing where nothing was done twice.
#[must_use]
pub fn sentence(twice: &[Twice]) -> Option<String> {
    if twice.is_empty() {
        return None;
    }
    let changed: Vec<String> = twice
        .iter()
        .filter(|twice| twice.changed())
        .map(|twice| format!("{} ({})", twice.name, twice.words()))
        .collect();
    let all = counted(twice.len() as u64, "experiment");
    Some(match changed.len() {
        0 => format!("Done twice: {all}, all with the same verdict."),
        count => format!(
            "Done twice: {all}, {count} of them too close to call, with another verdict the second time: {}.",
            changed.join(", ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_named() {
        let of = |name: &str, holds| Twice { name: name.to_owned(), holds };
        let same = of("x-t1", [Holds::Yes; 2]);
        let other = of("x-t2", [Holds::Partly, Holds::No]);
        assert_eq!((same.words(), other.words()), ("yes, twice".into(), "partly, again no".into()));
        assert_eq!(sentence(&[]), None);
        let steady = "Done twice: 1 experiment, all with the same verdict.";
        assert_eq!(sentence(std::slice::from_ref(&same)).as_deref(), Some(steady));
        let changed = sentence(&[same, other]).unwrap();
        assert!(
            changed.ends_with(
                "1 of them too close to call, with another verdict the second time: x-t2 (partly, again no)."
            )
        );
    }
}
