//! Disjoint boxes along the axes, one in each cell of a random partition.

use closecall::Mesh;
use closecall::engine::geom::{DVec3, Rng};
use closecall::mesh::shapes::cuboid;

use super::bsp::{largest_epsilon, partition};
use super::parts::Parts;

/// `count` boxes in the unit cube, no two of which touch; 12 triangles each. All their faces are
/// parallel to the axes, so that volumes along the axes fit them without a gap.
///
/// # Panics
/// If `count` is 0.
#[must_use]
pub fn boxes(count: usize, seed: u64) -> Mesh {
    let rng = &mut Rng::new(seed);
    let unit = cuboid(DVec3::splat(-0.5), DVec3::splat(0.5));
    let mut parts = Parts::default();
    for cell in partition(count, largest_epsilon(count) * 0.5, rng) {
        let share = rng.between(0.3, 0.95);
        parts.add(&unit, |v| cell.centre() + v * cell.size() * share);
    }
    parts.mesh()
}

#[cfg(test)]
mod tests {
    use super::super::{bsp::BspCell, check};
    use super::*;
    use closecall::engine::geom::GlamMesh as _;

    #[test]
    fn boxes_are_closed_disjoint_and_as_many_as_asked() {
        for (count, seed) in [(1, 1), (300, 2)] {
            let mesh = boxes(count, seed);
            assert_eq!((mesh.triangle_count(), check::closed_parts(&mesh)), (12 * count, count));
            assert!(check::parts_are_disjoint(&mesh));
            assert!(mesh.points().iter().all(|&v| BspCell::UNIT.contains(v)));
        }
    }

    #[test]
    fn the_seed_decides() {
        assert_eq!(boxes(20, 3), boxes(20, 3));
        assert_ne!(boxes(20, 3), boxes(20, 4));
    }
}
