//! The readable reference that every engine must agree with: B carried into A's frame once, then every pair of triangles.

use crate::geom::exact::within;
use crate::geom::{Clearance, Pose, Triangle};
use crate::mesh::Mesh;

/// Every pair (triangle of A, triangle of B) that shares a point at this pose, sorted.
///
/// ```
/// use closecall::{Mesh, Pose, geom::DVec3, query::brute};
/// let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2], [1, 2, 3]])?;
/// let pose = Pose::from_translation([1.0, 0.0, 0.0])?;
/// assert_eq!(brute::contacts(&mesh, &mesh, &pose), [(0, 0), (1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Vec<(u32, u32)> {
    contacts_within(a, b, a_from_b, Clearance::NONE)
}

/// Every pair (triangle of A, triangle of B) that is no further apart than the clearance, sorted.
#[must_use]
pub fn contacts_within(a: &Mesh, b: &Mesh, a_from_b: &Pose, clearance: Clearance) -> Vec<(u32, u32)> {
    let carried: Vec<Triangle> = b.iter().map(|t| a_from_b.carry_triangle(&t)).collect();
    let mut pairs = Vec::new();
    for (i, s) in (0..).zip(a.iter()) {
        pairs.extend((0..).zip(&carried).filter(|(_, t)| within(&s, t, clearance).meets).map(|(j, _)| (i, j)));
    }
    pairs
}
