//! Meshes that grow and shrink: every triangle has vertices of its own, so that it can come and go
//! by itself.

use super::Mesh;
use crate::geom::Triangle;

impl Mesh {
    /// The same triangles, each with vertices of its own: triangle i has 3i, 3i+1 and 3i+2.
    pub(crate) fn loose(&self) -> Self {
        let vertices: Vec<_> = self.iter().flatten().collect();
        let triangles: Vec<_> = (0..self.triangle_count()).map(own_vertices).collect();
        Self { vertices: vertices.into(), triangles: triangles.into(), unit: self.unit }
    }

    /// Adds a triangle to a loose mesh; its corners must be in the range of coordinates.
    pub(crate) fn push_loose(&mut self, corners: Triangle) {
        let number = self.triangle_count();
        self.vertices.owned().extend(corners);
        self.triangles.owned().push(own_vertices(number));
    }

    /// Removes a triangle from a loose mesh; the last one gets its number.
    pub(crate) fn swap_remove_loose(&mut self, number: usize) {
        let last = self.triangle_count() - 1;
        let vertices = self.vertices.owned();
        vertices.copy_within(3 * last.., 3 * number);
        vertices.truncate(3 * last);
        self.triangles.owned().pop();
    }
}

fn own_vertices(number: usize) -> [u32; 3] {
    let first =
        u32::try_from(3 * number + 2).expect("there are too many loose triangles to number") - 2;
    [first, first + 1, first + 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::DVec3;
    use crate::mesh::shapes;

    #[test]
    fn triangles_come_and_go() {
        let cube = shapes::cuboid(DVec3::ZERO, DVec3::ONE);
        let mut loose = cube.loose();
        assert!(loose.iter().eq(cube.iter()));
        loose.push_loose([DVec3::X; 3]);
        loose.swap_remove_loose(2);
        let mut expected: Vec<Triangle> = cube.iter().collect();
        expected[2] = [DVec3::X; 3];
        assert!(loose.iter().eq(expected));
        loose.swap_remove_loose(11);
        assert_eq!((loose.triangle_count(), loose.points().len()), (11, 33));
    }
}
