//! The shapes and meshes of a robot by the names of links.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use closecall::engine::files::bytes_of;
use closecall::geom::Interval;
use closecall::geom::shape::Shape;
use closecall::query::{Cover, Covered};
use closecall::{Ask, Mesh, Model, Pose};

use crate::error::{FileError, shown};
use crate::link_mesh::part_mesh;
use crate::mesh_files::MeshFiles;
use crate::packages::Packages;
use crate::shape::LinkShape;
use crate::urdf::{CollisionShape, Description, Geometry};

use super::spheres::spheres;

/// The parts of a robot's links, in the frames of these.
#[derive(Clone, Debug)]
pub struct LinkParts {
    links: BTreeMap<String, Vec<LinkPart>>,
    warnings: Vec<String>,
    mesh_files: Vec<PathBuf>,
}

/// A shape or a mesh of a link, in its frame.
#[derive(Clone, Debug)]
pub struct LinkPart {
    place: String,
    body: PartBody,
}

#[derive(Clone, Debug)]
enum PartBody {
    Shape(Box<PlacedShape>),
    Mesh(Model),
}

/// A shape on its link.
#[derive(Clone, Debug)]
struct PlacedShape {
    shape: LinkShape,
    at: Pose,
    /// The shape where it is.
    exact: Shape,
}

impl LinkPart {
    /// A shape at a pose on its link.
    pub(super) fn shape(shape: LinkShape, at: &Pose, place: String) -> Result<Self, String> {
        let exact = shape.exact(at).map_err(|error| error.to_string())?;
        Ok(Self { place, body: PartBody::Shape(Box::new(PlacedShape { shape, at: *at, exact })) })
    }

    /// The file and the line that say so: `arm.urdf, line 12, link 'gripper'`.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Is it a mesh, so that the numbers of its triangles mean something?
    #[must_use]
    pub fn is_mesh(&self) -> bool {
        matches!(self.body, PartBody::Mesh(_))
    }

    /// Its mesh; of a round shape, one that contains it. None if that would be out of range.
    #[must_use]
    pub fn mesh(&self) -> Option<Mesh> {
        match &self.body {
            PartBody::Mesh(model) => Some(model.mesh().clone()),
            PartBody::Shape(placed) => {
                let mesh = placed.shape.mesh().ok()?;
                let vertices = mesh.vertices().iter().map(|&p| placed.at.carry(p)).collect();
                mesh.with_vertices(vertices).ok()
            }
        }
    }

    /// Adds it to a cover; a mesh is known to be closed.
    pub(super) fn add_to(&self, cover: &mut Cover) {
        match &self.body {
            PartBody::Mesh(model) => _ = model.solid().map(|solid| cover.add_solid(&solid)),
            PartBody::Shape(placed) => {
                cover
                    .add_shape(&placed.exact)
                    .expect("files have neither tori nor half-spaces here");
            }
        }
    }

    /// The distance by which it sticks out of a cover made of these parts.
    pub(super) fn sticks_out(&self, parts: &[Self], cover: &Cover, ask: &Ask) -> Covered {
        let excess = match &self.body {
            PartBody::Mesh(model) => return cover.holds(model.mesh(), ask),
            PartBody::Shape(placed) => placed.shape.excess(),
        };
        let same = |part: &&Self| match (&self.body, &part.body) {
            (PartBody::Shape(one), PartBody::Shape(other)) => {
                one.shape == other.shape && one.at == other.at
            }
            _ => false,
        };
        let mesh = self.mesh().filter(|_| parts.iter().find(same).is_none());
        let allowed = ask.clearance.distance();
        let Some(mesh) = mesh else {
            let distance = Interval::exactly(0.0);
            return Covered { distance, point: None, triangle: 0, part: None, allowed };
        };
        let found = cover.holds(&mesh, ask);
        let lo = match found.distance.lo {
            lo if excess == 0.0 || lo.is_infinite() => lo,
            lo => (lo - excess).next_down().max(0.0),
        };
        Covered { distance: Interval { lo, ..found.distance }, ..found }
    }
}

