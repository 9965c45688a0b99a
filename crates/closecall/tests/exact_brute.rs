//! Brute force is what it says: every pair of triangles, B carried once, in order.

use crate::oracle::difference::meeting;
use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use closecall::query::brute::contacts;
use closecall::{Mesh, Pose};

/// A grid of n×n cells, two triangles each, folded along every line.
fn folded(n: u32) -> Mesh {
    let vertex = |i: u32| {
        let (x, y) = (i % (n + 1), i / (n + 1));
        DVec3::new(f64::from(x), f64::from(y), f64::from((x + y) % 2))
    };
    let cell = |i: u32| {
        let corner = i % n + i / n * (n + 1);
        [[corner, corner + 1, corner + n + 1], [corner + 1, corner + n + 2, corner + n + 1]]
    };
    let vertices = (0..(n + 1) * (n + 1)).map(vertex).collect();
    Mesh::new(vertices, (0..n * n).flat_map(cell).collect()).expect("a good mesh")
}

fn pose(translation: [f64; 3], quaternion: [f64; 4]) -> Pose {
    Pose::from_quaternion(translation, quaternion).expect("a good pose")
}

#[test]
fn contacts_are_those_of_the_oracle_in_order() {
    let (a, b) = (folded(5), folded(3));
    let poses = [
        Pose::IDENTITY,
        pose([1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0]),
        pose([3.0, 1.25, -0.5], [0.6, 0.0, 0.0, 0.8]),
        pose([2.5, 2.5, 0.1], [0.8, 0.36, 0.48, 0.0]),
        pose([0.0, 0.0, 1.5], [1.0, 0.0, 0.0, 0.0]),
    ];
    for (i, pose) in poses.iter().enumerate() {
        let mut expected = Vec::new();
        for (i, s) in (0..).zip(a.iter()) {
            for (j, t) in (0..).zip(b.iter()) {
                let meets =
                    meeting(&s.map(DVec3::into), &pose.carried_triangle(&t).map(DVec3::into))
                        .is_some();
                expected.extend(meets.then_some((i, j)));
            }
        }
        assert_eq!(contacts(&a, &b, pose), expected, "pose {i}");
        assert_eq!(expected.is_empty(), i == 4, "only the last pose is clear: {i}");
    }
}
