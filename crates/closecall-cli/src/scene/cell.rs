//! The work cell that needs no file: an arm, a table and a post.

use std::path::Path;

use closecall::world::Body;
use closecall::{Model, Pose, World};
use closecall_robot::scene::{Narrowness, RobotWay, SceneStep};
use closecall_robot::{Description, LinkShape, Packages, Robot, RobotInWorld, Scene};

use crate::failure::Failure;

const ARM: &str = include_str!("arm.urdf");

/// The bodies that stand about: names, shapes and places.
const FURNITURE: [(&str, LinkShape, [f64; 3]); 2] = [
    ("table", LinkShape::Box { size: [0.6, 0.8, 0.04] }, [0.65, 0.0, 0.3]),
    ("post", LinkShape::Cylinder { radius: 0.04, length: 1.2 }, [-0.45, 0.45, 0.6]),
];

/// Waist, shoulder, elbow, wrist and grip: up, over the table, onto it, up again, past the post,
/// and folded against its own turret.
const WAY: [[f64; 5]; 6] = [
    [0.0, 0.0, 0.0, 0.0, 0.0],
    [0.0, 0.6, 1.2, 1.2, 0.04],
    [0.0, 0.9, 1.4, 0.8, 0.04],
    [0.3, 0.2, 0.8, 0.4, 0.02],
    [3.0, 0.9, 0.9, 0.4, 0.02],
    [3.6, 0.35, 2.8, 0.5, 0.0],
];

/// The number of steps from one to the next.
const STEPS_BETWEEN: usize = 20;

/// The cell, and the way of its arm.
pub fn cell() -> Result<Scene, Failure> {
    let description = Description::parse(Path::new("built-in arm"), ARM.as_bytes())?;
    let robot = Robot::new(description, None, &Packages::default())?;
    let mut world = World::new();
    furnish(&mut world)?;
    let arm = robot.insert(&mut world, "", None).map_err(Failure::of_fault)?;
    let rows = way();
    let steps = rows.iter().enumerate().map(|(number, positions)| step(&arm, number, positions));
    let steps = steps.collect::<Result<Vec<_>, _>>()?;
    world.set_poses(&steps[0].poses).map_err(Failure::of_fault)?;
    let robots = vec![RobotWay { name: robot.name().to_owned(), robot: arm, rows }];
    let (files, warnings) = (Vec::new(), Vec::new());
    Ok(Scene {
        name: "built-in cell".to_owned(),
        world,
        steps,
        robots,
        standing: Vec::new(),
        files,
        warnings,
        said: Narrowness::default(),
    })
}

fn furnish(world: &mut World) -> Result<(), Failure> {
    for (name, shape, place) in FURNITURE {
        let mesh = shape.mesh().map_err(Failure::of_fault)?;
        let pose = Pose::from_translation(place).map_err(Failure::of_fault)?;
        world
            .insert(Body::new(name, &Model::new(mesh)).fixed().at(pose))
            .map_err(Failure::of_fault)?;
    }
    Ok(())
}

fn way() -> Vec<Vec<f64>> {
    let between = WAY.windows(2).flat_map(|ends| {
        (0..STEPS_BETWEEN).map(|step| {
            let part = step as f64 / STEPS_BETWEEN as f64;
            ends[0].iter().zip(&ends[1]).map(|(from, to)| from + (to - from) * part).collect()
        })
    });
    between.chain(WAY.last().map(|end| end.to_vec())).collect()
}

fn step(arm: &RobotInWorld, number: usize, positions: &[f64]) -> Result<SceneStep, Failure> {
    let poses = arm.poses(positions).map_err(Failure::of_fault)?;
    Ok(SceneStep { name: number.to_string(), line: None, seconds: None, poses })
}
