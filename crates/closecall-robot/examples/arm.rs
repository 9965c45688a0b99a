//! An arm over a table: does it touch anything at a position, and on the way there?
//!
//! ```sh
//! cargo run --release -p closecall-robot --example arm
//! ```

use closecall::{Answer, Body, Model, World};
use closecall_robot::{Robot, RobotFiles};
use std::path::Path;

/// Asks about two positions, and about the way from the one to the other.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"));
    let srdf = RobotFiles::with_srdf(folder.join("arm.srdf"));
    let robot = Robot::load(folder.join("arm.urdf"), &srdf)?;
    let mut world = World::new();
    world.insert(Body::new("table", &Model::load(folder.join("table.stl"))?).fixed())?;
    let arm = robot.insert(&mut world, "", None)?;

    let up = robot.rest();
    let down = robot.positions([("shoulder", 0.9), ("elbow", 1.4), ("wrist", 0.8)])?;
    assert!(arm.collisions(&world, &up)?.is_empty());
    let touching = arm.collisions(&world, &down)?;
    for (a, b) in &touching {
        println!("down, {} touches {}", world.name(*a)?, world.name(*b)?);
    }
    assert!(touching.iter().any(|(a, _)| world.name(*a) == Ok("table")));

    let Answer::Touching(first) = arm.sweep(&world, &up, &down)? else {
        unreachable!("it ends down")
    };
    println!("on the way, contact begins at {:?}", arm.between(&up, &down, first.hit.time.hi)?);
    let safe = arm.between(&up, &down, 0.9 * first.hit.time.lo)?;
    assert_eq!(arm.sweep(&world, &up, &safe)?, Answer::Clear);
    Ok(())
}
