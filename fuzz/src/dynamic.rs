//! A model that gains and loses triangles, watched by a pair, against brute force on its mesh.

use crate::small::Bytes;
use closecall::lab::Whole as _;
use closecall::query::brute;
use closecall::world::Obstacle;
use closecall::{DynamicModel, Model, Pair};

/// Plays a history, and compares after every change. What the model should hold is kept aside, as a
/// plain list of triangles.
pub fn dynamic(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let mesh = bytes.mesh();
    let probe = Model::new(bytes.mesh());
    let mut scene = DynamicModel::new(&mesh);
    let mut pair = Pair::new(&scene, &probe).unwrap();
    let mut obstacles: Vec<(Obstacle, usize)> = Vec::new();
    let mut expected = mesh.triangle_count();
    for _ in 0..40 {
        if bytes.is_empty() {
            break;
        }
        match bytes.below(5) {
            0 => {
                let mesh = bytes.mesh();
                let obstacle = scene.insert(&mesh).expect("few triangles fit");
                obstacles.push((obstacle, mesh.triangle_count()));
                expected += mesh.triangle_count();
            }
            1 => {
                let obstacle =
                    scene.insert_triangle(bytes.triangle()).expect("these are coordinates");
                obstacles.push((obstacle, 1));
                expected += 1;
            }
            2 if !obstacles.is_empty() => {
                let (obstacle, _) =
                    obstacles.swap_remove(usize::from(bytes.byte()) % obstacles.len());
                let gone = scene.triangles_of(obstacle).map_or(0, <[u32]>::len);
                match scene.remove(obstacle) {
                    Ok(()) => expected -= gone,
                    Err(_) => assert!(gone == 0 || gone == expected, "{gone} of {expected}"),
                }
            }
            3 => {
                let triangle = u32::from(bytes.byte());
                match scene.remove_triangle(triangle) {
                    Ok(()) => expected -= 1,
                    Err(_) => assert!(triangle as usize >= expected || expected == 1),
                }
            }
            _ => {}
        }
        scene.check();
        let now = scene.model().mesh();
        assert_eq!(now.triangle_count(), expected);
        let pose = bytes.pose();
        let touching = brute::contacts(now, probe.mesh(), &pose);
        assert_eq!(pair.collides(&pose), !touching.is_empty(), "{pose:?}");
        assert_eq!(pair.contacts(&pose), touching, "{pose:?}");
    }
}
