//! Promises of the wide engine beside its answers (those are in `table.rs`): visitors that break
//! off, costs, trees that do not depend on threads, batches, refits.

use crate::wide_scenes::{Scene, scenes};
use closecall::engine::geom::GlamMesh as _;
use closecall::lab::Uncounted;
use closecall::lab::wide::{self, BuildOptions, ContactAsked, Level, Scratch, Tree, TreeMemory};
use closecall::query::brute;
use closecall::{Ask, Cost, Mesh, Model, Pose};
use std::ops::ControlFlow;

fn contacts(
    level: Level,
    a: wide::TreeAndMesh,
    b: wide::TreeAndMesh,
    pose: &Pose,
    scratch: &mut Scratch,
) -> Vec<(u32, u32)> {
    let mut found = Vec::new();
    let asked = ContactAsked { level, ..ContactAsked::default() };
    wide::contacts_asked(a, b, pose, &asked, scratch, &mut Uncounted, &mut |i, j| {
        found.push((i, j));
        ControlFlow::Continue(())
    });
    found.sort_unstable();
    found
}

#[test]
fn a_visitor_can_break_off() {
    let Scene { a, b, poses, .. } =
        scenes().into_iter().find(|scene| scene.name == "identical grids").unwrap();
    let (a_tree, b_tree) =
        (Tree::build(&a, &BuildOptions::default()), Tree::build(&b, &BuildOptions::default()));
    let mut heard = 0;
    wide::contacts(
        (&a_tree, &a),
        (&b_tree, &b),
        &poses[0],
        &mut Scratch::default(),
        &mut |_, _| {
            heard += 1;
            if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!(heard, 3);
}

#[test]
fn costs_are_counted() {
    let Scene { a, b, poses, .. } =
        scenes().into_iter().find(|scene| scene.name == "identical grids").unwrap();
    let (a_tree, b_tree) =
        (Tree::build(&a, &BuildOptions::default()), Tree::build(&b, &BuildOptions::default()));
    let mut scratch = Scratch::default();
    let (a_body, b_body) = ((&a_tree, &a), (&b_tree, &b));
    let (mut first, mut all) = (Cost::default(), Cost::default());
    let _ = wide::first_asked(
        a_body,
        b_body,
        &poses[0],
        &ContactAsked::default(),
        &mut scratch,
        &mut first,
    );
    let every = &mut |_, _| ControlFlow::Continue(());
    wide::contacts_asked(
        a_body,
        b_body,
        &poses[0],
        &ContactAsked::default(),
        &mut scratch,
        &mut all,
        every,
    );
    let pairs = brute::contacts(&a, &b, &poses[0]).len() as u64;
    assert!(
        all.triangle_tests >= pairs && all.volume_tests > all.updates && all.updates > 0,
        "{all:?}"
    );
    assert!(all.exact_tests > 0, "coplanar pairs need exact arithmetic: {all:?}");
    assert!(first.triangle_tests <= 8 && first.volume_tests < all.volume_tests, "{first:?}");
}

#[test]
fn the_tree_does_not_depend_on_the_number_of_threads() {
    let mesh = crate::wide_scenes::bumpy_sphere(120, 100);
    let build = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Tree::build(&mesh, &BuildOptions::default()))
    };
    let one = build(1);
    one.check(&mesh);
    assert!(mesh.triangle_count() > 20_000, "large enough for several threads");
    for threads in [2, 3, 7, 16] {
        assert!(build(threads) == one, "{threads} threads");
    }
    let bytes = one.bytes() as f64 / mesh.triangle_count() as f64;
    let small = Tree::build(&mesh, &BuildOptions::new(Default::default(), TreeMemory::Small));
    let small_bytes = small.bytes() as f64 / mesh.triangle_count() as f64;
    assert!(bytes <= 120.0 && small_bytes <= 70.0, "{bytes} and {small_bytes} bytes per triangle");
}

#[test]
fn a_batch_gives_the_single_answers_in_order_for_any_number_of_threads() {
    let Scene { a, b, .. } = scenes().into_iter().find(|scene| scene.name == "rings").unwrap();
    let pair = Model::new(a).ask(&Model::new(b), Ask::new()).unwrap();
    let mut random = crate::wide_scenes::Random(31);
    let poses: Vec<_> = (0..300).map(|_| random.pose(1.5)).collect();
    let mut one = pair.fork();
    let single: Vec<_> = poses.iter().map(|pose| one.contacts(pose)).collect();
    let touching: Vec<_> = single.iter().map(|found| !found.pairs.is_empty()).collect();
    assert!(touching.contains(&true) && touching.contains(&false));
    for threads in [1, 2, 5, 16] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let contacts = pair.batch(&poses, |pair, pose| pair.contacts(pose));
            assert!(contacts == single, "{threads} threads");
            assert_eq!(pair.batch(&poses, |pair, pose| pair.collides(pose)), touching);
            let stop = |_| ControlFlow::Break(());
            assert_eq!(pair.batch_watched(&poses, &stop, |pair, pose| pair.collides(pose)), None);
        });
    }
    let none: &[Pose] = &[];
    assert!(pair.batch(none, |pair, pose| pair.collides(pose)).is_empty());
}

#[test]
fn a_refitted_tree_answers_for_the_new_places() {
    let (before, other) =
        (crate::wide_scenes::bumpy_sphere(14, 10), crate::wide_scenes::bumpy_sphere(9, 7));
    let moved =
        before.points().iter().map(|&v| v * (1.3 + 0.4 * (7.0 * v.x).sin()) + 40.0).collect();
    let after = Mesh::new(moved, before.triangles().to_vec()).unwrap();
    let mut tree = Tree::build(&before, &BuildOptions::default());
    let other_tree = Tree::build(&other, &BuildOptions::default());
    assert!((tree.clone().refit(&before) - 1.0).abs() < 1e-9, "the same places, the same boxes");
    assert!(tree.refit(&after) > 1.0, "a deformed mesh has larger boxes");
    tree.check(&after);
    let mut random = crate::wide_scenes::Random(32);
    let (mut scratch, mut touching) = (Scratch::default(), 0);
    for _ in 0..20 {
        let pose = random.pose(0.0);
        let pose = closecall::Pose::from_matrix(crate::wide_scenes::with_translation(
            &pose,
            random.point() * 2.5 + 40.0,
        ))
        .unwrap();
        let expected = brute::contacts(&after, &other, &pose);
        assert_eq!(
            contacts(Level::best(), (&tree, &after), (&other_tree, &other), &pose, &mut scratch),
            expected
        );
        touching += usize::from(!expected.is_empty());
    }
    assert!(touching > 0 && touching < 20, "{touching}");
}
