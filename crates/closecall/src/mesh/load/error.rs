//! The errors of mesh files, with their places.

use std::path::Path;
use std::sync::Arc;
use std::{fmt, io};

use crate::Located;
pub use crate::Place;
use crate::geom::range::{MAX_COORDINATE, MIN_COORDINATE};
use crate::mesh::MeshError;

/// Why a file is not a mesh: `cell.stl: line 17: expected 'vertex', found 'vertx'`.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadError(Box<Report>);

/// Apart, so that results are small where all goes well.
#[derive(Clone, Debug, PartialEq)]
struct Report {
    file: String,
    place: Place,
    problem: Problem,
}

/// An error of the operating system. Two with the same message are equal.
#[derive(Clone, Debug)]
pub struct SystemError(Arc<io::Error>);

impl fmt::Display for SystemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Its source is the error itself, so that its kind is found.
impl std::error::Error for SystemError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&*self.0)
    }
}

impl PartialEq for SystemError {
    fn eq(&self, other: &Self) -> bool {
        (self.0.kind(), self.0.to_string()) == (other.0.kind(), other.0.to_string())
    }
}

/// The error at that place.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The operating system would not give the bytes.
    #[error("cannot be read: {0}")]
    Unreadable(#[source] SystemError),
    /// There is nothing in the file, or blanks only.
    #[error("the file is empty")]
    Empty,
    /// A file of a kind that is not read, such as one of a CAD program.
    #[error("{what}")]
    Foreign {
        /// Its kind, and advice.
        what: String,
    },
    /// Neither the name nor the bytes say what the file is.
    #[error("this is neither STL, OBJ, PLY, glTF, 3MF nor Collada")]
    UnknownFormat,
    /// This build of the library was made without the code for such files.
    #[error("{format} needs the feature `{feature}`, which this build is without")]
    FeatureOff {
        /// The kind of the file.
        format: &'static str,
        /// The feature of the crate `closecall`.
        feature: &'static str,
    },
    /// The grammar asks for something else.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// The words that are allowed here.
        expected: String,
        /// The word that stands here.
        found: String,
    },
    /// `inf` or `nan` for a number.
    #[error("{text} is not a finite number")]
    NotFinite {
        /// The number as written.
        text: String,
    },
    /// A coordinate outside the range of exact computation.
    #[error(
        "{axis} is {text}: a coordinate must be 0 or between {MIN_COORDINATE:e} and {MAX_COORDINATE:e} in magnitude"
    )]
    OutOfRange {
        /// `x`, `y` or `z`.
        axis: char,
        /// The coordinate as written.
        text: String,
    },
    /// OBJ counts its vertices from 1, or back from -1.
    #[error("vertex 0 does not exist: vertices are counted from 1, or back from -1")]
    VertexZero,
    /// A face names a vertex that is not there.
    #[error("a face refers to vertex {vertex}, but there are {vertices}")]
    NoSuchVertex {
        /// The vertex as written, in the format's own counting.
        vertex: i64,
        /// The number of vertices.
        vertices: usize,
    },
    /// A face that is not even a triangle.
    #[error("a face needs at least 3 corners, found {corners}")]
    TooFewCorners {
        /// The number of its corners.
        corners: usize,
    },
    /// More vertices than 32 bits can number.
    #[error("there are more vertices than the {} that can be numbered", u32::MAX)]
    TooManyVertices,
    /// The length of a binary STL does not fit its count.
    #[error("declared triangles: {triangles}, which take {needed} bytes, but the file has {found}")]
    WrongLength {
        /// The number of triangles the file declares.
        triangles: u32,
        /// The length that needs.
        needed: u64,
        /// The length there is.
        found: usize,
    },
    /// A PLY element declares more rows than the rest of the file can hold.
    #[error(
        "declared rows of '{element}': {rows}, which take at least {needed} bytes, but {left} are left"
    )]
    TooManyRows {
        /// The element.
        element: String,
        /// The number of rows it declares.
        rows: u64,
        /// The fewest bytes they take.
        needed: u128,
        /// The number of bytes.
        left: usize,
    },
    /// The file stops in the middle of something.
    #[error("the file ends inside {what}")]
    EndsInside {
        /// The part in which it stops.
        what: String,
    },
    /// A list with fewer than no items.
    #[error("a list cannot have {items} items")]
    NegativeList {
        /// The number that the list declares.
        items: i64,
    },
    /// Something that a mesh needs is left out.
    #[error("{what} is missing")]
    Missing {
        /// Its name.
        what: String,
    },
    /// Something is said twice.
    #[error("{what} is declared twice")]
    Repeated {
        /// Its name.
        what: String,
    },
    /// A PLY property has a type that cannot serve its purpose.
    #[error("property '{property}' must be {needed}")]
    WrongType {
        /// The property.
        property: String,
        /// The values that are allowed.
        needed: &'static str,
    },
    /// JSON, XML or an archive that breaks the rules of its grammar.
    #[error("not well-formed: {reason}")]
    Malformed {
        /// The parser's message.
        reason: String,
    },
    /// A legal thing that this loader has no answer to.
    #[error("{what} is not supported")]
    Unsupported {
        /// Its name.
        what: String,
    },
    /// Something is named by a number that nothing has.
    #[error("{kind} {number} does not exist, there are {count}")]
    NoSuchEntry {
        /// The kind of the thing that is named: `accessor`, `node`…
        kind: &'static str,
        /// Its number, 0-based.
        number: usize,
        /// The number of them.
        count: usize,
    },
    /// A 3MF object that is named, but not defined.
    #[error("object {id} is not defined in {member}")]
    NoSuchObject {
        /// Its id.
        id: u32,
        /// The file inside the archive that should define it.
        member: String,
    },
    /// A buffer, a view of it or a chunk is shorter than what is said to be in it.
    #[error("{needed} bytes are needed, but there are {found}")]
    TooShort {
        /// The length it should have at least.
        needed: u128,
        /// The length it has.
        found: u64,
    },
    /// A file that belongs to this one cannot be read.
    #[error("'{uri}' cannot be read: {reason}")]
    NoCompanion {
        /// The file, as this one names it.
        uri: String,
        /// The error of the operating system.
        reason: String,
    },
    /// A file that belongs to this one is not where it may be.
    #[error("'{}' is outside the folder of this file, and is not read (`--allow-outside` reads it)", path.escape_debug())]
    Outside {
        /// The file, as this one names it.
        path: String,
    },
    /// A scale that is none.
    #[error("the scale is {scale}, not a finite number above 0")]
    Scale {
        /// The scale.
        scale: f64,
    },
    /// Indices of a sparse accessor must rise, so that each is given once.
    #[error("sparse index {index} comes after {before}")]
    SparseOrder {
        /// The index.
        index: u32,
        /// The one before it.
        before: u32,
    },
    /// Instances or a compressed part that would become too large.
    #[error(
        "what is inside unfolds to more than {limit} bytes, the most for a file of this length"
    )]
    UnfoldsTooFar {
        /// The limit.
        limit: u64,
    },
    /// A transform that is none.
    #[error("the transform is not affine: {reason}")]
    NotAffine {
        /// Why.
        reason: String,
    },
    /// Nodes must form a forest.
    #[error("node {node} is met twice: it has two parents, or is its own ancestor")]
    NotATree {
        /// The node, 0-based.
        node: usize,
    },
    /// A list of triangles breaks off inside one.
    #[error("the number of corners, {corners}, is not a multiple of 3")]
    BrokenTriangle {
        /// The number of corners.
        corners: usize,
    },
    /// The file reads well, and yet there is no mesh in it.
    #[error(transparent)]
    Mesh(#[from] MeshError),
}

