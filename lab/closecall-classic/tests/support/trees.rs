//! Planes on the first levels of trees: who has them, what they save, and that they save it with
//! every memory.

use crate::common::scenes::{Scene, ball, hostile, soup};
use crate::common::{Random, wander};
use closecall::Cost;
use closecall::engine::geom::GlamMesh as _;
use closecall_classic::coherence::Updating;
use closecall_classic::query::classic::ClassicBody;
use closecall_classic::query::configure::{
    Basis, Options, Recipe, Sampling, SupportPlanes, Traversal, VolumeKind,
};
use closecall_classic::query::{Checker, Strategy, checker};
use closecall_classic::tree::build::top_down;
use closecall_classic::tree::split::Sah;
use closecall_classic::tree::{BinaryTree, Content, Soup};
use closecall_classic::volume::Aabb;
use closecall_classic::volume::aabb::Tight;
use std::ops::ControlFlow;
use std::sync::Arc;

#[test]
fn the_first_levels_have_planes_that_hold_all_triangles_below() {
    let mesh = soup(ball(8, 1.0));
    let tree: BinaryTree<Aabb> = top_down(&Soup::new(mesh.iter()), &Tight, &Sah::default(), 1);
    let body = ClassicBody::new(Arc::new(mesh), tree);
    let bare = body.bytes();
    for levels in [1, 3, 100] {
        let body = body
            .clone()
            .with_planes(levels, Recipe { basis: Basis::Vertices, sampling: Sampling::Grid(4) });
        let planes = body.planes().unwrap();
        assert_eq!(body.bytes(), bare + planes.bytes());
        let mut pending = vec![(BinaryTree::<Aabb>::ROOT, 0)];
        let mut with_planes = 0;
        while let Some((node, depth)) = pending.pop() {
            assert_eq!(
                planes.of(node).is_some(),
                depth < levels,
                "node {node} on level {depth} of {levels}"
            );
            with_planes += usize::from(depth < levels);
            if let Content::Children(left, right) = body.tree().node(node).content() {
                pending.extend([(left, depth + 1), (right, depth + 1)]);
            }
            if let Some(mapping) = planes.of(node) {
                let plane = mapping.plane(body.mesh().triangle_at(0)[0]);
                let below = corners_below(&body, node);
                assert!(below.contains(&plane.point));
                assert!(below.iter().all(|p| plane.normal.dot(*p - plane.point) < 1e-15));
            }
        }
        assert_eq!(planes.mappings().len(), with_planes);
    }
    assert!(body.with_planes(0, Recipe::default()).planes().is_none());
}

fn corners_below(body: &ClassicBody<Aabb>, node: u32) -> Vec<closecall::engine::geom::DVec3> {
    match body.tree().node(node).content() {
        Content::Children(left, right) => {
            [left, right].into_iter().flat_map(|child| corners_below(body, child)).collect()
        }
        Content::Leaf => body
            .tree()
            .items(node)
            .iter()
            .flat_map(|&item| body.mesh().triangle_at(item as usize))
            .collect(),
    }
}

const STRATEGIES: [Option<Strategy>; 4] = [
    None,
    Some(Strategy::List(Updating::DEFERRED)),
    Some(Strategy::Klosowski),
    Some(Strategy::Tropp(closecall_classic::coherence::Policy::OBB)),
];

/// Asks for all contacts along a path.
fn cost(scene: &Scene, options: &Options, strategy: Option<Strategy>, path: &wander::Path) -> Cost {
    let mut cost = Cost::default();
    let mut checker: Box<dyn Checker> = checker(scene.a.clone(), scene.b.clone(), options);
    if let Some(strategy) = strategy {
        checker = checker.remembering(strategy);
    }
    for (pose, expected) in path.poses.iter().zip(&path.contacts) {
        let mut found = Vec::new();
        checker.visit_contacts_counted(pose, &mut cost, &mut |a, b| {
            found.push((a, b));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        assert_eq!(&found, expected, "{}, {options:?}, {strategy:?}", scene.name);
    }
    cost
}

/// Two round bodies close to each other: planes reject where spheres and boxes overlap, with every
/// volume, traversal and memory.
#[test]
fn planes_reject_with_every_volume_traversal_and_memory() {
    let random = &mut Random(71);
    let poses = (0..30).map(|_| random.pose(1.6)).collect();
    let scene = Scene::new("balls", soup(ball(7, 1.0)), soup(ball(6, 0.7)), poses);
    let path = wander::wander(&scene, 72, 60);
    for volume in
        ["sphere", "aabb", "obb", "kdop18"].map(|name| name.parse::<VolumeKind>().unwrap())
    {
        for (&traversal, strategy) in
            Traversal::ALL.iter().flat_map(|t| STRATEGIES.map(|strategy| (t, strategy)))
        {
            let without = Options { volume, traversal, ..Options::default() };
            let with = Options { support_planes: SupportPlanes::on(4), ..without };
            let (bare, planes) =
                (cost(&scene, &without, strategy, &path), cost(&scene, &with, strategy, &path));
            let place = format!("{volume}, {traversal}, {strategy:?}: {bare:?} {planes:?}");
            assert_eq!((bare.plane_tests, bare.plane_rejections), (0, 0), "{place}");
            assert!(
                planes.plane_rejections > 0 && planes.plane_rejections < planes.plane_tests,
                "{place}"
            );
            if strategy.is_none() {
                assert!(planes.volume_tests < bare.volume_tests, "{place}");
            }
        }
    }
}

/// Every level on hostile scenes, with planes that are chosen badly and well; `engines.rs` and
/// `warm.rs` have all other choices.
#[test]
fn hostile_scenes_are_answered_like_brute_force() {
    let mut rejections = 0;
    for scene in hostile() {
        let path = wander::Path { poses: scene.poses.clone(), contacts: scene.contacts.clone() };
        for (basis, density) in [(Basis::Faces, 32), (Basis::Vertices, 3)] {
            let recipe = Recipe { basis, sampling: Sampling::Grid(density) };
            for volume in ["sphere", "aabb", "obb"].map(|name| name.parse::<VolumeKind>().unwrap())
            {
                let support_planes = SupportPlanes { levels: 6, recipe };
                let options = Options { volume, support_planes, ..Options::default() };
                rejections += cost(&scene, &options, None, &path).plane_rejections;
            }
        }
    }
    assert!(rejections > 1000, "{rejections}");
}
