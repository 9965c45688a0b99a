//! Clearance in the classic engine: the pairs of brute force, at distances that are attained
//! exactly and a hair beside.

use crate::common::scenes::{Scene, hostile};
use closecall::engine::geom::GlamMesh as _;
use closecall::geom::Clearance;
use closecall::query::brute;
use closecall_classic::query::configure::{Options, Traversal, VolumeKind, checker};

/// Some configurations of the engine; all of them are compared with each other in `trees.rs`.
fn engines() -> Vec<Options> {
    let volumes = ["sphere", "aabb", "obb", "kdop18", "kdop26"]
        .map(|name| name.parse::<VolumeKind>().unwrap());
    let of = |volume| {
        Traversal::ALL.iter().map(move |&traversal| Options {
            volume,
            traversal,
            leaf_size: (1, 3),
            skinny_percent: 20,
            ..Options::default()
        })
    };
    volumes.into_iter().flat_map(of).collect()
}

/// The largest coordinate of the first mesh, as a unit to choose clearances by.
fn size_of(scene: &Scene) -> f64 {
    let spread = scene
        .a
        .points()
        .iter()
        .fold(0f64, |most, v| most.max((*v - scene.a.points()[0]).abs().max_element()));
    2f64.powi(spread.log2().round() as i32)
}

#[test]
fn every_engine_keeps_the_clearance_like_brute_force() {
    let mut attained = 0;
    for scene in hostile() {
        let size = size_of(&scene);
        for share in [1.0, 0.25, 1e-9] {
            let [clearance, less] =
                [size * share, (size * share).next_down()].map(|d| Clearance::new(d).unwrap());
            let near =
                |pose, clearance| brute::contacts_within(&scene.a, &scene.b, pose, clearance);
            let poses: Vec<_> = scene.poses.iter().step_by(8).collect();
            let expected: Vec<_> = poses.iter().map(|pose| near(pose, clearance)).collect();
            attained += poses
                .iter()
                .zip(&expected)
                .filter(|(pose, pairs)| near(pose, less) != **pairs)
                .count();
            for (pairs, touching) in expected.iter().zip(scene.contacts.iter().step_by(8)) {
                assert!(touching.iter().all(|pair| pairs.contains(pair)), "{}", scene.name);
            }
            for options in engines().into_iter().map(|options| Options { clearance, ..options }) {
                let mut engine = checker(scene.a.clone(), scene.b.clone(), &options);
                for (pose, expected) in poses.iter().zip(&expected) {
                    assert_eq!(&engine.contacts(pose), expected, "{}, {options:?}", scene.name);
                    assert_eq!(
                        engine.collides(pose),
                        !expected.is_empty(),
                        "{}, {options:?}",
                        scene.name
                    );
                }
            }
        }
    }
    assert!(attained > 10, "only {attained} poses have pairs exactly at the clearance");
}
