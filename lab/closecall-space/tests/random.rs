//! Random soups on small integers, where everything touches in all possible ways; and real scenes.

mod support;

use closecall::engine::geom::DVec3;
use closecall::mesh::shapes::{icosphere, terrain, tetrahedra, tetrahedron, torus};
use closecall::{Mesh, Pose};
use proptest::prelude::*;
use support::{agree, agree_on_both_answers, random_poses};

fn coordinates() -> impl Strategy<Value = DVec3> {
    [-3i8..=3, -3i8..=3, -3i8..=3].prop_map(|c| DVec3::from_array(c.map(f64::from)))
}

fn soup(most: usize) -> impl Strategy<Value = Mesh> {
    let corners = proptest::collection::vec([coordinates(), coordinates(), coordinates()], 1..most);
    corners.prop_map(|corners| {
        let faces = (0..corners.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Mesh::new(corners.into_iter().flatten().collect(), faces).unwrap()
    })
}

/// Quarter turns, and turns by 3-4-5 angles, which are no integers but nearly rational.
fn pose() -> impl Strategy<Value = Pose> {
    let turns =
        [[1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.5, 0.5], [0.6, 0.8, 0.0, 0.0], [0.0, 0.6, 0.0, 0.8]];
    (coordinates(), 0..turns.len()).prop_map(move |(t, turn)| {
        Pose::from_quaternion((t * 0.5).to_array(), turns[turn]).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn soups_of_small_integers(env in soup(30), obj in soup(6), pose in pose()) {
        agree("integers", &env, &obj, &[pose]);
    }
}

#[test]
fn scenes_of_all_groups() {
    let objects = [tetrahedron(0.2), icosphere(0.1, 1), torus(0.1, 0.04, 8, 5)];
    let ground = terrain(20, 20, 0.05, |i, j| f64::from((i * i + 3 * j) % 7) * 0.02);
    for (number, obj) in objects.iter().enumerate() {
        let poses = random_poses(50, -0.1, 1.1, number as u64);
        agree_on_both_answers("tetrahedra", &tetrahedra(150, 2), obj, &poses);
        agree_on_both_answers(
            "ground",
            &ground,
            obj,
            &random_poses(50, -0.1, 1.0, 9 + number as u64),
        );
        agree_on_both_answers("ball", &icosphere(0.6, 3), obj, &random_poses(60, -0.7, 0.7, 19));
    }
}
