//! Robots at many rows of positions, against the world's own answers.

use super::{gpu, is_emulated};
use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes;
use closecall::world::{Body, World};
use closecall::{Clearance, Model, Pose};
use closecall_gpu::GpuError;
use closecall_robot::{Description, Robot, RobotFiles, RobotInWorld};
use std::path::Path;

/// Joints of all kinds, one that follows another, a link without a mesh, and crooked frames.
const ROBOT: &str = r#"<robot name="all kinds">
  <link name="base"><collision><geometry><box size="0.4 0.4 0.2"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0 0 0.3"/><geometry><cylinder radius="0.08" length="0.6"/></geometry></collision></link>
  <link name="elbow"/>
  <link name="lower"><collision><origin xyz="0 0 0.25" rpy="0.1 0.2 0.3"/><geometry><box size="0.1 0.1 0.5"/></geometry></collision></link>
  <link name="slide"><collision><geometry><sphere radius="0.07"/></geometry></collision></link>
  <link name="finger"><collision><origin xyz="0 0 0.1"/><geometry><box size="0.03 0.05 0.2"/></geometry></collision></link>
  <link name="cart"><collision><geometry><box size="0.3 0.2 0.1"/></geometry></collision></link>
  <link name="bird"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.1" rpy="0.3 -0.2 0.7"/><axis xyz="0 1 0.2"/><limit lower="-2" upper="2"/></joint>
  <joint name="pin" type="fixed"><parent link="upper"/><child link="elbow"/><origin xyz="0 0 0.62" rpy="0 0.4 0"/></joint>
  <joint name="bend" type="continuous"><parent link="elbow"/><child link="lower"/><axis xyz="1 0 0"/></joint>
  <joint name="reach" type="prismatic"><parent link="lower"/><child link="slide"/><origin xyz="0 0 0.5"/><axis xyz="0 0.6 0.8"/><limit lower="0" upper="0.4"/></joint>
  <joint name="grip" type="revolute"><parent link="slide"/><child link="finger"/><axis xyz="0 1 0"/><limit lower="-9" upper="9"/><mimic joint="bend" multiplier="-0.5" offset="0.3"/></joint>
  <joint name="drive" type="planar"><parent link="base"/><child link="cart"/><origin xyz="0 0 -0.3"/><axis xyz="0 0 1"/></joint>
  <joint name="flight" type="floating"><parent link="base"/><child link="bird"/></joint>
</robot>"#;

fn robot() -> Robot {
    let description = Description::parse(Path::new("all-kinds.urdf"), ROBOT.as_bytes()).unwrap();
    Robot::of(description, &RobotFiles::default()).unwrap()
}

fn cell(robot: &Robot) -> (World, RobotInWorld) {
    let mut world = World::new();
    let ball = Model::new(shapes::icosphere(0.2, 2));
    for (i, at) in [[0.7, 0.0, 0.4], [-0.6, 0.5, 0.9], [0.0, -0.8, -0.3]].into_iter().enumerate() {
        let body = Body::new(format!("ball {i}"), &ball).at(Pose::from_translation(at).unwrap());
        world.insert(if i == 0 { body.fixed() } else { body }).unwrap();
    }
    let turned = Pose::from_quaternion([0.05, 0.1, 0.0], [0.6, 0.0, 0.0, 0.8]).unwrap();
    let stand = world.insert(Body::frame("stand").at(turned)).unwrap();
    let placed = robot.insert(&mut world, "", Some(stand)).unwrap();
    (world, placed)
}

/// Random positions of every coordinate.
fn rows(robot: &Robot, count: usize) -> Vec<f64> {
    let mut rng = Rng::new(3);
    let mut rows = Vec::new();
    for _ in 0..count {
        let bird = rng.quaternion();
        for coordinate in robot.coordinates() {
            let name = coordinate.name.as_str();
            let quaternion =
                ["/qw", "/qx", "/qy", "/qz"].iter().position(|end| name.ends_with(end));
            rows.push(match (name, quaternion) {
                (_, Some(k)) => bird[k],
                ("reach", _) => rng.between(0.0, 0.4),
                ("shoulder", _) => rng.between(-2.0, 2.0),
                ("bend", _) => rng.between(-3.0, 3.0),
                _ => rng.between(-1.2, 1.2),
            });
        }
    }
    rows
}

fn expected(
    world: &World,
    placed: &RobotInWorld,
    rows: &[f64],
) -> Vec<Vec<(closecall::Handle, closecall::Handle)>> {
    let mut query = world.query();
    let row = |row: &[f64]| {
        query.set_poses(&placed.poses(row).unwrap()).unwrap();
        query.collisions()
    };
    rows.chunks(placed.robot().coordinates().len()).map(row).collect()
}

#[test]
fn a_robot_with_joints_of_all_kinds_is_placed_as_the_cpu_places_it() {
    let Some(gpu) = gpu() else { return };
    let robot = robot();
    let (mut world, placed) = cell(&robot);
    let rows = rows(&robot, if is_emulated(&gpu) { 120 } else { 200_000 });
    for clearance in [0.0, 0.05] {
        world.set_clearance(Clearance::new(clearance).unwrap());
        let expected = expected(&world, &placed, &rows);
        let mut on_gpu = gpu.robot(&world, &placed).unwrap();
        assert!(on_gpu.pairs() > 20, "{} pairs", on_gpu.pairs());
        let found = on_gpu.first_touching(&rows).unwrap();
        for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found.is_some(), !expected.is_empty(), "row {row}");
            assert!(
                found.is_none_or(|pair| expected.contains(&pair)),
                "row {row}: {found:?} of {expected:?}"
            );
        }
        let touching = expected.iter().filter(|pairs| !pairs.is_empty()).count();
        assert!(
            touching * 10 > expected.len() && touching * 10 < expected.len() * 9,
            "both answers: {touching}"
        );
        println!(
            "{} rows, {touching} touch, {} asked on the CPU",
            expected.len(),
            on_gpu.asked_cpu()
        );
    }
}

#[test]
fn a_position_outside_its_limits_is_refused_with_its_row() {
    let Some(gpu) = gpu() else { return };
    let robot = robot();
    let (world, placed) = cell(&robot);
    let (mut rows, width) = (rows(&robot, 4), robot.coordinates().len());
    rows[2 * width] = 2.5;
    let error = gpu.robot(&world, &placed).unwrap().collides(&rows).unwrap_err();
    assert!(matches!(error, GpuError::Position { row: 2, .. }), "{error}");
}

/// A question that the device has no test for is asked of the world, and the answer is the same.
#[test]
fn a_world_with_a_solid_is_left_to_the_cpu() {
    let Some(gpu) = gpu() else { return };
    let robot = robot();
    let (mut world, placed) = cell(&robot);
    let hollow = Model::new(shapes::cuboid(DVec3::splat(-9.0), DVec3::splat(9.0)));
    let body = world.insert(Body::new("hall", &hollow)).unwrap();
    world.set_solid(body, true).unwrap();
    let rows = rows(&robot, 3);
    let mut on_gpu = gpu.robot(&world, &placed).unwrap();
    assert_eq!((on_gpu.collides(&rows).unwrap(), on_gpu.asked_cpu()), (vec![true; 3], 3));
}
