//! All experiments there are.

use super::Experiment;

/// Every experiment, in the order of the papers and their tables.
#[must_use]
pub fn all() -> Vec<Experiment> {
    let papers = [
        crate::klosowski::experiments(),
        crate::coherence::experiments(),
        crate::vogiannou::experiments(),
        crate::pedersen::experiments(),
    ];
    papers.into_iter().flatten().collect()
}

/// The experiment of a name.
pub fn find(name: &str) -> Result<Experiment, UnknownExperiment> {
    let mut known = all();
    match known.iter().position(|experiment| experiment.name == name) {
        Some(place) => Ok(known.swap_remove(place)),
        None => Err(UnknownExperiment::new(
            name,
            known.iter().map(|experiment| experiment.name.as_str()),
        )),
    }
}

/// There is no experiment of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no experiment `{name}`; {}", did_you_mean(close))]
pub struct UnknownExperiment {
    /// The name.
    pub name: String,
    /// The names that come closest to it, the closest first.
    pub close: Vec<String>,
}

impl UnknownExperiment {
    /// The number of close names that are given at most.
    const MOST: usize = 3;

    /// Below this similarity, from 0 to 1, a name is not close.
    const LEAST: f64 = 0.7;

    fn new<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let mut close: Vec<(f64, &str)> =
            known.map(|known| (strsim::jaro_winkler(name, known), known)).collect();
        close.retain(|(similarity, _)| *similarity >= Self::LEAST);
        close.sort_by(|a, b| b.0.total_cmp(&a.0));
        let close = close.into_iter().take(Self::MOST).map(|(_, known)| known.to_owned()).collect();
        Self { name: name.to_owned(), close }
    }
}

fn did_you_mean(close: &[String]) -> String {
    match close {
        [] => "`closecall-lab list` names them".to_owned(),
        close => format!("close to it are {}", close.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_once_each() {
        let names: Vec<String> = all().into_iter().map(|experiment| experiment.name).collect();
        for (at, name) in names.iter().enumerate() {
            assert_eq!(&find(name).unwrap().name, name);
            assert!(!names[..at].contains(name), "{name} is there twice");
        }
    }

    #[test]
    fn an_unknown_name_is_told_the_close_ones() {
        let known = ["klosowski-t9", "klosowski-t10", "tropp-f3"];
        let error = UnknownExperiment::new("klosowsky-t9", known.into_iter());
        assert_eq!(error.close[0], "klosowski-t9");
        assert!(!error.close.contains(&"tropp-f3".to_owned()));
        assert!(
            error
                .to_string()
                .starts_with("there is no experiment `klosowsky-t9`; close to it are klosowski-t9")
        );
        let error = UnknownExperiment::new("zzz", known.into_iter()).to_string();
        assert!(error.ends_with("`closecall-lab list` names them"), "{error}");
    }
}
