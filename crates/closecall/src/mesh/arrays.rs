//! Meshes from plain arrays of numbers, as other libraries, files and languages hold them.

use super::{Mesh, MeshError};
use crate::geom::DVec3;
use crate::geom::vectors::vectors;

impl Mesh {
    /// From an array of points, in f64, f32 or whatever becomes f64 without a rounding, and an
    /// array of vertex numbers, from 0. Both are copied, and checked as by [`Mesh::new`].
    ///
    /// ```
    /// use closecall::Mesh;
    /// let points = [[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// let mesh = Mesh::from_arrays(&points, &[[0, 1, 2]])?;
    /// assert_eq!(mesh.triangle_count(), 1);
    /// # Ok::<(), closecall::MeshError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no triangle, a vertex number is out of bounds, or a coordinate out of range.
    pub fn from_arrays<T: Copy + Into<f64>>(
        vertices: &[[T; 3]],
        triangles: &[[u32; 3]],
    ) -> Result<Self, MeshError> {
        let point = |v: &[T; 3]| DVec3::from_array(v.map(Into::into));
        Self::new(vertices.iter().map(point).collect(), triangles.to_vec())
    }

    /// A cloud: each point is a triangle whose three corners are the same. A radius around the points
    /// is a clearance, or the padding of a body in a world: then each is a closed ball, exactly.
    ///
    /// ```
    /// use closecall::mesh::shapes::cuboid;
    /// use closecall::world::{Body, World};
    /// use closecall::{Clearance, Mesh, Model};
    /// let cloud = Model::new(Mesh::from_points(&[[2.0, 0.5, 0.5], [9.0, 9.0, 9.0]])?);
    /// let cube = Model::new(cuboid([0.0; 3], [1.0; 3]));
    /// let mut world = World::new();
    /// world.insert(Body::new("cube", &cube))?;
    /// let cloud = world.insert(Body::new("cloud", &cloud).padded(Clearance::new(1.0)?))?;
    /// assert_eq!(world.collisions().len(), 1);
    /// world.set_padding(cloud, Clearance::new(1.0f64.next_down())?)?;
    /// assert!(!world.collides());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no point, or a coordinate is out of range.
    pub fn from_points<T: Copy + Into<f64>>(points: &[[T; 3]]) -> Result<Self, MeshError> {
        let count = points.len();
        let number = |point: usize| u32::try_from(point).map(|point| [point; 3]);
        let triangles = (0..count).map(number).collect::<Result<Vec<_>, _>>();
        let triangles = triangles.map_err(|_| MeshError::TooManyTriangles { count })?;
        Self::from_arrays(points, &triangles)
    }

    /// From flat arrays: x, y and z of every vertex in turn, and three vertex numbers for every
    /// triangle in turn. Otherwise as [`Mesh::from_arrays`].
    ///
    /// ```
    /// use closecall::{Mesh, MeshError};
    /// let coordinates = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    /// assert_eq!(Mesh::from_flat(&coordinates, &[0, 1, 2])?.vertices().len(), 3);
    /// let error = Mesh::from_flat(&coordinates[..8], &[0, 1, 2]).unwrap_err();
    /// assert_eq!(error.to_string(), "there are 8 coordinates, which is not a multiple of 3");
    /// # Ok::<(), MeshError>(())
    /// ```
    ///
    /// # Errors
    /// Also if the length of an array is not a multiple of three.
    pub fn from_flat<T: Copy + Into<f64>>(
        coordinates: &[T],
        indices: &[u32],
    ) -> Result<Self, MeshError> {
        let (vertices, rest) = coordinates.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(MeshError::NotThrees { what: "coordinates", count: coordinates.len() });
        }
        let (triangles, rest) = indices.as_chunks::<3>();
        if !rest.is_empty() {
            return Err(MeshError::NotThrees { what: "vertex numbers", count: indices.len() });
        }
        Self::from_arrays(vertices, triangles)
    }

    /// The same triangles with their vertices in other places.
    ///
    /// # Errors
    /// If there are not as many vertices as before, or a coordinate is out of range.
    pub fn with_vertices(&self, vertices: Vec<impl Into<[f64; 3]>>) -> Result<Self, MeshError> {
        let vertices = vectors(vertices);
        let (given, expected) = (vertices.len(), self.vertices.len());
        if given != expected {
            return Err(MeshError::OtherVertices { given, expected });
        }
        Ok(Self::new(vertices, self.triangles.to_vec())?.with_unit(self.unit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [1.5, 0.0, 0.0], [0.0, 0.25, 0.0]];

    #[test]
    fn all_ways_give_the_same_mesh() {
        let mesh = Mesh::new(POINTS.map(DVec3::from_array).to_vec(), vec![[2, 0, 1]]).unwrap();
        let narrow = POINTS.map(|point| point.map(|x| x as f32));
        assert_eq!(Mesh::from_arrays(&POINTS, &[[2, 0, 1]]), Ok(mesh.clone()));
        assert_eq!(Mesh::from_arrays(&narrow, &[[2, 0, 1]]), Ok(mesh.clone()));
        assert_eq!(Mesh::from_flat(POINTS.as_flattened(), &[2, 0, 1]), Ok(mesh.clone()));
        assert_eq!(Mesh::from_flat(narrow.as_flattened(), &[2, 0, 1]), Ok(mesh.clone()));
        assert_eq!(mesh.with_vertices(mesh.points().to_vec()), Ok(mesh));
    }

    #[test]
    fn arrays_that_are_no_mesh_are_refused() {
        let flat = POINTS.as_flattened();
        let refused = |what, count| Err(MeshError::NotThrees { what, count });
        assert_eq!(Mesh::from_flat(&flat[..7], &[0, 1, 2]), refused("coordinates", 7));
        assert_eq!(Mesh::from_flat(flat, &[0, 1, 2, 0]), refused("vertex numbers", 4));
        assert_eq!(Mesh::from_flat::<f32>(&[], &[]), Err(MeshError::NoTriangle));
        let error = Mesh::from_arrays(&POINTS, &[[0, 1, 3]]).unwrap_err();
        assert_eq!(error, MeshError::NoSuchVertex { triangle: 0, vertex: 3, vertices: 3 });
        let error = Mesh::from_arrays(&[[0.0, f32::NAN, 0.0]], &[[0, 0, 0]]).unwrap_err();
        assert!(matches!(error, MeshError::BadCoordinate { vertex: 0, axis: 'y', .. }));
        let mesh = Mesh::from_arrays(&POINTS, &[[0, 1, 2]]).unwrap();
        let error = mesh.with_vertices(vec![DVec3::ZERO; 2]).unwrap_err();
        assert_eq!(error, MeshError::OtherVertices { given: 2, expected: 3 });
    }
}
