//! Every way to build and walk a tree answers like brute force, pair for pair, and every tree is
//! sound.
//!
//! A pairwise cover of the options by default; all combinations, with a line for each, where
//! CLOSECALL_LONG is set.

use crate::common::Random;
use crate::common::cover::{pairwise, product};
use crate::common::scenes::{Scene, ball, hostile, scattered, soup};
use closecall::engine::geom::{DVec3, GlamMesh as _, Triangle};
use closecall::geom::Clearance;
use closecall_classic::query::building::build;
use closecall_classic::query::configure::{
    BoxTest, Builder, DopTest, HullLevels, Normals, Options, Rule, Traversal, VolumeKind, checker,
    tree,
};
use closecall_classic::tree::build::{bottom_up_merged, top_down};
use closecall_classic::tree::split::{Directions, Sah, SplitAt};
use closecall_classic::tree::{BinaryTree, Content, Soup};
use closecall_classic::volume::Aabb;
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::obb::Orientation;
use rayon::prelude::*;

const LEAF_SIZES: [(usize, usize); 4] = [(1, 1), (1, 20), (3, 8), (40, 2)];
const SKINNY_PERCENTS: [u32; 3] = [0, 10, 150];
/// Every volume and every test, in the combinations that are defaults or that differ most from
/// them; `engines.rs` has them all.
const VOLUMES: [VolumeKind; 12] = [
    VolumeKind::Sphere,
    VolumeKind::Aabb(BoxTest::Sat6),
    VolumeKind::Aabb(BoxTest::Sat15),
    VolumeKind::Obb(BoxTest::Sat6, Orientation::Best),
    VolumeKind::Obb(BoxTest::Sat15, Orientation::HullSurface),
    VolumeKind::Kdop(Normals::N6, DopTest::Slabs, HullLevels(1)),
    VolumeKind::Kdop(Normals::N8, DopTest::Closure, HullLevels(0)),
    VolumeKind::Kdop(Normals::N12, DopTest::ORDERED, HullLevels(1)),
    VolumeKind::Kdop(Normals::N14, DopTest::Closure, HullLevels(1)),
    VolumeKind::Kdop(Normals::N18, DopTest::Slabs, HullLevels(1)),
    VolumeKind::Kdop(Normals::N20, DopTest::Ordered(3), HullLevels(3)),
    VolumeKind::Kdop(Normals::N26, DopTest::Slabs, HullLevels(0)),
];

fn sizes() -> [usize; 8] {
    [
        VOLUMES.len(),
        Builder::ALL.len(),
        Rule::ALL.len(),
        SplitAt::ALL.len(),
        Directions::ALL.len(),
        LEAF_SIZES.len(),
        SKINNY_PERCENTS.len(),
        Traversal::ALL.len(),
    ]
}

fn options(row: &[usize]) -> Options {
    Options {
        volume: VOLUMES[row[0]],
        builder: Builder::ALL[row[1]],
        rule: Rule::ALL[row[2]],
        split_at: SplitAt::ALL[row[3]],
        directions: Directions::ALL[row[4]],
        leaf_size: LEAF_SIZES[row[5]],
        skinny_percent: SKINNY_PERCENTS[row[6]],
        tile_percent: [0, 0, 80][(row[1] + row[5]) % 3],
        traversal: Traversal::ALL[row[7]],
        clearance: Clearance::NONE,
        ..Options::default()
    }
}

/// Is this not the same as another row, with other values for options that it does not use?
fn differs_from_all_before(row: &[usize]) -> bool {
    let Options { builder, rule, .. } = options(row);
    match builder {
        Builder::BottomUp | Builder::Insertion => row[2..5] == [0, 0, 0],
        Builder::TopDown | Builder::Oscillating => rule != Rule::Sah || row[3] == 0,
    }
}

