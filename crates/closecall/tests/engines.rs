//! Every configuration of the classic engine, on every hostile scene, pair for pair like brute force.

mod common;

use closecall::query::configure::{Options, Rule, Traversal, checker};
use closecall::query::volume_kind::NAMES;
use closecall::tree::split::SplitAt;
use common::scenes::{Scene, hostile};
use std::ops::ControlFlow;

fn configurations() -> impl Iterator<Item = Options> {
    let mut all = Vec::new();
    for (_, volume) in NAMES {
        for (rule, split_at) in [(Rule::Sah, SplitAt::Mean), (Rule::Longest, SplitAt::Median)] {
            for (traversal, leaf_size) in [(Traversal::Larger, (1, 1)), (Traversal::Environment, (3, 8))] {
                all.push(Options { volume, rule, split_at, leaf_size, traversal });
            }
        }
    }
    all.into_iter()
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

#[test]
fn every_configuration_answers_like_brute_force() {
    for scene in hostile() {
        for options in configurations() {
            check(&scene, &options);
        }
    }
}

#[test]
fn a_visitor_can_break_off() {
    let scene = &hostile()[0];
    let (pose, expected) = scene.poses.iter().zip(&scene.contacts).max_by_key(|(_, pairs)| pairs.len()).unwrap();
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
