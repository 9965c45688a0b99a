//! Bodies that change: one that bends keeps its tree, one that gains and loses parts is not built
//! anew.
//!
//! ```sh
//! cargo run --release -p closecall --example change
//! ```

use closecall::geom::DVec3;
use closecall::mesh::shapes;
use closecall::{DynamicModel, Model, Pair, Pose};

/// Bends a sphere, and puts an obstacle into a scene and takes it out again.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ball = Model::new(shapes::icosphere(1.0, 4));
    let beside = Pose::from_translation([2.3, 0.0, 0.0])?;
    assert!(!ball.collides(&ball, &beside));
    let stretched = ball.mesh().vertices().iter().map(|v| *v * DVec3::new(1.5, 1.0, 1.0));
    let stretched = ball.refit(stretched.collect())?;
    assert!(stretched.collides(&ball, &beside));
    println!("boxes of the stretched ball: {:.2} times as large, relatively", stretched.wear());

    let mut scene = DynamicModel::new(&shapes::cuboid(DVec3::ZERO, DVec3::ONE));
    let mut pair = Pair::new(&scene, &ball);
    assert!(!pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    let block = shapes::cuboid(DVec3::new(5.0, 0.0, 0.0), DVec3::new(6.0, 1.0, 1.0));
    let block = scene.insert(&block)?;
    assert!(pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    scene.remove(block)?;
    assert!(!pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    println!("after {} changes the pair knows the scene as it is", scene.generation());
    Ok(())
}
