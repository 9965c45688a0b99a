//! The classic engine equals brute force, pair for pair, on real meshes, where the folder with them
//! is there.

use crate::common::real::real_scenes;
use closecall_classic::query::configure::{Options, VolumeKind, checker};

#[test]
fn trees_answer_like_brute_force_on_real_meshes() {
    let Some(scenes) = real_scenes("real meshes") else { return };
    for (file, scene) in scenes {
        for volume in
            ["aabb", "obb", "sphere", "kdop18"].map(|name| name.parse::<VolumeKind>().unwrap())
        {
            let mut engine = checker(
                scene.a.clone(),
                scene.b.clone(),
                &Options { volume, ..Options::default() },
            );
            for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate() {
                assert_eq!(&engine.contacts(pose), expected, "{file}, pose {i}, {volume:?}");
                assert_eq!(
                    engine.collides(pose),
                    !expected.is_empty(),
                    "{file}, pose {i}, {volume:?}"
                );
            }
        }
    }
}