/// Compares with brute force at every `stride`th pose.
fn check(scene: &Scene, options: &Options, stride: usize) {
    for (mesh, leaf_size) in [(&scene.a, options.leaf_size.0), (&scene.b, options.leaf_size.1)] {
        let sound = tree(mesh, leaf_size, options).check(mesh.triangle_count());
        assert_eq!(sound, Ok(()), "{}, {options:?}", scene.name);
    }
    let mut engine = checker(scene.a.clone(), scene.b.clone(), options);
    for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate().step_by(stride)
    {
        assert_eq!(&engine.contacts(pose), expected, "{}, pose {i}, {options:?}", scene.name);
        assert_eq!(
            engine.collides(pose),
            !expected.is_empty(),
            "{}, pose {i}, {options:?}",
            scene.name
        );
    }
}

#[test]
fn every_way_to_build_answers_like_brute_force() {
    let long = std::env::var_os("CLOSECALL_LONG").is_some();
    let rows = if long { product(&sizes()) } else { pairwise(&sizes()) };
    let rows: Vec<_> =
        rows.into_iter().filter(|row| !long || differs_from_all_before(row)).collect();
    assert!(rows.len() >= 20);
    let scenes = hostile();
    rows.par_iter().enumerate().for_each(|(i, row)| {
        let options = options(row);
        // In a short run a row sees every fifth scene, and every scene is seen by every fifth row.
        let (first, step) = if long { (0, 1) } else { (i % 5, 5) };
        scenes.iter().skip(first).step_by(step).for_each(|scene| check(scene, &options, 3));
    });
    if long {
        println!("{} ways to build on {} scenes: 0 differences", rows.len(), scenes.len());
    }
}

#[test]
fn pairs_of_cut_triangles_are_found_once() {
    let random = &mut Random(31);
    let needle = |random: &mut Random| {
        let (from, along) = (random.vector(), random.vector() * 2.0);
        [from, from + along, from + along + random.vector() * 0.05]
    };
    let [a, b] = [(); 2].map(|()| soup((0..60).map(|_| needle(random)).collect::<Vec<_>>()));
    let poses = (0..24).map(|i| random.pose(if i % 2 == 0 { 0.5 } else { 8.0 })).collect();
    let scene = Scene::new("long needles", a, b, poses);
    let cut = |skinny_percent| Options { skinny_percent, ..Options::default() };
    let items = |percent| tree(&scene.a, 1, &cut(percent)).report().items;
    assert_eq!([items(0), items(400)], [60, 300], "nothing was cut");
    for percent in [5, 50, 400] {
        for &traversal in Traversal::ALL {
            for leaf_size in [(1, 1), (4, 2)] {
                check(&scene, &Options { traversal, leaf_size, ..cut(percent) }, 1);
            }
        }
    }
    let tests = |percent| {
        checker(scene.a.clone(), scene.b.clone(), &cut(percent)).cost_of_contacts(&scene.poses[0])
    };
    assert!(
        tests(400).triangle_tests < tests(0).triangle_tests,
        "pieces do not sharpen the volumes"
    );
}

/// The nodes on the way from the root to each leaf, with the leaf's items.
fn every_leaf(tree: &BinaryTree<Aabb>, mut visit: impl FnMut(&[u32], &[u32])) {
    let mut pending = vec![vec![BinaryTree::<Aabb>::ROOT]];
    while let Some(path) = pending.pop() {
        let node = path[path.len() - 1];
        match tree.node(node).content() {
            Content::Leaf => visit(&path, tree.items(node)),
            Content::Children(left, right) => {
                pending.extend(
                    [left, right].map(|child| path.iter().copied().chain([child]).collect()),
                );
            }
        }
    }
}

fn holds(volume: &Aabb, p: DVec3) -> bool {
    volume.low.cmple(p).all() && p.cmple(volume.high).all()
}

