//! Objects scattered over a random partition: the "scenes" of Klosowski 1998, §2.4.1.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _, Rng};
use closecall::{Mesh, Pose};

use super::bsp::{BspCell, partition, some_of};
use super::parts::Parts;

/// Objects keep this share of their cell, so that neighbours do not touch.
const KEPT: f64 = 0.98;

/// The parts of a scene.
#[derive(Clone, Debug)]
pub struct Scattering<'a> {
    /// The objects; each place takes one of them at random.
    pub objects: &'a [Mesh],
    /// The number of cells the unit cube is cut into.
    pub cells: usize,
    /// The number of cells that hold an object.
    pub filled: usize,
    /// No side of a cell is shorter; below [`super::bsp::largest_epsilon`].
    pub epsilon: f64,
    /// Names the scene.
    pub seed: u64,
}

impl Scattering<'_> {
    /// The scene: copies of the objects, turned at random and scaled to fit their cells, so that no
    /// two copies touch.
    ///
    /// # Panics
    /// If there is no object or nothing is filled, or if ε is out of range.
    #[must_use]
    pub fn mesh(&self) -> Mesh {
        let rng = &mut Rng::new(self.seed);
        let cells = partition(self.cells, self.epsilon, rng);
        let mut parts = Parts::default();
        for cell in some_of(cells, self.filled, rng) {
            let object = &self.objects[rng.below(self.objects.len())];
            place(&mut parts, object, &cell.scaled(KEPT), rng);
        }
        parts.mesh()
    }
}

/// A turned copy of the object, as large as the cell allows.
pub(super) fn place(parts: &mut Parts, object: &Mesh, cell: &BspCell, rng: &mut Rng) {
    let turn = Pose::from_quaternion([0.0; 3], rng.quaternion())
        .expect("the quaternion is a unit quaternion");
    let start = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    let turned = object.points().iter().map(|&v| turn.carried(v));
    let (low, high) = turned.fold(start, |(low, high), v| (low.min(v), high.max(v)));
    let scale = (cell.size() / (high - low)).min_element();
    let middle = (low + high) * 0.5;
    parts.add(object, |v| cell.centre() + (turn.carried(v) - middle) * scale);
}

#[cfg(test)]
mod tests {
    use super::super::bsp::largest_epsilon;
    use super::super::check;
    use super::*;
    use closecall::mesh::shapes::{torus, uv_sphere};

    #[test]
    fn objects_keep_to_their_cells() {
        let objects = [uv_sphere(1.0, 8, 6), torus(1.0, 0.3, 10, 6)];
        let epsilon = 0.6 * largest_epsilon(120);
        let scene = Scattering { objects: &objects, cells: 120, filled: 60, epsilon, seed: 5 };
        let mesh = scene.mesh();
        assert_eq!(check::closed_parts(&mesh), 60);
        let [spheres, tori] = objects.each_ref().map(Mesh::triangle_count);
        assert!(
            (60 * spheres.min(tori) + 1..60 * spheres.max(tori)).contains(&mesh.triangle_count())
        );
        assert!(check::parts_are_disjoint(&mesh));
        assert!(mesh.points().iter().all(|&v| BspCell::UNIT.contains(v)));
        assert_eq!(mesh, scene.mesh());
        assert_ne!(mesh, Scattering { seed: 6, ..scene }.mesh());
    }
}
