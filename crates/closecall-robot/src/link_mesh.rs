//! The mesh of a link: all its shapes, in its frame; shapes that are taken as they are apart.

use closecall::engine::geom::{DVec3, GlamMesh as _, GlamPose as _};
use std::path::Path;

use closecall::geom::range::MIN_COORDINATE;
use closecall::geom::shape as exact;
use closecall::mesh::UpAxis;
use closecall::{Mesh, Pose};

use crate::error::{FileError, shown};
use crate::mesh_files::MeshFiles;
use crate::packages::{Found, Packages};
use crate::shape::LinkShape;
use crate::urdf::{CollisionShape, Geometry, Link};

/// The shapes of a link together, in their order; none of a link without shapes.
pub(crate) fn link_mesh(
    link: &Link,
    file: &Path,
    folder: &Path,
    packages: &Packages,
    files: &mut MeshFiles,
) -> Result<Option<Mesh>, FileError> {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for collision in link.collisions.iter().filter(|collision| !is_exact(collision, packages)) {
        let refuse = |message: String| FileError::at(file, &collision.place, message);
        let shape = shape_mesh(collision, file, folder, packages, files).map_err(refuse)?;
        let first = u32::try_from(vertices.len())
            .ok()
            .filter(|first| first.checked_add(shape.points().len() as u32).is_some())
            .ok_or_else(|| refuse("the link has more vertices than can be numbered".to_owned()))?;
        vertices.extend(
            shape.points().iter().map(|&vertex| carried(&collision.link_from_shape, vertex)),
        );
        triangles
            .extend(shape.triangles().iter().map(|corners| corners.map(|corner| corner + first)));
    }
    if triangles.is_empty() {
        return Ok(None);
    }
    let of_link = |error| FileError::at(file, format_args!("link '{}'", shown(&link.name)), error);
    Mesh::new(vertices, triangles).map(Some).map_err(of_link)
}

/// The mesh of one shape, in the frame of its link.
pub(crate) fn part_mesh(
    collision: &CollisionShape,
    file: &Path,
    packages: &Packages,
    files: &mut MeshFiles,
) -> Result<Mesh, FileError> {
    let refuse = |message: String| FileError::at(file, &collision.place, message);
    let folder = file.parent().unwrap_or(Path::new(""));
    let shape = shape_mesh(collision, file, folder, packages, files).map_err(refuse)?;
    let vertex = |&vertex: &DVec3| carried(&collision.link_from_shape, vertex);
    let vertices = shape.points().iter().map(vertex).collect();
    Mesh::new(vertices, shape.triangles().to_vec()).map_err(|error| refuse(error.to_string()))
}

/// Are the shapes of two links the same, each in the same place on its link?
pub(crate) fn are_alike(one: &Link, other: &Link) -> bool {
    let alike = |(a, b): (&CollisionShape, &CollisionShape)| {
        a.geometry == b.geometry && a.link_from_shape == b.link_from_shape
    };
    one.collisions.len() == other.collisions.len()
        && one.collisions.iter().zip(&other.collisions).all(alike)
}

/// The shapes of a link that are taken as they are, in its frame.
pub(crate) fn link_shapes(
    link: &Link,
    file: &Path,
    packages: &Packages,
) -> Result<Vec<exact::Shape>, FileError> {
    let exact = link.collisions.iter().filter(|collision| is_exact(collision, packages));
    let shapes = exact.filter_map(|collision| match &collision.geometry {
        Geometry::Shape(shape) => Some((shape, collision)),
        Geometry::Mesh { .. } => None,
    });
    let exact = |(shape, collision): (&LinkShape, &CollisionShape)| {
        let made = shape.exact(&collision.link_from_shape);
        made.map_err(|error| FileError::at(file, &collision.place, error))
    };
    shapes.map(exact).collect()
}

/// Is a shape taken as it is, and not as a mesh?
fn is_exact(collision: &CollisionShape, packages: &Packages) -> bool {
    packages.exact_shapes() && matches!(collision.geometry, Geometry::Shape(_))
}

/// A shape that is where its link is stays as it is, to the bit.
fn carried(link_from_shape: &Pose, vertex: DVec3) -> DVec3 {
    if *link_from_shape == Pose::IDENTITY { vertex } else { link_from_shape.carried(vertex) }
}

/// The mesh of a shape.
fn shape_mesh(
    collision: &CollisionShape,
    file: &Path,
    folder: &Path,
    packages: &Packages,
    files: &mut MeshFiles,
) -> Result<Mesh, String> {
    let (uri, scale) = match &collision.geometry {
        Geometry::Shape(shape) => return shape.mesh().map_err(|error| error.to_string()),
        Geometry::Mesh { uri, scale } => (uri, *scale),
    };
    let Found { path, missing } = packages.find(uri, folder)?;
    // A file without a unit is as large as the URDF says, whatever others are scaled by.
    let options = packages.meshes().scale(None).up(UpAxis::AsWritten);
    if let Some(package) = missing {
        files.guess(uri, package, &path)?;
    }
    let place = format!("{}, {}", file.display(), collision.place);
    let mesh = files.mesh(&path, &options, &place).map_err(|error| error.to_string())?;
    scaled(mesh, scale).map_err(|error| format!("{}, scaled by {scale:?}: {error}", path.display()))
}

/// The mesh with its coordinates multiplied. One that is mirrored has its triangles turned over, so
/// that they look outward as before.
fn scaled(mesh: Mesh, scale: [f64; 3]) -> Result<Mesh, closecall::MeshError> {
    if scale == [1.0; 3] {
        return Ok(mesh);
    }
    let flush = |x: f64| if x.abs() < MIN_COORDINATE { 0.0 } else { x };
    let scale_by = DVec3::from_array(scale);
    let vertices = mesh.points().iter().map(|&vertex| (vertex * scale_by).map(flush)).collect();
    let is_mirrored = scale.iter().filter(|&&factor| factor < 0.0).count() % 2 == 1;
    let turn = |&[a, b, c]: &[u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
    Mesh::new(vertices, mesh.triangles().iter().map(turn).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use closecall::mesh::shapes::cuboid;

    #[test]
    fn scaled_meshes_look_outward_and_mirrors_too() {
        let volume =
            |mesh: &Mesh| mesh.iter().map(|[a, b, c]| a.cross(b).dot(c)).sum::<f64>() / 6.0;
        let cube = cuboid(DVec3::ZERO, DVec3::ONE);
        for (scale, far) in [
            ([1.0, 2.0, 3.0], DVec3::new(1.0, 2.0, 3.0)),
            ([-1.0, 2.0, 3.0], DVec3::new(-1.0, 2.0, 3.0)),
            ([-1.0, -2.0, 3.0], DVec3::new(-1.0, -2.0, 3.0)),
            ([-1.0, -2.0, -3.0], DVec3::new(-1.0, -2.0, -3.0)),
        ] {
            let scaled = scaled(cube.clone(), scale).unwrap();
            assert_eq!(scaled.points()[7], far);
            assert!((volume(&scaled) - 6.0).abs() < 1e-12, "{scale:?}");
        }
        assert!(
            scaled(cube, [1e31, 1.0, 1.0])
                .unwrap_err()
                .to_string()
                .contains("vertex 1 has x = 1e31")
        );
    }
}
