//! Random scenes in which bodies share single corners, at any size, offset, ratio and valid pose:
//! the classic engine against brute force, pair for pair. A slack that is too small anywhere loses
//! such pairs.

use crate::breaking::{Scene, any_exponent, grazing, kissing, mirrored};
use crate::common::Random;
use closecall::engine::geom::{GlamMesh as _, GlamPose as _};
use closecall::geom::Clearance;
use closecall::query::brute;
use closecall_classic::query::configure::{
    BoxTest, Builder, DopTest, Rule, SupportPlanes, Traversal, VolumeKind,
};
use closecall_classic::query::{Options, checker};
use closecall_classic::tree::split::{Directions, SplitAt};
use std::sync::Arc;

/// The classic engine with one of its volumes and descents.
fn check_classic(random: &mut Random, scene: &Scene, name: &str) -> bool {
    let Scene { a, b, a_from_b } = scene;
    let names = [
        "sphere", "aabb", "obb", "kdop6", "kdop8", "kdop12", "kdop14", "kdop18", "kdop20", "kdop26",
    ];
    let mut volume = names[random.below(names.len())].parse().unwrap();
    match &mut volume {
        VolumeKind::Aabb(test) | VolumeKind::Obb(test, _) if random.below(2) == 0 => {
            *test = BoxTest::Sat15
        }
        VolumeKind::Kdop(_, test, _) => {
            *test = [DopTest::Slabs, DopTest::Ordered(2), DopTest::Closure][random.below(3)]
        }
        _ => (),
    }
    let options = Options {
        volume,
        traversal: Traversal::ALL[random.below(Traversal::ALL.len())],
        leaf_size: (1 + random.below(3), 1 + random.below(3)),
        builder: [Builder::TopDown, Builder::BottomUp, Builder::Insertion, Builder::Oscillating]
            [random.below(4)],
        rule: [Rule::Longest, Rule::MinSum, Rule::MinMax, Rule::Splatter, Rule::Sah]
            [random.below(5)],
        directions: [Directions::Axes, Directions::Own][random.below(2)],
        split_at: [SplitAt::Mean, SplitAt::Median][random.below(2)],
        skinny_percent: [0, 0, 100][random.below(3)],
        tile_percent: [0, 0, 150][random.below(3)],
        clearance: clearance(random, scene),
        support_planes: SupportPlanes::on(random.below(4)),
    };
    let mut checker = checker(Arc::new(a.clone()), Arc::new(b.clone()), &options);
    let expected = brute::contacts_within(a, b, a_from_b, options.clearance);
    assert_eq!(checker.contacts(a_from_b), expected, "{name}, {options:?}");
    !brute::contacts(a, b, a_from_b).is_empty()
}

/// None, or the distance of a corner of A from one of B, so that some pairs are just as close as is
/// asked.
fn clearance(random: &mut Random, Scene { a, b, a_from_b }: &Scene) -> Clearance {
    let p = a.triangle_at(random.below(a.triangle_count()))[random.below(3)];
    let q = b.triangle_at(random.below(b.triangle_count()))[random.below(3)];
    let distance = if random.below(2) == 0 { 0.0 } else { p.distance(a_from_b.carried(q)) };
    Clearance::new(distance).unwrap_or(Clearance::NONE)
}

type Make = fn(&mut Random) -> Option<Scene>;

const SCENES: [(&str, Make); 4] = [
    ("mirrored", mirrored),
    ("kissing", kissing),
    ("any exponent", any_exponent),
    ("grazing", grazing),
];

/// One scene; does it touch? None if it leaves the range of coordinates.
fn one(seed: u64, round: usize) -> Option<bool> {
    let (family, make) = SCENES[round % SCENES.len()];
    let random =
        &mut Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(round as u64 * 7919));
    random.next();
    let scene = make(random)?;
    let name = format!("{family}, seed {seed}, round {round}");
    Some(check_classic(random, &scene, &name))
}

/// `CLOSECALL_LONG=N` asks for N times as many scenes, and prints every failure.
#[test]
fn bodies_that_share_a_corner_are_never_told_apart() {
    let long = std::env::var("CLOSECALL_LONG")
        .map_or(1, |n| n.parse().expect("CLOSECALL_LONG is a number"));
    let (mut scenes, mut touching, mut failures) = (0, 0, 0);
    for (seed, round) in (1..=long).flat_map(|seed| (0..400).map(move |round| (seed, round))) {
        match std::panic::catch_unwind(|| one(seed, round)) {
            Ok(touches) => {
                scenes += usize::from(touches.is_some());
                touching += usize::from(touches == Some(true));
            }
            Err(_) => failures += 1,
        }
    }
    println!("{scenes} scenes, {touching} of them touching, {failures} failures");
    assert_eq!(failures, 0);
    assert!(touching * 4 > scenes && touching < scenes, "{touching} of {scenes} scenes touch");
}
