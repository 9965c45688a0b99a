//! Margins and kept axes speak of rounded vertices. Scenes in which the rounding of the carry is as
//! large as what is left of a margin, and tests of volumes that are sharp: they leave no slack for
//! it by accident.

use crate::common::scenes::soup;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::geom::{Clearance, Pose};
use closecall::mesh::Mesh;
use closecall::query::brute;
use closecall_classic::coherence::{Bottom, Losing, Policy};
use closecall_classic::query::classic::{Checker, ClassicBody};
use closecall_classic::query::configure;
use closecall_classic::query::warm::{Strategy, WarmClassic};
use closecall_classic::tree::Soup;
use closecall_classic::tree::build::top_down;
use closecall_classic::tree::split::{Cut, Longest};
use closecall_classic::volume::aabb::Tight;
use closecall_classic::volume::{Aabb, Obb, Recall, Rigid, Separation, Test, View};
use closecall_classic::walk::AnyDescent;
use std::sync::Arc;

/// The distance of two boxes along x, which is what a margin may at most be. For the needles of
/// this test it is exact: they have no extent along x, the rotation is none, and the centres are
/// carried like the corners.
#[derive(Clone, Copy)]
struct SharpX;

impl Test<Aabb> for SharpX {
    type Axis = ();

    fn apart(&self, a: &Aabb, b: &Obb, _: &Rigid, _: Option<()>) -> Option<Separation<()>> {
        let gap = (b.center.x - a.center().x).abs();
        (gap > 0.0).then_some(Separation { axis: (), gap })
    }
}

impl Recall<Aabb> for SharpX {
    type Kept = ();

    fn keep(&self, _: &Aabb, _: &Aabb, _: &View, _: &Separation<()>) {}
}

/// A needle across x, so that the body has a size.
fn needle(x: f64) -> Arc<Mesh> {
    Arc::new(
        Mesh::new(vec![DVec3::new(x, 0.0, 0.0), DVec3::new(x, 1.0, 0.0)], vec![[0, 0, 1]]).unwrap(),
    )
}

fn body(mesh: Arc<Mesh>) -> Arc<ClassicBody<Aabb>> {
    let tree = top_down(&Soup::subdivided(mesh.iter(), 0), &Tight, &Longest(Cut::default()), 1);
    Arc::new(ClassicBody::new(mesh, tree))
}

const ALWAYS: Policy = Policy {
    coherence: f64::INFINITY,
    sprout: f64::INFINITY,
    prune: f64::INFINITY,
    bottom: Bottom::Volumes,
    losing: Losing::GoesOn,
};

/// A needle far from the origin of its frame moves by less than its margin, and is rounded onto the
/// other one.
#[test]
fn a_margin_knows_that_vertices_are_rounded() {
    let far = 1.5 * 2f64.powi(30);
    let ulp = f64::EPSILON * 2f64.powi(30);
    let (a, b) = (needle(far), needle(far));
    let at = |ulps: f64| Pose::from_translation([ulps * ulp, 0.0, 0.0]).unwrap();
    let (apart, touching) = (at(-0.6), at(-0.4));
    assert_eq!(apart.carried(b.triangle_at(0)[0]).x, far - ulp);
    assert_eq!(touching.carried(b.triangle_at(0)[0]).x, far);
    let how = (SharpX, AnyDescent::LargerFirst);
    let mut warm = WarmClassic::new(
        body(a.clone()),
        body(b.clone()),
        how,
        Clearance::NONE,
        Strategy::Tropp(ALWAYS),
    );
    for pose in [apart, touching, apart, touching, touching] {
        assert_eq!(warm.contacts(&pose), brute::contacts(&a, &b, &pose));
    }
    assert_eq!(warm.contacts(&touching), [(0, 0)]);
}

/// As above, but the margin is used up by many motions, none of which is as large as it.
#[test]
fn a_margin_is_spent_by_all_motions_since_not_by_the_last() {
    let (a, b) = (needle(1.0), needle(0.0));
    let how = (SharpX, AnyDescent::LargerFirst);
    let mut warm = WarmClassic::new(
        body(a.clone()),
        body(b.clone()),
        how,
        Clearance::NONE,
        Strategy::Tropp(ALWAYS),
    );
    for step in 0..=64 {
        let pose = Pose::from_translation([f64::from(step) / 64.0, 0.0, 0.0]).unwrap();
        assert_eq!(warm.collides(&pose), step == 64, "step {step}");
    }
}

/// Bodies that share one point and are else on either side of a plane, first a little apart, so
/// that an axis is kept, and then as they are: every kept axis is tried at the edge of what it can
/// tell.
#[test]
fn kept_axes_respect_the_slack_where_bodies_touch() {
    let (random, mut tried) = (&mut crate::common::Random(31), 0);
    for round in 0..400 {
        let scene = crate::touching::touching(random, round, &DVec3::AXES);
        let [a, b] =
            [&scene.a, &scene.b].map(|triangles| Arc::new(soup(triangles.iter().copied())));
        let size = b
            .iter()
            .flatten()
            .map(|corner| corner.distance(b.triangle_at(0)[0]))
            .fold(0.0, f64::max);
        let expected = brute::contacts(&a, &b, &scene.a_from_b);
        for volume in ["sphere", "aabb", "obb", "kdop18"].map(|name| name.parse().unwrap()) {
            let options = configure::Options { volume, ..Default::default() };
            let mut warm = configure::checker(a.clone(), b.clone(), &options)
                .remembering(Strategy::Tropp(ALWAYS));
            for share in [1e-1, 1e-3, 1e-6, 1e-9, 1e-12] {
                let Some(pose) = shifted(&scene.a_from_b, random.vector() * (size * share)) else {
                    continue;
                };
                assert_eq!(
                    warm.contacts(&pose),
                    brute::contacts(&a, &b, &pose),
                    "round {round}, {volume:?}, {share}"
                );
                tried += warm.clone().cost_of_contacts(&scene.a_from_b).axis_tests;
                assert_eq!(
                    warm.contacts(&scene.a_from_b),
                    expected,
                    "round {round}, {volume:?} after {share}"
                );
                warm.reset();
            }
        }
    }
    assert!(tried > 10_000, "{tried} axes were tried");
}

/// The pose, moved by a vector; none where that leaves the range.
fn shifted(pose: &Pose, by: DVec3) -> Option<Pose> {
    let mut rows = pose.to_matrix();
    for (row, by) in rows.iter_mut().zip(by.to_array()) {
        row[3] += by;
    }
    Pose::from_matrix(rows).ok()
}
