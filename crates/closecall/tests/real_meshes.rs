//! The wide engine equals brute force, pair for pair, on real meshes, where the folder with them is
//! there.

use crate::common::real::real_scenes;
use crate::common::scenes::Scene;
use closecall::lab::Uncounted;
use closecall::lab::wide::{self, BuildOptions, ContactAsked, Level, Scratch, Tree};
use std::ops::ControlFlow;

/// The wide engine, at every level of hardware this machine has.
fn check_wide(scene: &Scene, name: &str) {
    let [a, b] = [&scene.a, &scene.b].map(|mesh| Tree::build(mesh, &BuildOptions::default()));
    for level in Level::ALL.into_iter().filter(|level| level.is_available()) {
        for (i, (pose, expected)) in scene.poses.iter().zip(&scene.contacts).enumerate() {
            let mut found = Vec::new();
            let bodies = ((&a, &*scene.a), (&b, &*scene.b));
            let asked = ContactAsked { level, ..ContactAsked::default() };
            wide::contacts_asked(
                bodies.0,
                bodies.1,
                pose,
                &asked,
                &mut Scratch::default(),
                &mut Uncounted,
                &mut |i, j| {
                    found.push((i, j));
                    ControlFlow::Continue(())
                },
            );
            found.sort_unstable();
            assert_eq!(&found, expected, "{name}, pose {i}, {level:?}");
        }
    }
}

#[test]
fn trees_answer_like_brute_force_on_real_meshes() {
    let Some(scenes) = real_scenes("real meshes") else { return };
    for (file, scene) in scenes {
        check_wide(&scene, &file);
    }
}
