//! Random scenes in which bodies share single corners, at any size, offset, ratio and valid pose:
//! the wide engine against brute force, pair for pair. A slack that is too small anywhere loses
//! such pairs.

use crate::breaking::{Scene, any_exponent, grazing, kissing, mirrored};
use crate::common::Random;
use closecall::engine::geom::{DMat3, DVec3, GlamPose as _};
use closecall::lab::Uncounted;
use closecall::lab::wide::{
    self, BuildOptions, ContactAsked, Level, Quality, Scratch, Tree, TreeAndMesh, TreeMemory,
};
use closecall::query::brute;
use closecall::{Mesh, Pose};
use std::ops::ControlFlow;

fn contacts(level: Level, a: TreeAndMesh, b: TreeAndMesh, pose: &Pose) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let asked = ContactAsked { level, ..ContactAsked::default() };
    wide::contacts_asked(
        a,
        b,
        pose,
        &asked,
        &mut Scratch::default(),
        &mut Uncounted,
        &mut |i, j| {
            found.push((i, j));
            ControlFlow::Continue(())
        },
    );
    found.sort_unstable();
    found
}

/// A tree of the mesh, built or refitted from one whose triangles lay elsewhere.
fn tree(random: &mut Random, mesh: &Mesh) -> Tree {
    let quality = [Quality::Fast, Quality::Tight][random.below(2)];
    let memory = [TreeMemory::Ample, TreeMemory::Small][random.below(2)];
    let options = BuildOptions::new(quality, memory);
    if random.below(4) > 0 {
        return Tree::build(mesh, &options);
    }
    let elsewhere =
        (0..mesh.triangle_count()).map(|_| [(); 3].map(|()| random.vector())).collect::<Vec<_>>();
    let mut tree = Tree::build(&crate::breaking::soup(&elsewhere).unwrap(), &options);
    assert!(tree.refit(mesh) >= 0.0);
    tree
}

fn levels() -> impl Iterator<Item = Level> {
    Level::ALL.into_iter().filter(|level| level.is_available())
}

/// Every level of the wide engine; how many pairs there were.
fn check_wide(random: &mut Random, scene: &Scene, name: &str) -> usize {
    let Scene { a, b, a_from_b } = scene;
    let expected = brute::contacts(a, b, a_from_b);
    let (a_tree, b_tree) = (tree(random, a), tree(random, b));
    a_tree.check(a);
    b_tree.check(b);
    let (a_body, b_body) = ((&a_tree, a), (&b_tree, b));
    for level in levels() {
        assert_eq!(contacts(level, a_body, b_body, a_from_b), expected, "{name} at {level:?}");
        let asked = ContactAsked { level, ..ContactAsked::default() };
        let first = wide::first_asked(
            a_body,
            b_body,
            a_from_b,
            &asked,
            &mut Scratch::default(),
            &mut Uncounted,
        );
        assert_eq!(first.is_some(), !expected.is_empty(), "{name} at {level:?}");
    }
    expected.len()
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
    Some(check_wide(random, &scene, &name) > 0)
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

/// The longest needles there are, end to end, of which one is turned by a matrix that stretches as
/// far as is accepted: the balls around them must stretch as well.
#[test]
fn balls_stretch_with_the_rotation() {
    let needle = |from: DVec3, to: DVec3| {
        crate::breaking::soup(&[[from, to, from * 0.5 + to * 0.5]]).unwrap()
    };
    for by in [1.0 + 4.99e-10, 1.0 - 4.99e-10] {
        let pose = crate::breaking::bent(&Pose::IDENTITY, DMat3::IDENTITY * by);
        let end = pose.carried(DVec3::X);
        let scene = |gap: f64| {
            let start = end + DVec3::X * gap;
            Scene {
                a: needle(start, start + DVec3::X * 2.0),
                b: needle(DVec3::NEG_X, DVec3::X),
                a_from_b: pose,
            }
        };
        assert_eq!(check_wide(&mut Random(5), &scene(0.0), "end to end"), 1);
        assert_eq!(check_wide(&mut Random(5), &scene(1e-15), "nearly"), 0);
    }
}
