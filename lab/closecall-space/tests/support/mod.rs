//! Every index against brute force.

use std::sync::Arc;

use closecall::query::brute;
use closecall::{Mesh, Pose};
use closecall_space::{AxisChoice, Flying, Limits, SpaceKind, SpaceWork};

/// Every index, and some of them with other parameters.
pub fn kinds() -> Vec<SpaceKind> {
    let mut kinds = SpaceKind::ALL.to_vec();
    kinds.extend([1, 3, 17].map(|cells| SpaceKind::Grid { cells }));
    kinds.extend([2, 9].map(|tau| SpaceKind::RTree { tau }));
    let fine = Limits { tau: 1, no_gain: 3 };
    kinds.extend(AxisChoice::ALL.map(|choice| SpaceKind::KdTree { choice, limits: fine }));
    kinds.extend([SpaceKind::Octree { limits: fine }, SpaceKind::Bsp { limits: fine }]);
    kinds
}

/// How many poses touch, and how many do not.
#[derive(Default, Debug)]
pub struct Answers {
    pub touching: usize,
    pub clear: usize,
}

/// Every index must find what brute force finds: the pairs, and one of them first.
pub fn agree(name: &str, env: &Mesh, obj: &Mesh, poses: &[Pose]) -> Answers {
    let expected: Vec<_> = poses.iter().map(|pose| brute::contacts(env, obj, pose)).collect();
    let env = Arc::new(env.clone());
    let mut flying = Flying::new(Arc::new(obj.clone()));
    for kind in kinds() {
        let mut index = kind.build(env.clone()).unwrap();
        let mut other = index.fork();
        for (number, (pose, expected)) in poses.iter().zip(&expected).enumerate() {
            let mut work = SpaceWork::default();
            let found = index.contacts(&mut flying, pose, &mut work);
            assert_eq!(&found, expected, "{name}, pose {number}, {kind:?}");
            assert!(work.full_checks == 1 || expected.is_empty());
            let first = other.first_contact(&mut flying, pose, &mut work);
            assert_eq!(first.is_some(), !expected.is_empty(), "{name}, pose {number}, {kind:?}");
            assert!(first.is_none_or(|pair| expected.contains(&pair)));
        }
    }
    let touching = expected.iter().filter(|pairs| !pairs.is_empty()).count();
    Answers { touching, clear: expected.len() - touching }
}

/// [`agree`] on poses of which some touch and some do not.
pub fn agree_on_both_answers(name: &str, env: &Mesh, obj: &Mesh, poses: &[Pose]) {
    let answers = agree(name, env, obj, poses);
    assert!(answers.touching > 0 && answers.clear > 0, "{name}: {answers:?}");
}

/// Random poses whose translations lie in a cube.
pub fn random_poses(count: usize, low: f64, high: f64, seed: u64) -> Vec<Pose> {
    let rng = &mut closecall::engine::geom::Rng::new(seed);
    let pose = |_| {
        // Translations too small for the range are none.
        let clean = |x: f64| if x.abs() < 2f64.powi(-200) { 0.0 } else { x };
        let t = [(); 3].map(|()| clean(rng.between(low, high)));
        Pose::from_quaternion(t, rng.quaternion()).unwrap()
    };
    (0..count).map(pose).collect()
}

/// Translations to all points of a small lattice.
#[allow(dead_code, reason = "not every test has lattices")]
pub fn lattice(step: f64, reach: i32) -> Vec<Pose> {
    let all = -reach..=reach;
    let points = all.clone().flat_map(|x| {
        let all = all.clone();
        all.clone().flat_map(move |y| all.clone().map(move |z| [x, y, z]))
    });
    points.map(|p| Pose::from_translation(p.map(|k| f64::from(k) * step)).unwrap()).collect()
}
