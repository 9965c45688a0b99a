//! Reports on trees: the names of their options, their measures, and the surfaces of a
//! level.

use crate::common::Random;
use crate::common::scenes::{scattered, soup};
use closecall::UnknownName;
use closecall_classic::query::building::paper_leaf_sizes;
use closecall_classic::query::configure::{Builder, Options, Rule, Traversal, VolumeKind};
use closecall_classic::tree::split::{Directions, SplitAt};
use std::fmt::{Debug, Display};
use std::str::FromStr;

#[test]
fn options_have_names() {
    fn round_trip<T: FromStr<Err = UnknownName> + Display + PartialEq + Debug>(
        all: &[T],
        names: &[&str],
    ) {
        assert_eq!(all.iter().map(ToString::to_string).collect::<Vec<_>>(), names);
        assert!(all.iter().all(|value| value.to_string().parse::<T>().unwrap() == *value));
    }
    round_trip(Rule::ALL, &["longest", "minsum", "minmax", "splatter", "sah"]);
    round_trip(Traversal::ALL, &["env", "larger", "lockstep", "restart", "breadth", "best"]);
    round_trip(Builder::ALL, &["topdown", "bottomup", "insertion", "oscillating"]);
    round_trip(SplitAt::ALL, &["mean", "median"]);
    round_trip(Directions::ALL, &["axes", "own"]);
    let error = "middle".parse::<Rule>().unwrap_err().to_string();
    assert_eq!(
        error,
        "there is no rule `middle`; there are longest, minsum, minmax, splatter, sah"
    );
}

#[test]
fn leaf_sizes_follow_the_dissertation() {
    let [small, large] = [999, 1000].map(|n| soup(scattered(&mut Random(55), n, 0.1)));
    for (volume, large_size) in
        [("sphere", 40), ("obb", 40), ("kdop14", 40), ("kdop18", 60), ("kdop20", 100)]
    {
        let volume = volume.parse().unwrap();
        assert_eq!(paper_leaf_sizes(&large, &small, volume), (1, 20));
        assert_eq!(paper_leaf_sizes(&small, &large, volume), (1, large_size));
    }
}

#[test]
fn a_level_is_drawn_with_all_its_volumes() {
    let mesh = soup(scattered(&mut Random(54), 100, 0.3));
    for volume in ["aabb", "obb"].map(|name| name.parse::<VolumeKind>().unwrap()) {
        let tree =
            closecall_classic::query::tree(&mesh, 1, &Options { volume, ..Options::default() });
        let report = tree.report();
        assert_eq!((report.nodes, report.leaves, report.items), (199, 100, 100));
        assert_eq!(report.levels.len(), report.height + 1);
        assert_eq!(report.levels.iter().map(|level| level.nodes).sum::<usize>(), report.nodes);
        let levels: f64 = report.levels.iter().map(|level| level.volume).sum();
        assert!((levels / report.total_volume - 1.0).abs() < 1e-12);
        for depth in [0, 1, 2] {
            let surface = tree.level_surfaces(depth).concat();
            assert_eq!(surface.len(), 12 << depth);
            // The divergence theorem: closed surfaces with their normals outwards enclose the
            // volume.
            let enclosed: f64 = surface.iter().map(|[p, q, r]| p.dot(q.cross(*r)) / 6.0).sum();
            assert!(
                (enclosed / report.levels[depth].volume - 1.0).abs() < 1e-9,
                "{depth}: {enclosed}"
            );
        }
        assert_eq!(
            tree.level_surfaces(99).concat().len(),
            12 * 100,
            "the leaves stand for the levels below them"
        );
    }
}
