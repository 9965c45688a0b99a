//! The robots of the shared folder, where there is one.

use closecall::engine::geom::{DVec3, GlamPose as _, Rng};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use closecall::mesh::shapes::cuboid;
use closecall::world::Body;
use closecall::{Model, Pose, World};
use closecall_robot::{Packages, Robot, RobotFiles, RobotInWorld};

use super::samples::shared;
use super::self_collision::{agreed, expected, some_positions};

fn panda() -> Option<Robot> {
    let folder = shared()?.join("data/robots/panda");
    let files = RobotFiles { srdf: Some(folder.join("panda.srdf")), ..RobotFiles::default() };
    Some(Robot::load(folder.join("panda.urdf"), &files).unwrap_or_else(|error| panic!("{error}")))
}

fn kuka() -> Option<Robot> {
    let file = shared()?.join("data/robots/kuka_iiwa/model.urdf");
    Some(Robot::load(file, &RobotFiles::default()).unwrap_or_else(|error| panic!("{error}")))
}

/// The position of a link, and the direction of its z axis.
fn place(robot: &Robot, positions: &[f64], link: &str) -> (DVec3, DVec3) {
    let number = robot.links().iter().position(|known| known.name == link).unwrap();
    let pose = robot.root_from_links(positions).unwrap()[number];
    (pose.shift(), pose.matrix().z_axis)
}

fn arm(robot: &Robot, prefix: &str, angles: [f64; 7]) -> Vec<f64> {
    let names: Vec<String> = (1..=7).map(|number| format!("{prefix}{number}")).collect();
    robot.positions(names.iter().map(String::as_str).zip(angles)).unwrap()
}

/// The pose that Franka calls ready.
const READY: [f64; 7] = [0.0, -FRAC_PI_4, 0.0, -3.0 * FRAC_PI_4, 0.0, FRAC_PI_2, FRAC_PI_4];

/// The flange of a Panda whose odd joints are at 0, by hand: a chain in the plane y = 0, from
/// Franka's table of lengths.
fn panda_flange([shoulder, elbow, wrist]: [f64; 3]) -> (DVec3, DVec3) {
    let along = |pitch: f64| DVec3::new(pitch.sin(), 0.0, pitch.cos());
    let across = |pitch: f64| DVec3::new(pitch.cos(), 0.0, -pitch.sin());
    let (upper, fore, hand) = (shoulder, shoulder - elbow, shoulder - elbow - wrist);
    let at_elbow = DVec3::Z * 0.333 + along(upper) * 0.316 + across(upper) * 0.0825;
    let at_wrist = at_elbow - across(fore) * 0.0825 + along(fore) * 0.384;
    (at_wrist + across(hand) * 0.088 - along(hand) * 0.107, -along(hand))
}

#[test]
fn the_panda_stands_as_its_maker_says() {
    let Some(panda) = panda() else { return };
    assert_eq!((panda.name(), panda.links().len(), panda.coordinates().len()), ("panda", 13, 8));
    for angles in
        [READY, [0.0, 0.3, 0.0, -1.0, 0.0, 0.9, 0.0], [0.0, -1.2, 0.0, -0.07, 0.0, 3.0, 2.0]]
    {
        let positions = arm(&panda, "panda_joint", angles);
        let (flange, down) = place(&panda, &positions, "panda_link8");
        let (expected, expected_down) = panda_flange([angles[1], angles[3], angles[5]]);
        assert!(
            flange.distance(expected) < 1e-12 && down.distance(expected_down) < 1e-12,
            "{flange} {expected}"
        );
    }
    // The well-known place of the hand in the ready pose.
    let (hand, _) = place(&panda, &arm(&panda, "panda_joint", READY), "panda_hand_tcp");
    assert!(hand.distance(DVec3::new(0.306_9, 0.0, 0.486_9)) < 1e-4, "{hand}");
}

#[test]
fn the_kuka_stretched_out_is_as_long_as_its_parts() {
    let Some(kuka) = kuka() else { return };
    let (flange, up) = place(&kuka, &kuka.rest(), "lbr_iiwa_link_7");
    // Its file has angles of eleven digits.
    let length = 0.1575 + 0.2025 + 0.2045 + 0.2155 + 0.1845 + 0.2155 + 0.081;
    assert!(
        flange.distance(DVec3::Z * length) < 1e-10 && up.distance(DVec3::Z) < 1e-10,
        "{flange} {up}"
    );
    // Bent by a right angle at the elbow, the fore arm lies flat.
    let bent = arm(&kuka, "lbr_iiwa_joint_", [0.0, 0.0, 0.0, -FRAC_PI_2, 0.0, 0.0, 0.0]);
    let (flange, _) = place(&kuka, &bent, "lbr_iiwa_link_7");
    assert!((flange.z - 0.78).abs() < 1e-10 && (flange.x.abs() - 0.481).abs() < 1e-10, "{flange}");
}

