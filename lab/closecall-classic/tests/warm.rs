//! The memory of the classic engine never changes an answer: every strategy with every volume, on
//! every hostile scene, along paths of small steps, jumps and repeats, whatever was asked before.

use crate::common::Random;
use crate::common::cover::{pairwise, product};
use crate::common::scenes::{Scene, hostile};
use crate::common::wander::{Path, drift, wander};
use closecall::engine::geom::{GlamMesh as _, GlamPose as _, Triangle};
use closecall::geom::{Clearance, Pose};
use closecall::query::brute;
use closecall_classic::coherence::{Bottom, Losing, Policy, Updating};
use closecall_classic::query::configure::{
    BoxTest, DopTest, HullLevels, Normals, Options, SupportPlanes, Traversal, VolumeKind,
};
use closecall_classic::query::{Checker, Remembering, Strategy, checker};
use closecall_classic::volume::obb::Orientation;
use rayon::prelude::*;
use std::ops::ControlFlow;

const VOLUMES: [VolumeKind; 9] = [
    VolumeKind::Sphere,
    VolumeKind::Aabb(BoxTest::Sat6),
    VolumeKind::Aabb(BoxTest::Sat15),
    VolumeKind::Obb(BoxTest::Sat6, Orientation::Best),
    VolumeKind::Obb(BoxTest::Sat15, Orientation::Surface),
    VolumeKind::Kdop(Normals::N6, DopTest::Slabs, HullLevels(0)),
    VolumeKind::Kdop(Normals::N14, DopTest::Closure, HullLevels(1)),
    VolumeKind::Kdop(Normals::N18, DopTest::Slabs, HullLevels(1)),
    VolumeKind::Kdop(Normals::N26, DopTest::Ordered(4), HullLevels(3)),
];

/// A front that is used for all motions, keeps pairs of any size, and rises at once.
const EAGER: Policy = Policy {
    coherence: 100.0,
    sprout: 0.5,
    prune: 0.0,
    bottom: Bottom::Volumes,
    losing: Losing::GoesOn,
};
/// The same, but not where it loses.
const CAREFUL: Policy = Policy { losing: Losing::Stops, ..EAGER };
/// One that is used for all motions and never rises.
const STUBBORN: Policy = Policy {
    coherence: 100.0,
    sprout: f64::INFINITY,
    prune: f64::INFINITY,
    bottom: Bottom::Triangles,
    losing: Losing::GoesOn,
};

const STRATEGIES: [Strategy; 9] = [
    Strategy::List(Updating::Plain),
    Strategy::List(Updating::Predicted),
    Strategy::List(Updating::DEFERRED),
    Strategy::Klosowski,
    Strategy::Tropp(Policy::OBB),
    Strategy::Tropp(Policy::AABB),
    Strategy::Tropp(EAGER),
    Strategy::Tropp(CAREFUL),
    Strategy::Tropp(STUBBORN),
];
const LEAF_SIZES: [(usize, usize); 3] = [(1, 1), (1, 40), (3, 8)];
const PLANE_LEVELS: [usize; 3] = [0, 2, 5];

fn configurations(long: bool) -> Vec<(Options, Strategy)> {
    let choose = if long { product } else { pairwise };
    let rows = choose(&[
        VOLUMES.len(),
        STRATEGIES.len(),
        Traversal::ALL.len(),
        LEAF_SIZES.len(),
        2,
        PLANE_LEVELS.len(),
    ]);
    let of = |row: Vec<usize>| {
        let options = Options {
            volume: VOLUMES[row[0]],
            traversal: Traversal::ALL[row[2]],
            leaf_size: LEAF_SIZES[row[3]],
            skinny_percent: [0, 30][row[4]],
            support_planes: SupportPlanes::on(PLANE_LEVELS[row[5]]),
            ..Options::default()
        };
        (options, STRATEGIES[row[1]])
    };
    rows.into_iter().map(of).collect()
}

