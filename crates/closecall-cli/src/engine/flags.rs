//! `--engine`, and what the classic engine can be told.
//!
//! A flag's values are the rows of a table, so that reading them, listing them in the help and naming them in a report
//! cannot differ.

use std::num::NonZeroUsize;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use closecall::query::configure::{Rule, Traversal, VolumeKind};
use closecall::query::{Options, volume_kind};
use closecall::tree::split::SplitAt;
use serde_json::Value;

use super::Setup;

type Names<T> = &'static [(&'static str, T)];

const ENGINES: Names<Engine> = &[("wide", Engine::Wide), ("classic", Engine::Classic)];
const VOLUMES: Names<VolumeKind> = &volume_kind::NAMES;
const RULES: Names<Rule> = &[("longest", Rule::Longest), ("sah", Rule::Sah)];
const SPLITS: Names<SplitAt> = &[("mean", SplitAt::Mean), ("median", SplitAt::Median)];
const TRAVERSALS: Names<Traversal> = &[
    ("env", Traversal::Environment),
    ("larger", Traversal::Larger),
    ("lockstep", Traversal::LockStep),
    ("restart", Traversal::Restart),
];
const WARM: Names<Warm> = &[("none", Warm::None)];

/// The engines that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Engine {
    /// The fast engine.
    Wide,
    /// Binary trees of any volume, walked pair by pair.
    Classic,
}

/// What a query may remember of the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warm {
    /// Nothing: every query starts from the roots.
    None,
}

impl Warm {
    /// As the flag says it.
    pub fn name(self) -> &'static str {
        name_of(WARM, self)
    }
}

/// The flags that choose and configure an engine.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// The engine that answers (default wide; classic if any of the flags below is given).
    #[arg(long, value_parser = one_of(ENGINES))]
    engine: Option<Engine>,

    /// The bounding volume of the trees (default obb).
    #[arg(long, value_parser = one_of(VOLUMES))]
    volume: Option<VolumeKind>,

    /// The rule that divides a node's triangles (default sah).
    #[arg(long, value_parser = one_of(RULES))]
    rule: Option<Rule>,

    /// Where a rule divides along its axis (default mean); the sah rule finds its own place.
    #[arg(long, value_parser = one_of(SPLITS))]
    split: Option<SplitAt>,

    /// Which node of an overlapping pair is opened (default larger).
    #[arg(long, value_parser = one_of(TRAVERSALS))]
    traversal: Option<Traversal>,

    /// The most triangles in a leaf (default 1).
    #[arg(long, value_name = "N")]
    tau: Option<NonZeroUsize>,

    /// What a query may remember of the one before it.
    #[arg(long, value_parser = one_of(WARM), default_value = "none")]
    warm: Warm,
}

impl EngineArgs {
    /// The engine they mean, or why they contradict each other.
    pub fn setup(&self) -> Result<Setup, String> {
        let classic_flag = [
            ("--volume", self.volume.is_some()),
            ("--rule", self.rule.is_some()),
            ("--split", self.split.is_some()),
            ("--traversal", self.traversal.is_some()),
            ("--tau", self.tau.is_some()),
        ]
        .into_iter()
        .find_map(|(flag, given)| given.then_some(flag));
        match (self.engine, classic_flag) {
            (Some(Engine::Wide), Some(flag)) => Err(format!("{flag} is for --engine classic, not for --engine wide")),
            (None | Some(Engine::Wide), None) => Ok(Setup::Wide),
            _ => Ok(Setup::Classic(self.classic_options())),
        }
    }

    /// What queries may remember.
    pub fn warm(&self) -> Warm {
        self.warm
    }

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        let idle = self.split.is_some() && self.classic_options().rule == Rule::Sah;
        idle.then(|| "--split changes nothing: the sah rule finds its own place".to_owned()).into_iter().collect()
    }

    fn classic_options(&self) -> Options {
        let default = Options::default();
        Options {
            volume: self.volume.unwrap_or(default.volume),
            rule: self.rule.unwrap_or(default.rule),
            split_at: self.split.unwrap_or(default.split_at),
            leaf_size: self.tau.map_or(default.leaf_size, |tau| (tau.get(), tau.get())),
            traversal: self.traversal.unwrap_or(default.traversal),
            ..default
        }
    }
}

/// What the flags call these options: pairs of flag and value. A flag that changes nothing is not among them.
pub fn named(options: &Options) -> Vec<(&'static str, Value)> {
    let mut named = vec![
        ("volume", name_of(VOLUMES, options.volume).into()),
        ("rule", name_of(RULES, options.rule).into()),
        ("traversal", name_of(TRAVERSALS, options.traversal).into()),
        ("tau", options.leaf_size.0.into()),
    ];
    if options.rule != Rule::Sah {
        named.push(("split", name_of(SPLITS, options.split_at).into()));
    }
    named
}

fn name_of<T: PartialEq>(names: Names<T>, value: T) -> &'static str {
    let (name, _) = names.iter().find(|(_, named)| *named == value).expect("every value has a name");
    name
}

fn one_of<T: Copy + Send + Sync + 'static>(names: Names<T>) -> impl TypedValueParser<Value = T> {
    let parser = PossibleValuesParser::new(names.iter().map(|(name, _)| *name));
    parser.map(move |text| names.iter().find(|(name, _)| *name == text).expect("only these names are possible").1)
}
