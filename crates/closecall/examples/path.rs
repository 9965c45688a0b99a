//! A ring passes over a post, step by step: a pair remembers what the last step found out.
//!
//! ```sh
//! cargo run --release -p closecall --example path
//! ```

use closecall::engine::geom::DVec3;
use closecall::mesh::shapes;
use closecall::{Clearance, Model, Pair, Pose};

/// Flies, and compares with questions that remember nothing.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let post = Model::new(shapes::cuboid(DVec3::new(-0.2, -0.2, -2.0), DVec3::new(0.2, 0.2, 0.0)));
    let ring = Model::new(shapes::torus(1.0, 0.25, 32, 16));
    let mut pair = Pair::new(&post, &ring)?.with(Clearance::new(0.05)?);
    let poses: Vec<Pose> = (0..200)
        .map(|step| {
            let t = f64::from(step) / 200.0;
            Pose::from_translation([1.2 * t, 0.0, 1.0 - 2.0 * t])
        })
        .collect::<Result<_, _>>()?;
    let answers: Vec<bool> = poses.iter().map(|pose| pair.collides(pose)).collect();
    let first = answers.iter().position(|&close| close);
    println!("the ring comes within 0.05 of the post at step {first:?}");
    assert!(first.is_some() && !answers[0]);

    // The same poses as a batch, on all cores; the answers are the same.
    assert_eq!(pair.batch(&poses, |pair, pose| pair.collides(pose)), answers);
    Ok(())
}
