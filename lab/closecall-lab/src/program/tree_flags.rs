//! How a tree of the classic engine is built: `--volume`, `--rule`, `--tau` and the rest.
//!
//! Names are the engine's own, so that reading them, listing them in the help and naming them in a
//! report cannot differ.

use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use closecall::UnknownName;
use closecall_classic::query::configure::{
    BoxTest, Builder, DopTest, HullLevels, Rule, VolumeKind,
};
use closecall_classic::query::{Options, volume_kind};
use closecall_classic::tree::split::{Directions, SplitAt};
use closecall_classic::volume::obb::Orientation;
use closecall_cli::failure::Failure;

/// The flags that say how a tree is built.
#[derive(clap::Args, Debug)]
pub struct TreeArgs {
    /// The bounding volume of the trees (default obb).
    #[arg(long, value_parser = one_of::<VolumeKind>(volume_kind::NAMES.map(|(name, _)| name)))]
    volume: Option<VolumeKind>,

    /// Of aabb and obb: how many axes a test of two boxes tries, 6 or 15 (default 6).
    #[arg(long, value_name = "N", value_parser = ["6", "15"])]
    axes: Option<String>,

    /// Of obb: what the box is turned along (default best).
    #[arg(long, value_parser = one_of::<Orientation>(Orientation::ALL.iter().map(|fit| fit.name())))]
    fit: Option<Orientation>,

    /// Of k-DOPs: which intervals a test compares: slabs, ordered, ordered:N or closure (default
    /// slabs).
    #[arg(long, value_parser = dop_test)]
    test: Option<DopTest>,

    /// Of k-DOPs: on how many levels of the flying tree the hull is tumbled (default 1).
    #[arg(long, value_name = "LEVELS")]
    hull_levels: Option<usize>,

    /// Who makes the trees (default topdown); bottomup and insertion need no rule.
    #[arg(long, value_parser = one_of::<Builder>(Builder::ALL.iter().map(|builder| builder.name())))]
    builder: Option<Builder>,

    /// The rule that divides a node's triangles (default sah).
    #[arg(long, value_parser = one_of::<Rule>(Rule::ALL.iter().map(|rule| rule.name())))]
    rule: Option<Rule>,

    /// Which directions the rule chooses from (default axes).
    #[arg(long, value_parser = one_of::<Directions>(Directions::ALL.iter().map(|directions| directions.name())))]
    directions: Option<Directions>,

    /// Where a rule divides along its axis (default mean); the sah rule finds its own place.
    #[arg(long, value_parser = one_of::<SplitAt>(SplitAt::ALL.iter().map(|split| split.name())))]
    split: Option<SplitAt>,

    /// How many percent of pieces may be added by cutting long, thin triangles (default 0).
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u32).range(0..=1000))]
    skinny: Option<u32>,

    /// The most triangles in a leaf (default 1); N,M for the environment's tree and the object's.
    #[arg(long, value_name = "N[,M]", value_parser = leaf_sizes)]
    tau: Option<(usize, usize)>,
}

impl TreeArgs {
    /// These options, where they say something, and the defaults elsewhere.
    pub fn options(&self) -> Result<Options, Failure> {
        let default = Options::default();
        Ok(Options {
            volume: self.volume()?,
            builder: self.builder.unwrap_or(default.builder),
            rule: self.rule.unwrap_or(default.rule),
            directions: self.directions.unwrap_or(default.directions),
            split_at: self.split.unwrap_or(default.split_at),
            skinny_percent: self.skinny.unwrap_or(default.skinny_percent),
            leaf_size: self.tau.unwrap_or(default.leaf_size),
            ..default
        })
    }

