//! The mesh in the making: polygons become fans, and what there is to warn of is counted.

use std::fmt;
use std::path::PathBuf;

use super::error::{Place, Problem};
use super::part::{Part, Unit};
use super::polygon::doubts;
use super::{Format, Loaded};
use crate::geom::DVec3;
use crate::mesh::{MAX_TRIANGLES, Mesh, MeshError};

/// Something the file holds that the mesh does not, or not for certain.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// Polygons that are concave or cross themselves: their fan covers something else.
    Concave {
        /// The number of polygons.
        polygons: usize,
        /// The first triangle of the first of them.
        first_triangle: usize,
    },
    /// Polygons whose corners are not in one plane: another fan would be another surface.
    NonPlanar {
        /// The number of polygons.
        polygons: usize,
        /// The first triangle of the first of them.
        first_triangle: usize,
    },
    /// Parts of the file that are no triangles.
    Ignored {
        /// Their kind: `'l' statement`, `'camera' row`…
        what: String,
        /// The number of them.
        count: usize,
        /// The place of the first of them.
        first: Place,
    },
    /// The file has another axis up than Z, and was turned so that Z is.
    Turned {
        /// The axis that is up in the file.
        up: char,
    },
    /// The file has another axis up than Z, and was taken as it is written.
    NotTurned {
        /// The axis that is up in the file.
        up: char,
    },
    /// The file states a unit, so its coordinates were not multiplied.
    NotScaled {
        /// The unit that it states, or was converted to.
        unit: Unit,
        /// The factor that files without a unit are multiplied by.
        scale: f64,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        match self {
            Self::Concave { polygons: n, first_triangle } => {
                write!(
                    f,
                    "{n} concave polygon{} fanned from the first corner (first: triangle {first_triangle})",
                    plural(*n)
                )
            }
            Self::NonPlanar { polygons: n, first_triangle } => {
                write!(
                    f,
                    "{n} non-planar polygon{} fanned from the first corner (first: triangle {first_triangle})",
                    plural(*n)
                )
            }
            Self::Ignored { what, count, first } => {
                write!(f, "{count} {what}{} ignored (first: {first})", plural(*count))
            }
            Self::NotTurned { up } => {
                write!(f, "{up} is up by the words of the file: taken as written, as ROS does")
            }
            Self::Turned { up } => write!(f, "{up} is up in the file: turned so that Z is"),
            Self::NotScaled { unit, scale } => {
                write!(f, "it is in {}: not multiplied by {scale}", unit.plural())
            }
        }
    }
}

/// Vertices, triangles, and the polygons these come from.
#[derive(Default)]
pub(super) struct Soup {
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
    /// Polygons of more than 3 corners. Vertices may come after the faces in a file, so they are
    /// judged at the end.
    fans: Vec<Fan>,
    /// The pieces, where the file has any.
    pub parts: Vec<Part>,
    /// The unit, where the file states one.
    pub unit: Option<Unit>,
    /// The files that were read with this one.
    pub companions: Vec<PathBuf>,
    /// The other contents of the file.
    pub warnings: Vec<Warning>,
}

struct Fan {
    first_triangle: u32,
    triangles: u32,
}

impl Soup {
    /// Adds a vertex and says its number.
    #[inline]
    pub fn vertex(&mut self, vertex: DVec3) -> Result<u32, Problem> {
        let number = u32::try_from(self.vertices.len()).map_err(|_| Problem::TooManyVertices)?;
        self.vertices.push(vertex);
        Ok(number)
    }

    /// Adds a polygon as a fan from its first corner.
    #[inline]
    pub fn face(&mut self, corners: &[u32]) -> Result<(), Problem> {
        let &[first, ref others @ ..] = corners else {
            return Err(Problem::TooFewCorners { corners: 0 });
        };
        if others.len() < 2 {
            return Err(Problem::TooFewCorners { corners: corners.len() });
        }
        let before = self.triangles.len();
        let count = before + others.len() - 1;
        if count > MAX_TRIANGLES {
            return Err(MeshError::TooManyTriangles { count }.into());
        }
        self.triangles.extend(others.windows(2).map(|pair| [first, pair[0], pair[1]]));
        if others.len() > 2 {
            self.fans
                .push(Fan { first_triangle: before as u32, triangles: (count - before) as u32 });
        }
        Ok(())
    }

    /// Names the triangles from this one on.
    pub fn part(&mut self, name: String, first_triangle: usize) {
        self.parts.push(Part { name, triangles: first_triangle..self.triangles.len() });
    }

    /// Counts something that is no triangle.
    pub fn ignore(&mut self, ignored: &str, place: Place) {
        for warning in &mut self.warnings {
            if let Warning::Ignored { what, count, .. } = warning
                && what == ignored
            {
                *count += 1;
                return;
            }
        }
        self.warnings.push(Warning::Ignored { what: ignored.to_owned(), count: 1, first: place });
    }

    /// The mesh, checked once more as a whole, with what there is to say and to warn of.
    pub fn finish(self, format: Format) -> Result<Loaded, MeshError> {
        let Self { vertices, triangles, fans, parts, unit, companions, mut warnings } = self;
        let mesh = Mesh::new(vertices, triangles)?.with_unit(unit);
        warnings.extend(doubtful(&mesh, &fans));
        Ok(Loaded { mesh, format, parts, unit, companions, warnings })
    }
}

/// Warnings for the polygons that a fan may not do justice to.
fn doubtful(mesh: &Mesh, fans: &[Fan]) -> Vec<Warning> {
    let (mut concave, mut non_planar) = (Vec::new(), Vec::new());
    let mut corners = Vec::new();
    for fan in fans {
        let first = fan.first_triangle as usize;
        let triangles = &mesh.triangles()[first..first + fan.triangles as usize];
        let numbers = triangles[0][..2].iter().chain(triangles.iter().map(|triangle| &triangle[2]));
        corners.clear();
        corners.extend(numbers.map(|&v| mesh.points()[v as usize]));
        let doubts = doubts(&corners);
        concave.extend(doubts.concave.then_some(first));
        non_planar.extend(doubts.non_planar.then_some(first));
    }
    let concave = concave
        .first()
        .map(|&first_triangle| Warning::Concave { polygons: concave.len(), first_triangle });
    let non_planar = non_planar
        .first()
        .map(|&first_triangle| Warning::NonPlanar { polygons: non_planar.len(), first_triangle });
    concave.into_iter().chain(non_planar).collect()
}
