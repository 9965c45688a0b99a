//! Tetrahedra, one or many.

use super::{Rng, mesh};
use crate::geom::{DVec3, Pose};
use crate::mesh::Mesh;

const CORNERS: [DVec3; 4] = [
    DVec3::ONE,
    DVec3::new(1.0, -1.0, -1.0),
    DVec3::new(-1.0, 1.0, -1.0),
    DVec3::new(-1.0, -1.0, 1.0),
];
const FACES: [[u32; 3]; 4] = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];

/// A regular tetrahedron in the cube from −`size` to `size`, on four of its corners.
///
/// # Panics
/// If the size is out of range.
#[must_use]
pub fn tetrahedron(size: f64) -> Mesh {
    mesh(CORNERS.map(|v| v * size).to_vec(), FACES.to_vec())
}

/// `count` small tetrahedra in the unit cube, turned at random, no two of which touch.
///
/// Each stays in its own cell of a cubic lattice.
///
/// # Panics
/// If `count` is 0.
#[must_use]
pub fn tetrahedra(count: u32, seed: u64) -> Mesh {
    let mut rng = Rng::new(seed);
    let side = (1..)
        .find(|&side| u64::pow(side, 3) >= u64::from(count))
        .expect("a cube holds any count") as u32;
    let cell = 1.0 / f64::from(side);
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for n in 0..count {
        let place =
            [n % side, n / side % side, n / side / side].map(|i| (f64::from(i) + 0.5) * cell);
        // A ball of 0.3 cells, moved by 0.1, keeps within its cell.
        let centre = DVec3::from_array(place) + rng.in_ball() * (0.1 * cell);
        let turned = Pose::from_quaternion([0.0; 3], rng.quaternion())
            .expect("the quaternion is a unit quaternion");
        let scale = 0.3 * cell / 3f64.sqrt();
        let first = vertices.len() as u32;
        vertices.extend(CORNERS.map(|v| centre + turned.carried(v) * scale));
        triangles.extend(FACES.map(|face| face.map(|v| first + v)));
    }
    mesh(vertices, triangles)
}