#[test]
fn volumes_hold_all_triangles_below_them() {
    for scene in hostile() {
        for row in pairwise(&sizes()) {
            let options = Options {
                skinny_percent: 0,
                tile_percent: 0,
                volume: VolumeKind::Aabb(BoxTest::Sat6),
                ..options(&row)
            };
            let tree = build::<Aabb>(&scene.a, &Tight, options.leaf_size.0, &options);
            every_leaf(&tree, |path, items| {
                let mut corners = items.iter().flat_map(|&item| scene.a.triangle_at(item as usize));
                let in_all = |p| path.iter().all(|&node| holds(&tree.node(node).volume, p));
                assert!(corners.all(in_all), "{}, {options:?}", scene.name);
                assert!(items.len() <= options.leaf_size.0);
            });
        }
    }
}

#[test]
fn pieces_cover_their_triangle() {
    let mut random = Random(37);
    let triangles: Vec<Triangle> = (0..40)
        .map(|_| {
            let (from, along) = (random.vector(), random.vector());
            [from, from + along * 3.0, from + along + random.vector() * 0.02]
        })
        .collect();
    let tree =
        top_down(&Soup::subdivided(triangles.iter().copied(), 300), &Tight, &Sah::default(), 1);
    let mut volumes_of = vec![Vec::new(); triangles.len()];
    every_leaf(&tree, |path, items| {
        items.iter().for_each(|&item| {
            volumes_of[item as usize].push(tree.node(path[path.len() - 1]).volume)
        });
    });
    assert_eq!(tree.check(triangles.len()), Ok(()));
    for (triangle, volumes) in triangles.iter().zip(&volumes_of) {
        for _ in 0..200 {
            let (s, t) = (random.next(), random.next());
            let (s, t) = if s + t > 1.0 { (1.0 - s, 1.0 - t) } else { (s, t) };
            let p = triangle[0] + (triangle[1] - triangle[0]) * s + (triangle[2] - triangle[0]) * t;
            let rounding = DVec3::splat(1e-14);
            let near =
                |v: &Aabb| holds(&Aabb { low: v.low - rounding, high: v.high + rounding }, p);
            assert!(volumes.iter().any(near), "{p} of {triangle:?} lies in no piece");
        }
    }
}

#[test]
fn merged_volumes_hold_their_children() {
    let mesh = soup(scattered(&mut Random(41), 300, 0.1));
    let tree = bottom_up_merged::<Aabb>(&Soup::new(mesh.iter()), &Tight, 2);
    assert_eq!(tree.check(300), Ok(()));
    for node in tree.nodes() {
        if let Content::Children(left, right) = node.content() {
            assert_eq!(
                node.volume,
                closecall_classic::volume::Volume::merge(
                    &tree.node(left).volume,
                    &tree.node(right).volume
                )
            );
        }
    }
}

#[test]
fn rules_rank_as_in_the_dissertation() {
    // Table 9: min sum makes the least total volume, longest side the greatest; the median makes
    // more than the mean. That is for real models in 18-DOPs, and here for a scatter of triangles
    // in boxes: only clear differences are asked for.
    let mesh = soup(scattered(&mut Random(43), 3000, 0.05).into_iter().chain(ball(12, 2.0)));
    let volume = |rule, split_at| {
        let options = Options {
            volume: VolumeKind::Aabb(BoxTest::Sat6),
            rule,
            split_at,
            ..Options::default()
        };
        tree(&mesh, 1, &options).report().total_volume
    };
    let [longest, min_sum] = [Rule::Longest, Rule::MinSum].map(|rule| volume(rule, SplitAt::Mean));
    assert!(min_sum < longest, "{min_sum} {longest}");
    let height = |split_at| {
        tree(&mesh, 1, &Options { rule: Rule::Splatter, split_at, ..Options::default() })
            .report()
            .height
    };
    let balanced = (mesh.triangle_count() as f64).log2().ceil() as usize;
    assert_eq!(height(SplitAt::Median), balanced);
    assert!(height(SplitAt::Mean) >= balanced);
}
