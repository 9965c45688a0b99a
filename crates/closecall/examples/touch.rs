//! Two meshes at one pose: do they touch, which triangles, and how far apart are they elsewhere?
//!
//! ```sh
//! cargo run -p closecall --example touch
//! ```

use closecall::{Clearance, Mesh, Model, Pose};

/// A tetrahedron, from the flat arrays that other libraries hand out.
fn tetrahedron() -> Result<Model, closecall::MeshError> {
    let coordinates: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let indices = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
    Ok(Model::new(Mesh::from_flat(&coordinates, &indices)?))
}

/// Asks at three poses.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (a, b) = (tetrahedron()?, tetrahedron()?);
    for (x, expected) in [(0.5, true), (1.0, true), (1.0f64.next_up(), false)] {
        let a_from_b = Pose::from_translation([x, 0.0, 0.0])?;
        let pairs = a.contacts(&b, &a_from_b)?;
        println!("at x = {x}: {} pairs of triangles touch", pairs.len());
        assert_eq!(!pairs.is_empty(), expected);
        assert_eq!(a.collides(&b, &a_from_b)?, expected);
    }
    let a_from_b = Pose::from_translation([3.0, 0.0, 0.0])?;
    assert!(a.ask(&b, Clearance::new(2.0)?)?.collides(&a_from_b));
    println!("at x = 3 they are no further apart than 2");
    Ok(())
}
