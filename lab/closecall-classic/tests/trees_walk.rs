//! Promises of the four descents: every pair of leaves is reached exactly once, whatever the
//! shapes of the trees, and the number of volume tests is what the algorithm says.

use crate::common::Random;
use crate::common::scenes::{hostile, scattered, soup};
use closecall::engine::geom::GlamMesh as _;
use closecall::geom::{Clearance, Pose};
use closecall_classic::query::classic::{ClassicBody, ClassicScratch, query};
use closecall_classic::query::configure::{Options, checker};
use closecall_classic::tree::build::{insertion, top_down};
use closecall_classic::tree::split::{Sah, Soup};
use closecall_classic::tree::{BinaryTree, Content};
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::{Aabb, Obb, Rigid, Separation, Test};
use closecall_classic::walk::{
    All, Cost, Descent, EnvironmentFirst, LargerFirst, LockStep, NodePair, Restart, Sink, Uncounted,
};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Never tells volumes apart.
#[derive(Clone, Copy)]
struct Never;

impl Test<Aabb> for Never {
    type Axis = ();

    fn apart(&self, _: &Aabb, _: &Obb, _: &Rigid, _: Option<()>) -> Option<Separation<()>> {
        None
    }
}

/// Tells volumes apart at random, but a pair always the same way.
#[derive(Clone, Copy)]
struct Sometimes;

impl Test<Aabb> for Sometimes {
    type Axis = ();

    fn apart(&self, a: &Aabb, b: &Obb, _: &Rigid, _: Option<()>) -> Option<Separation<()>> {
        let hash =
            (a.low.x.to_bits() ^ b.half.y.to_bits()).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60;
        (hash == 0).then_some(Separation { axis: (), gap: 0.0 })
    }
}

fn body(
    random: &mut Random,
    triangles: usize,
    leaf_size: usize,
    inserted: bool,
) -> ClassicBody<Aabb> {
    // All large and close together: every pair of triangles has a fair chance to meet.
    let mesh = soup(scattered(random, triangles, 1.0));
    let pieces = Soup::new(mesh.iter());
    let tree = match inserted {
        true => insertion(&pieces, &Tight, leaf_size),
        false => top_down(&pieces, &Tight, &Sah::default(), leaf_size),
    };
    ClassicBody::new(Arc::new(mesh), tree)
}

fn ask<D: Descent<Aabb>, T: Test<Aabb>>(
    a: &ClassicBody<Aabb>,
    b: &ClassicBody<Aabb>,
    test: T,
    mut descent: D,
) -> (Found, Cost) {
    let mut found = Found::default();
    let mut cost = Cost::default();
    let scratch = &mut ClassicScratch::default();
    query(
        (a, b),
        &Pose::IDENTITY,
        (test, &mut descent),
        Clearance::NONE,
        scratch,
        &mut found,
        &mut cost,
    );
    (found, cost)
}

/// How often each pair was found touching.
#[derive(Default)]
struct Found(HashMap<(u32, u32), usize>);

impl<A> Sink<A> for Found {
    fn touching(&mut self, a: u32, b: u32) -> ControlFlow<()> {
        *self.0.entry((a, b)).or_default() += 1;
        ControlFlow::Continue(())
    }
}

/// The number of levels above the leaf that a descent to the left reaches.
fn leftmost_depth(tree: &BinaryTree<Aabb>) -> u64 {
    let (mut node, mut depth) = (BinaryTree::<Aabb>::ROOT, 0);
    while let Content::Children(left, _) = tree.node(node).content() {
        (node, depth) = (left, depth + 1);
    }
    depth
}