    /// The volume with its own choices; those of another volume are refused.
    fn volume(&self) -> Result<VolumeKind, Failure> {
        let volume = self.volume.unwrap_or_default();
        let axes =
            self.axes.as_ref().map(|axes| if axes == "6" { BoxTest::Sat6 } else { BoxTest::Sat15 });
        let (given, fits) = match volume {
            VolumeKind::Sphere => (volume, [false; 4]),
            VolumeKind::Aabb(test) => {
                (VolumeKind::Aabb(axes.unwrap_or(test)), [true, false, false, false])
            }
            VolumeKind::Obb(test, fit) => (
                VolumeKind::Obb(axes.unwrap_or(test), self.fit.unwrap_or(fit)),
                [true, true, false, false],
            ),
            VolumeKind::Kdop(normals, test, levels) => {
                let levels = self.hull_levels.map_or(levels, HullLevels);
                (
                    VolumeKind::Kdop(normals, self.test.unwrap_or(test), levels),
                    [false, false, true, true],
                )
            }
        };
        let own = [
            ("--axes", self.axes.is_some()),
            ("--fit", self.fit.is_some()),
            ("--test", self.test.is_some()),
            ("--hull-levels", self.hull_levels.is_some()),
        ];
        match own.into_iter().zip(fits).find(|((_, is_given), fits)| *is_given && !fits) {
            Some(((flag, _), _)) => {
                Err(Failure::of_usage(flag, format!("it is not for --volume {volume}")))
            }
            None => Ok(given),
        }
    }

    /// The flags that were given.
    pub fn given(&self) -> Vec<&'static str> {
        let flags = [
            ("--volume", self.volume.is_some()),
            ("--axes", self.axes.is_some()),
            ("--fit", self.fit.is_some()),
            ("--test", self.test.is_some()),
            ("--hull-levels", self.hull_levels.is_some()),
            ("--builder", self.builder.is_some()),
            ("--rule", self.rule.is_some()),
            ("--directions", self.directions.is_some()),
            ("--split", self.split.is_some()),
            ("--skinny", self.skinny.is_some()),
            ("--tau", self.tau.is_some()),
        ];
        flags.into_iter().filter_map(|(flag, given)| given.then_some(flag)).collect()
    }

    /// Flags that change nothing, in words.
    pub fn warnings(&self) -> Vec<String> {
        let builder = self.builder.unwrap_or_default();
        if !needs_rule(builder) {
            let of_rules = ["--rule", "--directions", "--split"];
            let idle = self.given().into_iter().filter(|flag| of_rules.contains(flag));
            return idle
                .map(|flag| format!("{flag} changes nothing: the {builder} builder needs no rule"))
                .collect();
        }
        let idle = self.split.is_some() && self.rule.unwrap_or_default() == Rule::Sah;
        idle.then(|| "--split changes nothing: the sah rule finds its own place".to_owned())
            .into_iter()
            .collect()
    }
}

/// Does this builder divide by a rule?
pub fn needs_rule(builder: Builder) -> bool {
    match builder {
        Builder::TopDown | Builder::Oscillating => true,
        Builder::BottomUp | Builder::Insertion => false,
    }
}

fn leaf_sizes(text: &str) -> Result<(usize, usize), String> {
    let size = |text: &str| {
        text.trim()
            .parse::<NonZeroUsize>()
            .map(NonZeroUsize::get)
            .map_err(|_| format!("`{text}` is no leaf size"))
    };
    match text.split_once(',') {
        None => size(text).map(|both| (both, both)),
        Some((environment, object)) => Ok((size(environment)?, size(object)?)),
    }
}

fn dop_test(text: &str) -> Result<DopTest, String> {
    match (text, text.strip_prefix("ordered:").map(str::parse::<NonZeroUsize>)) {
        ("slabs", _) => Ok(DopTest::Slabs),
        ("ordered", _) => Ok(DopTest::ORDERED),
        ("closure", _) => Ok(DopTest::Closure),
        (_, Some(Ok(at_most))) => Ok(DopTest::Ordered(at_most.get())),
        _ => Err("there are slabs, ordered, ordered:N and closure".to_owned()),
    }
}

/// A value that the engine reads by its name; these names are listed in the help and when another
/// is given.
pub fn one_of<T>(names: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err = UnknownName> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}
