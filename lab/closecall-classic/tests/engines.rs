//! Every configuration of the classic engine, on every hostile scene, pair for pair like brute
//! force.

use crate::common::cover::{pairwise, product};
use crate::common::scenes::{Scene, hostile};
use closecall_classic::query::configure::{
    Basis, BoxTest, DopTest, HullLevels, Normals, Options, Recipe, Rule, Sampling, SupportPlanes,
    Traversal, VolumeKind, checker,
};
use closecall_classic::tree::split::SplitAt;
use closecall_classic::volume::obb::Orientation;
use rayon::prelude::*;
use std::ops::ControlFlow;

const NORMALS: [Normals; 7] = {
    use Normals::{N6, N8, N12, N14, N18, N20, N26};
    [N6, N8, N12, N14, N18, N20, N26]
};
const DOP_TESTS: [DopTest; 4] =
    [DopTest::Slabs, DopTest::ORDERED, DopTest::Ordered(3), DopTest::Closure];
const HULL_LEVELS: [HullLevels; 3] = [HullLevels(0), HullLevels(1), HullLevels(3)];
const BOX_TESTS: [BoxTest; 2] = [BoxTest::Sat6, BoxTest::Sat15];
const ORIENTATIONS: [Orientation; 5] = {
    use Orientation::{Best, HullSurface, HullVertices, Surface, Vertices};
    [Best, HullSurface, HullVertices, Surface, Vertices]
};
const RULES: [(Rule, SplitAt); 9] = {
    use Rule::{Longest, MinMax, MinSum, Sah, Splatter};
    use SplitAt::{Mean, Median};
    // The surface area heuristic chooses its own place.
    let four = [Longest, MinSum, MinMax, Splatter];
    let mut all = [(Sah, Mean); 9];
    let mut i = 0;
    while i < 4 {
        all[1 + 2 * i] = (four[i], Mean);
        all[2 + 2 * i] = (four[i], Median);
        i += 1;
    }
    all
};
const TRAVERSALS: [Traversal; 4] =
    [Traversal::Environment, Traversal::Larger, Traversal::LockStep, Traversal::Restart];
const LEAF_SIZES: [(usize, usize); 3] = [(1, 1), (1, 40), (3, 8)];
const SUPPORT_PLANES: [SupportPlanes; 5] = {
    const fn on(levels: usize, basis: Basis, sampling: Sampling) -> SupportPlanes {
        SupportPlanes { levels, recipe: Recipe { basis, sampling } }
    }
    [
        on(0, Basis::Faces, Sampling::Exact),
        on(3, Basis::Faces, Sampling::Grid(8)),
        on(20, Basis::Vertices, Sampling::Grid(4)),
        on(2, Basis::Faces, Sampling::Exact),
        on(20, Basis::Vertices, Sampling::Exact),
    ]
};

/// A volume with as many choices as it has, from their numbers.
type Family = (&'static [usize], fn(&[usize]) -> VolumeKind);

const FAMILIES: [Family; 4] = [
    (&[], |_| VolumeKind::Sphere),
    (&[2], |pick| VolumeKind::Aabb(BOX_TESTS[pick[0]])),
    (&[2, 5], |pick| VolumeKind::Obb(BOX_TESTS[pick[0]], ORIENTATIONS[pick[1]])),
    (&[7, 4, 3], |pick| {
        VolumeKind::Kdop(NORMALS[pick[0]], DOP_TESTS[pick[1]], HULL_LEVELS[pick[2]])
    }),
];

/// Choices of everything, chosen by `choose` from the numbers of alternatives.
fn configurations(choose: impl Fn(&[usize]) -> Vec<Vec<usize>>) -> Vec<Options> {
    let mut all = Vec::new();
    for (own, volume) in FAMILIES {
        let alternatives =
            [&[RULES.len(), TRAVERSALS.len(), LEAF_SIZES.len(), SUPPORT_PLANES.len()], own]
                .concat();
        for pick in choose(&alternatives) {
            let (rule, split_at) = RULES[pick[0]];
            let (traversal, leaf_size) = (TRAVERSALS[pick[1]], LEAF_SIZES[pick[2]]);
            all.push(Options {
                volume: volume(&pick[4..]),
                rule,
                split_at,
                leaf_size,
                support_planes: SUPPORT_PLANES[pick[3]],
                traversal,
                ..Options::default()
            });
        }
    }
    all
}

fn check(scene: &Scene, options: &Options) {
    let mut engine = checker(scene.a.clone(), scene.b.clone(), options);
    for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate() {
        let place = || format!("{}, pose {i}, {options:?}", scene.name);
        assert_eq!(&engine.contacts(pose), expected, "{}", place());
        match engine.first(pose) {
            Some(pair) => assert!(expected.contains(&pair), "{}: {pair:?} do not touch", place()),
            None => assert!(expected.is_empty(), "{}: a collision was missed", place()),
        }
    }
}

/// Every two choices meet in some configuration; with `CLOSECALL_LONG` set, all choices meet all
/// others.
#[test]
fn every_configuration_answers_like_brute_force() {
    let long = std::env::var_os("CLOSECALL_LONG").is_some();
    let configurations = configurations(if long { product } else { pairwise });
    for scene in hostile() {
        configurations.par_iter().for_each(|options| check(&scene, options));
        if long {
            let (poses, pairs) =
                (scene.poses.len(), scene.contacts.iter().map(Vec::len).sum::<usize>());
            println!(
                "{}: {} configurations × {poses} poses, {pairs} pairs: 0 differences",
                scene.name,
                configurations.len()
            );
        }
    }
}

#[test]
fn a_visitor_can_break_off() {
    let scene = &hostile()[0];
    let (pose, expected) =
        scene.poses.iter().zip(&scene.contacts).max_by_key(|(_, pairs)| pairs.len()).unwrap();
    assert!(expected.len() > 5);
    let mut engine = checker(scene.a.clone(), scene.b.clone(), &Options::default());
    let mut seen = Vec::new();
    engine.visit_contacts(pose, &mut |a, b| {
        seen.push((a, b));
        if seen.len() == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(seen.len(), 5);
    assert!(seen.iter().all(|pair| expected.contains(pair)));
}

#[test]
fn costs_are_counted() {
    let scene = &hostile()[0];
    let mut engine = checker(scene.a.clone(), scene.b.clone(), &Options::default());
    let cost = engine.cost_of_contacts(&scene.poses[0]);
    assert!(cost.volume_tests >= cost.updates && cost.updates > 0, "{cost:?}");
    let pairs = (scene.a.triangle_count() * scene.b.triangle_count()) as u64;
    assert!(cost.triangle_tests <= pairs && cost.exact_tests <= cost.triangle_tests, "{cost:?}");
}