#[test]
fn every_pair_of_leaves_is_reached_once_when_nothing_is_apart() {
    let random = &mut Random(51);
    for (a, b, leaf_sizes) in
        [(1, 1, (1, 1)), (37, 1, (1, 1)), (1, 29, (1, 1)), (37, 29, (1, 1)), (64, 50, (3, 7))]
    {
        for inserted in [false, true] {
            let (a, b) =
                (body(random, a, leaf_sizes.0, inserted), body(random, b, leaf_sizes.1, !inserted));
            let [(m, i), (n, j)] = [&a, &b].map(|body| {
                let report = body.tree().report();
                (report.leaves as u64, (report.nodes - report.leaves) as u64)
            });
            let pairs = (a.mesh().triangle_count() * b.mesh().triangle_count()) as u64;
            // All of A with B's root, and then the rest of B with every leaf of A.
            let environment = m + i + m * (n + j - 1);
            // All of A for every leaf of B; for its inner nodes only the way to the first leaf of
            // A.
            let restart = n * (m + i) + j * (leftmost_depth(a.tree()) + 1);
            for (name, (found, cost), volume_tests) in [
                ("environment", ask(&a, &b, Never, EnvironmentFirst), Some(environment)),
                ("larger", ask(&a, &b, Never, LargerFirst), None),
                ("lock-step", ask(&a, &b, Never, LockStep), None),
                ("restart", ask(&a, &b, Never, Restart::default()), Some(restart)),
            ] {
                assert_eq!(cost.triangle_tests, pairs, "{name}");
                assert_eq!(cost.updates, n + j, "{name}: every volume of B is moved once");
                assert!(found.0.values().all(|&times| times == 1), "{name}");
                assert!(
                    volume_tests.is_none_or(|expected| expected == cost.volume_tests),
                    "{name}: {cost:?}"
                );
                // A tree of pairs with a leaf for each pair of leaves; lock-step has up to four
                // children a node.
                let tree_of_pairs =
                    if name == "lock-step" { m * n + m * n / 3 } else { 2 * m * n - 1 };
                assert!(
                    name == "restart" || cost.volume_tests >= tree_of_pairs,
                    "{name}: {cost:?}"
                );
                assert!(name != "larger" || cost.volume_tests == tree_of_pairs, "{name}: {cost:?}");
            }
        }
    }
}

#[test]
fn no_pair_is_found_twice_whatever_is_apart() {
    let random = &mut Random(52);
    let (mut least, mut most) = (usize::MAX, 0);
    for round in 0..40 {
        let (a, b) =
            (body(random, 60, 1 + round % 3, false), body(random, 40, 1 + round % 2, false));
        let all = ask(&a, &b, Never, EnvironmentFirst).0.0.len();
        for found in [
            ask(&a, &b, Sometimes, EnvironmentFirst).0,
            ask(&a, &b, Sometimes, LargerFirst).0,
            ask(&a, &b, Sometimes, LockStep).0,
            ask(&a, &b, Sometimes, Restart::default()).0,
        ] {
            assert!(found.0.values().all(|&times| times == 1));
            (least, most) = (least.min(found.0.len()), most.max(found.0.len()));
            assert!(found.0.len() <= all);
        }
    }
    assert!(least < most && most > 0, "{least} {most}");
}

#[test]
fn a_separation_is_heard_of_once() {
    struct Apart(HashMap<NodePair, usize>);
    impl<A> Sink<A> for Apart {
        fn apart(&mut self, pair: NodePair, _: Separation<A>) {
            *self.0.entry(pair).or_default() += 1;
        }
        fn touching(&mut self, _: u32, _: u32) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
    }
    let random = &mut Random(53);
    let (a, b) = (body(random, 60, 1, false), body(random, 40, 1, false));
    let mut apart = Apart(HashMap::new());
    let scratch = &mut ClassicScratch::default();
    let how = (closecall_classic::volume::Sat6, &mut LargerFirst);
    let far = Pose::from_translation([1.5, 0.5, 0.0]).unwrap();
    query((&a, &b), &far, how, Clearance::NONE, scratch, &mut apart, Uncounted);
    assert!(apart.0.len() > 10 && apart.0.values().all(|&times| times == 1));
    let beyond = Pose::from_translation([99.0, 0.0, 0.0]).unwrap();
    let mut gaps = All(|_, _| panic!("nothing touches out there"));
    let how = (closecall_classic::volume::Sat6, &mut LockStep);
    let cost = query((&a, &b), &beyond, how, Clearance::NONE, scratch, &mut gaps, Cost::default());
    assert_eq!((cost.volume_tests, cost.triangle_tests), (1, 0));
}

#[test]
fn a_clearance_costs_what_it_must_and_no_more() {
    // The farther the bodies may be, the more pairs must be looked at; a clearance of nothing costs
    // nothing.
    let scene = hostile()
        .into_iter()
        .find(|scene| scene.name == "mixed sizes")
        .expect("a scene of that name");
    let cost = |distance| {
        let options =
            Options { clearance: Clearance::new(distance).unwrap(), ..Options::default() };
        let mut engine = checker(scene.a.clone(), scene.b.clone(), &options);
        scene.poses.iter().map(|pose| engine.cost_of_contacts(pose).volume_tests).sum::<u64>()
    };
    let costs = [0.0, 1e-50, 0.1, 1.0].map(cost);
    assert!(costs[0] == costs[1] && costs[1] < costs[2] && costs[2] < costs[3], "{costs:?}");
}