impl LoadError {
    pub(super) fn new(place: Place, problem: Problem) -> Self {
        Self(Box::new(Report { file: String::new(), place, problem }))
    }

    /// A file that the operating system would not give.
    pub(super) fn unreadable(error: io::Error) -> Self {
        Self::new(Place::File, Problem::Unreadable(SystemError(Arc::new(error))))
    }

    pub(super) fn in_file(mut self, file: &str) -> Self {
        file.clone_into(&mut self.0.file);
        self
    }

    /// The file, as it was named to the loader.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.0.file
    }

    /// The place in the file.
    #[must_use]
    pub fn place(&self) -> Place {
        self.0.place.clone()
    }

    /// The error there; its `Display` is the message without file and place.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.0.problem
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { file, place, problem, .. } = &*self.0;
        match place {
            Place::File => write!(f, "{file}: {problem}"),
            place => write!(f, "{file}: {place}: {problem}"),
        }
    }
}

/// Its source is the error of the operating system or of the mesh, where there is one.
impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0.problem {
            Problem::Mesh(error) => Some(error),
            Problem::Unreadable(SystemError(error)) => Some(&**error),
            _ => None,
        }
    }
}

impl From<LoadError> for Located {
    fn from(error: LoadError) -> Self {
        let Report { file, place, problem } = *error.0;
        Self::at(Path::new(&file), place, problem)
    }
}
