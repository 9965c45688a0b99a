//! A work cell: an arm of two links, a wall, and planners on other threads that try positions out.
//!
//! ```sh
//! cargo run --release -p closecall --example cell
//! ```

use closecall::engine::geom::DVec3;
use closecall::mesh::shapes;
use closecall::{Body, Model, Pose, World, WorldError};

/// The pose of a link that is turned about z by an angle, at a distance along x from its parent.
fn joint(along: f64, angle: f64) -> Result<Pose, closecall::PoseError> {
    let half = angle / 2.0;
    Pose::from_quaternion([along, 0.0, 0.0], [half.cos(), 0.0, 0.0, half.sin()])
}

/// Builds the cell, asks it, and lets two planners ask about other positions.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let link = shapes::cuboid(DVec3::new(0.1, -0.1, -0.1), DVec3::new(1.9, 0.1, 0.1));
    let link = Model::new(link);
    let wall = Model::new(shapes::cuboid(DVec3::new(-1.0, 2.5, -1.0), DVec3::new(3.0, 2.7, 1.0)));
    let mut world = World::new();
    let wall = world.insert(Body::new("wall", &wall).fixed())?;
    let upper = world.insert(Body::new("upper arm", &link))?;
    let lower = world.insert(Body::new("lower arm", &link).on(upper).at(joint(2.0, 0.0)?))?;
    world.allow(upper, lower)?;
    assert!(!world.collides());

    // Each planner has a snapshot, which stays as it is whatever happens to the world.
    let planners = [0.3, 1.2].map(|angle| {
        let snapshot = world.snapshot();
        std::thread::spawn(move || {
            let mut query = snapshot.query();
            let bent = joint(2.0, angle).expect("a turn is a pose");
            let raised = joint(0.0, angle / 2.0).expect("a turn is a pose");
            query.set_poses(&[(upper, raised), (lower, bent)])?;
            Ok::<_, WorldError>((angle, query.collisions()))
        })
    });
    for planner in planners {
        let (angle, touching) = planner.join().expect("a planner does not panic")?;
        println!("bent by {angle}: {} pairs touch", touching.len());
        let expected: &[_] = if angle > 1.0 { &[(wall, lower)] } else { &[] };
        assert_eq!(touching, expected);
    }
    Ok(())
}
