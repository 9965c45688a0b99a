//! Bodies that change: one that bends keeps its tree, one that gains and loses parts is not built
//! anew.
//!
//! ```sh
//! cargo run --release -p closecall --example change
//! ```

use closecall::mesh::shapes;
use closecall::{DynamicModel, Model, Pair, Pose};

/// Bends a sphere, and puts an obstacle into a scene and takes it out again.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let ball = Model::new(shapes::icosphere(1.0, 4));
    let beside = Pose::from_translation([2.3, 0.0, 0.0])?;
    assert!(!ball.collides(&ball, &beside)?);
    let stretched = ball.mesh().vertices().iter().map(|&[x, y, z]| [1.5 * x, y, z]);
    let stretched = ball.refit(stretched.collect())?;
    assert!(stretched.collides(&ball, &beside)?);
    println!("boxes of the stretched ball: {:.2} times as large, relatively", stretched.wear());

    let mut scene = DynamicModel::new(&shapes::cuboid([0.0; 3], [1.0; 3]));
    let mut pair = Pair::new(&scene, &ball)?;
    assert!(!pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    let block = shapes::cuboid([5.0, 0.0, 0.0], [6.0, 1.0, 1.0]);
    let block = scene.insert(&block)?;
    assert!(pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    scene.remove(block)?;
    assert!(!pair.collides(&Pose::from_translation([5.0, 0.0, 0.0])?));
    println!("after {} changes the pair knows the scene as it is", scene.generation());
    Ok(())
}