#[test]
fn meshes_that_are_not_in_their_package_are_found_or_named() {
    let Some(panda) = panda() else { return };
    // They are taken by the ends of their names, and that is said.
    assert_eq!(panda.warnings().len(), 1);
    let said = "panda.urdf: the package 'example-robot-data' is not there; taken was ";
    let first = &panda.warnings()[0];
    assert!(
        first.contains(said) && first.ends_with(" and 8 more, by the end of its name"),
        "{first}"
    );
    let folder = shared().unwrap().join("data/robots/panda");
    let load = |packages| {
        Robot::load(folder.join("panda.urdf"), &RobotFiles { packages, ..RobotFiles::default() })
    };
    let meshes = "example-robot-data/robots/panda_description/meshes";
    assert!(load(Packages::default().with(meshes, &folder)).unwrap().warnings().is_empty());
    let error = load(Packages::default().with("example-robot-data", &folder)).unwrap_err();
    assert_eq!(error.place().to_string(), "line 13, link 'panda_link0'");
    assert!(
        error
            .message()
            .contains("robots/panda_description/meshes/collision/link0.stl: cannot be read"),
        "{error}"
    );
}

/// The pairs of links that touch, by name.
fn touching(world: &mut World, placed: &RobotInWorld, positions: &[f64]) -> Vec<(String, String)> {
    world.set_poses(&placed.poses(positions).unwrap()).unwrap();
    let pairs = world.collisions();
    let name = |handle| world.name(handle).unwrap().to_owned();
    pairs.into_iter().map(|(a, b)| (name(a), name(b))).collect()
}

#[test]
fn known_configurations_are_free_or_collide() {
    let Some((panda, kuka)) = panda().zip(kuka()) else { return };
    let names = |pairs: &[[&str; 2]], prefix: &str| -> Vec<(String, String)> {
        pairs.iter().map(|[a, b]| (format!("{prefix}{a}"), format!("{prefix}{b}"))).collect()
    };
    let (mut world, mut cell) = (World::new(), World::new());
    let (franka, iiwa) =
        (panda.insert(&mut world, "", None).unwrap(), kuka.insert(&mut cell, "", None).unwrap());
    let cases: [([f64; 7], &[[&str; 2]]); 3] = [
        (READY, &[]),
        ([0.0, -1.7, 0.0, -3.0, 0.0, 0.0, 0.0], &[["link1", "link7"], ["link1", "hand"]]),
        (
            [0.0, 1.7, 0.0, -3.0, 0.0, 3.0, 0.0],
            &[
                ["link0", "link5"],
                ["link0", "link6"],
                ["link0", "link7"],
                ["link1", "link5"],
                ["link1", "link6"],
            ],
        ),
    ];
    for (angles, pairs) in cases {
        let found = touching(&mut world, &franka, &arm(&panda, "panda_joint", angles));
        assert_eq!(found, names(pairs, "panda_"), "{angles:?}");
    }
    let cases: [([f64; 7], &[[&str; 2]]); 4] = [
        ([0.0; 7], &[]),
        ([0.0, 0.7, 0.0, -1.3, 0.0, 1.0, 0.0], &[]),
        ([0.0, 2.0, 0.0, 2.0, 0.0, -2.0, 0.0], &[]),
        ([0.0, 2.0, 0.0, -2.0, 0.0, 2.0, 0.0], &[["0", "6"], ["0", "7"]]),
    ];
    for (angles, pairs) in cases {
        let found = touching(&mut cell, &iiwa, &arm(&kuka, "lbr_iiwa_joint_", angles));
        assert_eq!(found, names(pairs, "lbr_iiwa_link_"), "{angles:?}");
    }
}

#[test]
fn a_wall_in_the_way_is_touched_by_the_hand() {
    let Some(panda) = panda() else { return };
    let mut world = World::new();
    let wall = Model::new(cuboid(DVec3::new(0.3, -0.2, 0.4), DVec3::new(0.31, 0.2, 0.57)));
    world.insert(Body::new("wall", &wall).fixed()).unwrap();
    let franka = panda.insert(&mut world, "", None).unwrap();
    let ready = arm(&panda, "panda_joint", READY);
    let hit: Vec<_> =
        touching(&mut world, &franka, &ready).into_iter().map(|(_, link)| link).collect();
    assert_eq!(hit, ["panda_hand", "panda_leftfinger", "panda_rightfinger"]);
    world.set_pose(franka.handles()[0], Pose::from_translation([-0.2, 0.0, 0.0]).unwrap()).unwrap();
    assert_eq!(touching(&mut world, &franka, &ready), []);
}

#[test]
fn worlds_and_queries_agree_on_random_configurations() {
    const SEED: u64 = 88;
    let Some((panda, kuka)) = panda().zip(kuka()) else { return };
    for (robot, by_brute_force) in [(panda, 6), (kuka, 0)] {
        let mut world = World::new();
        let placed = robot.insert(&mut world, "", None).unwrap();
        let mut rng = Rng::new(SEED);
        let sets: Vec<_> = (0..300).map(|_| some_positions(&robot, &mut rng)).collect();
        let answers = agreed(&mut world, &placed, &sets);
        let (hits, misses): (Vec<_>, Vec<_>) =
            sets.iter().zip(&answers).partition(|(_, answer)| !answer.is_empty());
        assert!(
            !hits.is_empty() && misses.len() > 200,
            "{}: {} of {}",
            robot.name(),
            hits.len(),
            sets.len()
        );
        for (positions, answer) in
            hits.iter().take(by_brute_force / 2).chain(misses.iter().take(by_brute_force / 2))
        {
            assert_eq!(**answer, expected(&placed, positions));
        }
    }
}