/// Asks one question of several, with what was asked before in memory.
fn ask(
    warm: &mut Box<dyn Remembering>,
    path: &Path,
    i: usize,
    question: usize,
    place: &dyn Fn() -> String,
) {
    let (pose, expected) = (&path.poses[i], &path.contacts[i]);
    match question {
        0..4 => match warm.first(pose) {
            Some(pair) => assert!(expected.contains(&pair), "{}: {pair:?} do not touch", place()),
            None => assert!(expected.is_empty(), "{}: a collision was missed", place()),
        },
        4..9 => assert_eq!(&warm.contacts(pose), expected, "{}", place()),
        9 => {
            let mut seen = Vec::new();
            warm.visit_contacts(pose, &mut |a, b| {
                seen.push((a, b));
                if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(seen.len(), expected.len().min(3), "{}", place());
            assert!(seen.iter().all(|pair| expected.contains(pair)), "{}", place());
        }
        10 => *warm = warm.clone(),
        _ => {}
    }
}

fn check(scene: &Scene, path: &Path, options: &Options, strategy: Strategy) {
    let mut warm = checker(scene.a.clone(), scene.b.clone(), options).remembering(strategy);
    let random = &mut Random(77);
    for i in 0..path.poses.len() {
        let place = || format!("{}, pose {i}, {strategy:?}, {options:?}", scene.name);
        ask(&mut warm, path, i, random.below(12), &place);
        if random.below(40) == 0 {
            warm.reset();
        }
    }
}

/// Every two choices meet in some configuration; with `CLOSECALL_LONG` set, all choices meet all
/// others, on longer paths.
#[test]
fn warm_queries_answer_like_brute_force() {
    let long = std::env::var_os("CLOSECALL_LONG").is_some();
    let configurations = configurations(long);
    for (seed, scene) in (100..).zip(hostile()) {
        let path = wander(&scene, seed, if long { 1000 } else { 120 });
        let colliding = path.contacts.iter().filter(|pairs| !pairs.is_empty()).count();
        assert!(
            colliding > 5 && colliding < path.poses.len() - 5,
            "{}: {colliding} collide",
            scene.name
        );
        configurations
            .par_iter()
            .for_each(|(options, strategy)| check(&scene, &path, options, *strategy));
        if long {
            println!(
                "{}: {} configurations × {} poses",
                scene.name,
                configurations.len(),
                path.poses.len()
            );
        }
    }
}

#[test]
fn a_clearance_is_kept_by_margins_too() {
    let clearance = Clearance::new(0.25).unwrap();
    for scene in hostile().iter().take(3) {
        let poses = wander(scene, 5, 60).poses;
        let expected: Vec<_> = poses
            .iter()
            .map(|pose| brute::contacts_within(&scene.a, &scene.b, pose, clearance))
            .collect();
        for (volume, strategy) in
            VOLUMES.iter().flat_map(|volume| STRATEGIES.map(|strategy| (*volume, strategy)))
        {
            let support_planes = SupportPlanes::on(3);
            let options = Options { volume, clearance, support_planes, ..Options::default() };
            let mut warm =
                checker(scene.a.clone(), scene.b.clone(), &options).remembering(strategy);
            for (pose, expected) in poses.iter().zip(&expected) {
                assert_eq!(
                    &warm.contacts(pose),
                    expected,
                    "{}, {strategy:?}, {options:?}",
                    scene.name
                );
            }
        }
    }
}

#[test]
fn memory_is_bounded_and_visible() {
    for scene in hostile().iter().take(3) {
        let path = wander(scene, 6, 60);
        for strategy in STRATEGIES {
            let mut warm = checker(scene.a.clone(), scene.b.clone(), &Options::default())
                .remembering(strategy);
            let mut seen = Vec::new();
            for most in [usize::MAX, 30] {
                warm.limit(most);
                for (pose, expected) in path.poses.iter().zip(&path.contacts) {
                    assert_eq!(
                        &warm.contacts(pose),
                        expected,
                        "{}, {strategy:?}, at most {most}",
                        scene.name
                    );
                    seen.push(warm.footprint().entries);
                    assert!(seen[seen.len() - 1] <= most);
                }
            }
            // Who loses rests, and remembers nothing then.
            let rests = strategy == Strategy::Tropp(CAREFUL) && seen.contains(&0);
            assert!(
                rests || seen.iter().any(|&entries| entries > 30),
                "{strategy:?}: the limit did not matter: {seen:?}"
            );
            assert!(warm.footprint().bytes > 0);
            warm.reset();
            assert_eq!(warm.footprint().entries, 0, "{strategy:?}");
        }
    }
}

/// Does a closed convex surface with its normals outwards hold a triangle, but for so much? The
/// narrow sides of a flat box have no normals worth the name.
fn holds(surface: &[Triangle], triangle: &Triangle, slack: f64) -> bool {
    surface.iter().all(|[p, q, r]| {
        let out = (q - p).cross(r - p);
        out.length() < 1e-9
            || triangle.iter().all(|corner| out.normalize().dot(corner - p) <= slack)
    })
}

/// A ball is drawn with its vertices on the sphere, so that its faces cut a little off.
#[test]
fn the_volumes_of_the_front_hold_what_touches() {
    let [mut colliding, mut clear, mut elsewhere] = [0; 3];
    for (scene, volume) in
        hostile().iter().take(2).flat_map(|scene| [0, 1, 3, 6].map(|k| (scene, VOLUMES[k])))
    {
        let path = wander(scene, 7, 12);
        let slack = if volume == VolumeKind::Sphere { 0.5 } else { 1e-9 };
        let options = Options { volume, ..Options::default() };
        for strategy in
            [Strategy::List(Updating::Plain), Strategy::Klosowski, Strategy::Tropp(EAGER)]
        {
            let mut warm =
                checker(scene.a.clone(), scene.b.clone(), &options).remembering(strategy);
            assert_eq!(warm.front(), []);
            for (pose, contacts) in path.poses.iter().zip(&path.contacts) {
                let _ = warm.first(pose);
                let (of_a, of_b): (Vec<u32>, Vec<u32>) = warm.front().into_iter().unzip();
                assert_eq!(of_a.len(), warm.footprint().entries);
                let [of_a, of_b] = warm.surfaces([&of_a, &of_b]);
                for &(i, j) in contacts.iter().take(3) {
                    let [a, b] = [scene.a.triangle_at(i as usize), scene.b.triangle_at(j as usize)];
                    let is_held =
                        |(p, q): (&Vec<_>, &Vec<_>)| holds(p, &a, slack) && holds(q, &b, slack);
                    let held = of_a.iter().zip(&of_b).filter(|&pair| is_held(pair)).count();
                    assert!(
                        held > 0,
                        "{}, {strategy:?}, {volume}: {i}:{j} lie under no entry",
                        scene.name
                    );
                    elsewhere += of_a.len() - held;
                }
                *(if contacts.is_empty() { &mut clear } else { &mut colliding }) += 1;
            }
        }
    }
    assert!(
        colliding > 20 && clear > 20 && elsewhere > 1000,
        "{colliding} collide, {clear} do not, {elsewhere}"
    );
}

/// The volume tests of all poses together.
fn volume_tests(checker: &mut (impl Checker + ?Sized), poses: &[Pose]) -> u64 {
    poses.iter().map(|pose| checker.cost_of_contacts(pose).volume_tests).sum()
}

#[test]
fn small_steps_cost_less_than_from_the_roots() {
    let (mut cold_tests, mut warm_tests) = (0, [0; STRATEGIES.len()]);
    for scene in hostile().iter().take(3) {
        for start in scene.poses.iter().step_by(10) {
            let poses = drift(scene, start, 0.001, 50);
            let options = Options { traversal: Traversal::Environment, ..Options::default() };
            let mut cold = checker(scene.a.clone(), scene.b.clone(), &options);
            cold_tests += volume_tests(&mut *cold, &poses);
            for (sum, strategy) in warm_tests.iter_mut().zip(STRATEGIES) {
                *sum += volume_tests(&mut *cold.remembering(strategy), &poses);
            }
        }
    }
    let shares = warm_tests.map(|tests| tests as f64 / cold_tests as f64);
    println!("share of the volume tests: {shares:.3?}");
    let most: [f64; STRATEGIES.len()] = [0.95, 0.9, 0.9, 0.95, 0.25, 0.25, 0.5, 0.5, 0.25];
    assert!(shares.iter().zip(most).all(|(share, most)| *share < most), "{shares:.3?}");
}

/// A separated pair stays so by its margin, and a touching pair is tested at once; what is neither
/// is tested.
#[test]
fn a_pose_repeated_costs_only_what_neither_touches_nor_is_apart() {
    let scene = &hostile()[0];
    let mut cold = checker(scene.a.clone(), scene.b.clone(), &Options::default());
    let mut warm = cold.remembering(Strategy::Tropp(Policy::OBB));
    for (pose, contacts) in scene.poses.iter().zip(&scene.contacts) {
        for _ in 0..3 {
            let _ = warm.contacts(pose);
        }
        let (again, from_roots) = (warm.cost_of_contacts(pose), cold.cost_of_contacts(pose));
        assert!(
            again.margin_tests > 0 && again.axis_tests == 0 && again.updates <= again.volume_tests,
            "{again:?}"
        );
        assert_eq!(again.volume_tests, from_roots.triangle_tests - contacts.len() as u64);
    }
}

#[test]
fn a_large_motion_costs_what_it_costs_from_the_roots() {
    let scene = &hostile()[0];
    let options = Options::default();
    let mut cold = checker(scene.a.clone(), scene.b.clone(), &options);
    let mut warm = cold.remembering(Strategy::tropp(options.volume));
    let _ = warm.contacts(&scene.poses[0]);
    for poses in
        scene.poses.windows(2).filter(|poses| poses[0].shift().distance(poses[1].shift()) > 5.0)
    {
        let _ = warm.contacts(&poses[0]);
        assert_eq!(warm.cost_of_contacts(&poses[1]), cold.cost_of_contacts(&poses[1]));
    }
}
