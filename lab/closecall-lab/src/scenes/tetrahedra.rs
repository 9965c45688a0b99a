//! Random disjoint tetrahedra: the "tetras" of Klosowski 1998, §2.4.1, and the obstacles of his
//! 747.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes::tetrahedron;

use super::bsp::{BspCell, largest_epsilon, partition};
use super::parts::Parts;

/// Tetrahedra keep this share of their cell, so that neighbours do not touch.
const KEPT: f64 = 0.98;

/// The least share of its cell that a tetrahedron fills; four random points of a cube fill 1/72 on
/// average, at most 1/3.
const LEAST_FILL: f64 = 0.02;

/// `count` tetrahedra of random shape in the unit cube, one in each cell of a random partition; no
/// two of them touch.
///
/// # Panics
/// If `count` is 0.
#[must_use]
pub fn disjoint_tetrahedra(count: usize, seed: u64) -> Mesh {
    let rng = &mut Rng::new(seed);
    let model = tetrahedron(1.0);
    let mut parts = Parts::default();
    for cell in partition(count, largest_epsilon(count) * 0.5, rng) {
        let [origin, ends @ ..] = corners(&cell.scaled(KEPT), rng);
        // The model's corners are numbered by the signs of y and z: ++, −−, +−, −+.
        parts.add(&model, |v| match (v.y > 0.0, v.z > 0.0) {
            (true, true) => origin,
            (false, false) => ends[0],
            (true, false) => ends[1],
            (false, true) => ends[2],
        });
    }
    parts.mesh()
}

/// Four points of the cell that are not nearly in one plane, in the order that makes the
/// tetrahedron look outward.
fn corners(cell: &BspCell, rng: &mut Rng) -> [DVec3; 4] {
    loop {
        let [a, b, c, d] = [(); 4].map(|()| cell.point(rng));
        let volume = (b - a).cross(c - a).dot(d - a) / 6.0;
        if volume.abs() > LEAST_FILL * cell.size().element_product() {
            return if volume < 0.0 { [a, b, c, d] } else { [a, b, d, c] };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;
    use super::*;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn they_are_closed_disjoint_and_as_many_as_asked() {
        for (count, seed) in [(1, 1), (700, 2)] {
            let mesh = disjoint_tetrahedra(count, seed);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (4 * count, count));
            assert!(check::parts_are_disjoint(&mesh));
            assert!(mesh.points().iter().all(|&v| BspCell::UNIT.contains(v)));
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(disjoint_tetrahedra(20, 3), disjoint_tetrahedra(20, 3));
        assert_ne!(disjoint_tetrahedra(20, 3), disjoint_tetrahedra(20, 4));
    }
}
