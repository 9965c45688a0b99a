//! What a pair remembers never changes an answer.

mod common;

use closecall::{Model, Pair};
use common::scenes::hostile;

#[test]
fn a_warm_pair_answers_like_brute_force_in_any_order_of_poses() {
    fn is_sendable<T: Send>(_: &T) {}
    for scene in hostile() {
        let (a, b) = (Model::new((*scene.a).clone()), Model::new((*scene.b).clone()));
        let mut pair = Pair::new(&a, &b);
        is_sendable(&pair);
        // There and back, every pose twice, now and then all pairs or a fresh start in between.
        let order = (0..scene.poses.len()).chain((0..scene.poses.len()).rev());
        for (step, i) in order.flat_map(|i| [i, i]).enumerate() {
            let (pose, expected) = (&scene.poses[i], &scene.contacts[i]);
            assert_eq!(pair.collides(pose), !expected.is_empty(), "{}, pose {i}, step {step}", scene.name);
            match step % 7 {
                3 => assert_eq!(&pair.contacts(pose), expected, "{}, pose {i}, step {step}", scene.name),
                5 => pair.reset(),
                _ => {}
            }
        }
    }
}
