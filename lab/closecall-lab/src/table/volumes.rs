//! Every volume and every rule beside the fast engine (Klosowski 1998, ch. 3 and 6).

use closecall_classic::query::configure::{Rule, VolumeKind};
use closecall_classic::query::{Options, volume_kind};
use closecall_classic::tree::split::SplitAt;

use super::{Breadth, Questions, TableQuestion};
use crate::engine::Setup;

/// The volumes that a short table shows under every rule.
const UNDER_EVERY_RULE: [&str; 3] = ["aabb", "obb", "kdop18"];

/// The questions.
pub const QUESTIONS: Questions = &[TableQuestion::First, TableQuestion::All];

/// The seed of the scenes that are made for this table.
pub const SEED: u64 = 1998;

/// The engines of the table: the fast one first, which all others are compared with.
#[must_use]
pub fn setups(breadth: Breadth) -> Vec<Setup> {
    let classic = volume_kind::NAMES.into_iter().flat_map(|(name, volume)| {
        let is_ruled = breadth == Breadth::Full || UNDER_EVERY_RULE.contains(&name);
        let rules = if is_ruled { Rule::ALL } else { &[] };
        std::iter::once(Rule::default())
            .chain(rules.iter().copied().filter(|rule| *rule != Rule::default()))
            .flat_map(move |rule| {
                splits(rule, breadth).iter().map(move |split| options(volume, rule, *split))
            })
    });
    std::iter::once(Setup::Wide).chain(classic.map(Setup::Classic)).collect()
}

fn splits(rule: Rule, breadth: Breadth) -> &'static [SplitAt] {
    match (rule, breadth) {
        // It finds its own place.
        (Rule::Sah, _) | (_, Breadth::Tiny | Breadth::Short) => &[SplitAt::Mean],
        (_, Breadth::Full) => SplitAt::ALL,
    }
}

fn options(volume: VolumeKind, rule: Rule, split_at: SplitAt) -> Options {
    Options { volume, rule, split_at, ..Options::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_volumes_and_all_rules_are_there_once() {
        for (breadth, count) in
            [(Breadth::Short, 1 + 13 + 3 * 4), (Breadth::Full, 1 + 13 * (1 + 4 * 2))]
        {
            let setups = setups(breadth);
            assert_eq!((setups.len(), setups[0]), (count, Setup::Wide));
            assert!(setups.iter().enumerate().all(|(at, setup)| !setups[..at].contains(setup)));
            let names: Vec<_> = setups.iter().map(Setup::tree_names).collect();
            let has = |place: usize, name: &str| {
                names.iter().any(|names| names[place].as_deref() == Some(name))
            };
            assert!(volume_kind::NAMES.iter().all(|(name, _)| has(0, name)));
            assert!(Rule::ALL.iter().all(|rule| has(1, rule.name())));
        }
    }
}
