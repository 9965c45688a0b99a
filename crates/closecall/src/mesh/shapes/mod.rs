//! Meshes made by rule, the same every time (up to the last digit of the platform's sine and
//! cosine). Closed ones have their triangles counterclockwise seen from outside.

mod cuboid;
mod drawn;
pub(crate) mod rng;
mod round;
mod scatter;
mod terrain;

pub use self::cuboid::cuboid;
pub use self::drawn::drawn;
pub(crate) use self::rng::Rng;
pub use self::round::{icosphere, torus, uv_sphere};
pub use self::scatter::{tetrahedra, tetrahedron};
pub use self::terrain::{grid, terrain};

use super::Mesh;
use crate::geom::DVec3;

/// The generators build a mesh, unless the caller asked for coordinates out of range.
fn mesh(vertices: Vec<DVec3>, triangles: Vec<[u32; 3]>) -> Mesh {
    Mesh::new(vertices, triangles).expect("the size of a shape must be in the range of coordinates")
}

/// Two triangles for a four-sided face, its corners counterclockwise.
fn quad([a, b, c, d]: [u32; 4]) -> [[u32; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::inspect::{Inspection, inspect};

    /// Six times the volume, positive where triangles are counterclockwise seen from outside.
    fn volume_6(mesh: &Mesh) -> f64 {
        mesh.iter().map(|[a, b, c]| a.cross(b).dot(c)).sum()
    }

    #[test]
    fn closed_shapes_are_closed_and_look_outward() {
        let centre = DVec3::new(3.0, -2.0, 1.0);
        let cases = [
            ("cuboid", cuboid(centre, centre + DVec3::ONE), 12, 2, 6.0),
            ("tetrahedron", tetrahedron(1.0), 4, 2, 16.0),
            ("icosahedron", icosphere(1.0, 0), 20, 2, 15.217),
            ("icosphere", icosphere(2.0, 4), 5120, 2, 8.0 * 25.133),
            ("uv sphere", uv_sphere(1.0, 64, 48), 2 * 64 * 47, 2, 25.133),
            ("smallest uv sphere", uv_sphere(1.0, 3, 2), 6, 2, 5.196),
            ("torus", torus(2.0, 0.5, 96, 64), 2 * 96 * 64, 0, 6.0 * 9.8696),
        ];
        for (name, shape, triangles, euler, volume) in cases {
            let found = inspect(&shape);
            assert!(found.closed, "{name}");
            assert_eq!(
                (found.triangles, found.euler_characteristic, found.components),
                (triangles, euler, 1),
                "{name}"
            );
            assert_eq!((found.degenerate, found.duplicates), (0, 0), "{name}");
            let error = volume_6(&shape) / volume - 1.0;
            assert!(error.abs() < 0.005, "{name}: the volume is off by {error}");
        }
    }

    #[test]
    fn spheres_have_their_vertices_on_the_sphere() {
        for sphere in [uv_sphere(3.0, 17, 9), icosphere(3.0, 3)] {
            assert!(sphere.points().iter().all(|v| (v.length() - 3.0).abs() < 1e-12));
        }
    }

    #[test]
    fn terrain_has_the_heights_it_is_given() {
        let patch = terrain(5, 3, 0.5, |i, j| f64::from(i * j));
        let Inspection { triangles, boundary_edges, min, max, components, .. } = inspect(&patch);
        assert_eq!((triangles, boundary_edges, components), (30, 16, 1));
        assert_eq!((min, max), ([0.0; 3], [2.5, 1.5, 15.0]));
        assert!(patch.iter().all(|[a, b, c]| (b - a).cross(c - a).z > 0.0));
        assert!(grid(2, 2, 1.0).points().iter().all(|v| v.z == 0.0));
    }

    #[test]
    fn tetrahedra_are_disjoint_and_depend_on_the_seed() {
        let field = tetrahedra(30, 7);
        let Inspection { closed, triangles, components, min, max, .. } = inspect(&field);
        assert_eq!((closed, triangles, components), (true, 120, 30));
        assert!(min.iter().all(|&x| x > 0.0) && max.iter().all(|&x| x < 1.0));
        let bodies: Vec<_> = field.points().chunks_exact(4).collect();
        let centres =
            bodies.iter().map(|corners| corners.iter().sum::<DVec3>() / 4.0).collect::<Vec<_>>();
        let reach = bodies[0][0].distance(centres[0]);
        for (i, a) in centres.iter().enumerate() {
            assert!(
                centres[..i].iter().all(|b| a.distance(*b) > 2.0 * reach),
                "body {i} may touch another"
            );
        }
        assert_eq!(field, tetrahedra(30, 7));
        assert_ne!(field, tetrahedra(30, 8));
    }
}
