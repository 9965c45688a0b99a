//! `--volume`, `--rule`, `--split` and `--tau`: how a tree of the classic engine is built.
//!
//! Names are the library's own, so that reading them, listing them in the help and naming them in a report cannot differ.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use closecall::UnknownName;
use closecall_classic::query::configure::{Rule, VolumeKind};
use closecall_classic::query::{Options, volume_kind};
use closecall_classic::tree::split::SplitAt;

/// The flags that say how a tree is built.
#[derive(clap::Args, Debug)]
pub struct TreeArgs {
    /// The bounding volume of the trees (default obb).
    #[arg(long, value_parser = one_of::<VolumeKind>(volume_kind::NAMES.map(|(name, _)| name)))]
    volume: Option<VolumeKind>,

    /// The rule that divides a node's triangles (default sah).
    #[arg(long, value_parser = one_of::<Rule>(Rule::ALL.iter().map(|rule| rule.name())))]
    rule: Option<Rule>,

    /// Where a rule divides along its axis (default mean); the sah rule finds its own place.
    #[arg(long, value_parser = one_of::<SplitAt>(SplitAt::ALL.iter().map(|split| split.name())))]
    split: Option<SplitAt>,

    /// The most triangles in a leaf (default 1).
    #[arg(long, value_name = "N")]
    tau: Option<NonZeroUsize>,
}

impl TreeArgs {
    /// These options, where they say something, and the defaults elsewhere.
    pub fn options(&self) -> Options {
        let default = Options::default();
        Options {
            volume: self.volume.unwrap_or(default.volume),
            rule: self.rule.unwrap_or(default.rule),
            split_at: self.split.unwrap_or(default.split_at),
            leaf_size: self.tau.map_or(default.leaf_size, |tau| (tau.get(), tau.get())),
            ..default
        }
    }

    /// The flags that were given.
    pub fn given(&self) -> Vec<&'static str> {
        let flags = [
            ("--volume", self.volume.is_some()),
            ("--rule", self.rule.is_some()),
            ("--split", self.split.is_some()),
            ("--tau", self.tau.is_some()),
        ];
        flags.into_iter().filter_map(|(flag, given)| given.then_some(flag)).collect()
    }

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        let idle = self.split.is_some() && self.options().rule == Rule::Sah;
        idle.then(|| "--split changes nothing: the sah rule finds its own place".to_owned()).into_iter().collect()
    }
}

/// A value that the library reads by its name; these names are listed in the help and when another is given.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