impl LinkParts {
    /// Reads what is to stand in for the links of a robot, and the meshes that it names: the collision
    /// shapes of a URDF file (VAMP's and foam's spheres are in such files, and so are hulls and
    /// primitives), or a list of spheres in YAML or JSON, as cuRobo has them: `collision_spheres:`,
    /// and under each link's name a list of `center` and `radius`.
    ///
    /// # Errors
    /// If a file cannot be read or is refused, or a mesh is not closed, so that it has no inside.
    pub fn load(file: impl AsRef<Path>, packages: &Packages) -> Result<Self, FileError> {
        let file = file.as_ref();
        let bytes = bytes_of(file).map_err(|error| FileError::whole(file, error))?;
        Self::parse(file, &bytes, packages)
    }

    /// The same of bytes: URDF if they begin with `<`, else a list of spheres.
    ///
    /// # Errors
    /// As [`LinkParts::load`].
    pub fn parse(file: &Path, bytes: &[u8], packages: &Packages) -> Result<Self, FileError> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        if !text.starts_with(b"<") {
            let (links, warnings) = spheres(file, bytes)?;
            return Ok(Self { links, warnings, mesh_files: Vec::new() });
        }
        Self::of(&Description::parse(file, bytes)?, packages)?.closed()
    }

    /// The collision shapes of a robot, whose meshes need not be closed.
    ///
    /// # Errors
    /// If a mesh cannot be read or is refused, or a shape is out of range.
    pub fn of(description: &Description, packages: &Packages) -> Result<Self, FileError> {
        let mut files = MeshFiles::default();
        let mut links = BTreeMap::new();
        for link in &description.links {
            let part = |shape| part(shape, &description.file, packages, &mut files);
            let parts = link.collisions.iter().map(part).collect::<Result<_, _>>()?;
            links.insert(link.name.clone(), parts);
        }
        let warnings = files.warnings(&description.file);
        let mesh_files = files.files.into_iter().map(|(file, _)| file).collect();
        Ok(Self { links, warnings, mesh_files })
    }

    /// The same if all meshes are closed.
    fn closed(self) -> Result<Self, FileError> {
        for part in self.links.values().flatten() {
            if let PartBody::Mesh(model) = &part.body {
                let open = |error| FileError::whole(Path::new(&part.place), error);
                model.solid().map_err(open)?;
            }
        }
        Ok(self)
    }

    /// The parts of a link; empty if there are none.
    #[must_use]
    pub fn of_link(&self, link: &str) -> &[LinkPart] {
        self.links.get(link).map_or(&[], Vec::as_slice)
    }

    /// The names of the links with parts, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.links.iter().filter(|(_, parts)| !parts.is_empty()).map(|(name, _)| &**name)
    }

    /// Warnings about its files, and of each link with parts that `real` does not have.
    #[must_use]
    pub fn warnings(&self, real: &Self) -> Vec<String> {
        let strange = self.names().filter(|name| !real.links.contains_key(*name));
        let strange = strange.map(|name| {
            let place = self.of_link(name)[0].place();
            format!("{place}: the robot has no link '{}': its parts hold nothing", shown(name))
        });
        self.warnings.iter().cloned().chain(strange).collect()
    }

    /// The mesh files that were read.
    #[must_use]
    pub fn mesh_files(&self) -> &[PathBuf] {
        &self.mesh_files
    }
}

fn part(
    collision: &CollisionShape,
    file: &Path,
    packages: &Packages,
    files: &mut MeshFiles,
) -> Result<LinkPart, FileError> {
    let place = format!("{}, {}", file.display(), collision.place);
    match &collision.geometry {
        Geometry::Shape(shape) => LinkPart::shape(*shape, &collision.link_from_shape, place)
            .map_err(|message| FileError::at(file, &collision.place, message)),
        Geometry::Mesh { .. } => {
            let model = Model::new(part_mesh(collision, file, packages, files)?);
            Ok(LinkPart { place, body: PartBody::Mesh(model) })
        }
    }
}
