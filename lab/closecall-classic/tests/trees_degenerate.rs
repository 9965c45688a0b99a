//! Input that makes a careless builder loop, overflow the stack or take a day: many equal
//! triangles, and triangles whose places form a geometric series, so that each split takes off only
//! the outermost.

use crate::common::scenes::soup;
use closecall::engine::geom::DVec3;
use closecall::mesh::Mesh;
use closecall_classic::query::configure::{BoxTest, Builder, Options, Rule, VolumeKind, tree};
use closecall_classic::tree::split::SplitAt;

const COUNT: usize = 100_000;

fn ways() -> Vec<Options> {
    let of = |builder, rule, split_at| Options {
        volume: VolumeKind::Aabb(BoxTest::Sat6),
        builder,
        rule,
        split_at,
        ..Options::default()
    };
    let mut ways = vec![
        of(Builder::BottomUp, Rule::Sah, SplitAt::Mean),
        of(Builder::Insertion, Rule::Sah, SplitAt::Mean),
        of(Builder::Oscillating, Rule::Splatter, SplitAt::Mean),
        of(Builder::TopDown, Rule::Longest, SplitAt::Median),
    ];
    ways.extend(Rule::ALL.iter().map(|&rule| of(Builder::TopDown, rule, SplitAt::Mean)));
    ways
}

fn check(mesh: &Mesh, highest: usize) {
    for options in ways() {
        let tree = tree(mesh, 1, &options);
        assert_eq!(tree.check(mesh.triangle_count()), Ok(()), "{options:?}");
        let height = tree.report().height;
        let limit = if options.builder == Builder::Insertion { 25 } else { highest };
        assert!(height <= limit, "{height} levels with {options:?}");
    }
}

#[test]
fn equal_triangles_are_halved() {
    let one = [DVec3::ZERO, DVec3::X, DVec3::Y];
    check(&soup(std::iter::repeat_n(one, COUNT)), 20);
}

#[test]
fn a_geometric_series_is_not_peeled_one_by_one() {
    // From 2⁻¹⁹⁰ to 2⁹⁰; about 350 triangles an octave.
    let place = |i: usize| 2f64.powf(280.0 * i as f64 / COUNT as f64 - 190.0);
    let triangle =
        |i| [(1.0, 0.0), (1.01, 0.0), (1.0, 0.01)].map(|(x, y)| DVec3::new(x, y, 0.5) * place(i));
    check(&soup((0..COUNT).map(triangle)), 700);
}

#[test]
fn a_chain_of_doubling_gaps_is_no_chain_of_merges() {
    // Each prefers the next smaller, so that only one pair in a chain is mutual.
    let place = |i: usize| 1.003f64.powi(i as i32 % 20_000);
    let triangle = |i| [DVec3::X * place(i), DVec3::X * place(i) * 1.0001, DVec3::X * place(i)];
    let mesh = soup((0..20_000).map(triangle));
    let options = Options {
        volume: VolumeKind::Aabb(BoxTest::Sat6),
        builder: Builder::BottomUp,
        ..Options::default()
    };
    let tree = tree(&mesh, 1, &options);
    assert_eq!(tree.check(20_000), Ok(()));
    assert!(tree.report().height < 200, "{}", tree.report().height);
}
