//! Two small meshes along a sequence of poses: cold, warm, in a batch, and how far apart.

use crate::small::Bytes;
use closecall::query::brute;
use closecall::{Model, Pair, Pose};

/// Compares every answer with brute force.
pub fn engine(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (a, b) = (Model::new(bytes.mesh()), Model::new(bytes.mesh()));
    let clearance = bytes.clearance();
    let mut pair = Pair::new(&a, &b).unwrap().with(clearance);
    let mut cold = a.ask(&b, clearance).unwrap();
    let poses = poses(&mut bytes);
    let mut expected = Vec::new();
    for pose in &poses {
        let touching = brute::contacts_within(a.mesh(), b.mesh(), pose, clearance);
        assert_eq!(pair.collides(pose), !touching.is_empty(), "warm, {pose:?}");
        assert_eq!(pair.contacts(pose), touching, "warm, {pose:?}");
        assert_eq!(cold.contacts(pose), touching, "cold, {pose:?}");
        let found = a.distance(&b, pose).unwrap();
        assert!(found.distance.lo <= found.distance.hi, "{found:?}");
        assert_eq!(found.distance.hi == 0.0, a.collides(&b, pose).unwrap(), "{found:?}, {pose:?}");
        let (near, far) = (found.distance.hi <= clearance.distance(), found.distance.lo > clearance.distance());
        assert!(
            !(near && touching.is_empty() || far && !touching.is_empty()),
            "{found:?}, {pose:?}"
        );
        expected.push(touching);
    }
    assert_eq!(cold.batch(&poses, |pair, pose| pair.contacts(pose).pairs), expected);
}

/// Up to twelve poses; some are repeated, some a small step from the last.
fn poses(bytes: &mut Bytes) -> Vec<Pose> {
    let mut poses = vec![bytes.pose()];
    while !bytes.is_empty() && poses.len() < 12 {
        let last = poses[poses.len() - 1];
        let step = match bytes.below(4) {
            0 => Ok(last),
            1 => Pose::from_translation([0.01, 0.0, -0.005]).and_then(|step| step.compose(&last)),
            _ => Ok(bytes.pose()),
        };
        poses.push(step.expect("a small step stays in range"));
    }
    poses
}
